import { Owned } from "./owned.js";

/// What one unit knows or fears, over a map that stays as it is.
export const overlayClass = (library) => {
    return class Overlay extends Owned {
        /// For maps of this size.
        constructor(width, height) {
            super(library.create("fw_overlay_create", width, height, 0), (address) =>
                library.call("fw_overlay_destroy", address),
            );
        }

        clear() {
            library.call("fw_overlay_clear", this.address);
        }

        block(x, y, width = 1, height = 1) {
            library.must("fw_overlay_block", this.address, x, y, width, height);
        }

        /// Each tile of length costs so much more there.
        addCost(x, y, cost, width = 1, height = 1) {
            library.must("fw_overlay_add_cost", this.address, x, y, width, height, cost);
        }
    };
};
