import { FairwayError, bad } from "./error.js";
import { asList, asOptions, tilesOf } from "./memory.js";
import { Owned } from "./owned.js";

const MOVES = ["E", "SE", "S", "SW", "W", "NW", "N", "NE"]; // by the bits FW_MOVE_E, ...

/// What one unit knows or fears, over a map that stays as it is.
export const overlayClass = (library) => {
    const { memory } = library;

    return class Overlay extends Owned {
        #width;
        #height;

        /// For maps of this size.
        constructor(width, height) {
            super(library.create("fw_overlay_create", width, height, 0), (address) =>
                library.call("fw_overlay_destroy", address),
            );
            this.#width = width;
            this.#height = height;
        }

        clear() {
            library.call("fw_overlay_clear", this.address);
        }

        block(x, y, width = 1, height = 1) {
            library.must("fw_overlay_block", this.address, x, y, width, height);
        }

        /// Sets a rectangle, by default the whole map, to bytes, row by row, such as those of a costmap: 0 to 253 cost a 16th of
        /// a tile each, 254 forbids the unit's centre, and 255 counts as `unknown`.
        setCosts(costs, options = {}) {
            const whole = { x: 0, y: 0, width: this.#width, height: this.#height, unknown: 0 };
            const { x, y, width, height, unknown } = asOptions(options, whole);
            if (asList(costs, "costs").length !== tilesOf(width, height))
                throw new FairwayError("bad-size", `costs: there are ${costs.length} for ${width} x ${height} tiles`, "costs");
            const bytes = Uint8Array.from(costs);
            if (!bytes.every((cost, i) => cost === costs[i]))
                throw new FairwayError("bad-value", "costs are whole numbers from 0 to 255", "costs");
            memory.withBytes(bytes, (address) =>
                library.must("fw_overlay_set_costs", this.address, x, y, width, height, address, width, unknown),
            );
        }

        /// Forbids moves out of an anchor tile.
        ///
        /// @param moves  names, such as ["E", "NE"]
        forbid(x, y, moves) {
            const bits = [moves].flat().map((name) => {
                const bit = MOVES.indexOf(name);
                if (bit < 0) throw bad("moves", `one of ${MOVES.join(", ")}`, name);
                return 1 << bit;
            });
            library.must("fw_overlay_forbid", this.address, x, y, bits.reduce((all, bit) => all | bit, 0));
        }

        /// The unit must stay in a rectangle; several add up.
        corridor(x, y, width, height) {
            library.must("fw_overlay_corridor", this.address, x, y, width, height);
        }

        /// Each tile of length costs so much more there.
        addCost(x, y, cost, width = 1, height = 1) {
            library.must("fw_overlay_add_cost", this.address, x, y, width, height, cost);
        }
    };
};
