// The document that the user edits: a map, trees, units, a start and goals; with its undo list.
import { usual } from "./dials.js";
import { usualKind, type Kind } from "./kinds.js";
import type { Agent, GroupDials, Order, Pose, RequestDials, Tree } from "./messages.js";
import { noOverlay, type OverlayDef } from "./overlay.js";
import { GROUND, TERRAINS } from "./terrains.js";

export interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}

/** Everything but the tiles: small enough to be copied whole for each step of the undo list. */
export interface Settings {
    start: Pose;
    /** the first is the goal; of several, the cheapest to reach is taken */
    goals: Pose[];
    /** kinds of units; at least one */
    kinds: Kind[];
    /** index of the chosen one, for which a path is found */
    kind: number;
    request: RequestDials;
    /** methods that are shown beside that of the request */
    others: string[];
    /** round obstacles: if there are any, the forest planner finds the path */
    trees: Tree[];
    /** what the path sees differently from the map */
    overlay: OverlayDef;
    agents: Agent[];
    orders: Order[];
    group: GroupDials;
}

/** A step that can be undone: tiles that got one terrain, or the settings. */
type Step =
    | { kind: "tiles"; indices: Uint32Array; before: Uint8Array; after: number }
    | { kind: "settings"; before: Settings; after: Settings };

const NEW_LINE = 10, LETTERS = TERRAINS.map(({ letter }) => letter.charCodeAt(0));
export const MOST_UNDO_BYTES = 64 << 20;

/** About what a step takes. */
function bytesOf(step: Step): number {
    if (step.kind === "tiles")
        return 100 + 5 * step.indices.length;
    const { trees, agents, orders } = step.after;
    return 4096 + 100 * (trees.length + agents.length + 10 * orders.length);
}

export const usualSettings = (): Settings => ({
    start: { x: 2.5, y: 2.5, heading: 0 },
    goals: [{ x: 8.5, y: 8.5, heading: 0 }],
    kinds: [usualKind()],
    kind: 0,
    request: usual("request"),
    others: [],
    trees: [],
    overlay: noOverlay(),
    agents: [],
    orders: [],
    group: usual("group"),
});

export class World {
    readonly tiles: Uint8Array;
    private steps: Step[] = [];
    private next = 0; // steps before it are done, the others undone
    private bytes = 0;
    /** what is said of it, and its name in the list of worlds; empty: it is the user's own */
    about = "";
    name = "";
    /** how often it was changed */
    changes = 0;
    /** the world that redo comes to after the last step; a change forgets it */
    later: World | null = null;
    private stroke: { indices: number[]; before: number[]; terrain: number } | null = null;

    constructor(
        readonly width: number,
        readonly height: number,
        public settings: Settings = usualSettings(),
    ) {
        this.tiles = new Uint8Array(width * height).fill(GROUND);
    }

    /** A map in the MovingAI format: a head of four lines, then a letter for each tile. */
    toText(): string {
        const { width, height, tiles } = this, text = new Uint8Array((width + 1) * height).fill(NEW_LINE);
        for (let y = 0, at = 0; y < height; y++, at++)
            for (let x = 0; x < width; x++)
                text[at++] = LETTERS[tiles[y * width + x]];
        return `type octile\nheight ${height}\nwidth ${width}\nmap\n${new TextDecoder().decode(text)}`;
    }

    contains(x: number, y: number): boolean {
        return x >= 0 && y >= 0 && x < this.width && y < this.height;
    }

    terrainAt(x: number, y: number): number {
        return this.tiles[y * this.width + x];
    }

    /** The tiles of a box, row by row. */
    tilesIn(box: Box): Uint8Array {
        const found = new Uint8Array(box.width * box.height);
        for (let y = 0; y < box.height; y++) {
            const from = (box.y + y) * this.width + box.x;
            found.set(this.tiles.subarray(from, from + box.width), y * box.width);
        }
        return found;
    }

    /** Paints tiles as part of a stroke of one terrain, which endStroke() or another terrain ends. Returns the box that changed. */
    paint(tiles: Iterable<[number, number]>, terrain: number): Box | null {
        if (this.stroke?.terrain !== terrain)
            this.endStroke();
        this.stroke ??= { indices: [], before: [], terrain };
        let box: Box | null = null;
        for (const [x, y] of tiles) {
            const i = y * this.width + x;
            if (!this.contains(x, y) || this.tiles[i] === terrain)
                continue;
            this.stroke.indices.push(i);
            this.stroke.before.push(this.tiles[i]);
            this.tiles[i] = terrain;
            box = joined(box, { x, y, width: 1, height: 1 });
        }
        return box;
    }

    /** Makes what was painted since the last stroke one step of the undo list. */
    endStroke() {
        const stroke = this.stroke;
        this.stroke = null;
        if (stroke && stroke.indices.length > 0)
            this.remember({
                kind: "tiles", indices: Uint32Array.from(stroke.indices), before: Uint8Array.from(stroke.before), after: stroke.terrain,
            });
    }

    /** Takes back what was painted since the last stroke. Returns the box that changed. */
    dropStroke(): Box | null {
        const stroke = this.stroke;
        this.stroke = null;
        return stroke ? this.put(stroke.indices, (i) => stroke.before[i]) : null;
    }

    /** Changes settings; if it is the same step as the last one, one undo takes back both. */
    change(change: (settings: Settings) => void, isSameStep = false) {
        const before = this.settings;
        const after = structuredClone(before);
        change(after);
        this.settings = after;
        this.changes++;
        const last = this.steps[this.next - 1];
        if (isSameStep && last?.kind === "settings" && this.next === this.steps.length)
            last.after = after;
        else
            this.remember({ kind: "settings", before, after });
    }

    private remember(step: Step) {
        this.changes++;
        this.later = null;
        for (const undone of this.steps.splice(this.next))
            this.bytes -= bytesOf(undone);
        this.steps.push(step);
        this.bytes += bytesOf(step);
        while (this.bytes > MOST_UNDO_BYTES && this.steps.length > 1)
            this.bytes -= bytesOf(this.steps.shift()!);
        this.next = this.steps.length;
    }

    /** Bytes that it takes with its undo list. */
    get weight() {
        return this.tiles.length + this.bytes;
    }

    get canUndo() {
        return this.next > 0;
    }

    get canRedo() {
        return this.next < this.steps.length;
    }

    /** Returns the box of tiles that changed, or null. */
    undo(): Box | null {
        if (!this.canUndo)
            return null;
        const step = this.steps[--this.next];
        this.changes++;
        if (step.kind === "tiles")
            return this.put(step.indices, (i) => step.before[i]);
        this.settings = step.before;
        return null;
    }

    redo(): Box | null {
        if (!this.canRedo)
            return null;
        const step = this.steps[this.next++];
        this.changes++;
        if (step.kind === "tiles")
            return this.put(step.indices, () => step.after);
        this.settings = step.after;
        return null;
    }

    private put(indices: ArrayLike<number>, terrainOf: (i: number) => number): Box | null {
        let box: Box | null = null;
        for (let i = 0; i < indices.length; i++) {
            this.tiles[indices[i]] = terrainOf(i);
            box = joined(box, { x: indices[i] % this.width, y: Math.floor(indices[i] / this.width), width: 1, height: 1 });
        }
        return box;
    }

    /** The same world with another number of tiles; what it had beyond them is lost. */
    resized(width: number, height: number): World {
        const next = new World(width, height, structuredClone(this.settings));
        for (let y = 0; y < Math.min(height, this.height); y++)
            for (let x = 0; x < Math.min(width, this.width); x++)
                next.tiles[y * width + x] = this.terrainAt(x, y);
        const inside = (pose: Pose) => {
            pose.x = Math.min(pose.x, width - 0.5);
            pose.y = Math.min(pose.y, height - 0.5);
        };
        [next.settings.start, ...next.settings.goals].forEach(inside);
        next.settings.agents = next.settings.agents.filter(({ x, y }) => x < width && y < height);
        next.settings.orders = [];
        next.settings.overlay = noOverlay(); // it is for a map of one size
        return next;
    }
}

function joined(a: Box | null, b: Box | null): Box | null {
    if (!a || !b)
        return a ?? b;
    const x = Math.min(a.x, b.x), y = Math.min(a.y, b.y);
    return {
        x, y,
        width: Math.max(a.x + a.width, b.x + b.width) - x,
        height: Math.max(a.y + a.height, b.y + b.height) - y,
    };
}

/** True if two settings differ in a part. */
export const differ = <T extends Settings>(a: T, b: T, ...parts: (keyof T)[]) =>
    parts.some((part) => a[part] !== b[part] && JSON.stringify(a[part]) !== JSON.stringify(b[part]));

