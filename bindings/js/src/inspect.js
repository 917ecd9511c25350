// The inside of the library, for pictures: fairway/inspect.h.
import description from "./description.js";
import { bad } from "./error.js";
import { nameOf } from "./memory.js";
import { asPose } from "./place.js";

export const inspector = (library) => {
    const { memory, callbacks } = library;
    const MARK = description.structs.fw_mark.fields;
    const SHAPES = { point: ["place", "fw_pose"], line: ["line", "fw_segment"], tiles: ["tiles", "fw_tile_rect"] };

    /// Names of the numbers of each kind, by the library's number of the kind.
    const names = Object.values(description.enums.fw_mark_kind).map((kind) =>
        Array.from({ length: description.constants.FW_MARK_NUMBERS }, (_, i) =>
            memory.readText(library.exports.fw_mark_number_name(kind, i)),
        ).filter(Boolean),
    );

    function readMark(address) {
        const { view } = memory;
        const kind = view.getUint32(address + MARK.kind[0], true);
        const shape = nameOf("fw_mark_shape", view.getUint32(address + MARK.shape[0], true));
        const [field, type] = SHAPES[shape];
        const numbers = {};
        names[kind].forEach((name, i) => {
            numbers[name] = view.getFloat64(address + MARK.numbers[0] + 8 * i, true);
        });
        return {
            kind: nameOf("fw_mark_kind", kind),
            shape,
            group: view.getInt32(address + MARK.group[0], true),
            [field]: memory.read(type, address + MARK[shape === "tiles" ? "tiles" : "line"][0]),
            numbers,
        };
    }

    /// The marks that a function of the library sends, at most so many.
    function marksOf(name, most, ...values) {
        if (!(most >= 1)) throw bad("most", "a number from 1 on", most);
        const marks = [];
        const user = callbacks.add(readMark, (mark) => marks.push(mark) < most);
        try {
            library.must(name, ...values, callbacks.asker, user);
        } finally {
            callbacks.remove(user);
        }
        return marks;
    }

    return {
        /// Where a unit may be anchored.
        layer: (map, unit, most = Infinity) => marksOf("fw_inspect_layer", most, library.addressOf(map, "map"), unit),

        /// The regions in which a unit can go everywhere; their labels are those of map.regions().
        regions: (map, unit, most = Infinity) => marksOf("fw_inspect_regions", most, library.addressOf(map, "map"), unit),

        /// Needs prepare(unit, "jump-points").
        jumpPoints: (map, unit, most = Infinity) => marksOf("fw_inspect_jump_points", most, library.addressOf(map, "map"), unit),

        /// Clusters, then entrances, transitions and abstract edges. Needs prepare(unit, "hierarchy").
        clusters: (map, unit, most = Infinity) => marksOf("fw_inspect_clusters", most, library.addressOf(map, "map"), unit),

        /// The areas of an area map, then their midpoints, then the steps between adjacent areas.
        areas: (areas, most = Infinity) => marksOf("fw_inspect_areas", most, library.addressOf(areas, "areas")),

        /// The motions by which a unit may leave a pose, each with the tiles that it touches.
        motions: (map, unit, method, place, most = Infinity) =>
            marksOf("fw_inspect_motions", most, library.addressOf(map, "map"), unit, method, asPose(place, "place")),

        /// What each unit has reserved, where it stops, and for whom it waits; then the moves of joint plans.
        traffic: (traffic, most = Infinity) => marksOf("fw_inspect_traffic", most, library.addressOf(traffic, "traffic")),

        /// Lines and arcs that the last searches of a forest planner have computed.
        forest: (planner, most = Infinity) => marksOf("fw_inspect_forest", most, library.addressOf(planner, "planner")),

        /// h of a search by A* or by a directional method, on all tiles, for a heading of the unit.
        guide: (search, heading = 0, most = Infinity) => marksOf("fw_inspect_guide", most, library.addressOf(search, "search"), heading),

        /// Tiles that smoothing regarded as blocked: of a search with roads: "cones" that has ended.
        cones: (search, most = Infinity) => marksOf("fw_inspect_cones", most, library.addressOf(search, "search")),

        /// The points that Walkable() looks at along a line, up to the first one that is blocked.
        walkable(map, unit, from, to, most = Infinity) {
            const [a, b] = [asPose(from, "from"), asPose(to, "to")];
            return marksOf("fw_inspect_walkable", most, library.addressOf(map, "map"), unit, a.x, a.y, b.x, b.y);
        },

        /// Both circles, and the lines that touch them.
        bitangents: (a, b) => marksOf("fw_inspect_bitangents", Infinity, a, b),

        /// A circle, and the line from its centre to where a line from one point to another comes nearest.
        sight(circle, from, to) {
            const [a, b] = [asPose(from, "from"), asPose(to, "to")];
            return marksOf("fw_inspect_sight", Infinity, circle, a.x, a.y, b.x, b.y);
        },

        /// The parts of a curve or a path, with the centres of its arcs.
        curve: (segments, most = Infinity) =>
            memory.withList("fw_segment", segments, "segments", (address) =>
                marksOf("fw_inspect_curve", most, address, segments.length),
            ),
    };
};
