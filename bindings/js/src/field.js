import { Owned } from "./owned.js";
import { asPoses } from "./place.js";

/// Steps of a field as [x, y], by the order of the FW_MOVE_ bits: east, then clockwise.
const STEPS = [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]; // prettier-ignore

/// From every tile, the cost of the cheapest way to the nearest goal, and its first step: one search serves a crowd.
export const fieldClass = (library) => {
    const { memory, views } = library;

    return class Field extends Owned {
        #size;

        constructor(map) {
            super(
                library.create("fw_field_create", library.addressOf(map, "map"), 0),
                (address) => library.call("fw_field_destroy", address),
                [map],
            );
            this.#size = [map.width, map.height];
        }

        /// Searches backward from the goals, on the map as of its newest commit.
        ///
        /// @param goals  tiles: [[x, y], ...] or [{ x, y }, ...]
        fill(unit, goals, overlay = null) {
            const anchors = asPoses(goals, "goals").map(({ x, y }) => ({ x, y }));
            memory.withList("fw_anchor", anchors, "goals", (address) =>
                library.must(
                    "fw_field_fill",
                    this.address,
                    unit,
                    address,
                    anchors.length,
                    library.addressIfAny(overlay, "overlay"),
                ),
            );
        }

        /// In tiles; Infinity if no way leads to a goal.
        cost(x, y) {
            return library.call("fw_field_cost", this.address, x, y);
        }

        /// The first step of the cheapest way, as [x, y] of -1, 0 or 1; null at a goal, and if there is no way.
        step(x, y) {
            const bit = library.call("fw_field_step", this.address, x, y);
            return bit ? STEPS[Math.log2(bit)] : null;
        }

        /// The costs of all tiles, row by row.
        costs() {
            return this.costsView().slice();
        }

        /// costs() without a copy, until the next call of the library.
        costsView() {
            const [width, height] = this.#size;
            return views.filled(Float64Array, width * height, (address) =>
                library.must("fw_field_read_costs", this.address, width, height, address),
            );
        }
    };
};
