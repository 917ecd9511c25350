import { ANSWERS } from "./answers.js";
import { asFields, sizeOf } from "./memory.js";
import { Owned } from "./owned.js";
import { asPose } from "./place.js";
import { capabilityOf } from "./terrains.js";

export const forestClasses = (library, Path) => {
    const { memory, callbacks } = library;

    /// Round obstacles.
    class Forest extends Owned {
        constructor() {
            super(library.create("fw_forest_create", 0), (address) =>
                library.call("fw_forest_destroy", address),
            );
        }

        /// Adds a circle, { x, y, radius } in tiles.
        ///
        /// @return its id
        add(circle) {
            return memory.withRoom(8, (id) => {
                library.must("fw_forest_add", this.address, circle, id);
                return memory.read("u64", id);
            });
        }

        /// Moves a circle, or changes its radius.
        move(id, circle) {
            library.must("fw_forest_move", this.address, id, circle);
        }

        remove(id) {
            library.must("fw_forest_remove", this.address, id);
        }

        /// The circle of an id.
        tree(id) {
            return library.ask("fw_forest_tree", "fw_tree", this.address, id);
        }

        /// Number of circles.
        get count() {
            return library.call("fw_forest_count", this.address);
        }

        /// Grows with each edit.
        get version() {
            return library.call("fw_forest_version", this.address);
        }

        /// Makes obstacles of the tiles of a map that are none of these terrains; null takes them away.
        setMap(map, terrains = ["ground"]) {
            library.must("fw_forest_set_map", this.address, library.addressIfAny(map, "map"), capabilityOf(terrains));
        }
    }

    class ForestPlanner extends Owned {
        #result = "ok";

        constructor(forest) {
            super(
                library.create("fw_forest_planner_create", library.addressOf(forest, "forest"), 0),
                (address) => library.call("fw_forest_planner_destroy", address),
                [forest],
            );
        }

        /// Lays a request out in the library's memory.
        #withRequest(given, use) {
            const { start, goal, ...options } = asFields(given, "request");
            const from = asPose(start, "start"),
                to = asPose(goal, "goal");
            return memory.withRoom(sizeOf("fw_forest_request"), (request) => {
                library.must("fw_forest_request_init", request, sizeOf("fw_forest_request"));
                const ends = { startX: from.x, startY: from.y, goalX: to.x, goalY: to.y };
                memory.write("fw_forest_request", request, { ...options, ...ends });
                return use(request);
            });
        }

        /// The path of a call that has written one, or null; refusals throw.
        #answer(path) {
            if (this.#result === "ok") return path;
            path.free();
            if (this.#result !== "pending" && !ANSWERS.has(this.#result)) library.demandOk(this.#result, "fw_forest_find_path");
            return null;
        }

        /// Finds the shortest path of a round body.
        ///
        /// @return the path, or null if there is none: `result` says why
        findPath(request) {
            const path = new Path();
            this.#result = this.#withRequest(request, (address) =>
                library.call("fw_forest_find_path", this.address, address, path.address),
            );
            return this.#answer(path);
        }

        /// Begins a search that step() continues; an earlier one of this planner ends.
        begin(request) {
            this.#withRequest(request, (address) => library.must("fw_forest_search_begin", this.address, address));
            this.#result = "pending";
        }

        /// Continues the search by so many expansions; 0: to its end. edges() lists what it has considered so far.
        ///
        /// @return the path, or null: there is work left if `result` is "pending", otherwise `result` says why there is
        ///     no path
        step(work) {
            const path = new Path();
            this.#result = library.call("fw_forest_search_step", this.address, work, path.address);
            return this.#answer(path);
        }

        /// The name of the last result; "pending": step() has work left.
        get result() {
            return this.#result;
        }

        /// The lines and arcs that the last search, and earlier ones of the same radius, have considered.
        edges() {
            const edges = [];
            const user = callbacks.add((edge) => memory.read("fw_forest_edge", edge), (edge) => edges.push(edge));
            try {
                library.must("fw_forest_planner_edges", this.address, callbacks.teller, user);
            } finally {
                callbacks.remove(user);
            }
            return edges;
        }

        get statistics() {
            return library.ask("fw_forest_planner_statistics", "fw_statistics", this.address);
        }
    }

    return { Forest, ForestPlanner };
};
