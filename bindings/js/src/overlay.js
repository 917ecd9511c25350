import { Owned } from "./owned.js";

/// What one unit knows or fears, over a map that stays as it is.
export const overlayClass = (library) => {
    const { memory } = library;

    const create = (width, height) =>
        memory.withRoom(4, (overlay) => {
            library.must("fw_overlay_create", width, height, 0, overlay);
            return memory.read("pointer", overlay);
        });

    return class Overlay extends Owned {
        /// For maps of this size.
        constructor(width, height) {
            super(create(width, height), (address) => library.call("fw_overlay_destroy", address));
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
