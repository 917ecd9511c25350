import { ANSWERS } from "./answers.js";
import { bad } from "./error.js";
import { asFields, sizeOf } from "./memory.js";
import { Owned } from "./owned.js";
import { asPose, asPoses, hasHeading } from "./place.js";

export const plannerClasses = (library, Path) => {
    const { memory, callbacks } = library;

    const GOALS = "[x, y], [x, y, heading], { x, y, heading }, { x, y, radius } or { nearestOf: [place, ...] }";

    /// The fields of a goal: [x, y], [x, y, heading], { x, y, heading, radius } or { nearestOf: [place, ...] }.
    function goalOf(goal, set) {
        if (goal?.nearestOf) {
            const { nearestOf, ...others } = goal;
            if (Object.keys(others).length > 0) throw bad("goal", GOALS, goal);
            return { kind: "set", set, count: nearestOf.length, hasHeading: nearestOf.every(hasHeading) };
        }
        const { radius, ...pose } = asPose(goal, "goal", GOALS);
        if (radius !== undefined) return { kind: "radius", pose, radius, hasHeading: hasHeading(goal) };
        return { kind: hasHeading(goal) ? "pose" : "place", pose };
    }

    /// Lays a request out in the library's memory. What it names lives until `use` returns, whoever frees it meanwhile.
    ///
    /// @param use  receives the request's address, and what holds the objects that it names
    function withRequest(given, user, use) {
        const { start, goal, overlay, areas, previous, fastest, trace, ...options } = asFields(given, "request");
        const set = asPoses(goal?.nearestOf ?? [], "goal.nearestOf");
        const bytes = sizeOf("fw_request") + sizeOf("fw_speed_def") + set.length * sizeOf("fw_pose");
        return memory.withRoom(bytes, (request) => {
            const speeds = request + sizeOf("fw_request"),
                poses = speeds + sizeOf("fw_speed_def");
            library.must("fw_request_init", request, sizeOf("fw_request"));
            set.forEach((pose, i) =>
                memory.write("fw_pose", poses + i * sizeOf("fw_pose"), pose, `goal.nearestOf[${i}]`),
            );
            if (fastest) {
                library.must("fw_speed_def_init", speeds, sizeOf("fw_speed_def"));
                memory.write("fw_speed_def", speeds, fastest, "fastest");
            }
            memory.write("fw_request", request, options);
            memory.write("fw_request", request, {
                start: asPose(start, "start"),
                goal: goalOf(goal, poses),
                overlay: library.addressIfAny(overlay, "overlay"),
                areas: library.addressIfAny(areas, "areas"),
                previous: library.addressIfAny(previous, "path", "previous"),
                fastest: fastest ? speeds : 0,
                trace: user ? callbacks.teller : 0,
                traceUser: user,
            });
            const held = [overlay, areas, previous].filter(Boolean).map((object) => object.hold());
            try {
                return use(request, held);
            } finally {
                held.forEach((object) => object.letGo());
            }
        });
    }

    /// Number of a request's trace; 0: the request has none.
    function traceOf(request) {
        const { trace } = asFields(request, "request");
        if (!trace) return 0;
        if (typeof trace !== "function")
            throw bad("trace", "a function", trace);
        return callbacks.add((event) => memory.read("fw_trace_event", event), trace);
    }

    /// Runs a request, and refuses it with a sentence if `use` does.
    ///
    /// @param map  its address
    /// @param use  returns a result
    /// @return FW_OK, FW_PENDING or an answer
    const run = (map, request, user, use) =>
        withRequest(request, user, (address, held) => {
            const result = use(address, held);
            return result === "ok" || ANSWERS.has(result)
                ? result
                : library.refuse(result, "fw_request_refusal", map, address);
        });

    /// Indices of areas, from the start on.
    const areaPath = (name, address) => {
        const count = library.call(name, address, 0, 0);
        return memory.withRoom(4 * count, (areas) => {
            library.call(name, address, areas, count);
            return Array.from({ length: count }, (_, i) => memory.read("i32", areas + 4 * i));
        });
    };

    /// A search that is continued in steps, so that nobody waits for it.
    class Search extends Owned {
        #result = "pending";
        #planner; // what holds it: it may be freed before the search

        constructor(planner, map, request) {
            const user = traceOf(request);
            const used = planner.hold();
            const end = (address) => {
                library.call("fw_search_end", address);
                callbacks.remove(user);
            };
            const begin = (begun) => (address, held) => {
                const result = used.whileBusy((idle) => library.call("fw_search_begin", idle, address, begun));
                if (result === "ok") super(memory.read("pointer", begun), end, [used, ...held]);
                return result;
            };
            try {
                memory.withRoom(4, (begun) => run(map, request, user, begin(begun)));
            } catch (error) {
                callbacks.remove(user);
                throw error;
            } finally {
                used.letGo();
            }
            this.#planner = used;
        }

        /// The name of the result so far: "pending" while there is work left.
        get result() {
            return this.#result;
        }

        /// From 0 to 1.
        get progress() {
            return library.call("fw_search_progress", this.address);
        }

        /// Continues the search by so much work (about one expansion each; 0: to its end).
        ///
        /// @return true while there is work left
        step(work) {
            return this.#goOn("fw_search_step", work);
        }

        /// Continues the search for a time, in microseconds.
        ///
        /// @return true while there is work left
        stepFor(microseconds) {
            return this.#goOn("fw_search_step_for", microseconds);
        }

        #goOn(name, amount) {
            this.#result = this.#planner.whileBusy(() => this.whileBusy((search) => library.call(name, search, amount)));
            if (this.#result !== "pending" && !ANSWERS.has(this.#result)) library.demandOk(this.#result, name);
            return this.#result === "pending";
        }

        /// The best path so far, or null.
        best() {
            const path = new Path();
            const result = library.call("fw_search_best_so_far", this.address, path.address);
            if (result === "ok") return path;
            path.free();
            return null;
        }

        get statistics() {
            return library.ask("fw_search_statistics", "fw_statistics", this.address);
        }

        /// As areaPath() of a planner, from the first leg on.
        areaPath() {
            return areaPath("fw_search_area_path", this.address);
        }
    }

    class Planner extends Owned {
        #map; // its address: it lives as long as the planner does
        #result = "ok";

        constructor(map) {
            const address = library.create("fw_planner_create", library.addressOf(map, "map"), 0);
            super(address, (planner) => library.call("fw_planner_destroy", planner), [map]);
            this.#map = map.address;
        }

        /// Finds a path.
        ///
        /// @return the path, or null if there is none: `result` says why, for example "unreachable" or "illegal"
        findPath(request) {
            const path = new Path();
            const find = (address) =>
                this.whileBusy((planner) => library.call("fw_find_path", planner, address, path.address));
            const user = traceOf(request);
            try {
                this.#result = run(this.#map, request, user, find);
            } catch (error) {
                path.free();
                throw error;
            } finally {
                callbacks.remove(user);
            }
            if (this.#result === "ok") return path;
            path.free();
            return null;
        }

        /// Begins a search in steps.
        search(request) {
            return new Search(this, this.#map, request);
        }

        /// What is wrong with a request, without a search.
        ///
        /// @return null if findPath() accepts the request; otherwise the result's name, the field, the other field with
        ///     which it cannot be combined, and the reason as a sentence
        refusal(request) {
            const refusal = withRequest(request, 0, (address) =>
                library.call("fw_request_refusal", this.#map, address),
            );
            if (refusal.result === "ok") return null;
            return { ...refusal, reason: memory.readText(refusal.reason) };
        }

        /// Asks for a path and, if there is none, tells why. Floods the whole map: not for each unit in each tick.
        ///
        /// @return what stands in fairway/explain.h; `place` and `nearest` are null where they are not known, `terrains`
        ///     lists numbers
        explain(request) {
            const bytes = sizeOf("fw_explanation");
            return memory.withRoom(bytes, (why) => {
                run(this.#map, request, 0, (address) => library.call("fw_explain", this.address, address, why, bytes));
                const { hasPlace, hasNearest, terrains, ...said } = memory.read("fw_explanation", why);
                return {
                    ...said,
                    terrains: Array.from({ length: 32 }, (_, i) => i).filter((i) => (terrains >>> i) & 1),
                    place: hasPlace ? said.place : null,
                    nearest: hasNearest ? said.nearest : null,
                };
            });
        }

        /// The fields of a request that have no effect, such as "heuristic" or "unit.reverse", as C names them.
        ignored(request) {
            const most = 64;
            return memory.withRoom(4 * most, (names) => {
                const count = withRequest(request, 0, (address) =>
                    library.call("fw_request_ignored", this.#map, address, names, most),
                );
                return Array.from({ length: Math.min(count, most) }, (_, i) =>
                    memory.readText(memory.read("pointer", names + 4 * i)),
                );
            });
        }

        /// What each step of the last findPath() has done, if its method was "hybrid-strict": see HybridReport; steps
        /// are numbered from 1 on. `a`, `b`, `from` and `to` are null where they are not known.
        get hybridReport() {
            const report = library.ask("fw_planner_hybrid_report", "fw_hybrid_report", this.address);
            const { hasA, hasB, hasGap, a, b, from, to, ...rest } = report;
            return {
                ...rest,
                a: hasA ? a : null,
                b: hasB ? b : null,
                from: hasGap ? from : null,
                to: hasGap ? to : null,
            };
        }

        /// The path that a step of the last findPath() has found, if its method was "hybrid-strict".
        ///
        /// @param step  "grid", "forward", "backward" or "repair"
        /// @return null if it has found none
        hybridWay(step) {
            const path = new Path();
            const result = library.call("fw_planner_hybrid_way", this.address, step, path.address);
            if (result === "ok") return path;
            path.free();
            if (result !== "not-found") library.demandOk(result, "fw_planner_hybrid_way");
            return null;
        }

        /// The areas that the walk of the last findPath() by "areas" leads through; empty for another method.
        areaPath() {
            return areaPath("fw_planner_area_path", this.address);
        }

        /// The name of the last findPath()'s result.
        get result() {
            return this.#result;
        }

        /// Work, expansions, memory and so on of the last findPath().
        get statistics() {
            return library.ask("fw_planner_statistics", "fw_statistics", this.address);
        }
    }

    return { Planner, Search };
};
