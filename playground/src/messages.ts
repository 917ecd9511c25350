// What the page and its worker say to each other. The page owns the world; the worker holds only what can be made
// again from it.

/** A place with a heading, in tiles and radians. */
export interface Pose {
    x: number;
    y: number;
    heading: number;
}

/** What drives: the fields of a unit that the page has dials for. */
export interface UnitDials {
    size: number;
    turnRadius: number;
    reverse: boolean;
    corners: "never" | "one" | "always" | "orthogonal";
    /** cost of each terrain; 0: not passable */
    costs: number[];
}

/** What is asked: the fields of a request that the page has dials for. */
export interface RequestDials {
    method: string;
    smoothing: string;
    heuristic: string;
    turns: string;
    weight: number;
    /** the heading at the goal counts */
    hasHeading: boolean;
}

export interface Query {
    serial: number;
    start: Pose;
    goal: Pose;
    request: RequestDials;
    /** the answer tells each step of the search */
    isTraced: boolean;
}

export type ToWorker =
    | { kind: "module"; module: WebAssembly.Module }
    | { kind: "map"; width: number; height: number; terrains: Uint8Array }
    | { kind: "edit"; x: number; y: number; width: number; height: number; terrains: Uint8Array }
    | { kind: "unit"; unit: UnitDials }
    | { kind: "query"; query: Query }
    | { kind: "agents"; agents: Agent[] }
    | { kind: "order"; ids: number[]; x: number; y: number }
    | { kind: "tick"; seconds: number };

/** A unit that drives by traffic, where it was dropped. */
export interface Agent {
    id: number;
    x: number;
    y: number;
}

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
    /** the library's name of the result; "refused": `text` says why */
    result: string;
    text: string;
    method: string;
    segments: Segment[];
    length: number;
    cost: number;
    /** as the checker, which has geometry of its own, judges the path */
    legal: boolean;
    expanded: number;
    milliseconds: number;
    /** steps of the search, TRACE_COLUMNS numbers for each; empty if they were not asked for */
    trace: Float32Array;
}

/** kind (0: put on the open list, 1: expanded), x, y, g, h */
export const TRACE_COLUMNS = 5;

export type FromWorker =
    | { kind: "ready" }
    | { kind: "answer"; answer: Answer }
    | { kind: "refused"; text: string }
    | { kind: "dials"; refusals: Refusals; ignored: string[] }
    | { kind: "unplaced"; ids: number[]; text: string }
    | { kind: "traffic"; states: Float64Array; milliseconds: number }
    | { kind: "timing"; what: "unit" | "commit"; milliseconds: number };
