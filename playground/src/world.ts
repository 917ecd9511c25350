// The document that the user edits: a map, a unit, a start and a goal; with its undo list.
import type { Agent, Pose, RequestDials, UnitDials } from "./messages.js";
import { TERRAINS, terrainOfLetter } from "./terrains.js";

export interface Box {
    x: number;
    y: number;
    width: number;
    height: number;
}

/** Everything but the tiles: small enough to be copied whole for each step of the undo list. */
export interface Settings {
    start: Pose;
    goal: Pose;
    unit: UnitDials;
    request: RequestDials;
    /** units that drive by traffic */
    agents: Agent[];
}

/** A step that can be undone: tiles of a box before and after, or the settings. */
type Step =
    | { kind: "tiles"; box: Box; before: Uint8Array; after: Uint8Array }
    | { kind: "settings"; before: Settings; after: Settings };

const MOST_UNDO_BYTES = 64 << 20;
const SETTINGS_BYTES = 1024; // about what one copy takes

const bytesOf = (step: Step) => (step.kind === "tiles" ? 2 * step.before.length : 2 * SETTINGS_BYTES);

export const usualSettings = (): Settings => ({
    start: { x: 2.5, y: 2.5, heading: 0 },
    goal: { x: 8.5, y: 8.5, heading: 0 },
    unit: { size: 1, turnRadius: 0, reverse: false, corners: "never", costs: TERRAINS.map((terrain) => terrain.cost) },
    request: { method: "auto", smoothing: "auto", heuristic: "auto", turns: "none", weight: 1, hasHeading: false },
    agents: [],
});

export class World {
    readonly tiles: Uint8Array;
    private steps: Step[] = [];
    private next = 0; // steps before it are done, the others undone
    private bytes = 0;
    private stroke: { before: Uint8Array; box: Box | null } | null = null;

    constructor(
        readonly width: number,
        readonly height: number,
        public settings: Settings = usualSettings(),
    ) {
        this.tiles = new Uint8Array(width * height).fill(1);
    }

    /** A map in the MovingAI format: a head of four lines, then a letter for each tile. */
    static ofText(text: string, settings?: Settings): World {
        const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
        const side = (name: string) => Number(lines.find((line) => line.startsWith(name))?.slice(name.length));
        const first = lines.indexOf("map") + 1;
        const width = side("width "), height = side("height ");
        if (first === 0 || !(width > 0) || !(height > 0))
            throw new Error("This is no map: a head with 'height', 'width' and 'map' was expected.");
        const world = new World(width, height, settings);
        for (let y = 0; y < height; y++)
            for (let x = 0; x < width; x++) {
                const terrain = terrainOfLetter(lines[first + y]?.[x] ?? "");
                if (terrain < 0)
                    throw new Error(`Row ${y}, column ${x}: there is no terrain '${lines[first + y]?.[x] ?? ""}'.`);
                world.tiles[y * width + x] = terrain;
            }
        return world;
    }

    toText(): string {
        const rows = [`type octile`, `height ${this.height}`, `width ${this.width}`, `map`];
        for (let y = 0; y < this.height; y++)
            rows.push(Array.from(this.tiles.subarray(y * this.width, (y + 1) * this.width),
                (terrain) => TERRAINS[terrain].letters[0]).join(""));
        return rows.join("\n") + "\n";
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

    private put(box: Box, tiles: Uint8Array) {
        for (let y = 0; y < box.height; y++)
            this.tiles.set(tiles.subarray(y * box.width, (y + 1) * box.width), (box.y + y) * this.width + box.x);
    }

    /** Paints a line of tiles, as part of a stroke that endStroke() ends. Returns the box that may have changed. */
    paint(x0: number, y0: number, x1: number, y1: number, terrain: number): Box | null {
        this.stroke ??= { before: this.tiles.slice(), box: null };
        const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1);
        let box: Box | null = null;
        for (let i = 0; i <= steps; i++) {
            const x = Math.round(x0 + ((x1 - x0) * i) / steps), y = Math.round(y0 + ((y1 - y0) * i) / steps);
            if (x < 0 || y < 0 || x >= this.width || y >= this.height || this.terrainAt(x, y) === terrain)
                continue;
            this.tiles[y * this.width + x] = terrain;
            box = joined(box, { x, y, width: 1, height: 1 });
        }
        this.stroke.box = joined(this.stroke.box, box);
        return box;
    }

    /** Makes what was painted since the last stroke one step of the undo list. */
    endStroke() {
        const stroke = this.stroke;
        this.stroke = null;
        if (!stroke?.box)
            return;
        const after = this.tilesIn(stroke.box);
        const now = this.tiles.slice();
        this.tiles.set(stroke.before);
        const before = this.tilesIn(stroke.box);
        this.tiles.set(now);
        this.remember({ kind: "tiles", box: stroke.box, before, after });
    }

    /** Changes settings; changes in a row with one `tag` are one step. */
    change(change: (settings: Settings) => void, isSameStep = false) {
        const before = this.settings;
        const after = structuredClone(before);
        change(after);
        this.settings = after;
        const last = this.steps[this.next - 1];
        if (isSameStep && last?.kind === "settings" && this.next === this.steps.length)
            last.after = after;
        else
            this.remember({ kind: "settings", before, after });
    }

    private remember(step: Step) {
        for (const undone of this.steps.splice(this.next))
            this.bytes -= bytesOf(undone);
        this.steps.push(step);
        this.bytes += bytesOf(step);
        while (this.bytes > MOST_UNDO_BYTES)
            this.bytes -= bytesOf(this.steps.shift()!);
        this.next = this.steps.length;
    }

    get canUndo() {
        return this.next > 0;
    }

    get canRedo() {
        return this.next < this.steps.length;
    }

    /** Returns the box of tiles that changed, or null. */
    undo(): Box | null {
        return this.canUndo ? this.apply(this.steps[--this.next], "before") : null;
    }

    redo(): Box | null {
        return this.canRedo ? this.apply(this.steps[this.next++], "after") : null;
    }

    private apply(step: Step, side: "before" | "after"): Box | null {
        if (step.kind === "settings") {
            this.settings = step[side];
            return null;
        }
        this.put(step.box, step[side]);
        return step.box;
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
