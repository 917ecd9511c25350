// Draws the world: terrains once where they change, everything else in each frame.
import { TRACE_COLUMNS, type Pose, type Segment } from "./messages.js";
import { TERRAINS } from "./terrains.js";
import type { Box, World } from "./world.js";

const PATH = "#1f5fbf", REVERSE = "#d97b1c", ILLEGAL = "#c7374a", START = "#2a8f5b", GOAL = "#c7374a";

/** Numbers that the library tells of each unit of a traffic, and their colours by activity: stands, thinks, moves, waits,
 * yields, arrived, blocked, infeasible. */
export const STRIDE = 7;
const CROWD = ["#6b7280", "#8b6fc0", "#1f5fbf", "#d97b1c", "#d97b1c", "#2a8f5b", "#c7374a", "#c7374a"];

/** Colours of tiles that a search has seen: alpha, blue, green, red. */
const OPEN = 0xc040b0f0, CLOSED = 0x90d88a5a;

const rgb = TERRAINS.map(({ color }) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)));

export class View {
    /** tiles at the left and upper border of the canvas, and pixels of a tile */
    left = 0;
    top = 0;
    scale = 8;
    private readonly ground = document.createElement("canvas");
    private readonly search = document.createElement("canvas");
    private readonly context: CanvasRenderingContext2D;

    constructor(readonly canvas: HTMLCanvasElement) {
        this.context = canvas.getContext("2d")!;
    }

    /** Takes another world, and shows all of it. */
    use(world: World) {
        this.ground.width = world.width;
        this.ground.height = world.height;
        this.drawSearch(new Float32Array(), 0);
        this.drawGround(world, { x: 0, y: 0, width: world.width, height: world.height });
        this.fit();
    }

    /** Shows all of the world. */
    fit() {
        const { clientWidth, clientHeight } = this.canvas;
        const { width, height } = this.ground;
        this.scale = Math.max(1, Math.min(clientWidth / width, clientHeight / height));
        this.left = (width - clientWidth / this.scale) / 2;
        this.top = (height - clientHeight / this.scale) / 2;
    }

    zoom(by: number, x: number, y: number) {
        const scale = Math.min(64, Math.max(0.25, this.scale * by));
        this.left += x / this.scale - x / scale;
        this.top += y / this.scale - y / scale;
        this.scale = scale;
    }

    /** Moves the view as far as a tile needs to be seen. */
    reveal(x: number, y: number) {
        const width = this.canvas.clientWidth / this.scale, height = this.canvas.clientHeight / this.scale;
        this.left = Math.max(Math.min(this.left, x - 1), x + 2 - width);
        this.top = Math.max(Math.min(this.top, y - 1), y + 2 - height);
    }

    /** A place of the map under a place of the canvas. */
    placeAt(x: number, y: number) {
        return { x: this.left + x / this.scale, y: this.top + y / this.scale };
    }

    drawGround(world: World, box: Box) {
        const image = new ImageData(box.width, box.height);
        world.tilesIn(box).forEach((terrain, i) => image.data.set([...rgb[terrain], 255], 4 * i));
        this.ground.getContext("2d")!.putImageData(image, box.x, box.y);
    }

    drawFrame(world: World, segments: Segment[], isLegal: boolean, isOld: boolean, driver: Pose | null) {
        const { canvas, context, scale } = this;
        const ratio = devicePixelRatio || 1;
        canvas.width = canvas.clientWidth * ratio;
        canvas.height = canvas.clientHeight * ratio;
        context.setTransform(ratio * scale, 0, 0, ratio * scale, -this.left * scale * ratio, -this.top * scale * ratio);
        context.imageSmoothingEnabled = false;
        context.drawImage(this.ground, 0, 0);
        context.drawImage(this.search, 0, 0);
        this.drawPath(segments, isLegal, isOld);
        const radius = Math.max(0.45 * world.settings.unit.size, 5 / scale);
        const showsHeading = world.settings.unit.turnRadius > 0;
        this.drawUnit(world.settings.goal, radius, GOAL, showsHeading && world.settings.request.hasHeading);
        this.drawUnit(world.settings.start, radius, START, showsHeading);
        if (driver)
            this.drawUnit(driver, radius, PATH, true);
    }

    /** Shows the tiles that a search has seen in its first steps: on the open list, and expanded. */
    drawSearch(trace: Float32Array, steps: number) {
        const { width, height } = this.ground;
        this.search.width = width;
        this.search.height = height;
        const image = new ImageData(width, height);
        const pixels = new Uint32Array(image.data.buffer);
        for (let i = 0; i < steps * TRACE_COLUMNS; i += TRACE_COLUMNS) {
            const x = Math.floor(trace[i + 1]), y = Math.floor(trace[i + 2]);
            if (x >= 0 && y >= 0 && x < width && y < height)
                pixels[y * width + x] = trace[i] === 1 ? CLOSED : OPEN;
        }
        this.search.getContext("2d")!.putImageData(image, 0, 0);
    }

    /** The tile that the keyboard works on. */
    drawCursor(x: number, y: number) {
        const { context, scale } = this;
        context.lineWidth = 4 / scale;
        context.strokeStyle = "#ffffff";
        context.strokeRect(x, y, 1, 1);
        context.lineWidth = 2 / scale;
        context.strokeStyle = "#111111";
        context.strokeRect(x, y, 1, 1);
    }

    /** Draws the units that drive by traffic: `states` as the library tells them. */
    drawCrowd(states: Float64Array, radius: number, selected: Set<number>) {
        const { context, scale } = this;
        for (let i = 0; i < states.length; i += STRIDE) {
            const [id, activity, , x, y, heading] = states.subarray(i, i + STRIDE);
            context.fillStyle = CROWD[activity] ?? CROWD[0];
            context.beginPath();
            context.arc(x, y, radius, 0, 2 * Math.PI);
            context.fill();
            context.strokeStyle = "#ffffff";
            context.lineWidth = Math.min(1.5 / scale, 0.3 * radius);
            context.beginPath();
            context.moveTo(x, y);
            context.lineTo(x + radius * Math.cos(heading), y + radius * Math.sin(heading));
            context.stroke();
            if (!selected.has(id))
                continue;
            context.strokeStyle = "#111111";
            context.lineWidth = 1.5 / scale;
            context.beginPath();
            context.arc(x, y, radius + 1.5 / scale, 0, 2 * Math.PI);
            context.stroke();
        }
    }

    /** The box with which units are selected. */
    drawBox(ax: number, ay: number, bx: number, by: number) {
        const { context, scale } = this;
        context.strokeStyle = PATH;
        context.lineWidth = 1.5 / scale;
        context.setLineDash([5 / scale, 4 / scale]);
        context.strokeRect(ax, ay, bx - ax, by - ay);
        context.setLineDash([]);
    }

    private drawPath(segments: Segment[], isLegal: boolean, isOld: boolean) {
        const { context, scale } = this;
        context.lineWidth = 2.5 / scale;
        context.lineCap = "round";
        context.globalAlpha = isOld ? 0.35 : 1;
        for (const segment of segments) {
            context.strokeStyle = !isLegal ? ILLEGAL : segment.gear === "reverse" ? REVERSE : PATH;
            context.beginPath();
            traceSegment(context, segment);
            context.stroke();
        }
        context.globalAlpha = 1;
    }

    private drawUnit({ x, y, heading }: Pose, radius: number, color: string, showsHeading: boolean) {
        const { context, scale } = this;
        context.fillStyle = color;
        context.strokeStyle = "#ffffff";
        context.lineWidth = 1.5 / scale;
        context.beginPath();
        context.arc(x, y, radius, 0, 2 * Math.PI);
        context.fill();
        context.stroke();
        if (!showsHeading)
            return;
        context.strokeStyle = color;
        context.lineWidth = 3 / scale;
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(x + 2 * radius * Math.cos(heading), y + 2 * radius * Math.sin(heading));
        context.stroke();
    }
}

function traceSegment(context: CanvasRenderingContext2D, { start, curvature, length, gear }: Segment) {
    const way = gear === "reverse" ? -length : length;
    if (curvature === 0) {
        context.moveTo(start.x, start.y);
        context.lineTo(start.x + way * Math.cos(start.heading), start.y + way * Math.sin(start.heading));
        return;
    }
    const radius = 1 / curvature;
    const from = start.heading - (Math.sign(curvature) * Math.PI) / 2;
    const centreX = start.x - radius * Math.sin(start.heading), centreY = start.y + radius * Math.cos(start.heading);
    context.arc(centreX, centreY, Math.abs(radius), from, from + way * curvature, way * curvature < 0);
}

/** The pose after a distance along a path. */
export function poseAlong(segments: Segment[], distance: number): Pose {
    let last: Pose = segments[0].start;
    for (const segment of segments) {
        const { start, curvature, length, gear } = segment;
        const driven = Math.min(distance, length) * (gear === "reverse" ? -1 : 1);
        const heading = start.heading + curvature * driven;
        last = curvature === 0
            ? { x: start.x + driven * Math.cos(heading), y: start.y + driven * Math.sin(heading), heading }
            : {
                  x: start.x + (Math.sin(heading) - Math.sin(start.heading)) / curvature,
                  y: start.y - (Math.cos(heading) - Math.cos(start.heading)) / curvature,
                  heading,
              };
        if (distance <= length)
            break;
        distance -= length;
    }
    return last;
}
