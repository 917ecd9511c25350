// A view of the world with one method's path, and the steps of its search.
import type { Mark } from "../../bindings/js/src/index.js";
import type { Camera } from "./camera.js";
import { LANES, MARKS } from "./colors.js";
import { disc, drawHybrid, drawEnd, drawMark, drawPath, drawTrees } from "./draw.js";
import type { Ground } from "./ground.js";
import { asked } from "./kinds.js";
import { drawLineMarks, drawTileMarks, drawWords } from "./draw_marks.js";
import { TRACE_COLUMNS, type Answer } from "./messages.js";
import { drawOverlay } from "./overlay.js";
import { SvgContext } from "./svg_context.js";
import { radiusOf } from "./unit.js";
import type { World } from "./world.js";

/** Colours of tiles that a search has seen: alpha, blue, green, red. */
const OPEN = 0xb0209ce8, CLOSED = 0x70c86414;
const MOST_OF_WAY = 100000; // nodes
const LEAST_SCALE_OF_NUMBERS = 22; // pixels of a tile

export class Pane {
    answer: Answer | null = null;
    steps = 0;
    private readonly search = document.createElement("canvas");
    /** the last shown step at each tile, from 1 on; 0: the search has not seen it */
    private lastSteps = new Int32Array();
    /** what stands still, below the canvas, on which units move; it is drawn again only if it has changed */
    private readonly still = document.createElement("canvas");
    private readonly context: CanvasRenderingContext2D;
    private readonly moving: CanvasRenderingContext2D;

    constructor(readonly canvas: HTMLCanvasElement, private readonly camera: Camera, private readonly ground: Ground, readonly lane: number) {
        this.moving = canvas.getContext("2d")!;
        this.context = this.still.getContext("2d")!;
        this.still.className = "still";
        canvas.before(this.still);
    }

    /** Clears the upper canvas. Returns it, to draw what moves in tiles. */
    beginMoving(): CanvasRenderingContext2D {
        this.place(this.moving);
        return this.moving;
    }

    /** Both canvases as one picture. */
    picture(): HTMLCanvasElement {
        const both = document.createElement("canvas");
        this.drawBoth(both);
        return both;
    }

    drawBoth(both: HTMLCanvasElement) {
        if (both.width !== this.still.width || both.height !== this.still.height)
            Object.assign(both, { width: this.still.width, height: this.still.height });
        const context = both.getContext("2d")!;
        context.clearRect(0, 0, both.width, both.height);
        context.drawImage(this.still, 0, 0);
        context.drawImage(this.canvas, 0, 0);
    }

    /** Clears a canvas of the view's size, and makes a tile its unit. */
    private place(context: CanvasRenderingContext2D) {
        const { canvas } = context, { scale, left, top } = this.camera;
        const ratio = devicePixelRatio || 1;
        const width = Math.round(this.canvas.clientWidth * ratio), height = Math.round(this.canvas.clientHeight * ratio);
        if (canvas.width !== width || canvas.height !== height)
            Object.assign(canvas, { width, height });
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, width, height);
        context.setTransform(ratio * scale, 0, 0, ratio * scale, -left * scale * ratio, -top * scale * ratio);
    }

    use(world: World) {
        this.answer = null;
        this.search.width = world.width;
        this.search.height = world.height;
        this.lastSteps = new Int32Array();
        this.steps = 0;
        this.marks = [];
    }

    /** Shows what a search has seen that is still under way. */
    showThinking(trace: Float32Array) {
        if (this.answer)
            this.answer = { ...this.answer, trace };
        this.showSteps(Infinity);
    }

    /** Shows the tiles that the search has seen in its first steps: on the open list, and expanded. */
    showSteps(steps: number) {
        const { width, height } = this.search;
        const trace = this.answer?.trace ?? new Float32Array();
        const wasShown = this.steps > 0;
        this.steps = Math.min(steps, trace.length / TRACE_COLUMNS);
        if (this.steps === 0 && !wasShown)
            return; // an image of a large map takes long
        this.lastSteps = new Int32Array(this.steps > 0 ? width * height : 0);
        const image = new ImageData(width, height);
        const pixels = new Uint32Array(image.data.buffer);
        for (let step = 0; step < this.steps; step++) {
            const i = step * TRACE_COLUMNS;
            const x = Math.floor(trace[i + 1]), y = Math.floor(trace[i + 2]);
            if (x < 0 || y < 0 || x >= width || y >= height)
                continue;
            pixels[y * width + x] = trace[i] === 1 ? CLOSED : OPEN;
            this.lastSteps[y * width + x] = step + 1;
        }
        this.search.getContext("2d")!.putImageData(image, 0, 0);
    }

    /** What the search knows of a tile at the shown step. */
    nodeAt(x: number, y: number) {
        const step = this.lastSteps[y * this.search.width + x] ?? 0;
        return step > 0 ? this.nodeOf(step) : null;
    }

    /** The places of the best way to the node of the shown step that the search knows, from the node back to the start. */
    wayBack(): { x: number; y: number }[] {
        const trace = this.answer?.trace ?? new Float32Array(), way = [];
        for (let step = this.steps; step > 0 && way.length < MOST_OF_WAY; step = trace[step * TRACE_COLUMNS - 1])
            way.push({ x: trace[(step - 1) * TRACE_COLUMNS + 1], y: trace[(step - 1) * TRACE_COLUMNS + 2] });
        return way;
    }

    /** The nodes on the open list at the shown step: their number, and those with the least f, the least first. */
    queue(most: number): { count: number; first: { x: number; y: number; f: number }[] } {
        const trace = this.answer?.trace ?? new Float32Array(), last = new Map<number, number>(); // steps of open nodes
        for (let step = 0; step < this.steps; step++) {
            const at = step * TRACE_COLUMNS, node = trace[at + 6];
            if (trace[at] === 1)
                last.delete(node);
            else
                last.set(node, at);
        }
        const first: { x: number; y: number; f: number }[] = [];
        for (const at of last.values()) {
            const f = trace[at + 5];
            if (first.length === most && f >= first[most - 1].f)
                continue;
            const place = first.findIndex((other) => other.f > f);
            first.splice(place < 0 ? first.length : place, 0, { x: trace[at + 1], y: trace[at + 2], f });
            first.splice(most);
        }
        return { count: last.size, first };
    }

    /** What a step was about, the first is 1. */
    nodeOf(step: number) {
        const trace = this.answer?.trace;
        if (!trace || step < 1 || step * TRACE_COLUMNS > trace.length)
            return null;
        const [kind, x, y, g, h, f] = trace.subarray((step - 1) * TRACE_COLUMNS, step * TRACE_COLUMNS);
        return { isExpanded: kind === 1, x, y, g, h, f };
    }

    /** Draws everything but what moves. */
    draw(world: World, isOld: boolean, heldTree: number) {
        this.place(this.context);
        this.drawStill(this.context, world, isOld, heldTree);
    }

    /** The view as SVG; `drawMoving` draws what moves. */
    toSvg(world: World, drawMoving: (context: CanvasRenderingContext2D) => void): string {
        const { canvas: { clientWidth, clientHeight }, camera: { scale, left, top } } = this;
        const svg = new SvgContext(clientWidth, clientHeight);
        svg.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
        const context = svg as unknown as CanvasRenderingContext2D; // the parts of it that are used
        this.drawStill(context, world, false, -1);
        drawMoving(context);
        return String(svg);
    }

    private drawStill(context: CanvasRenderingContext2D, world: World, isOld: boolean, heldTree: number) {
        const { camera: { scale }, ground } = this;
        context.imageSmoothingEnabled = ground.detail > 1 && scale * (devicePixelRatio || 1) < 2 * ground.detail;
        context.drawImage(ground.tiles, 0, 0, world.width, world.height);
        context.imageSmoothingEnabled = false;
        if (ground.values)
            context.drawImage(ground.numbers, 0, 0, world.width, world.height);
        drawTileMarks(context, scale, this.marks);
        drawOverlay(context, scale, world.settings.overlay);
        context.drawImage(this.search, 0, 0);
        if (ground.values && scale >= LEAST_SCALE_OF_NUMBERS)
            this.drawNumbers(context, world);
        drawTrees(context, scale, world.settings.trees, heldTree);
        drawLineMarks(context, scale, this.marks);
        this.drawAnswer(context, world, isOld);
        this.drawStep(context);
        drawWords(context, scale, this.marks);
    }

    /** the steps of the strict hybrid are shown in place of its path */
    showsHybrid = false;

    /** what the library shows of its inside, and stands still */
    marks: Mark[] = [];

    private drawAnswer(context: CanvasRenderingContext2D, world: World, isOld: boolean) {
        const { answer } = this;
        const { scale } = this.camera;
        const { unit, start, goals, request } = asked(world.settings);
        const radius = Math.max(Math.min(radiusOf(unit), 1.2), 9 / scale);
        if (answer?.hybrid && this.showsHybrid)
            drawHybrid(context, scale, answer.hybrid);
        else if (answer)
            drawPath(context, scale, answer.segments, answer.legal ? LANES[this.lane] : MARKS.bad, isOld || this.isBetween);
        for (const goal of goals) {
            if (request.goalRadius > 0) {
                context.strokeStyle = MARKS.bad;
                context.lineWidth = 1.5 / scale;
                disc(context, goal.x, goal.y, request.goalRadius);
                context.stroke();
            }
            drawEnd(context, scale, goal, "G", MARKS.bad, radius, unit.turnRadius > 0 && request.hasHeading);
        }
        drawEnd(context, scale, start, "S", MARKS.good, radius, unit.turnRadius > 0);
        if (answer?.place)
            drawMark(context, scale, answer.place.x, answer.place.y, MARKS.bad);
        if (answer?.nearest)
            drawMark(context, scale, answer.nearest.x, answer.nearest.y, MARKS.good);
    }

    /** A step is shown that is not the last one: the search has not found its path yet. */
    private get isBetween() {
        return this.steps > 0 && this.steps < (this.answer?.trace.length ?? 0) / TRACE_COLUMNS;
    }

    /** The node that the shown step is about, and the way to it. */
    private drawStep(context: CanvasRenderingContext2D) {
        const node = this.nodeOf(this.steps);
        if (!node || !this.isBetween)
            return;
        context.strokeStyle = node.isExpanded ? MARKS.path : MARKS.reverse;
        context.lineWidth = 3 / this.camera.scale;
        context.lineJoin = "round";
        context.beginPath();
        this.wayBack().forEach(({ x, y }) => context.lineTo(x, y));
        context.stroke();
        context.fillStyle = node.isExpanded ? MARKS.path : MARKS.reverse;
        disc(context, node.x, node.y, Math.max(0.3, 5 / this.camera.scale));
        context.fill();
    }

    private drawNumbers(context: CanvasRenderingContext2D, world: World) {
        const { canvas, camera } = this;
        const values = this.ground.values!;
        const from = camera.placeAt(0, 0), to = camera.placeAt(canvas.clientWidth, canvas.clientHeight);
        context.fillStyle = "#ffffff";
        context.strokeStyle = "#000000c0";
        context.lineWidth = 3 / camera.scale;
        context.lineJoin = "round";
        context.font = '600 0.38px system-ui, "DejaVu Sans", sans-serif';
        context.textAlign = "center";
        context.textBaseline = "middle";
        for (let y = Math.max(0, Math.floor(from.y)); y < Math.min(world.height, to.y); y++)
            for (let x = Math.max(0, Math.floor(from.x)); x < Math.min(world.width, to.x); x++) {
                const value = values[y * world.width + x];
                if (!this.ground.shows(value))
                    continue;
                const text = Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 1 : 0);
                context.strokeText(text, x + 0.5, y + 0.5);
                context.fillText(text, x + 0.5, y + 0.5);
            }
    }
}
