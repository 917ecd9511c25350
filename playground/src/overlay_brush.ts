// What the tool Overlay does to an overlay: a rectangle of tiles that is dragged blocks, costs, bounds the way, or takes away;
// the direction of a drag is a move that is forbidden.
import { withArea } from "./areas.js";
import { MARKS } from "./colors.js";
import { MOVES, movesOf, noOverlay, type OverlayDef } from "./overlay.js";

/** Their names, what they do, and their colours. */
export const OVERLAY_BRUSHES = {
    block: { label: "block", help: "The path must not enter these tiles", color: MARKS.bad },
    cost: { label: "cost more", help: "These tiles cost so much more", color: "#b26600" },
    forbid: { label: "one way", help: "Drag from a tile in the direction that is forbidden there; a click forbids all", color: MARKS.bad },
    corridor: { label: "corridor", help: "The path must stay inside", color: MARKS.good },
    area: { label: "area", help: "Names a part of the map for the method areas, whose route leads from area to area", color: "#2c9e62" },
    erase: { label: "take away", help: "Removes the parts of the overlay that the box touches", color: "#ffffff" },
} as const;
export type OverlayBrush = keyof typeof OVERLAY_BRUSHES;

/** A drag from tile to tile. */
export interface Stroke {
    brush: OverlayBrush;
    x: number;
    y: number;
    toX: number;
    toY: number;
    /** of "cost" */
    cost: number;
    /** of "area" */
    name: string;
}

/** The rectangle of a stroke, as far as it lies on the map; null: it does not. */
function rectOf({ x, y, toX, toY }: Stroke, width: number, height: number): [number, number, number, number] | null {
    const left = Math.max(0, Math.min(x, toX)), right = Math.min(width - 1, Math.max(x, toX));
    const top = Math.max(0, Math.min(y, toY)), bottom = Math.min(height - 1, Math.max(y, toY));
    return left > right || top > bottom ? null : [left, top, right - left + 1, bottom - top + 1];
}

/** The moves that a stroke forbids, beside those that are forbidden there. */
function forbiddenBy({ x, y, toX, toY }: Stroke, known: string): string {
    if (x === toX && y === toY)
        return MOVES.join(" ");
    const move = MOVES[(Math.round(Math.atan2(toY - y, toX - x) / (Math.PI / 4)) + 8) % 8];
    return MOVES.filter((each) => each === move || movesOf(known).includes(each)).join(" ");
}

/** An overlay after a stroke on a map of this size. */
export function brushed(parts: OverlayDef, stroke: Stroke, width: number, height: number): OverlayDef {
    const rect = rectOf(stroke, width, height), { brush, x, y, cost, name } = stroke;
    if (!rect)
        return parts;
    const [left, top, wide, tall] = rect;
    const isApart = ([a, b, w, h]: readonly number[]) => a + w <= left || b + h <= top || left + wide <= a || top + tall <= b;
    switch (brush) {
        case "block":
            return { ...parts, blocked: [...parts.blocked, rect] };
        case "cost":
            return { ...parts, added: [...parts.added, [...rect, cost]] };
        case "corridor":
            return { ...parts, corridor: [rect] };
        case "area":
            return { ...parts, named: withArea(parts.named, [...rect, name]) };
        case "forbid": {
            const isHere = ([atX, atY]: OverlayDef["forbidden"][0]) => atX === x && atY === y;
            if (x < 0 || y < 0 || x >= width || y >= height)
                return parts;
            const known = parts.forbidden.filter(isHere).map(([, , moves]) => moves).join(" ");
            return { ...parts, forbidden: [...parts.forbidden.filter((each) => !isHere(each)), [x, y, forbiddenBy(stroke, known)]] };
        }
        case "erase":
            return {
                blocked: parts.blocked.filter(isApart), added: parts.added.filter((part) => isApart(part)), corridor: parts.corridor.filter(isApart),
                forbidden: parts.forbidden.filter(([atX, atY]) => isApart([atX, atY, 1, 1])),
                named: parts.named.filter(([a, b, w, h]) => isApart([a, b, w, h])),
            };
    }
}

/** What a stroke adds, to show it while it is dragged. */
export const previewOf = (stroke: Stroke, width: number, height: number) => brushed(noOverlay(), stroke, width, height);
