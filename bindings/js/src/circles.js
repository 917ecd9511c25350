// The geometry of paths among circles, { x, y, radius }: fairway/circles.h.
import description from "./description.js";
import { sizeOf } from "./memory.js";
import { asPose } from "./place.js";

export const circles = (library) => {
    const { memory } = library;
    const MOST = description.constants.FW_BITANGENTS;

    return {
        /// The lines that touch two circles: two external ones, then two internal ones, as far as there are any.
        bitangents(a, b) {
            const bytes = MOST * sizeOf("fw_segment");
            return memory.withRoom(bytes + 4, (lines) => {
                library.must("fw_bitangents", a, b, lines, lines + bytes);
                const count = memory.read("i32", lines + bytes);
                return count ? memory.read(`fw_segment*${count}`, lines) : [];
            });
        },

        /// Where the line from one point to another comes nearest to a circle.
        sightOf(circle, from, to) {
            const [a, b] = [asPose(from, "from"), asPose(to, "to")];
            return library.ask("fw_circle_sees", "fw_sight", circle, a.x, a.y, b.x, b.y);
        },

        /// Where another circle crosses that of an arc, and if it blocks the arc.
        radicalOf(arc, other) {
            return memory.withRoom(sizeOf("fw_segment"), (address) => {
                memory.writeWhole("fw_segment", address, arc, "arc");
                const { x, y, count, ...rest } = library.ask("fw_arc_is_blocked", "fw_radical", address, other);
                return { ...rest, crossings: Array.from({ length: count }, (_, i) => ({ x: x[i], y: y[i] })) };
            });
        },
    };
};
