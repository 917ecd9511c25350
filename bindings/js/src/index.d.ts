import type {
    AgentActivity,
    AgentDef,
    AgentState,
    AreaMapDef,
    Barrier,
    CheckDef,
    CheckReport,
    Curve,
    DubinsWord,
    ForestEdge,
    ForestRequest,
    Formation,
    GroupDef,
    HybridReport,
    HybridStep,
    MapDef,
    MapMemory,
    MarkKind,
    Method,
    Pose,
    Radical,
    Request as RequestFields,
    Result,
    Segment,
    Side,
    Sight,
    SpeedDef,
    Statistics,
    PathSummary,
    TileRect,
    TraceEvent,
    TrafficEvent,
    Tree,
    UnitDef,
    WaitCause,
    Frame,
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
    | { x: number; y: number; heading?: number }
    | Float32Array
    | Float64Array
    | Int32Array;
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
    Omit<RequestFields, "start" | "goal" | "overlay" | "areas" | "previous" | "fastest" | "trace" | "traceUser">
> {
    unit: number;
    start: Place;
    /** a place, a pose, a disc, or the nearest of several */
    goal: Place | { x: number; y: number; heading?: number; radius: number } | { nearestOf: Place[] };
    overlay?: Overlay;
    /** for the method "areas": of the same unit */
    areas?: AreaMap;
    /** the last path of a unit on its way, which asks again */
    previous?: Path | null;
    /** receives every step of the search; what it throws, the call throws at its end */
    trace?: (event: TraceEvent) => void;
    fastest?: Partial<Omit<SpeedDef, "terrainTop">> & { terrainTop?: ByTerrain };
}

declare global {
    /** as in the lib esnext.disposable, which programs need for `using` alone */
    interface SymbolConstructor {
        readonly dispose: unique symbol;
    }
}

/** An object in the library's memory. */
export class Owned {
    /** Gives the memory back. The object cannot be used any more; a map lives on until its planners are freed. */
    free(): void;
    [Symbol.dispose](): void;
}

/** What can be asked of a map and of a snapshot. */
export class ReadableMap extends Owned {
    readonly width: number;
    readonly height: number;
    readonly version: number | bigint;
    terrain(x: number, y: number): number;
    /** of all tiles, row by row */
    terrains(): Uint8Array;
    /** terrains() without a copy, until the next call of the library */
    terrainsView(): Readonly<Uint8Array>;
    terrainName(terrain: number): string;
    fits(unit: number, x: number, y: number): boolean;
    connected(unit: number, fromX: number, fromY: number, toX: number, toY: number): boolean;
    clearance(x: number, y: number, terrains?: Terrain[]): number;
    /** of all tiles, row by row */
    clearances(terrains?: Terrain[]): Int32Array;
    /** clearances() without a copy, until the next call of the library */
    clearancesView(terrains?: Terrain[]): Readonly<Int32Array>;
    /** the nearest place where a unit may stand besides others, whether or not it can get there; null if there is none */
    nearestFree(unit: number, place: Place, options?: { taken?: Tree[]; overlay?: Overlay | null }): Pose | null;
    /** labels, row by row; 0 where the unit does not fit */
    regions(unit: number): Uint32Array;
    /** regions() without a copy, until the next call of the library */
    regionsView(unit: number): Readonly<Uint32Array>;
    /** Holds the newest version: a map that stays as it is. */
    snapshot(): Snapshot;
}

/** A version of a map, which can be edited meanwhile. */
export class Snapshot extends ReadableMap {
    constructor(map: ReadableMap);
}

export class GridMap extends ReadableMap {
    constructor(
        width: number,
        height: number,
        options?: Partial<Omit<MapDef, "fill" | "width" | "height">> & { fill?: Terrain },
    );
    static fromRows(rows: string[], letters?: { [letter: string]: Terrain }): GridMap;
    set(x: number, y: number, terrain: Terrain, width?: number, height?: number): void;
    setTiles(
        terrains: Uint8Array | number[],
        area?: { x?: number; y?: number; width?: number; height?: number },
    ): void;
    commit(): void;
    discard(): void;
    addUnit(unit?: Unit): number;
    removeUnit(id: number): void;
    /** true while there is work left */
    prepareStep(unit: number, method: Method, work: number): boolean;
    prepare(unit: number, method: Method): void;
    readonly memory: MapMemory;
}

export class Overlay extends Owned {
    constructor(width: number, height: number);
    clear(): void;
    block(x: number, y: number, width?: number, height?: number): void;
    /** sets a rectangle, by default the whole map, to bytes: 0 to 253 cost a 16th of a tile each, 254 forbids the unit's
     * centre, and 255 counts as `unknown` */
    setCosts(
        costs: ArrayLike<number>,
        options?: { x?: number; y?: number; width?: number; height?: number; unknown?: number },
    ): void;
    /** moves out of an anchor tile */
    forbid(x: number, y: number, moves: Move | Move[]): void;
    /** the unit must stay in a rectangle */
    corridor(x: number, y: number, width: number, height: number): void;
    addCost(x: number, y: number, cost: number, width?: number, height?: number): void;
}

/** The newest version of a map, cut into areas for one unit: pieces that `labels` paint alike, and squares. */
export class AreaMap extends Owned {
    /** labels: a number for each tile, row by row; 0: none */
    constructor(
        map: ReadableMap,
        unit: number,
        options?: Partial<Pick<AreaMapDef, "side" | "partition">> & { labels?: Uint16Array | number[] },
    );
    readonly count: number;
    /** from 0 on; -1: the unit cannot be anchored there */
    at(x: number, y: number): number;
    /** 0: an area of a square */
    label(area: number): number;
}

export type Move = "E" | "SE" | "S" | "SW" | "W" | "NW" | "N" | "NE";

export class Path extends Owned {
    readonly length: number;
    readonly cost: number;
    readonly duration: number;
    readonly summary: PathSummary;
    readonly segments: Segment[];
    poseAt(distance: number): Pose;
    /** the place on the path that is nearest to a point: tiles along the path, and from the point */
    nearest(place: Place): { distance: number; away: number };
    /** x, y, heading, x, y, heading, ... */
    poses(deviation?: number): Float64Array;
    /** poses() without a copy, until the next call of the library */
    posesView(deviation?: number): Readonly<Float64Array>;
    /** map: null for a path among trees */
    profile(map: ReadableMap | null, speeds: Partial<SpeedDef>): void;
    /** at, speed, time, at, speed, time, ... */
    readonly speeds: Float64Array;
    /** speeds without a copy, until the next call of the library */
    speedsView(): Readonly<Float64Array>;
}

/** Begun by search() of a planner. */
export class Search extends Owned {
    private constructor();
    readonly result: Result;
    readonly progress: number;
    readonly statistics: Statistics;
    step(work: number): boolean;
    /** the same for a time, in microseconds */
    stepFor(microseconds: number): boolean;
    best(): Path | null;
    /** with the method "areas": indices of areas, from the start on */
    areaPath(): number[];
}

export class Planner extends Owned {
    constructor(map: ReadableMap);
    readonly result: Result;
    readonly statistics: Statistics;
    findPath(request: Request): Path | null;
    search(request: Request): Search;
    /** why there is no path; floods the whole map */
    explain(request: Request): {
        result: Result;
        barrier: Barrier;
        text: string;
        size: number;
        terrains: number[];
        place: { x: number; y: number } | null;
        nearest: { x: number; y: number } | null;
    };
    /** what is wrong with a request; null: nothing is */
    refusal(request: Request): { result: Result; field: string; other: string; reason: string } | null;
    /** of the last findPath() with "hybrid-strict"; steps are numbered from 1 on */
    readonly hybridReport: Pick<HybridReport, "steps" | "failed"> & {
        a: Pose | null;
        b: Pose | null;
        from: Pose | null;
        to: Pose | null;
    };
    hybridWay(step: HybridStep): Path | null;
    /** of the last findPath() with "areas" */
    areaPath(): number[];
    /** fields of a request that have no effect, as C names them */
    ignored(request: Request): string[];
}

/** Costs from everywhere to the nearest goal. */
export class Field extends Owned {
    constructor(map: ReadableMap);
    fill(unit: number, goals: Place[], overlay?: Overlay | null): void;
    cost(x: number, y: number): number;
    step(x: number, y: number): [x: number, y: number] | null;
    /** row by row */
    costs(): Float64Array;
    /** costs() without a copy, until the next call of the library */
    costsView(): Readonly<Float64Array>;
}

/** Round obstacles. */
export class Forest extends Owned {
    constructor();
    readonly count: number;
    readonly version: number | bigint;
    add(circle: Tree): number | bigint;
    move(id: number | bigint, circle: Tree): void;
    remove(id: number | bigint): void;
    tree(id: number | bigint): Tree;
    setMap(map: ReadableMap | null, terrains?: Terrain[]): void;
}

export class ForestPlanner extends Owned {
    constructor(forest: Forest);
    readonly result: Result;
    readonly statistics: Statistics;
    findPath(request: ForestQuery): Path | null;
    /** begins a search that step() continues */
    begin(request: ForestQuery): void;
    /** by so many expansions; null: `result` is "pending", or says why there is no path */
    step(work: number): Path | null;
    edges(): ForestEdge[];
}

export type ForestQuery = Partial<Omit<ForestRequest, "startX" | "startY" | "goalX" | "goalY">> & { start: Place; goal: Place };

/** Many round units that move on one map, and never overlap each other or a wall. */
export class Traffic extends Owned {
    /** what states() tells of each unit, in this order */
    static readonly columns: string[];
    /** names of the column "activity" */
    static readonly activities: AgentActivity[];
    /** a budget of step(): one path, however much work its search takes */
    static readonly onePath: bigint;
    constructor(map: ReadableMap);
    readonly time: number;
    readonly count: number;
    add(
        agent: Partial<Omit<AgentDef, "id" | "unit" | "start">> & { id: number; unit: number; start: Place },
    ): void;
    remove(id: number): void;
    order(id: number, place: Place): void;
    orderGroup(ids: number[], places: Place[], together?: boolean | Partial<GroupDef>): void;
    static places(formation: Formation, centre: Place, spacing: number, count: number): Pose[];
    /** each unit of a group gets a place of its own near the place, which need not be free */
    orderNear(ids: number[], place: Place): void;
    /** to several places, one after the other */
    orderAlong(id: number, places: Place[]): void;
    follow(id: number, other: number, distance: number): void;
    /** the unit brakes, and stands where it comes to rest */
    stop(id: number): void;
    /** where the unit rests, it stays */
    hold(id: number, holds?: boolean): void;
    /** attack-move: the unit halts when one of some sides comes near */
    haltNear(id: number, sides: number, radius: number): void;
    /** one bit for each side */
    setSides(id: number, sides: number): void;
    setRegard(id: number, layers: number, givesWayTo: number, mayPush: number): void;
    /** knockback, teleport */
    place(id: number, place: Place): void;
    /** a body that the traffic does not move; before each step while it moves */
    setObstacle(id: number, place: Place, radius: number, velocity?: [vx: number, vy: number]): void;
    removeObstacle(id: number): void;
    /** a building site, until releaseSite() */
    clearRect(x: number, y: number, width: number, height: number): number;
    releaseSite(site: number): void;
    inRect(x: number, y: number, width: number, height: number, presence?: "now" | "later"): number[];
    inCircle(x: number, y: number, radius?: number): number[];
    nearest(
        x: number,
        y: number,
        options?: { sides?: number; besides?: number; most?: number },
    ): { id: number; distance: number } | null;
    corners(id: number): { x: number; y: number }[];
    wait(id: number): { seconds: number; other: number };
    /** which rule keeps a unit where it stands, "none" if none does, and the unit that it is about, or 0 */
    cause(id: number): { cause: WaitCause; other: number };
    /** of what all units do and are about to do; equal on all platforms after equal calls */
    readonly hash: bigint;
    /** the whole state, for restore() of a new traffic */
    save(): Uint8Array;
    /** of a new traffic; "stale": all is restored, but the map has other tiles than when it was saved */
    restore(saved: ArrayBuffer | ArrayBufferView): "ok" | "stale";
    /** top speeds of a kind of unit on terrains, in tiles per second; null: no terrain has one */
    setSpeeds(unit: number, terrainTop: { [terrain: string]: number } | null): void;
    /** lays an overlay over the ground of all units, of a kind, or of one, of which a copy is made; null takes it away */
    setOverlay(overlay: Overlay | null): void;
    setKindOverlay(unit: number, overlay: Overlay | null): void;
    setUnitOverlay(id: number, overlay: Overlay | null): void;
    prioritise(id: number, priority: number): void;
    /** at most 60 seconds; budget: expansions that searches for paths may spend in this step, by default 20,000 */
    step(seconds: number, budget?: number | bigint): void;
    state(id: number): AgentState;
    /** a copy: `columns.length` numbers for each unit, sorted by id */
    states(): Float64Array;
    /** The states as the library has them, without a copy, until its next call: `structs.getFloat64(i * size + at.x, true)`. */
    statesView(): { structs: DataView; count: number; size: number; at: { [column: string]: number } };
    events(): TrafficEvent[];
}

/** Lines and arcs between two poses. */
export interface DrivenCurve extends Pick<Curve, "length" | "cost"> {
    segments: Segment[];
}

/** A mark of a picture of the library's inside. */
export type Mark = {
    kind: MarkKind;
    /** marks of one kind and group belong together, such as all lines and arcs of a motion */
    group: number;
    /** by their names, such as `cost` */
    numbers: { [name: string]: number };
} & (
    | { shape: "point"; place: Pose }
    | { shape: "line"; line: Segment }
    | { shape: "tiles"; tiles: TileRect }
);

/** One function for each subject of fairway/inspect.h. Most of them take the number of marks that are enough. */
export interface Inspect {
    layer(map: ReadableMap, unit: number, most?: number): Mark[];
    regions(map: ReadableMap, unit: number, most?: number): Mark[];
    /** of a unit for which "jump-points" was prepared */
    jumpPoints(map: ReadableMap, unit: number, most?: number): Mark[];
    /** of a unit for which "hierarchy" was prepared */
    clusters(map: ReadableMap, unit: number, most?: number): Mark[];
    areas(areas: AreaMap, most?: number): Mark[];
    /** of a directional method that was prepared */
    motions(map: ReadableMap, unit: number, method: Method, place: Place, most?: number): Mark[];
    traffic(traffic: Traffic, most?: number): Mark[];
    forest(planner: ForestPlanner, most?: number): Mark[];
    /** of a search by A* or by a directional method, before it is freed */
    guide(search: Search, heading?: number, most?: number): Mark[];
    /** of a search with `roads: "cones"` that has ended */
    cones(search: Search, most?: number): Mark[];
    walkable(map: ReadableMap, unit: number, from: Place, to: Place, most?: number): Mark[];
    bitangents(a: Tree, b: Tree): Mark[];
    sight(circle: Tree, from: Place, to: Place): Mark[];
    curve(segments: Segment[], most?: number): Mark[];
}

/** A rectangle of a map's file with a name, in tiles, or a point, of size 0. */
export interface NamedPlace {
    name: string;
    /** its class in the editor */
    kind: string;
    x: number;
    y: number;
    width: number;
    height: number;
}

/** A unit that a map's file puts on the map. It is not added to it: `map.addUnit(named.unit)`. */
export interface NamedUnit {
    name: string;
    kind: string;
    unit: Omit<UnitDef, "methods">;
    at: { x: number; y: number; heading: number };
}

/** A map that was read from a file. */
export interface MapRead {
    map: GridMap;
    /** such as "MovingAI" or "grid of letters" */
    format: string;
    /** of each terrain, as the file states it; 0: it states none */
    costs: number[];
    /** what the reader assumed or left out */
    warnings: string[];
    /** where the map lies in the world; null if the file does not say */
    frame: Frame | null;
    /** the file's column and row of the map's tile 0,0 */
    left: number;
    top: number;
    places: NamedPlace[];
    units: NamedUnit[];
}

/** Pixels of a picture: red, green, blue and opacity of each, row by row. */
export interface DecodedPicture {
    width: number;
    height: number;
    /** the format states the opacity of each pixel */
    hasOpacity: boolean;
    pixels: Uint8Array;
}

export interface LoadOptions {
    /** views that are used after their end throw; slower */
    development?: boolean;
    /** decodes a PNG file, or throws; without it, readMap() refuses PNG files */
    decodePng?: (bytes: Uint8Array) => DecodedPicture;
    /** parses YAML, or throws; without it, readMap() refuses the map.yaml of ROS */
    parseYaml?: (text: string) => unknown;
    /** parses XML into a document of the DOM, or throws; without it, readMap() refuses the XML of Tiled */
    parseXml?: (text: string) => { documentElement: unknown };
    /** makes a function that unpacks what zlib or gzip has packed, piece by piece; without it, readMap() refuses packed layers */
    inflate?: () => (piece: Uint8Array) => Uint8Array;
    /** the same for what zstd has packed */
    unzstd?: () => (piece: Uint8Array) => Uint8Array;
}

/** What a path must keep to, beside the map and the unit. */
export interface CheckRules extends Partial<
    Pick<CheckDef, "startSlack" | "checkCost" | "from">
> {
    start?: Place;
    trees?: Tree[];
    overlay?: Overlay | null;
}

export interface Fairway {
    version: string;
    terrains: { [name: string]: number };
    GridMap: typeof GridMap;
    Snapshot: typeof Snapshot;
    /** Reads a map from the bytes of a file: MovingAI, PNG, PGM and BMP pictures, rows of letters or numbers, map.yaml of ROS,
     * Tiled, LDtk. Throws a sentence
     * that names the file and the place. `letters` says what letters or numbers mean, such as "E=ground,#=blocked";
     * `neighbours` are files beside the map, such as "town.colors" beside "town.png" */
    readMap(
        bytes: ArrayBuffer | ArrayBufferView,
        options?: {
            name?: string;
            letters?: string;
            /** LDtk: one of several levels; or a world, whose levels are joined ("" is the only one) */
            level?: string;
            world?: string;
            /** LDtk: one of several IntGrid layers */
            layer?: string;
            /** ROS: what unknown cells are, by default a terrain of their own */
            unknown?: "apart" | "free" | "blocked";
            /** Tiled: shapes block the tiles of which they cover more than this share, from 0 to below 1; by default 0.1 */
            covered?: number;
            neighbours?: { [name: string]: ArrayBuffer | ArrayBufferView };
        },
    ): MapRead;
    AreaMap: typeof AreaMap;
    Overlay: typeof Overlay;
    Path: typeof Path;
    Planner: typeof Planner;
    Search: typeof Search;
    Field: typeof Field;
    Forest: typeof Forest;
    ForestPlanner: typeof ForestPlanner;
    Traffic: typeof Traffic;
    checkPath(map: ReadableMap, unit: number, path: Path, rules?: CheckRules): CheckReport;
    /** an arc, then a line; null if the point lies inside the turning circle of this side */
    turnThenStraight(start: Place, point: Place, turnRadius: number, side?: Side): DrivenCurve | null;
    /** the curves of all words that reach the goal, the shortest first */
    dubins(start: Place, goal: Place, turnRadius: number): (DrivenCurve & { word: DubinsWord })[];
    canDrive(map: ReadableMap, unit: number, segment: Segment, overlay?: Overlay | null): boolean;
    /** lines that touch two circles: two external ones, then two internal ones, as far as there are any */
    bitangents(a: Tree, b: Tree): Segment[];
    /** where the line from one point to another comes nearest to a circle */
    sightOf(circle: Tree, from: Place, to: Place): Sight;
    /** where another circle crosses that of an arc, and if it blocks the arc */
    radicalOf(arc: Segment, other: Tree): Pick<Radical, "a" | "theta" | "isBlocked"> & { crossings: { x: number; y: number }[] };
    inspect: Inspect;
}

export function load(source?: ArrayBuffer | ArrayBufferView | WebAssembly.Module | URL | string, options?: LoadOptions): Promise<Fairway>;
