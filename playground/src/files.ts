// Files that the user opens: maps, by the library's own readers, and scenarios. Throws sentences.
import type { Fairway, GridMap } from "../../bindings/js/src/index.js";
import { parseJson } from "../../bindings/js/src/json.js";
import { addUnits } from "./file_units.js";
import { keyOf } from "./export_command.js";
import { chosenOf, freeName, MOST_KINDS, usualKind, type Kind } from "./kinds.js";
import { likeness } from "./presets.js";
import { DRIVEN_DIALS } from "./unit.js";
import type { Agent, Order } from "./messages.js";
import { overlayOf, type OverlayDef } from "./overlay.js";
import { TERRAINS, WALL } from "./terrains.js";
import { usualSettings, World, type Settings } from "./world.js";

const MOST_SIDE = 4096;

/** What was opened. */
export interface Opened {
    world: World;
    name: string;
    /** what a reader assumed or left out */
    warnings: string[];
    /** if there was one */
    overlay?: OverlayDef;
}

/** Reads a map; of an LDtk file with several levels, all of them. */
function readAny(fairway: Fairway, bytes: Uint8Array, options: { name: string; neighbours: { [name: string]: Uint8Array } }) {
    try {
        return fairway.readMap(bytes, options);
    } catch (error) {
        const { message, result } = error as Error & { result?: string };
        if (result === "not-found") // of a page, no file has neighbours but those that were opened with it
            throw new Error(`${message}. Open both together.`);
        if (!/the file has several levels/.test(message))
            throw error;
        return fairway.readMap(bytes, { ...options, world: "" });
    }
}

/**
 * The world of a map's bytes.
 *
 * place  puts start and goal where the unit can stand
 */
function readWorld(fairway: Fairway, bytes: Uint8Array, name: string, neighbours: { [name: string]: Uint8Array } = {},
    place?: (map: GridMap, world: World) => void): Opened {
    const { map, costs, warnings, units } = readAny(fairway, bytes, { name, neighbours });
    try {
        const { width, height } = map, terrains = map.terrains();
        if (width > MOST_SIDE || height > MOST_SIDE)
            throw new Error(`${name}: this page shows maps of up to ${MOST_SIDE} x ${MOST_SIDE} tiles; this one has ${width} x ${height}.`);
        for (const foreign of new Set(terrains.filter((terrain) => terrain >= TERRAINS.length)))
            warnings.push(`The terrain '${map.terrainName(foreign)}' is none of the eight of this page, and is shown as wall`);
        terrains.forEach((terrain, i) => (terrains[i] = terrain < TERRAINS.length ? terrain : WALL));
        const world = new World(width, height);
        world.tiles.set(terrains);
        const [kind] = world.settings.kinds;
        kind.costs = kind.costs.map((cost, terrain) => costs[terrain] || cost);
        addUnits(world, units, warnings);
        place?.(map, world);
        return { world, name, warnings };
    } finally {
        map.free();
    }
}

/** Puts start and goal into the largest region: its first tile and its last one. */
function placeEnds(map: GridMap, { settings, width }: World) {
    const labels = map.regions(map.addUnit({ terrainCost: chosenOf(settings).costs })), counts = new Map<number, number>();
    for (const label of labels)
        if (label > 0)
            counts.set(label, (counts.get(label) ?? 0) + 1);
    const [largest] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    if (largest === undefined)
        return;
    const placeAt = (tile: number) => ({ x: (tile % width) + 0.5, y: Math.floor(tile / width) + 0.5 });
    Object.assign(settings.start, placeAt(labels.indexOf(largest)));
    Object.assign(settings.goals[0], placeAt(labels.lastIndexOf(largest)));
}

/** The world of a text that the page itself has written. */
export const readText = (fairway: Fairway, text: string) => readWorld(fairway, new TextEncoder().encode(text), "the world").world;

/** Opens files that were chosen together: a map with the tables beside it, a scenario with its map, or one of them. Without a
 * map, scenarios and overlays are about the present one; with an overlay alone, the present world itself is returned. */
export async function openFiles(fairway: Fairway, files: File[], present: World): Promise<Opened> {
    const all: { [name: string]: Uint8Array } = {};
    for (const file of files)
        all[file.name] = new Uint8Array(await file.arrayBuffer());
    const names = Object.keys(all);
    const scenario = names.find((name) => isScenario(all[name]));
    const overlay = names.find((name) => name !== scenario && isOverlay(all[name]));
    const map = mapOf(names.filter((name) => name !== scenario && name !== overlay));
    const opened = map ? readWorld(fairway, all[map], map, all, placeEnds)
        : scenario ? { world: copied(present), name: scenario, warnings: [] } : { world: present, name: "", warnings: [] };
    if (scenario)
        opened.world.settings = settingsOf(scenario, new TextDecoder().decode(all[scenario]), opened.world, opened.warnings);
    if (!overlay)
        return { ...opened, name: scenario ?? opened.name };
    const parts = overlayIn(fairway, overlay, new TextDecoder().decode(all[overlay]), opened.world);
    if (opened.world !== present)
        opened.world.settings.overlay = parts;
    return { ...opened, name: [scenario ?? map, overlay].filter(Boolean).join(" with "), overlay: parts };
}

/** Files that name others, before files that others name. */
const KINDS = [/\.(yaml|yml|tmx|tmj|ldtk)$/i, /\.json$/i, /\.(?!letters|colors|terrains|tsx|tsj)\w+$/i, /./];

/** The map of some files; undefined: there is none. */
const mapOf = (names: string[]) => KINDS.map((kind) => names.find((name) => kind.test(name))).find((name) => name !== undefined);

function copied(world: World): World {
    const copy = new World(world.width, world.height, { ...usualSettings(), kinds: [chosenOf(world.settings)] });
    copy.tiles.set(world.tiles);
    return copy;
}

const isScenario = (bytes: Uint8Array) => /^\uFEFF?\s*\{[^]*"fairway_scenario"/.test(new TextDecoder().decode(bytes.subarray(0, 4096)));

const PARTS = ["blocked", "forbidden", "costs", "corridor"];

/** A JSON object with parts of an overlay and nothing else. */
function isOverlay(bytes: Uint8Array): boolean {
    if (bytes.length > 1 << 24 || !/^\uFEFF?\s*\{/.test(new TextDecoder().decode(bytes.subarray(0, 64))))
        return false;
    const text = new TextDecoder().decode(bytes), keys = [...text.matchAll(/"(\w+)"\s*:/g)].map(([, key]) => key);
    return keys.length > 0 && keys.every((key) => PARTS.includes(key));
}

/** The parts of an overlay in a file; each of them may be missing. */
function overlayIn(fairway: Fairway, file: string, text: string, { width, height, settings }: World): OverlayDef {
    const top = new Place(file, "", parse(file, text));
    const list = (part: string) => (top.at(part).isThere ? top.at(part).items : []);
    const numbers = (place: Place, count: number) => Array.from({ length: count }, (_, i) => place.at(i).number);
    const parts: OverlayDef = {
        blocked: list("blocked").map((place) => numbers(place, 4) as OverlayDef["blocked"][0]),
        forbidden: list("forbidden").map((place) => [place.at(0).number, place.at(1).number, place.at(2).text]),
        added: list("costs").map((place) => numbers(place, 5) as OverlayDef["added"][0]),
        corridor: top.at("corridor").isThere ? [numbers(top.at("corridor"), 4) as OverlayDef["corridor"][0]] : [],
        named: settings.overlay.named,
    };
    try {
        overlayOf(fairway, width, height, parts).free();
    } catch (error) {
        throw new Error(`${file}: ${(error as Error).message}`);
    }
    return parts;
}

function parse(file: string, text: string): unknown {
    try {
        return parseJson(text.replace(/^\uFEFF/, ""));
    } catch (error) {
        const { line, message } = error as Error & { line: number };
        throw new Error(`${file}:${line}: this is not JSON: ${message}.`);
    }
}

type Json = { [key: string]: unknown };

/** What a value must be, or a sentence says what it is. */
class Place {
    constructor(private file: string, private path: string, readonly value: unknown) {}

    at(key: string | number) {
        return new Place(this.file, typeof key === "number" ? `${this.path}[${key}]` : this.path ? `${this.path}.${key}` : key, (this.value as Json | undefined)?.[key]);
    }

    private expected(what: string): never {
        throw new Error(`${this.file}: ${this.path} is ${JSON.stringify(this.value) ?? "missing"}, expected ${what}.`);
    }

    get number(): number {
        return typeof this.value === "number" && Number.isFinite(this.value) ? this.value : this.expected("a number");
    }

    get text(): string {
        return typeof this.value === "string" ? this.value : this.expected("a text");
    }

    get items(): Place[] {
        return Array.isArray(this.value) ? this.value.map((_, i) => this.at(i)) : this.expected("a list");
    }

    get isThere() {
        return this.value !== undefined;
    }
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** The units of a scenario, which are round. */
function settingsOf(file: string, text: string, { settings }: World, warnings: string[]): Settings {
    const top = new Place(file, "", parse(file, text)), units = top.at("units").items, kinds: Kind[] = [];
    const known = new Map<string, number>();
    const agents: Agent[] = units.map((unit) => {
        const [x, y, degrees] = unit.at("at").items, key = JSON.stringify(["kind", "unit", "speed"].map((part) => unit.at(part).value));
        const kind = known.get(key) ?? kinds.push(kindOf(unit, settings, kinds)) - 1;
        known.set(key, kind);
        return { id: unit.at("id").number, kind, x: x.number, y: y.number, heading: degrees ? radians(degrees.number) : 0 };
    });
    if (kinds.length > MOST_KINDS)
        throw new Error(`${file}: its units are of ${kinds.length} kinds; this page shows up to ${MOST_KINDS}.`);
    const places = units.filter((unit) => unit.at("to").isThere).map((unit) => {
        const [x, y] = unit.at("to").items;
        return { id: unit.at("id").number, x: x.number, y: y.number };
    });
    const all = top.at("groups").isThere ? top.at("groups").items : [];
    const groups = all.map((group): Order => {
        const [x, y, degrees] = group.at("to").items;
        const { together, keeps_abreast: abreast } = group.value as Json, ids = group.at("units").items.map((id) => id.number);
        const own = group.at("own_steps"), spacing = group.at("spacing"), formation = group.at("formation");
        const widest = Math.max(0, ...agents.filter(({ id }) => ids.includes(id)).map(({ kind }) => kinds[kind].unit.width));
        return {
            kind: "formation", ids, to: { x: x.number, y: y.number, heading: degrees ? radians(degrees.number) : 0 },
            group: {
                formation: formation.isThere ? formation.text : "box", spacing: spacing.isThere ? spacing.number : 1.5 * widest, // three radii
                together: together === true, ownSteps: own.isThere ? own.number : 10, keepsAbreast: abreast === true,
            },
        };
    });
    if (top.at("edits").isThere || [...units, ...all].some((part) => part.at("start_time").isThere || part.at("priority").isThere))
        warnings.push("Start times, priorities and edits are left out: this page lets all units begin at once");
    const orders: Order[] = [...(places.length > 0 ? [{ kind: "places" as const, places }] : []), ...groups];
    return { ...settings, ...(units.length > 0 ? { kinds, kind: 0 } : {}), agents, orders };
}

/** The kind of a unit: its body, costs and speeds. */
function kindOf(unit: Place, settings: Settings, others: Kind[]): Kind {
    const usual = structuredClone(chosenOf(settings)), body = unit.at("unit"), speed = unit.at("speed"), enter = body.at("enter"), name = unit.at("kind");
    const kind: Kind = { ...usual, unit: { ...usualKind().unit, body: "circle", width: 2 * body.at("footprint").at("circle").number } };
    for (const dial of DRIVEN_DIALS) {
        const given = body.at(keyOf(dial));
        if (given.isThere)
            kind.unit[dial.name] = typeof dial.initial === "boolean" ? given.value === true : typeof dial.initial === "string" ? String(given.number) : given.number;
    }
    if (speed.isThere)
        kind.agent = { ...usual.agent, top: speed.at("top").number, acceleration: speed.at("accelerate").number, braking: speed.at("brake").number, lateral: speed.at("lateral").number };
    if (enter.isThere)
        kind.costs = TERRAINS.map((terrain) => (enter.at(terrain.name).isThere ? enter.at(terrain.name).number : 0));
    return { ...kind, name: freeName(others, name.isThere ? name.text : likeness(kind)) };
}
