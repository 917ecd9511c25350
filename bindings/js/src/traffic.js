import description from "./description.js";
import { sizeOf } from "./memory.js";
import { Owned } from "./owned.js";
import { asPose } from "./place.js";

const ONE_PATH = 2n ** 64n - 2n; // FW_ONE_PATH

/// What traffic.states() tells of each unit, in this order; `activity` is an index into `Traffic.activities`.
const COLUMNS = ["id", "activity", "other", "x", "y", "heading", "speed"];

export const trafficClass = (library) => {
    const { memory, views } = library;

    /// A list that a function returns, with its count through the last pointer.
    const listOf = (name, kind, address) =>
        memory.withRoom(4, (count) => {
            const first = library.call(name, address, count);
            return { first, count: memory.read("i32", count), size: sizeOf(kind) };
        });

    /// Many round units that move on one map, and never overlap each other or a wall.
    return class Traffic extends Owned {
        static columns = COLUMNS;
        static activities = Object.keys(description.enums.fw_agent_activity);
        /// A budget of step(): one path, however much work its search takes.
        static onePath = ONE_PATH;

        constructor(map) {
            super(
                library.create("fw_traffic_create", map.address, 0),
                (address) => library.call("fw_traffic_destroy", address),
                [map],
            );
        }

        /// Adds a unit, which stands until it gets an order.
        ///
        /// @param agent  at least { id, unit, start }: an id of your own, never 0; a kind of unit of the map; a place
        add({ start, ...agent }) {
            memory.withRoom(sizeOf("fw_agent_def"), (def) => {
                library.must("fw_agent_def_init", def, sizeOf("fw_agent_def"));
                memory.write("fw_agent_def", def, { ...agent, start: asPose(start) });
                const result = library.call("fw_traffic_add", this.address, def);
                if (result !== "ok") library.refuse(result, "fw_agent_refusal", this.address, def);
            });
        }

        remove(id) {
            library.must("fw_traffic_remove", this.address, id);
        }

        /// Orders a unit to a place; a new order replaces the last one.
        order(id, place) {
            const { x, y } = asPose(place);
            library.must("fw_traffic_order", this.address, id, x, y);
        }

        /// Orders units to places, one for each, so that they drive least.
        ///
        /// @param together  true, or { ownSteps, keepsAbreast }: they share the middle of their ways
        orderGroup(ids, places, together = false) {
            if (ids.length !== places.length)
                throw new RangeError(`${ids.length} units, and ${places.length} places`);
            const poses = places.map(asPose);
            memory.withList("u32", ids, "ids", (units) =>
                memory.withList("fw_pose", poses, "places", (goals) =>
                    together
                        ? this.#orderTogether(together === true ? {} : together, units, goals, ids.length)
                        : library.must("fw_traffic_order_group", this.address, units, goals, ids.length),
                ),
            );
        }

        #orderTogether(options, units, goals, count) {
            memory.withRoom(sizeOf("fw_group_def"), (def) => {
                library.must("fw_group_def_init", def, sizeOf("fw_group_def"));
                memory.write("fw_group_def", def, options);
                library.must("fw_traffic_order_together", this.address, def, units, goals, count);
            });
        }

        /// The places of a formation, for orderGroup().
        ///
        /// @param formation  "line", "column", "wedge" or "box"
        /// @param centre     its middle, and the heading that it faces
        /// @param spacing    tiles between neighbours
        static places(formation, centre, spacing, count) {
            return memory.withRoom(count * sizeOf("fw_pose"), (places) => {
                library.must("fw_formation_places", formation, asPose(centre), spacing, places, count);
                return memory.read(`fw_pose*${count}`, places);
            });
        }

        /// A unit of higher priority gets its path earlier.
        prioritise(id, priority) {
            library.must("fw_traffic_prioritise", this.address, id, priority);
        }

        /// Lets time pass.
        ///
        /// @param seconds  at most 60
        /// @param budget   expansions that searches for paths may spend
        step(seconds, budget = 100000) {
            library.must("fw_traffic_step", this.address, seconds, budget);
        }

        /// Seconds since the traffic was created.
        get time() {
            return library.call("fw_traffic_time", this.address);
        }

        /// Number of units.
        get count() {
            return library.call("fw_traffic_count", this.address);
        }

        /// The state of one unit: see AgentState.
        state(id) {
            const bytes = sizeOf("fw_agent_state");
            return memory.withRoom(bytes, (state) => {
                library.must("fw_traffic_get_state", this.address, id, state, bytes);
                return memory.read("fw_agent_state", state);
            });
        }

        /// The states of all units, sorted by id: `Traffic.columns.length` numbers for each. The array is a copy and
        /// may be transferred to another thread.
        states() {
            const { structs, count, size, at } = this.statesView();
            const states = new Float64Array(count * COLUMNS.length);
            for (let i = 0; i < count; i++) {
                const state = i * size;
                states.set(
                    [
                        structs.getUint32(state + at.id, true),
                        structs.getUint32(state + at.activity, true),
                        structs.getUint32(state + at.other, true),
                        structs.getFloat64(state + at.x, true),
                        structs.getFloat64(state + at.y, true),
                        structs.getFloat64(state + at.heading, true),
                        structs.getFloat64(state + at.speed, true),
                    ],
                    i * COLUMNS.length,
                );
            }
            return states;
        }

        /// The states as the library has them, without a copy, until its next call: a DataView of `count` structs of `size`
        /// bytes, and where the columns of states() are in each: `structs.getFloat64(i * size + at.x, true)`.
        statesView() {
            const { first, count, size } = listOf("fw_traffic_states", "fw_agent_state", this.address);
            const { fields } = description.structs.fw_agent_state;
            const [id, activity, other, x, speed] = ["id", "activity", "other", "pose", "speed"].map((name) => fields[name][0]);
            const at = { id, activity, other, x, y: x + 8, heading: x + 16, speed };
            return { structs: views.of(DataView, first, count * size), count, size, at };
        }

        /// What happened during the last step: see TrafficEvent.
        events() {
            const { first, count } = listOf("fw_traffic_events", "fw_traffic_event", this.address);
            return count ? memory.read(`fw_traffic_event*${count}`, first) : [];
        }
    };
};
