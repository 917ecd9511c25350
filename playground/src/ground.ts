// Pictures of all tiles, which the views enlarge: the terrains, and numbers above them. They are drawn anew only where
// they change.
import { TERRAIN_COLORS } from "./colors.js";
import type { Numbers } from "./layers.js";
import type { Box, World } from "./world.js";

const SHOWN_EVERY_MS = 200;
const SLICE_MS = 8, PIECE = 1 << 16; // tiles that are drawn between looks at the clock
const MOST_PIXELS = 2048; // along a side, unless the world has more tiles
const WALL = 0, WATER = 3, TREE = 5;

type Color = readonly [number, number, number];

const rgbOf = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as unknown as Color;
const mixed = (a: Color, b: Color, share: number) => a.map((value, i) => value + (b[i] - value) * share) as unknown as Color;
const packed = ([r, g, b]: Color, alpha = 255) => ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;

const BASE = TERRAIN_COLORS.map(rgbOf);
const FLAT = BASE.map((color) => packed(color));
const LIT = BASE.map((color) => packed(mixed(color, [255, 255, 255], 0.3)));
const DARK = BASE.map((color) => packed(mixed(color, [10, 20, 40], 0.22)));
const GRID = BASE.map((color) => packed(mixed(color, [60, 70, 90], 0.1)));
/** Terrains that stand above those beside them, and so cast a shadow. */
const HEIGHTS = TERRAIN_COLORS.map((_, terrain) => (terrain === WALL ? 2 : terrain === TREE ? 1 : terrain === WATER ? -1 : 0));

export class Ground {
    readonly tiles = document.createElement("canvas");
    readonly numbers = document.createElement("canvas");
    /** pixels of a tile */
    detail = 1;
    /** a number for each tile, row by row; null: none are shown */
    values: Float32Array | null = null;
    /** what they are */
    kind: Numbers = "nothing";
    /** share of the greatest number up to which numbers are shown: how far a wave has come */
    reach = 1;
    private most = Infinity;

    /** True if a number stands on its tile. */
    shows = (value: number) => value <= this.most && isTold(this.kind, value);


    use(world: World) {
        this.detail = Math.max(1, Math.min(12, Math.floor(MOST_PIXELS / Math.max(world.width, world.height))));
        this.tiles.width = world.width * this.detail;
        this.tiles.height = world.height * this.detail;
        this.values = null;
        this.draw(world, { x: 0, y: 0, width: world.width, height: world.height });
    }

    /** Draws tiles anew that have changed, and their neighbours, which may lie in their shadow. */
    draw(world: World, changed: Box) {
        const x0 = Math.max(0, changed.x - 1), y0 = Math.max(0, changed.y - 1);
        const x1 = Math.min(world.width, changed.x + changed.width + 1), y1 = Math.min(world.height, changed.y + changed.height + 1);
        const { detail } = this;
        const image = new ImageData((x1 - x0) * detail, (y1 - y0) * detail);
        const pixels = new Uint32Array(image.data.buffer);
        for (let y = y0; y < y1; y++)
            for (let x = x0; x < x1; x++)
                this.drawTile(world, x, y, pixels, image.width, ((y - y0) * image.width + (x - x0)) * detail);
        this.tiles.getContext("2d")!.putImageData(image, x0 * detail, y0 * detail);
    }

    /** @param at  the tile's first pixel */
    private drawTile(world: World, x: number, y: number, pixels: Uint32Array, row: number, at: number) {
        const { detail } = this;
        if (detail === 1) {
            pixels[at] = FLAT[world.terrainAt(x, y)];
            return;
        }
        const terrain = world.terrainAt(x, y), height = HEIGHTS[terrain];
        const heightAt = (dx: number, dy: number) =>
            (world.contains(x + dx, y + dy) ? HEIGHTS[world.terrainAt(x + dx, y + dy)] : height);
        for (let line = 0; line < detail; line++)
            pixels.fill(FLAT[terrain], at + line * row, at + line * row + detail);
        if (detail < 4)
            return;
        const edge = detail >= 8 ? 2 : 1;
        const north = heightAt(0, -1), west = heightAt(-1, 0), south = heightAt(0, 1), east = heightAt(1, 0);
        const paint = (color: number, left: number, top: number, width: number, tall: number) => {
            for (let line = top; line < top + tall; line++)
                pixels.fill(color, at + line * row + left, at + line * row + left + width);
        };
        if (detail >= 8 && height < 2) {
            paint(GRID[terrain], 0, 0, detail, 1);
            paint(GRID[terrain], 0, 0, 1, detail);
        }
        if (north > height)
            paint(DARK[terrain], 0, 0, detail, edge + 1);
        if (west > height)
            paint(DARK[terrain], 0, 0, edge, detail);
        if (north < height)
            paint(LIT[terrain], 0, 0, detail, edge);
        if (west < height)
            paint(LIT[terrain], 0, 0, edge, detail);
        if (south < height)
            paint(DARK[terrain], 0, detail - edge, detail, edge);
        if (east < height)
            paint(DARK[terrain], detail - edge, 0, edge, detail);
    }

    /** Shows numbers above the terrains; null: none. Of large maps, goOn() draws the rest. */
    showNumbers(world: World, kind: Numbers, values: Float32Array | null, greatest = 1) {
        this.kind = kind;
        this.values = values && values.length === world.width * world.height ? values : null;
        this.numbers.width = world.width;
        this.numbers.height = world.height;
        this.rows = this.values ? 0 : Infinity;
        this.greatest = greatest;
        this.most = this.reach < 1 ? this.reach * this.greatest : Infinity;
        this.goOn();
    }

    /** the greatest number that is finite */
    greatest = 1;
    private rows = Infinity; // of numbers that are drawn
    private shownAt = 0;

    /** Draws numbers for a slice of time. Returns true if the view should show them. */
    goOn(): boolean {
        const { width, height } = this.numbers, until = performance.now() + SLICE_MS;
        if (!this.values || this.rows >= height)
            return false;
        while (this.rows < height && performance.now() < until) {
            const count = Math.min(height - this.rows, Math.ceil(PIECE / width)), image = new ImageData(width, count);
            const pixels = new Uint32Array(image.data.buffer), from = this.rows * width;
            for (let i = 0; i < pixels.length; i++) {
                const value = this.values[from + i];
                pixels[i] = value <= this.most ? colorOf(this.kind, value, this.greatest) : 0;
            }
            this.numbers.getContext("2d")!.putImageData(image, 0, this.rows);
            this.rows += count;
        }
        if (this.rows < height && until - this.shownAt < SHOWN_EVERY_MS)
            return false;
        this.shownAt = until;
        return true;
    }
}

/** False where there is nothing to tell: no way leads to the goal, or the unit does not fit at all. */
const isTold = (kind: Numbers, value: number) => value !== Infinity && (value > 0 || kind !== "clearance");

/** From dark violet over green-blue to yellow, lighter all the way: the "viridis" scale of matplotlib, roughly. */
const STOPS: Color[] = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];
const SHADES = 1024;
const RAMP = Array.from({ length: SHADES }, (_, i) => {
    const at = (i / SHADES) * (STOPS.length - 1);
    return packed(mixed(STOPS[Math.floor(at)], STOPS[Math.floor(at) + 1], at % 1), 190);
});

/** The colour of a value, packed; transparent where there is nothing to tell. */
function colorOf(kind: Numbers, value: number, most: number): number {
    if (!isTold(kind, value))
        return 0;
    const share = kind === "clearance" ? Math.sqrt(value / most) : value / most;
    return RAMP[Math.min(SHADES - 1, Math.floor(share * SHADES))];
}
