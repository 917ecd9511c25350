import description from "./description.js";
import { FairwayError } from "./error.js";
import { asBytes, asFields, asList, asOptions, sizeOf, toParameter } from "./memory.js";
import { Owned } from "./owned.js";
import { asPose, asPoses } from "./place.js";

const ALL_SIDES = 2 ** 32 - 1;
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

    /// The array that a call fills through its last three parameters: buffer, capacity and count.
    const filled = (name, kind, ...given) =>
        memory.withRoom(4, (count) => {
            const attempt = (room) =>
                memory.withRoom(room * sizeOf(kind) || 1, (list) => {
                    const result = library.call(name, ...given, list, room, count);
                    const found = memory.read("i32", count);
                    return { result, found, items: result === "ok" ? memory.read(`${kind}*${found}`, list) : [] };
                });
            let { result, found, items } = attempt(16);
            if (result === "buffer-too-small") ({ result, items } = attempt(found));
            library.demandOk(result, name);
            return items;
        });

    const causes = Object.keys(description.enums.fw_wait_cause);

    /// Many round units that move on one map, and never overlap each other or a wall.
    return class Traffic extends Owned {
        static columns = COLUMNS;
        static activities = Object.keys(description.enums.fw_agent_activity);
        /// A budget of step(): one path, however much work its search takes.
        static onePath = ONE_PATH;

        constructor(map) {
            super(
                library.create("fw_traffic_create", library.addressOf(map, "map"), 0),
                (address) => library.call("fw_traffic_destroy", address),
                [map],
            );
        }

        /// Adds a unit, which stands until it gets an order.
        ///
        /// @param agent  at least { id, unit, start }: an id of your own, never 0; a kind of unit of the map; a place
        add(agent) {
            const { start, ...others } = asFields(agent, "agent");
            memory.withRoom(sizeOf("fw_agent_def"), (def) => {
                library.must("fw_agent_def_init", def, sizeOf("fw_agent_def"));
                memory.write("fw_agent_def", def, { ...others, start: asPose(start, "start") });
                const result = library.call("fw_traffic_add", this.address, def);
                if (result !== "ok") library.refuse(result, "fw_agent_refusal", this.address, def);
            });
        }

        remove(id) {
            library.must("fw_traffic_remove", this.address, id);
        }

        /// Orders a unit to a place; a new order replaces the last one.
        order(id, place) {
            const { x, y } = asPose(place, "place");
            library.must("fw_traffic_order", this.address, id, x, y);
        }

        /// Orders units to places, one for each, so that they drive least.
        ///
        /// @param together  true, or { ownSteps, keepsAbreast }: they share the middle of their ways
        orderGroup(ids, places, together = false) {
            const poses = asPoses(places, "places");
            if (asList(ids, "ids").length !== poses.length)
                throw new FairwayError("bad-size", `there are ${ids.length} units and ${poses.length} places`, "places");
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
                memory.write("fw_group_def", def, options, "together");
                library.must("fw_traffic_order_together", this.address, def, units, goals, count);
            });
        }

        /// The places of a formation, for orderGroup().
        ///
        /// @param formation  "line", "column", "wedge" or "box"
        /// @param centre     its middle, and the heading that it faces
        /// @param spacing    tiles between neighbours
        static places(formation, centre, spacing, count) {
            if (toParameter("i32", count, "count") < 0) throw new FairwayError("bad-size", `count: ${count} is negative`, "count");
            return memory.withRoom(count * sizeOf("fw_pose"), (places) => {
                library.must("fw_formation_places", formation, asPose(centre, "centre"), spacing, places, count);
                return memory.read(`fw_pose*${count}`, places);
            });
        }

        /// Orders a group to a place that need not be free: each unit gets a place of its own near it.
        orderNear(ids, place) {
            const { x, y } = asPose(place, "place");
            memory.withList("u32", ids, "ids", (units) =>
                library.must("fw_traffic_order_near", this.address, units, ids.length, x, y),
            );
        }

        /// Orders a unit to several places, one after the other.
        orderAlong(id, places) {
            memory.withList("fw_pose", asPoses(places, "places"), "places", (list) =>
                library.must("fw_traffic_order_along", this.address, id, list, places.length),
            );
        }

        /// Lets a unit follow another one at a distance.
        follow(id, other, distance) {
            library.must("fw_traffic_follow", this.address, id, other, distance);
        }

        /// Takes a unit's order away: it brakes, and stands where it comes to rest.
        stop(id) {
            library.must("fw_traffic_stop", this.address, id);
        }

        /// Lets a unit hold: where it rests, it stays, and no other unit makes it step aside.
        hold(id, holds = true) {
            library.must("fw_traffic_hold", this.address, id, holds);
        }

        /// Lets a unit halt when a unit of some sides comes near it: attack-move.
        haltNear(id, sides, radius) {
            library.must("fw_traffic_halt_near", this.address, id, sides, radius);
        }

        /// Says to which sides a unit belongs: one bit for each.
        setSides(id, sides) {
            library.must("fw_traffic_set_sides", this.address, id, sides);
        }

        /// Says whom a unit sees, gives way to and may push: one bit for each layer, and for each side.
        setRegard(id, layers, givesWayTo, mayPush) {
            library.must("fw_traffic_set_regard", this.address, id, layers, givesWayTo, mayPush);
        }

        /// Places a unit elsewhere, where it stands: knockback, teleport. It keeps its order.
        place(id, place) {
            library.must("fw_traffic_place", this.address, id, asPose(place, "place"));
        }

        /// Says where a body is that the traffic does not move, before each step while it moves.
        setObstacle(id, place, radius, velocity = [0, 0]) {
            const { x, y } = asPose(velocity, "velocity", "[vx, vy]");
            library.must("fw_traffic_set_obstacle", this.address, id, asPose(place, "place"), x, y, radius);
        }

        removeObstacle(id) {
            library.must("fw_traffic_remove_obstacle", this.address, id);
        }

        /// Lets all units leave a rectangle of tiles, and keeps others out: a building site. Returns its number.
        clearRect(x, y, width, height) {
            return library.ask("fw_traffic_clear_rect", "u32", this.address, x, y, width, height);
        }

        /// Ends a site: units may drive there again.
        releaseSite(site) {
            library.must("fw_traffic_release_site", this.address, site);
        }

        /// Ids of the units in a rectangle of tiles: "now", or "later": also those whose ways lead there.
        inRect(x, y, width, height, presence = "now") {
            return filled("fw_traffic_in_rect", "u32", this.address, x, y, width, height, presence);
        }

        /// Ids of the units whose bodies overlap a circle now, sorted.
        inCircle(x, y, radius = 0) {
            return filled("fw_traffic_in_circle", "u32", this.address, x, y, radius);
        }

        /// The unit of some sides whose middle is nearest to a point: { id, distance }; null if there is none within `most`
        /// tiles. The unit `besides` does not count.
        nearest(x, y, options = {}) {
            const { sides, besides, most } = asOptions(options, { sides: ALL_SIDES, besides: 0, most: Infinity });
            return memory.withRoom(16, (id) => {
                const result = library.call("fw_traffic_nearest", this.address, x, y, sides, besides, most, id, id + 8);
                if (result === "not-found") return null;
                library.demandOk(result, "fw_traffic_nearest");
                return { id: memory.read("u32", id), distance: memory.read("f64", id + 8) };
            });
        }

        /// The corners of a unit's way that are ahead.
        corners(id) {
            return filled("fw_traffic_get_corners", "fw_pose", this.address, id).map(({ x, y }) => ({ x, y }));
        }

        /// How long a unit has waited, and for which one: { seconds, other }, both 0 if it does not wait.
        wait(id) {
            return memory.withRoom(16, (seconds) => {
                library.must("fw_traffic_get_wait", this.address, id, seconds, seconds + 8);
                return { seconds: memory.read("f64", seconds), other: memory.read("u32", seconds + 8) };
            });
        }

        /// Which rule keeps a unit where it stands, and the unit that it is about: { cause, other }, "none" and 0 if none does.
        cause(id) {
            return memory.withRoom(8, (cause) => {
                library.must("fw_traffic_get_cause", this.address, id, cause, cause + 4);
                return { cause: causes[memory.read("u32", cause)], other: memory.read("u32", cause + 4) };
            });
        }

        /// Of what all units do and are about to do, a BigInt; equal on all platforms after equal calls.
        get hash() {
            return BigInt.asUintN(64, library.call("fw_traffic_hash", this.address));
        }

        /// The whole state as bytes, for restore().
        save() {
            return memory.withRoom(4, (size) => {
                library.call("fw_traffic_save", this.address, 0, 0, size);
                const bytes = memory.read("u32", size);
                return memory.withRoom(bytes, (buffer) => {
                    library.must("fw_traffic_save", this.address, buffer, bytes, size);
                    return new Uint8Array(memory.view.buffer, buffer, bytes).slice();
                });
            });
        }

        /// Continues from a saved state; the traffic must be new. If this fails, the traffic can only be freed.
        ///
        /// @return "ok", or "stale": the map has other tiles than when it was saved
        restore(saved) {
            const bytes = asBytes(saved, "saved");
            const result = memory.withBytes(bytes, (buffer) =>
                library.call("fw_traffic_restore", this.address, buffer, bytes.length),
            );
            if (result !== "stale") library.demandOk(result, "fw_traffic_restore");
            return result;
        }

        /// Sets the top speeds of a kind of unit on terrains, { swamp: 0.5 }, in tiles per second; null: no terrain has one.
        setSpeeds(unit, terrainTop) {
            const kind = "f64*32"; // FW_TERRAIN_COUNT
            memory.withRoom(sizeOf(kind), (speeds) => {
                memory.write(kind, speeds, new Array(32).fill(0));
                memory.write(kind, speeds, terrainTop ?? {}, "terrainTop");
                library.must("fw_traffic_set_speeds", this.address, unit, terrainTop ? speeds : 0);
            });
        }

        /// Lays an overlay over the ground of all units, of which a copy is made; null takes it away.
        setOverlay(overlay) {
            library.must("fw_traffic_set_overlay", this.address, library.addressIfAny(overlay, "overlay"));
        }

        /// The same for a kind of unit; null: that of all units.
        setKindOverlay(unit, overlay) {
            library.must("fw_traffic_set_kind_overlay", this.address, unit, library.addressIfAny(overlay, "overlay"));
        }

        /// The same for one unit; null: that of its kind.
        setUnitOverlay(id, overlay) {
            library.must("fw_traffic_set_unit_overlay", this.address, id, library.addressIfAny(overlay, "overlay"));
        }

        /// A unit of higher priority gets its path earlier.
        prioritise(id, priority) {
            library.must("fw_traffic_prioritise", this.address, id, priority);
        }

        /// Lets time pass.
        ///
        /// @param seconds  at most 60
        /// @param budget   expansions that searches for paths may spend
        step(seconds, budget = 20000) {
            library.must("fw_traffic_step", this.address, toParameter("f64", seconds, "seconds"), budget);
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
