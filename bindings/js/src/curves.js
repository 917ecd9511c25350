import { sizeOf } from "./memory.js";
import { asPose } from "./place.js";

const WORDS = 6; // FW_DUBINS_WORDS

/// Curves between poses, without a map; and whether a unit can drive a line or an arc.
export const curves = (library) => {
    const { memory } = library;

    /// A curve as the library has it, with its segments only.
    const curveAt = (address) => {
        const { segments, count, ...rest } = memory.read("fw_curve", address);
        return { ...rest, segments: segments.slice(0, count) };
    };

    return {
        /// The curve from a pose to a point with any heading there: an arc, then a line.
        ///
        /// @param side  "shorter", "left" or "right"
        /// @return null if the point lies inside the turning circle of this side
        turnThenStraight(start, point, turnRadius, side = "shorter") {
            return memory.withRoom(sizeOf("fw_curve"), (curve) => {
                const { x, y } = asPose(point, "point", "[x, y]");
                const args = [asPose(start, "start"), x, y, turnRadius, side, curve];
                const result = library.call("fw_turn_then_straight", ...args);
                if (result === "not-found") return null;
                library.demandOk(result, "fw_turn_then_straight");
                return curveAt(curve);
            });
        },

        /// The Dubins curves of all words that reach a pose, the shortest first.
        dubins(start, goal, turnRadius) {
            const curve = sizeOf("fw_curve");
            return memory.withRoom(WORDS * (curve + 4) + 4, (room) => {
                const words = room + WORDS * curve,
                    count = words + WORDS * 4;
                const ends = [asPose(start, "start"), asPose(goal, "goal")];
                library.must("fw_dubins_by_length", ...ends, turnRadius, words, room, count);
                return Array.from({ length: memory.read("i32", count) }, (_, i) => ({
                    word: memory.read("fw_dubins_word", words + 4 * i),
                    ...curveAt(room + i * curve),
                }));
            });
        },

        /// True if a unit can drive a segment without touching what it cannot enter.
        canDrive(map, unit, segment, overlay = null) {
            return memory.withRoom(sizeOf("fw_segment") + 4, (address) => {
                const isFree = address + sizeOf("fw_segment");
                memory.writeWhole("fw_segment", address, segment, "segment");
                const [ground, over] = [library.addressOf(map, "map"), library.addressIfAny(overlay, "overlay")];
                library.must("fw_sweep", ground, unit, over, address, isFree);
                return memory.read("bool", isFree);
            });
        },
    };
};
