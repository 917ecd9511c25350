import type {
    CheckReport,
    MapDef,
    Method,
    Pose,
    Request as RequestFields,
    Result,
    Segment,
    SpeedDef,
    Statistics,
    PathSummary,
    UnitDef,
} from "./types.js";

export * from "./types.js";

/** What went wrong. */
export class FairwayError extends Error {
    /** the library's name of the result, or "freed" */
    readonly result: Result | "freed";
    /** the field that is wrong, such as "goal.pose"; empty if there is none */
    readonly field: string;
}

/** x and y in tiles, heading in radians: 0 is east, a quarter turn is south. */
export type Place =
    | [x: number, y: number]
    | [x: number, y: number, heading: number]
    | { x: number; y: number; heading?: number };
export type Terrain =
    number | "blocked" | "ground" | "swamp" | "water" | "shallow" | "tree" | "road" | "sand";

/** Costs by terrain: by index, or by name. */
export type ByTerrain = number[] | { [terrain: string]: number };

export interface Unit extends Partial<Omit<UnitDef, "terrainCost" | "footprint" | "methods">> {
    footprint?: Partial<UnitDef["footprint"]>;
    terrainCost?: ByTerrain;
    /** methods whose tables are built with the unit */
    methods?: Method[];
}

export interface Request extends Partial<
    Omit<RequestFields, "start" | "goal" | "overlay" | "areas" | "fastest" | "trace" | "traceUser">
> {
    unit: number;
    start: Place;
    /** a place, a pose, a disc, or the nearest of several */
    goal: Place | { x: number; y: number; heading?: number; radius: number } | { nearestOf: Place[] };
    overlay?: Overlay;
    fastest?: Partial<Omit<SpeedDef, "terrainTop">> & { terrainTop?: ByTerrain };
}

/** An object in the library's memory. */
export class Owned {
    /** Gives the memory back. The object cannot be used any more; a map lives on until its planners are freed. */
    free(): void;
    [Symbol.dispose](): void;
}

export class GridMap extends Owned {
    constructor(
        width: number,
        height: number,
        options?: Partial<Omit<MapDef, "fill" | "width" | "height">> & { fill?: Terrain },
    );
    static fromRows(rows: string[], letters?: { [letter: string]: Terrain }): GridMap;
    readonly width: number;
    readonly height: number;
    readonly version: number | bigint;
    terrain(x: number, y: number): number;
    set(x: number, y: number, terrain: Terrain, width?: number, height?: number): void;
    setTiles(
        terrains: Uint8Array | number[],
        area?: { x?: number; y?: number; width?: number; height?: number },
    ): void;
    commit(): void;
    discard(): void;
    addUnit(unit?: Unit): number;
    removeUnit(id: number): void;
    fits(unit: number, x: number, y: number): boolean;
    connected(unit: number, fromX: number, fromY: number, toX: number, toY: number): boolean;
    clearance(x: number, y: number, terrains?: Terrain[]): number;
}

export class Overlay extends Owned {
    constructor(width: number, height: number);
    clear(): void;
    block(x: number, y: number, width?: number, height?: number): void;
    addCost(x: number, y: number, cost: number, width?: number, height?: number): void;
}

export class Path extends Owned {
    readonly length: number;
    readonly cost: number;
    readonly duration: number;
    readonly summary: PathSummary;
    readonly segments: Segment[];
    poseAt(distance: number): Pose;
    /** x, y, heading, x, y, heading, ... */
    poses(deviation?: number): Float64Array;
}

export class Search extends Owned {
    readonly result: Result;
    readonly progress: number;
    readonly statistics: Statistics;
    step(work: number): boolean;
    best(): Path | null;
}

export class Planner extends Owned {
    constructor(map: GridMap);
    readonly result: Result;
    readonly statistics: Statistics;
    findPath(request: Request): Path | null;
    search(request: Request): Search;
}

export interface Fairway {
    version: string;
    terrains: { [name: string]: number };
    GridMap: typeof GridMap;
    Overlay: typeof Overlay;
    Path: typeof Path;
    Planner: typeof Planner;
    Search: typeof Search;
    checkPath(map: GridMap, unit: number, path: Path): CheckReport;
}

export function load(source?: ArrayBuffer | ArrayBufferView | WebAssembly.Module | URL): Promise<Fairway>;
