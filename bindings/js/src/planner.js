import { FairwayError } from "./error.js";
import { sizeOf } from "./memory.js";
import { Owned } from "./owned.js";

/// Results that are answers: there is no path, and the map and the request are as they should be.
const ANSWERS = new Set([
    "unreachable",
    "not-found",
    "start-blocked",
    "goal-blocked",
    "stale",
    "limit",
    "gave-up",
    "illegal",
]);

const asPose = (place) =>
    Array.isArray(place) ? { x: place[0], y: place[1], heading: place[2] ?? 0 } : { heading: 0, ...place };
const hasHeading = (place) => (Array.isArray(place) ? place.length > 2 : place.heading !== undefined);

export const plannerClasses = (library, Path) => {
    const { memory } = library;

    /// Writes a list of poses after each other.
    function writePoses(address, poses) {
        poses.forEach((pose, i) =>
            memory.write("fw_pose", address + i * sizeOf("fw_pose"), asPose(pose), `goal.nearestOf[${i}]`),
        );
    }

    /// The fields of a goal: [x, y], [x, y, heading], { x, y, heading, radius } or { nearestOf: [place, ...] }.
    function goalOf(goal, set) {
        if (goal?.nearestOf)
            return {
                kind: "set",
                set,
                count: goal.nearestOf.length,
                hasHeading: goal.nearestOf.every(hasHeading),
            };
        if (typeof goal !== "object" || goal === null)
            throw new FairwayError(
                "bad-value",
                "goal: [x, y], { x, y } or { nearestOf: [...] } expected",
                "goal",
            );
        const { radius, ...place } = Array.isArray(goal) ? asPose(goal) : goal;
        const pose = { heading: 0, ...place };
        if (radius !== undefined) return { kind: "radius", pose, radius, hasHeading: hasHeading(goal) };
        return { kind: hasHeading(goal) ? "pose" : "place", pose };
    }

    /// Lays a request out in the library's memory, and refuses it with a sentence if `use` does.
    ///
    /// @param use  returns a result
    /// @return FW_OK, FW_PENDING or an answer
    function withRequest(map, { start, goal, overlay, areas, fastest, ...options }, use) {
        const set = goal?.nearestOf ?? [];
        const bytes = sizeOf("fw_request") + sizeOf("fw_speed_def") + set.length * sizeOf("fw_pose");
        return memory.withRoom(bytes, (request) => {
            const speeds = request + sizeOf("fw_request"),
                poses = speeds + sizeOf("fw_speed_def");
            library.must("fw_request_init", request, sizeOf("fw_request"));
            writePoses(poses, set);
            if (fastest) {
                library.must("fw_speed_def_init", speeds, sizeOf("fw_speed_def"));
                memory.write("fw_speed_def", speeds, fastest, "fastest");
            }
            memory.write("fw_request", request, {
                ...options,
                start: asPose(start),
                goal: goalOf(goal, poses),
                overlay: overlay?.address ?? 0,
                areas: areas?.address ?? 0,
                fastest: fastest ? speeds : 0,
            });
            const result = use(request);
            return result === "ok" || ANSWERS.has(result)
                ? result
                : library.refuse(result, "fw_request_refusal", map.address, request);
        });
    }

    /// A search that is continued in steps, so that nobody waits for it.
    class Search extends Owned {
        #result = "pending";

        constructor(planner, map, request) {
            const search = memory.withRoom(4, (begun) => {
                withRequest(map, request, (address) =>
                    library.call("fw_search_begin", planner.address, address, begun),
                );
                return memory.read("pointer", begun);
            });
            super(search, (address) => library.call("fw_search_end", address), [
                planner,
                ...[request.overlay, request.areas].filter(Boolean),
            ]);
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
            this.#result = library.call("fw_search_step", this.address, work);
            if (this.#result !== "pending" && this.#result !== "ok" && !ANSWERS.has(this.#result))
                throw new FairwayError(this.#result, library.textOf(this.#result));
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
    }

    class Planner extends Owned {
        #map;
        #result = "ok";

        constructor(map) {
            const address = memory.withRoom(4, (planner) => {
                library.must("fw_planner_create", map.address, 0, planner);
                return memory.read("pointer", planner);
            });
            super(address, (planner) => library.call("fw_planner_destroy", planner), [map]);
            this.#map = map;
        }

        /// Finds a path.
        ///
        /// @return the path, or null if there is none: `result` says why, for example "unreachable" or "illegal"
        findPath(request) {
            const path = new Path();
            const find = (address) => library.call("fw_find_path", this.address, address, path.address);
            try {
                this.#result = withRequest(this.#map, request, find);
            } catch (error) {
                path.free();
                throw error;
            }
            if (this.#result === "ok") return path;
            path.free();
            return null;
        }

        /// Begins a search in steps.
        search(request) {
            return new Search(this, this.#map, request);
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
