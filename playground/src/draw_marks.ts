// Pictures of what the library shows of its inside. All functions draw in tiles; `scale` is the pixels of one.
import type { Mark, MarkKind, Segment } from "../../bindings/js/src/index.js";
import { MARKS } from "./colors.js";
import { disc, poseOn, traceSegment } from "./draw.js";

type Context = CanvasRenderingContext2D;

/** How tiles of a kind are drawn: their colour, and that of their border. */
const TILES: { [kind in MarkKind]?: { fill?: string; edge?: string } } = {
    anchors: { fill: "#0b57d04d" }, cluster: { edge: "#7a1fa2b0" }, entrance: { fill: "#e89c2080" }, "hit-mask": { fill: "#e89c2070", edge: "#8a4b0060" },
    cone: { fill: "#d6452f90", edge: "#8a1f10" },
};

/** How lines and arcs of a kind are drawn: colour, pixels wide, pixels of dashes. `when` names a number that must not be 0. */
const LINES: { kind: MarkKind; color: string; width: number; dash?: number[]; when?: string; unless?: string }[] = [
    { kind: "abstract-edge", color: "#7a1fa270", width: 1 },
    { kind: "area-step", color: "#7a1fa2b0", width: 1.4 },
    { kind: "transition", color: "#7a1fa2", width: 4 },
    { kind: "motion", color: "#8b005c70", width: 1.2, unless: "free" },
    { kind: "motion", color: "#0029fcb0", width: 1.6, when: "free" },
    { kind: "blocked-arc", color: "#8b005c90", width: 2.4, dash: [2, 4] },
    { kind: "bitangent", color: "#00707088", width: 1 },
    { kind: "surfing-edge", color: "#5b6a8ba0", width: 1, unless: "reached" },
    { kind: "hugging-edge", color: "#5b6a8ba0", width: 1.4, unless: "reached" },
    { kind: "surfing-edge", color: "#b46600", width: 1.8, when: "reached" },
    { kind: "hugging-edge", color: "#b46600", width: 2.6, when: "reached" },
    { kind: "circle", color: "#5b6a8b", width: 1, dash: [3, 3] },
    { kind: "sight", color: "#154014", width: 2, when: "clear" },
    { kind: "sight", color: "#8b005c", width: 2.6, unless: "clear" },
    { kind: "centre-line", color: "#5b6a8b", width: 1.2, dash: [6, 4] },
    { kind: "reservation", color: "#0029fc90", width: 2.2 },
    { kind: "joint-move", color: "#7a1fa2b0", width: 2 },
    { kind: "wait", color: MARKS.reverse, width: 2.2, dash: [5, 4] },
    { kind: "gate", color: "#8b005cb0", width: 5 },
];

/** Colours of regions, by the order in which they come. */
const regionColor = (i: number) => `hsl(${Math.round((i * 137.5 + 210) % 360)} 65% 50% / .42)`;

export function drawTileMarks(context: Context, scale: number, marks: Mark[]) {
    const regions = new Map<number, string>();
    context.lineWidth = 1.5 / scale;
    for (const mark of marks) {
        if (mark.shape !== "tiles")
            continue;
        const { x, y, width, height } = mark.tiles, { label, area = label } = mark.numbers;
        const isRegion = mark.kind === "region" || mark.kind === "area";
        if (isRegion && !regions.has(area))
            regions.set(area, regionColor(regions.size));
        const { fill, edge } = isRegion ? { fill: regions.get(area), edge: "" } : TILES[mark.kind] ?? {};
        if (fill) {
            context.fillStyle = fill;
            context.fillRect(x, y, width, height);
        }
        if (edge) {
            context.strokeStyle = edge;
            context.strokeRect(x, y, width, height);
        }
    }
}

/** Lines and points. */
export function drawLineMarks(context: Context, scale: number, marks: Mark[]) {
    if (marks.length === 0)
        return;
    const lines = marks.filter((mark) => mark.shape === "line");
    context.save();
    context.lineCap = "round";
    for (const { kind, color, width, dash = [], when, unless } of LINES) {
        context.strokeStyle = color;
        context.lineWidth = width / scale;
        context.setLineDash(dash.map((pixels) => pixels / scale));
        context.beginPath();
        for (const mark of lines)
            if (mark.kind === kind && (!when || mark.numbers[when]) && (!unless || !mark.numbers[unless]))
                traceSegment(context, mark.line);
        context.stroke();
    }
    context.restore();
    for (const mark of marks)
        if (mark.shape === "point")
            drawPoint(context, scale, mark);
    for (const mark of lines)
        if (mark.kind === "wait" || (mark.kind === "gate" && mark.numbers.does === 0))
            drawTip(context, scale, mark.line, mark.kind === "wait" ? MARKS.reverse : "#8b005c");
}

/** What stands beside lines and points, above everything else, as far as there is room: the pointer tells the rest. */
export function drawWords(context: Context, scale: number, marks: Mark[]) {
    const taken: { x: number; y: number; width: number }[] = []; // pixels
    for (const mark of marks) {
        if (mark.shape === "tiles")
            continue;
        const words = wordsOf(mark);
        if (!words)
            continue;
        const { x, y, side } = mark.shape === "line" ? besides(mark.line, mark.kind === "centre-line" ? 0.3 : 0.5) : { ...mark.place, side: -Math.PI / 2 };
        const box = { x: x * scale + WORDS_AWAY * Math.cos(side), y: y * scale + WORDS_AWAY * Math.sin(side), width: LETTER_WIDTH * words.length };
        if (taken.some((other) => Math.abs(other.y - box.y) < LINE_HEIGHT && Math.abs(other.x - box.x) < (other.width + box.width) / 2))
            continue;
        taken.push(box);
        write(context, scale, box.x / scale, box.y / scale, words);
    }
}

const WORDS_AWAY = 16, LETTER_WIDTH = 7.5, LINE_HEIGHT = 14; // pixels

/** A place on a line or an arc, and the direction away from it: the outer side of an arc, the upper one of a line. */
function besides(line: Segment, share: number) {
    const { x, y, heading } = poseOn(line, share * line.length);
    const left = heading - Math.PI / 2;
    const isLeft = line.curvature !== 0 ? line.curvature > 0 : Math.sin(left) <= 0;
    return { x, y, side: isLeft ? left : left + Math.PI };
}

function drawPoint(context: Context, scale: number, { kind, place: { x, y }, numbers }: Extract<Mark, { shape: "point" }>) {
    switch (kind) {
        case "jump-point":
            drawJumpPoint(context, scale, x, y, numbers.moves);
            break;
        case "sample":
            context.fillStyle = numbers.free ? "#154014" : "#d6002f";
            disc(context, x, y, (numbers.free ? 2 : 6) / scale);
            context.fill();
            break;
        case "stop":
            context.strokeStyle = "#0029fc90";
            context.lineWidth = 1.5 / scale;
            disc(context, x, y, numbers.radius);
            context.stroke();
            break;
        case "midpoint":
            context.fillStyle = "#7a1fa2";
            disc(context, x, y, Math.min(4 / scale, 0.35));
            context.fill();
            break;
        case "centre":
            context.strokeStyle = "#5b6a8b90";
            context.lineWidth = 1 / scale;
            disc(context, x, y, numbers.radius);
            context.stroke();
            context.fillStyle = "#5b6a8b";
            disc(context, x, y, 3 / scale);
            context.fill();
            break;
    }
}

const MOVES = 8; // FW_MOVE_ bits: east, then clockwise

/** A point, and a tail from where each straight run comes that stops here. */
function drawJumpPoint(context: Context, scale: number, x: number, y: number, moves: number) {
    context.strokeStyle = "#7a1fa2";
    context.lineWidth = Math.min(2 / scale, 0.12);
    context.beginPath();
    for (let move = 0; move < MOVES; move++)
        if ((moves >> move) & 1) {
            const angle = (move * Math.PI) / 4;
            context.moveTo(x, y);
            context.lineTo(x - 0.45 * Math.cos(angle), y - 0.45 * Math.sin(angle));
        }
    context.stroke();
    context.fillStyle = "#7a1fa2";
    disc(context, x, y, Math.min(4 / scale, 0.2));
    context.fill();
}

/** What stands beside a mark. */
function wordsOf({ kind, numbers }: Mark): string {
    switch (kind) {
        case "centre":
            return `r ${numbers.radius.toFixed(2)}`;
        case "sight":
            return `d ${numbers.d.toFixed(2)} ${numbers.clear ? "≥" : "<"} r ${numbers.r.toFixed(2)}`;
        case "curve-part":
            return `${numbers.length.toFixed(2)}${numbers.angle ? `, ${((numbers.angle * 180) / Math.PI).toFixed(0)}°` : ""}`;
        case "centre-line":
            return numbers.distance.toFixed(2);
        default:
            return "";
    }
}

function write(context: Context, scale: number, x: number, y: number, words: string) {
    context.font = `600 ${12 / scale}px system-ui, "DejaVu Sans", sans-serif`;
    context.lineWidth = 3.5 / scale;
    context.lineJoin = "round";
    context.strokeStyle = "#ffffffe0";
    context.fillStyle = "#1c2230";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.strokeText(words, x, y);
    context.fillText(words, x, y);
}

/** The tip of an arrow at a line's end. */
function drawTip(context: Context, scale: number, line: Segment, color: string) {
    const { x, y, heading } = poseOn(line, line.length), reach = 12 / scale;
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(x, y);
    for (const turn of [2.7, -2.7])
        context.lineTo(x + reach * Math.cos(heading + turn), y + reach * Math.sin(heading + turn));
    context.fill();
}

const SAMPLES = 8; // of a line or an arc, to find out if the pointer is on it

/** How far a place is from a mark, in tiles. */
function distanceTo(mark: Mark, x: number, y: number): number {
    switch (mark.shape) {
        case "tiles": {
            const { x: left, y: top, width, height } = mark.tiles;
            return x >= left && x < left + width && y >= top && y < top + height ? 0 : Infinity;
        }
        case "point":
            return Math.hypot(mark.place.x - x, mark.place.y - y);
        case "line": {
            let least = Infinity;
            let from = mark.line.start;
            for (let i = 1; i <= SAMPLES; i++) {
                const to = poseOn(mark.line, (i / SAMPLES) * mark.line.length);
                const dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
                const share = square > 0 ? Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square)) : 0;
                least = Math.min(least, Math.hypot(from.x + share * dx - x, from.y + share * dy - y));
                from = to;
            }
            return least;
        }
    }
}

/** The mark nearest to a place, of those within a distance of it; lines and points go before tiles. */
export function markAt(marks: Mark[], x: number, y: number, reach: number): Mark | null {
    let nearest: Mark | null = null, least = Infinity;
    for (const mark of marks) {
        const distance = mark.shape === "tiles" ? distanceTo(mark, x, y) + reach : distanceTo(mark, x, y);
        if (distance <= reach && distance < least) {
            nearest = mark;
            least = distance;
        }
    }
    return nearest;
}

/** What a unit does at a gate, by the library's numbers. */
const AT_GATES = ["passes first", "follows", "queues", "keeps clear"];

/** A mark in words: its kind, and its numbers by their names. */
export function describe({ kind, numbers }: Mark): string {
    if (kind === "gate")
        return `gate: unit ${numbers.unit} ${AT_GATES[numbers.does]}${numbers.does > 0 ? `, unit ${numbers.first} is first` : ""}`;
    const parts = Object.entries(numbers).map(([name, value]) => `${name} ${Number(value.toFixed(2))}`);
    return [kind.replaceAll("-", " "), parts.join(", ")].filter(Boolean).join(": ");
}
