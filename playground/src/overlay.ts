// What one request sees differently from the map: opened as a file, shown on the map, and written into programs.
import type { Fairway, Move, Overlay } from "../../bindings/js/src/index.js";
import { drawAreas, type NamedRect } from "./areas.js";
import { MARKS } from "./colors.js";

type Rect = [x: number, y: number, width: number, height: number];

/** The parts of an overlay, as its file has them; `added` are its costs. */
export interface OverlayDef {
    blocked: Rect[];
    forbidden: [x: number, y: number, moves: string][];
    added: [...Rect, cost: number][];
    /** none or one */
    corridor: Rect[];
    /** areas for the method "areas", which are no part of the library's overlay */
    named: NamedRect[];
}

export const noOverlay = (): OverlayDef => ({ blocked: [], forbidden: [], added: [], corridor: [], named: [] });
/** The library needs no overlay. */
export const isEmpty = ({ blocked, forbidden, added, corridor }: OverlayDef) => [blocked, forbidden, added, corridor].every((list) => list.length === 0);

export const movesOf = (words: string) => words.split(/\s+/).filter(Boolean) as Move[];

/** The overlay of the library; throws if a part cannot be. To be freed. */
export function overlayOf(fairway: Fairway, width: number, height: number, parts: OverlayDef): Overlay {
    const overlay = new fairway.Overlay(width, height);
    try {
        parts.blocked.forEach((rect) => overlay.block(...rect));
        parts.forbidden.forEach(([x, y, words]) => overlay.forbid(x, y, movesOf(words)));
        parts.corridor.forEach((rect) => overlay.corridor(...rect));
        parts.added.forEach(([x, y, w, h, cost]) => overlay.addCost(x, y, cost, w, h));
    } catch (error) {
        overlay.free();
        throw error;
    }
    return overlay;
}

/** As the file that `fairway route --overlay` reads. */
export function overlayText({ blocked, forbidden, added, corridor }: OverlayDef): string {
    return JSON.stringify({ blocked, forbidden, costs: added, ...(corridor.length > 0 ? { corridor: corridor[0] } : {}) });
}

/** The calls of C that make an overlay. */
export function overlayInC(parts: OverlayDef, width: number, height: number): string[] {
    const call = (name: string, values: (number | string)[]) => `    must(fw_overlay_${name}(overlay, ${values.join(", ")}));`;
    return [
        "    fw_overlay *overlay = NULL;", `    must(fw_overlay_create(${width}, ${height}, NULL, &overlay));`,
        ...parts.blocked.map((rect) => call("block", rect)),
        ...parts.forbidden.map(([x, y, words]) => call("forbid", [x, y, movesOf(words).map((move) => `FW_MOVE_${move}`).join(" | ") || "0"])),
        ...parts.added.map(([x, y, w, h, cost]) => call("add_cost", [x, y, w, h, `${Number.isInteger(cost) ? cost.toFixed(1) : cost}F`])),
        ...parts.corridor.map((rect) => call("corridor", rect)),
    ];
}

/** The same in JavaScript. */
export const overlayInJavaScript = (parts: OverlayDef) => [
    "const overlay = new Overlay(map.width, map.height);",
    ...parts.blocked.map((rect) => `overlay.block(${rect.join(", ")});`),
    ...parts.forbidden.map(([x, y, words]) => `overlay.forbid(${x}, ${y}, ${JSON.stringify(movesOf(words))});`),
    ...parts.added.map(([x, y, w, h, cost]) => `overlay.addCost(${x}, ${y}, ${cost}, ${w}, ${h});`),
    ...parts.corridor.map((rect) => `overlay.corridor(${rect.join(", ")});`),
];

const DIRECTIONS: { [move: string]: [number, number] } = {
    E: [1, 0], SE: [1, 1], S: [0, 1], SW: [-1, 1], W: [-1, 0], NW: [-1, -1], N: [0, -1], NE: [1, -1],
};
/** Clockwise from the east, by eighths of a turn. */
export const MOVES = Object.keys(DIRECTIONS) as Move[];

export function drawOverlay(context: CanvasRenderingContext2D, scale: number, parts: OverlayDef) {
    const hatched = (x: number, y: number, width: number, height: number) => {
        context.fillStyle = `${MARKS.bad}40`;
        context.fillRect(x, y, width, height);
        context.strokeStyle = MARKS.bad;
        context.lineWidth = 1.5 / scale;
        context.strokeRect(x, y, width, height);
        context.beginPath();
        for (let at = 0.5; at < width + height; at += 0.5) {
            context.moveTo(x + Math.min(at, width), y + Math.max(0, at - width));
            context.lineTo(x + Math.max(0, at - height), y + Math.min(at, height));
        }
        context.stroke();
    };
    for (const [x, y, width, height, cost] of parts.added) {
        context.fillStyle = `rgb(178 102 0 / ${Math.min(0.6, 0.15 + 0.05 * cost)})`;
        context.fillRect(x, y, width, height);
    }
    parts.blocked.forEach((rect) => hatched(...rect));
    context.strokeStyle = MARKS.bad;
    context.lineWidth = 2.5 / scale;
    context.beginPath();
    for (const [x, y, words] of parts.forbidden)
        for (const [dx, dy] of movesOf(words).map((move) => DIRECTIONS[move] ?? [0, 0])) { // a bar across the way out
            const middle = { x: x + 0.5 + 0.42 * dx, y: y + 0.5 + 0.42 * dy }, long = 0.28 / Math.hypot(dx, dy || 0.001);
            context.moveTo(middle.x - long * dy, middle.y + long * dx);
            context.lineTo(middle.x + long * dy, middle.y - long * dx);
        }
    context.stroke();
    context.strokeStyle = MARKS.good;
    context.setLineDash([8 / scale, 5 / scale]);
    parts.corridor.forEach((rect) => context.strokeRect(...rect));
    context.setLineDash([]);
    drawAreas(context, scale, parts.named);
}
