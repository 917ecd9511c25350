// The whole state as the fragment of a link, compressed.
import type { Fairway } from "../../bindings/js/src/index.js";
import { readText } from "./files.js";
import { freeName, MOST_KINDS, tidied, usualKind } from "./kinds.js";
import { likeness } from "./presets.js";
import { usualSettings, type Settings, type World } from "./world.js";

const HEAD = "w=";
/** Of the state. 1: one kind of unit; 2: a list of kinds. */
const VERSION = 2;
const MOST_TILES = 1 << 25;

async function through(bytes: BlobPart, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
    return new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
}

/** What a fragment holds. */
export interface Shared {
    world: World;
    /** the page shows the steps of the search */
    isTraced: boolean;
}

/** The fragment without its '#'. */
export async function fragmentOf({ world, isTraced }: Shared): Promise<string> {
    const text = JSON.stringify({ version: VERSION, map: world.toText(), settings: world.settings, isTraced });
    const packed = new Uint8Array(await through(text, new CompressionStream("gzip")));
    let letters = "";
    for (const byte of packed)
        letters += String.fromCharCode(byte);
    return HEAD + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What a fragment holds, which this page or `fairway route --html` has written; throws a sentence if it is damaged. */
export async function sharedOf(fairway: Fairway, fragment: string): Promise<Shared> {
    if (!fragment.startsWith(HEAD))
        throw new Error(`This page has no world '${fragment.slice(0, 40)}'.`);
    let state: { version?: unknown; map: string; settings: unknown; isTraced?: unknown } | null;
    try {
        const letters = atob(fragment.slice(HEAD.length).replaceAll("-", "+").replaceAll("_", "/"));
        const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
        const text = new TextDecoder().decode(await through(packed, new DecompressionStream("gzip")));
        state = JSON.parse(text) as typeof state;
    } catch {
        throw new Error("The link is damaged: it holds no world. Copy it again, whole.");
    }
    if (Number(state?.version ?? 1) > VERSION)
        throw new Error("A newer playground has written this link, and this one cannot read it.");
    if (typeof state?.map !== "string" || state.map.length > MOST_TILES)
        throw new Error("The link holds no map that this page can show.");
    const world = mapOf(fairway, state.map);
    world.settings = settingsOf(state.settings);
    return { world, isTraced: state.isTraced === true };
}

function mapOf(fairway: Fairway, text: string): World {
    try {
        return readText(fairway, text);
    } catch (error) {
        throw new Error(`The link is damaged: ${(error as Error).message.replace(/^[^:]*(:\d+)?: /, "").replace(/\.$/, "")}.`);
    }
}

/** Settings of any version: what is missing, or makes no sense, is as usual. */
function settingsOf(given: unknown): Settings {
    const { unit, costs, agent, kinds } = (given ?? {}) as { [part: string]: unknown };
    const list = Array.isArray(kinds) && kinds.length > 0 ? kinds.slice(0, MOST_KINDS) : [{ unit, costs, agent }];
    const settings = fitted(usualSettings(), { ...(given as object), kinds: list }, EXAMPLES);
    settings.kinds.forEach((kind, index) => {
        const name = typeof list[index]?.name === "string" ? tidied(kind.name) : "";
        kind.name = freeName(settings.kinds.slice(0, index), name || likeness(kind));
    });
    const isKind = (index: number) => settings.kinds[index] !== undefined;
    settings.kind = isKind(settings.kind) ? settings.kind : 0;
    settings.agents = settings.agents.filter(({ kind }) => isKind(kind));
    return settings;
}

/** What the entries of lists look like that are usually empty. */
const EXAMPLES: { [name: string]: unknown } = {
    kinds: usualKind(), others: "", agents: { id: 0, kind: 0, x: 0, y: 0, heading: 0 }, trees: { x: 0, y: 0, radius: 0 }, blocked: [0, 0, 0, 0],
    forbidden: [0, 0, ""], added: [0, 0, 0, 0, 0], corridor: [0, 0, 0, 0], named: [0, 0, 0, 0, ""], goals: { x: 0, y: 0, heading: 0 },
};

/** A value of the same shape as the usual one: what is missing, or of another type, is as usual. */
export function fitted<T>(usual: T, given: unknown, examples: { [name: string]: unknown } = {}): T {
    if (typeof usual !== "object" || usual === null)
        return typeof given === typeof usual ? (given as T) : usual;
    if (typeof given !== "object" || given === null)
        return usual;
    const parts = given as { [name: string]: unknown };
    const result = (Array.isArray(usual) ? [...usual] : { ...usual }) as { [name: string]: unknown };
    for (const [name, part] of Object.entries(usual)) {
        const list = parts[name];
        if (name in examples && Array.isArray(list))
            result[name] = list.map((entry) => fitted(examples[name], entry));
        else if (name === "orders" && Array.isArray(list))
            result[name] = list.filter(isOrder);
        else
            result[name] = fitted(part, list, examples);
    }
    return result as T;
}

function isOrder(order: unknown): boolean {
    const { kind, places, ids, to, group } = (order ?? {}) as { [name: string]: unknown };
    return (kind === "places" && Array.isArray(places)) ||
        (kind === "formation" && Array.isArray(ids) && typeof to === "object" && typeof group === "object");
}
