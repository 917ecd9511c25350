// What the pointer does: paints, drags ends and trees, drops, selects and orders units, moves the view.
import { byId } from "./elements.js";
import { handleReach } from "./draw.js";
import { chosenOf } from "./kinds.js";
import type { Pose } from "./messages.js";
import { brushed, type OverlayBrush, type Stroke } from "./overlay_brush.js";
import type { Pane } from "./pane.js";
import type { Session } from "./session.js";
import { GROUND } from "./terrains.js";
import { radiusOf } from "./unit.js";

export type Tool = "pan" | "paint" | "line" | "box" | "fill" | "pick" | "tree" | "goal" | "overlay" | "drop" | "select" | "order";

type Place = { x: number; y: number };
type Drag =
    | { kind: "end"; index: number; isFirst: boolean } // -1: the start
    | { kind: "heading"; index: number; isFirst: boolean }
    | { kind: "tree"; index: number; resizes: boolean; isFirst: boolean; dx: number; dy: number }
    | { kind: "paint"; terrain: number; x: number; y: number }
    | { kind: "shape"; terrain: number; x: number; y: number; toX: number; toY: number }
    | ({ kind: "overlay" } & Stroke)
    | { kind: "drop"; x: number; y: number; isFirst: boolean }
    | { kind: "select"; ax: number; ay: number; bx: number; by: number }
    | { kind: "order"; x: number; y: number; toX: number; toY: number }
    | { kind: "pan"; x: number; y: number };

/** Of the pointer: its button, and where it is on the view; the keyboard is at no place of the view. */
type Press = { button: number; shiftKey: boolean; offsetX: number; offsetY: number };

const distance = (a: Place, b: Place) => Math.hypot(a.x - b.x, a.y - b.y);
export const USUAL_TREE = 1.5;
const LEAST_TREE = 0.2;
const KEYBOARD: Press = { button: 0, shiftKey: false, offsetX: 0, offsetY: 0 };

export class Tools {
    tool: Tool = "paint";
    /** the terrain that the pointer paints; walls are erased by painting from one */
    brush = 0;
    /** what the tool Overlay draws, and how much more tiles cost */
    overlayBrush: OverlayBrush = "block";
    overlayCost = 4;
    /** of the area that it draws */
    areaName = "market";
    drag: Drag | null = null;
    heldTree = -1;
    /** where the pointer is; null: not on a view */
    hover: Place | null = null;
    private readonly touches = new Map<number, Place>();

    constructor(private session: Session, private actions: { pick: (terrain: number) => void; done: () => void; showCrowd: () => void; selected: () => void }) {}

    listen({ canvas }: Pane) {
        canvas.addEventListener("pointerdown", (event) => this.down(canvas, event));
        canvas.addEventListener("pointermove", (event) => this.move(event));
        canvas.addEventListener("pointerup", (event) => this.up(event));
        canvas.addEventListener("pointercancel", (event) => this.up(event));
        canvas.addEventListener("pointerleave", () => {
            this.hover = null;
            this.session.needsFrame = true;
        });
        canvas.addEventListener("contextmenu", (event) => event.preventDefault());
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            this.session.camera.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
            this.session.needsFrame = true;
        }, { passive: false });
    }

    private down(canvas: HTMLCanvasElement, event: PointerEvent) {
        canvas.setPointerCapture(event.pointerId);
        if (event.pointerType === "touch")
            this.touches.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
        const place = this.session.camera.placeAt(event.offsetX, event.offsetY);
        if (this.touches.size === 2) { // a pinch: what the first finger began is taken back
            this.cancel();
            return;
        }
        this.start(place, event);
    }

    private start(place: Place, press: Press) {
        this.drag = this.begin(place, press);
        if (this.drag?.kind === "paint" || this.drag?.kind === "drop" || this.drag?.kind === "select")
            this.moveDrag(place, press);
    }

    /** Presses the pointer down at a place, by keyboard; the tool Move takes hold of things alone. */
    press(place: Place) {
        this.start(place, KEYBOARD);
        if (this.drag?.kind === "pan")
            this.drag = null;
        if (!this.drag)
            this.end();
    }

    /** Moves what press() has taken hold of. */
    carry(place: Place) {
        if (this.drag)
            this.moveDrag(place, KEYBOARD);
    }

    private move(event: PointerEvent) {
        const { camera } = this.session;
        if (this.touches.size === 2 && this.touches.has(event.pointerId)) {
            this.pinch(event);
            return;
        }
        this.hover = camera.placeAt(event.offsetX, event.offsetY);
        if (this.drag) {
            this.moveDrag(this.hover, event);
            this.session.needsFrame = true;
        }
        this.session.hasMoved = true;
    }

    private pinch(event: PointerEvent) {
        const { camera } = this.session;
        const old = this.touches.get(event.pointerId)!;
        const other = [...this.touches].find(([id]) => id !== event.pointerId)![1];
        const now = { x: event.offsetX, y: event.offsetY };
        camera.zoom(distance(now, other) / Math.max(1, distance(old, other)), other.x, other.y);
        camera.pan((now.x - old.x) / 2, (now.y - old.y) / 2);
        this.touches.set(event.pointerId, now);
        this.session.needsFrame = true;
    }

    private up(event: PointerEvent) {
        this.touches.delete(event.pointerId);
        this.end();
    }

    /** Takes a step back or again; what is held is let go of, and only that is taken back. */
    step(direction: "undo" | "redo") {
        if (this.drag)
            this.cancel();
        else
            this.session.step(direction);
    }

    /** Takes back what the drag has done so far. */
    cancel() {
        const ended = this.drag;
        this.drag = null;
        this.heldTree = -1;
        this.session.sendEdit(this.session.world.dropStroke());
        if (ended && "isFirst" in ended && !ended.isFirst)
            this.session.step("undo");
    }

    /** Lets go. */
    end() {
        const ended = this.drag;
        this.drag = null;
        this.heldTree = -1;
        if (ended?.kind === "shape")
            this.session.paint(this.shapeTiles(ended), ended.terrain);
        if (ended?.kind === "order")
            this.endOrder(ended);
        if (ended?.kind === "select")
            this.actions.selected();
        if (ended?.kind === "overlay") {
            const { width, height } = this.session.world;
            this.session.change((settings) => (settings.overlay = brushed(settings.overlay, ended, width, height)));
        }
        this.session.world.endStroke();
        this.session.needsFrame = true;
        this.actions.done();
    }

    private reach() {
        return Math.max(Math.min(radiusOf(chosenOf(this.session.world.settings).unit), 1.2), 11 / this.session.camera.scale);
    }

    /** Returns null if the pointer has done its work already. */
    private begin(place: Place, event: Press): Drag | null {
        const { settings } = this.session.world;
        if (event.button === 2 || this.tool === "order")
            return { kind: "order", x: place.x, y: place.y, toX: place.x, toY: place.y };
        if (event.button === 1 || event.shiftKey || this.tool === "pan" && !this.grip(place))
            return { kind: "pan", x: event.offsetX, y: event.offsetY };
        const held = this.grip(place);
        if (held)
            return held;
        const x = Math.floor(place.x), y = Math.floor(place.y);
        switch (this.tool) {
            case "drop":
                return { kind: "drop", x: Infinity, y: Infinity, isFirst: true };
            case "select":
                return { kind: "select", ax: place.x, ay: place.y, bx: place.x, by: place.y };
            case "overlay":
                return { kind: "overlay", brush: this.overlayBrush, cost: this.overlayCost, name: this.areaName, x, y, toX: x, toY: y };
            case "tree":
                this.session.change(({ trees }) => trees.push({ x: place.x, y: place.y, radius: USUAL_TREE }));
                this.heldTree = settings.trees.length;
                return { kind: "tree", index: settings.trees.length, resizes: true, isFirst: false, dx: 0, dy: 0 };
            case "goal":
                this.session.change(({ goals }) => goals.push({ ...place, heading: 0 }));
                return { kind: "end", index: settings.goals.length, isFirst: false };
            case "pick":
                if (this.session.world.contains(x, y))
                    this.actions.pick(this.session.world.terrainAt(x, y));
                return null;
            case "fill":
                this.session.paint(this.sameTiles(x, y), this.terrainFrom(x, y));
                return null;
            case "line":
            case "box":
                return { kind: "shape", terrain: this.terrainFrom(x, y), x, y, toX: x, toY: y };
        }
        return { kind: "paint", terrain: this.terrainFrom(x, y), x, y };
    }

    /** From a wall, the wall brush erases. */
    terrainFrom(x: number, y: number) {
        const { world } = this.session;
        return world.contains(x, y) && world.terrainAt(x, y) === this.brush && this.brush === 0 ? GROUND : this.brush;
    }

    /** What the pointer takes hold of: an end, its heading, or a tree. */
    private grip(place: Place): Drag | null {
        const { settings } = this.session.world, { scale } = this.session.camera;
        const reach = this.reach();
        const isOn = (pose: Pose) => distance(pose, place) < reach;
        const isOnHandle = ({ x, y, heading }: Pose) => {
            const far = handleReach(reach, scale);
            return distance({ x: x + far * Math.cos(heading), y: y + far * Math.sin(heading) }, place) < 9 / scale;
        };
        const turns = chosenOf(settings).unit.turnRadius > 0;
        for (let index = settings.goals.length - 1; index >= 0; index--) {
            if (isOn(settings.goals[index]))
                return { kind: "end", index, isFirst: true };
            if (turns && settings.request.hasHeading && isOnHandle(settings.goals[index]))
                return { kind: "heading", index, isFirst: true };
        }
        if (isOn(settings.start))
            return { kind: "end", index: -1, isFirst: true };
        if (turns && isOnHandle(settings.start))
            return { kind: "heading", index: -1, isFirst: true };
        const index = settings.trees.findIndex((tree) => distance(tree, place) < tree.radius + 4 / scale);
        if (index < 0)
            return null;
        const { x, y, radius } = settings.trees[index];
        this.heldTree = index;
        const resizes = distance(settings.trees[index], place) > radius - Math.min(6 / scale, 0.3 * radius);
        return { kind: "tree", index, resizes, isFirst: true, dx: x - place.x, dy: y - place.y };
    }

    private clamped({ x, y }: Place): Place {
        const { width, height } = this.session.world;
        return { x: Math.min(Math.max(x, 0.01), width - 0.01), y: Math.min(Math.max(y, 0.01), height - 0.01) };
    }

    private moveDrag(place: Place, event: Press) {
        const moved = this.drag!, { session } = this;
        switch (moved.kind) {
            case "end":
                session.change((settings) => Object.assign(poseOf(settings, moved.index), this.clamped(place)), !moved.isFirst);
                moved.isFirst = false;
                break;
            case "heading":
                session.change((settings) => {
                    const pose = poseOf(settings, moved.index);
                    pose.heading = Math.atan2(place.y - pose.y, place.x - pose.x);
                }, !moved.isFirst);
                moved.isFirst = false;
                break;
            case "tree":
                session.change(({ trees }) => {
                    const tree = trees[moved.index];
                    if (moved.resizes)
                        tree.radius = Math.max(LEAST_TREE, distance(tree, place));
                    else
                        Object.assign(tree, { x: place.x + moved.dx, y: place.y + moved.dy });
                }, !moved.isFirst);
                moved.isFirst = false;
                break;
            case "paint": {
                const x = Math.floor(place.x), y = Math.floor(place.y);
                session.paint(lineTiles(moved.x, moved.y, x, y), moved.terrain);
                Object.assign(moved, { x, y });
                break;
            }
            case "shape":
            case "overlay":
                Object.assign(moved, { toX: Math.floor(place.x), toY: Math.floor(place.y) });
                break;
            case "drop":
                if (distance(moved, place) >= 1.1 * chosenOf(session.world.settings).unit.size && this.dropUnit(place, !moved.isFirst))
                    Object.assign(moved, { x: place.x, y: place.y, isFirst: false });
                break;
            case "select":
                Object.assign(moved, { bx: place.x, by: place.y });
                session.squad.select(moved.ax, moved.ay, moved.bx, moved.by, this.reach());
                this.actions.showCrowd();
                break;
            case "order":
                Object.assign(moved, { toX: place.x, toY: place.y });
                break;
            case "pan":
                session.camera.pan(event.offsetX - moved.x, event.offsetY - moved.y);
                Object.assign(moved, { x: event.offsetX, y: event.offsetY });
                break;
        }
    }

    /** The tiles that a line or a rectangle covers. */
    shapeTiles({ x, y, toX, toY }: { x: number; y: number; toX: number; toY: number }): Iterable<[number, number]> {
        return this.tool === "line" ? lineTiles(x, y, toX, toY) : boxTiles(x, y, toX, toY);
    }

    /** The tiles of one terrain that hang together with this one. */
    private *sameTiles(x: number, y: number): Iterable<[number, number]> {
        const { world } = this.session;
        if (!world.contains(x, y))
            return;
        const terrain = world.terrainAt(x, y);
        const seen = new Uint8Array(world.width * world.height);
        const open: [number, number][] = [[x, y]];
        seen[y * world.width + x] = 1;
        while (open.length > 0) {
            const [tileX, tileY] = open.pop()!;
            for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
                const nextX = tileX + dx, nextY = tileY + dy, next = nextY * world.width + nextX;
                if (!world.contains(nextX, nextY) || seen[next] || world.terrainAt(nextX, nextY) !== terrain)
                    continue;
                seen[next] = 1;
                open.push([nextX, nextY]);
            }
            yield [tileX, tileY];
        }
    }

    /** Drops a unit, if the place is on the map. */
    dropUnit({ x, y }: Place, isSameStep: boolean): boolean {
        const { world } = this.session;
        if (!world.contains(Math.floor(x), Math.floor(y)))
            return false;
        const id = 1 + Math.max(0, ...world.settings.agents.map((agent) => agent.id));
        this.session.change((settings) => settings.agents.push({ id, kind: settings.kind, x, y, heading: 0 }), isSameStep);
        return true;
    }

    /** Without units, the goal goes there. The order's heading is the direction of the drag. */
    private endOrder({ x, y, toX, toY }: Extract<Drag, { kind: "order" }>) {
        if (this.session.world.settings.agents.length === 0) {
            this.session.change((settings) => Object.assign(settings.goals[0], this.clamped({ x, y })));
            return;
        }
        this.session.order(x, y, Math.hypot(toX - x, toY - y) > 0.5 ? Math.atan2(toY - y, toX - x) : 0);
    }

    /** Makes the tree at a place larger or smaller. */
    resizeAt(place: Place, by: number) {
        const held = this.grip(place);
        this.heldTree = -1;
        if (held?.kind === "tree")
            this.session.change(({ trees }) => (trees[held.index].radius = Math.max(LEAST_TREE, trees[held.index].radius + by)));
    }

    /** Removes the tree or the further goal that the pointer is on. Returns true if there is one. */
    removeAt(place: Place): boolean {
        const held = this.grip(place);
        this.heldTree = -1;
        if (held?.kind === "tree")
            this.session.change(({ trees }) => trees.splice(held.index, 1));
        else if (held?.kind === "end" && held.index > 0)
            this.session.change(({ goals }) => goals.splice(held.index, 1));
        else
            return false;
        this.drag = null; // it may hold what is gone
        return true;
    }

    use(tool: Tool) {
        this.tool = tool;
        byId("views").dataset.tool = tool;
        byId("brushes").hidden = tool === "overlay";
        byId("overlay-brushes").hidden = tool !== "overlay";
        byId<HTMLInputElement>(`tool-${tool}`).checked = true;
    }
}

const poseOf = (settings: Session["world"]["settings"], index: number): Pose => (index < 0 ? settings.start : settings.goals[index]);

/** The tiles between two, by steps along the longer side. */
export function* lineTiles(x0: number, y0: number, x1: number, y1: number): Iterable<[number, number]> {
    const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
    for (let i = 0; i <= steps; i++)
        yield [Math.round(x0 + ((x1 - x0) * i) / steps), Math.round(y0 + ((y1 - y0) * i) / steps)];
}

function* boxTiles(x0: number, y0: number, x1: number, y1: number): Iterable<[number, number]> {
    for (let y = Math.min(y0, y1); y <= Math.max(y0, y1); y++)
        for (let x = Math.min(x0, x1); x <= Math.max(x0, x1); x++)
            yield [x, y];
}
