// What the page and its worker say to each other. The page owns the world; the worker holds only what can be made
// again from it.
import type { Mark } from "../../bindings/js/src/index.js";
import type { Value } from "./dials.js";
import type { Kind } from "./kinds.js";
import type { Numbers, Subject } from "./layers.js";
import type { OverlayDef } from "./overlay.js";

/** A place with a heading, in tiles and radians. */
export interface Pose {
    x: number;
    y: number;
    heading: number;
}

/** A round obstacle. */
export interface Tree {
    x: number;
    y: number;
    radius: number;
}

/** The values of the dials of a group, by their names. */
export interface Dials {
    [name: string]: Value;
}

/** What drives: its dials, and the cost of each terrain; 0: not passable. */
export interface UnitDials extends Dials {
    size: number;
    turnRadius: number;
    reverse: boolean;
    corners: string;
    body: string;
    length: number;
    width: number;
}

/** What is asked: fields of a request. */
export interface RequestDials extends Dials {
    method: string;
    smoothing: string;
    hasHeading: boolean;
    goalRadius: number;
    fastest: boolean;
    partition: string;
}

/** The speeds of a unit. */
export interface AgentDials extends Dials {
    top: number;
    acceleration: number;
    braking: number;
    lateral: number;
}

export interface GroupDials extends Dials {
    formation: string;
    spacing: number;
    together: boolean;
    ownSteps: number;
    keepsAbreast: boolean;
}

export interface Query {
    serial: number;
    start: Pose;
    /** one goal, or several, of which the cheapest to reach is taken */
    goals: Pose[];
    overlay: OverlayDef;
    request: RequestDials;
    speeds: AgentDials;
    /** methods whose paths are shown beside that of the request; the first is the request's own */
    methods: string[];
    /** the answer tells each step of the search */
    isTraced: boolean;
    /** work that a frame may spend on the search; 0: all */
    workOfFrame: number;
}

/** What the steps of the strict hybrid have found, by the numbers of the article. */
export interface HybridSteps {
    ways: { step: string; segments: Segment[] }[];
    /** the step that made the method give up; empty: none */
    failed: string;
    a: Pose | null;
    b: Pose | null;
}

/** A unit that drives by traffic, where it was dropped. */
export interface Agent extends Pose {
    id: number;
    /** index of its kind */
    kind: number;
}

/** Units on their way to places of their own, or to the places of a formation. */
export type Order =
    | { kind: "places"; places: { id: number; x: number; y: number }[] }
    | { kind: "formation"; ids: number[]; to: Pose; group: GroupDials };

/** What the worker drives: all of it can be made again from this. */
export interface Fleet {
    kinds: Kind[];
    agents: Agent[];
    orders: Order[];
}

/** Of a subject; the worker tells no more. */
export const MOST_MARKS = 30000;

export type ToWorker =
    | { kind: "module"; module: WebAssembly.Module }
    | { kind: "map"; width: number; height: number; terrains: Uint8Array }
    | { kind: "edit"; x: number; y: number; width: number; height: number; terrains: Uint8Array }
    | { kind: "trees"; trees: Tree[] }
    | { kind: "unit"; unit: UnitDials; costs: number[] }
    | { kind: "query"; query: Query }
    | { kind: "inside"; subjects: Subject[]; numbers: Numbers }
    | { kind: "fleet"; fleet: Fleet; isNew: boolean }
    | { kind: "order"; ids: number[]; x: number; y: number; heading: number; group: GroupDials }
    | { kind: "ticks"; count: number }
    | { kind: "ping"; number: number };

/** Seconds of a tick: the traffic advances in equal ones, so that a run can be repeated. */
export const TICK = 1 / 60;

/** Expansions that searches may spend in a tick: what `fairway simulate` spends if nobody says more. */
export const BUDGET = 20000;

/** Options of the dials that the library would refuse with the others as they are, and the sentence why. */
export interface Refusals {
    [dial: string]: { [option: string]: string };
}

/** A line or an arc: curvature 0 is a line. */
export interface Segment {
    start: Pose;
    curvature: number;
    length: number;
    gear: "forward" | "reverse";
}

export interface Answer {
    serial: number;
    /** index in the query's methods */
    lane: number;
    /** the library's name of the result; "refused": `text` says why */
    result: string;
    text: string;
    method: string;
    segments: Segment[];
    length: number;
    cost: number;
    /** seconds at the speeds of the traffic; 0: unknown */
    duration: number;
    /** degrees that the unit turns in all */
    turns: number;
    /** as the checker, which has geometry of its own, judges the path */
    legal: boolean;
    fault: string;
    expanded: number;
    work: number;
    milliseconds: number;
    /** at, speed, time for each sample of the speed profile */
    speeds: Float64Array;
    /** steps of the search, TRACE_COLUMNS numbers for each; empty if they were not asked for */
    trace: Float32Array;
    /** of a search among trees: its marks tell the step of each edge; 0: they were not asked for */
    steps: number;
    /** where a wider, smaller or other unit would have to pass, and the reachable place nearest to the goal */
    place: { x: number; y: number } | null;
    nearest: { x: number; y: number } | null;
    /** null: the method was another one */
    hybrid: HybridSteps | null;
}

/** kind (0: put on the open list, 1: expanded), x, y, g, h, f; the node's number, and the step of its predecessor; 0: none */
export const TRACE_COLUMNS = 8;

export type FromWorker =
    | { kind: "ready" }
    | { kind: "answer"; answer: Answer }
    | { kind: "thinking"; serial: number; trace: Float32Array; expanded: number }
    | { kind: "refused"; text: string }
    /** what: of the library's inside it was about to show; empty: none, or not known */
    | { kind: "failed"; text: string; what: Subject | "numbers" | "" }
    | { kind: "dials"; refusals: Refusals; ignored: string[] }
    | { kind: "unplaced"; ids: number[]; text: string }
    | { kind: "ordered"; order: Order }
    | { kind: "marks"; subject: Subject; marks: Mark[]; why: string }
    | { kind: "numbers"; numbers: Numbers; values: Float32Array; greatest: number; why: string }
    | { kind: "traffic"; states: Float64Array; time: number; milliseconds: number }
    | { kind: "timing"; what: "unit" | "commit"; milliseconds: number; bytes: number }
    /** what is computed next, as a whole */
    | { kind: "begins"; what: Subject | "numbers" }
    | { kind: "pong"; number: number };
