import { FairwayError } from "./error.js";
import { asFields, asList, sizeOf } from "./memory.js";
import { Owned } from "./owned.js";

/// The map, as of its newest commit, cut into areas for one unit: pieces that `labels` paint alike, and squares where
/// nothing is painted. For requests with `method: "areas"`.
export const areaMapClass = (library) => {
    const { memory } = library;

    return class AreaMap extends Owned {
        /// @param options  { labels, side, partition }: `labels` has a number for each tile, row by row, 0 for none;
        ///     `side` is that of the squares, or of the smallest ones of a quadtree; `partition` is "squares" or "quadtree"
        constructor(map, unit, given = {}) {
            const { labels, ...options } = asFields(given, "options");
            library.addressOf(map, "map");
            const tiles = map.width * map.height;
            if (labels && asList(labels, "labels").length !== tiles)
                throw new FairwayError("bad-size", `labels: there are ${labels.length} for ${tiles} tiles`, "labels");
            const made = (paint) =>
                memory.withRoom(sizeOf("fw_area_map_def"), (def) => {
                    library.must("fw_area_map_def_init", def, sizeOf("fw_area_map_def"));
                    memory.write("fw_area_map_def", def, { ...options, labels: paint });
                    return library.create("fw_area_map_create", map.address, unit, def);
                });
            super(labels ? memory.withList("u16", labels, "labels", made) : made(0), (address) =>
                library.call("fw_area_map_destroy", address),
            );
        }

        /// Number of areas.
        get count() {
            return library.call("fw_area_map_count", this.address);
        }

        /// The area of a tile, from 0 on; -1 if the unit cannot be anchored there.
        at(x, y) {
            return library.call("fw_area_map_at", this.address, x, y);
        }

        /// The label that an area was painted with; 0 for an area of a square.
        label(area) {
            return library.call("fw_area_map_label", this.address, area);
        }
    };
};
