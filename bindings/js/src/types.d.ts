// Made from bindings/api.json by generate.js. Do not edit.

/** Result of a call. After `FW_OK` (0) come the answers of a search, then errors in the arguments. Unless a function says otherwise, a result other than `FW_OK` and `FW_PENDING` means that nothing was changed. */
export type Result =
    | "ok"
    | "pending"
    | "unreachable"
    | "not-found"
    | "start-blocked"
    | "goal-blocked"
    | "stale"
    | "limit"
    | "null-argument"
    | "bad-def"
    | "bad-size"
    | "bad-value"
    | "not-finite"
    | "out-of-bounds"
    | "unknown-terrain"
    | "unknown-unit"
    | "wrong-map"
    | "not-prepared"
    | "method-does-not-fit"
    | "not-supported"
    | "buffer-too-small"
    | "too-many"
    | "no-memory"
    | "space-failed"
    | "gave-up"
    | "unknown-tree"
    | "unknown-ticket"
    | "read-only"
    | "released"
    | "illegal"
    | "not-new";

/** Shape of a body around its pose. */
export type FootprintKind =
    | "by-size"
    | "circle"
    | "rectangle"
    | "polygon";

/** Which diagonal grid moves are allowed past blocked corners. A diagonal move has two tiles beside it; a tile counts as free if the unit, with its size, fits there. */
export type CornerRule =
    | "never"
    | "one"
    | "always"
    | "orthogonal";

/** Which of the steps between two clusters the graph of FW_HIERARCHY keeps, if others serve the unit as well (Harabor & Botea 2008). */
export type Dominance =
    | "default"
    | "strong"
    | "weak";

/** Which step across a segment of an entrance between two clusters the graph of FW_HIERARCHY keeps. */
export type Placement =
    | "default"
    | "cheapest"
    | "clearance";

/** Whose graph of clusters FW_HIERARCHY searches. */
export type Abstraction =
    | "default"
    | "unit"
    | "shared";

/** Path-finding methods. fw_method_name() gives the name on the command line. Their numbers never change, because units keep sets of their bits. */
export type Method =
    | "auto"
    | "grid"
    | "astar"
    | "jump-points"
    | "on-demand"
    | "hierarchy"
    | "midpoint"
    | "areas"
    | "compass"
    | "sight"
    | "directional"
    | "directional-8"
    | "directional-24"
    | "directional-48"
    | "directional-80"
    | "hybrid"
    | "hybrid-strict"
    | "pivot";

/** Direction of motion along a segment. */
export type Gear =
    | "forward"
    | "reverse";

/** Result of the search that made a path. fw_outcome_name() gives the name in JSON. */
export type Outcome =
    | "none"
    | "found"
    | "partial"
    | "nearest"
    | "unreachable"
    | "not-found"
    | "blocked"
    | "stale"
    | "gave-up"
    | "limit"
    | "illegal";

/** Kind of a step. */
export type TraceKind =
    | "source"
    | "expand"
    | "generate"
    | "goal"
    | "step";

/** Kinds of goals. */
export type GoalKind =
    | "place"
    | "pose"
    | "radius"
    | "set";

/** Heuristics of directional search: how it estimates the remaining cost. A heuristic that never overestimates guarantees the optimum; see fw_statistics::bound. */
export type Heuristic =
    | "auto"
    | "straight"
    | "curve"
    | "table"
    | "motions"
    | "grid"
    | "turn"
    | "turn-table";

/** Kinds of smoothing, which makes a path straighter or rounder after the search. */
export type Smoothing =
    | "none"
    | "auto"
    | "simple"
    | "simple-sampled"
    | "taut"
    | "curved"
    | "taut-lines";

/** Processing of a grid path before its turns are made legal. Needs the tables of FW_DIRECTIONAL or FW_HYBRID (for FW_PRE_SMOOTH_48_STRICT, those of FW_HYBRID_STRICT), a position or pose as the goal, and equal costs on all terrains. */
export type PreSmooth =
    | "none"
    | "48"
    | "48-strict";

/** How the turns of a grid path are made drivable for a unit with a turning radius. Every turn becomes an arc and a straight line to the next waypoint, with any heading there. The choices differ in what happens if such a turn touches something.

The path starts with the heading of the request's start and ends with the heading of FW_GOAL_POSE. If no solution is found for a turn, it remains a turn on the spot: it counts as one of the `heading_jumps`, and the line after it is listed as impossible. Faults are counted as in fw_path_check(), see fw_violations. A path with faults is not smoothed.

Paths of units without a turning radius stay as they are. FW_METHOD_DOES_NOT_FIT: directional methods (their turns are legal already), and units that cut corners. fw_path_turn() does the same to a finished path. Source: Pinter 2001, "legal turns". */
export type Turns =
    | "none"
    | "ignore"
    | "recalculate"
    | "tighten"
    | "back-up";

/** How a path uses roads, that is the terrains in `fw_request::road_terrains`. A unit is on a road if the tile under its body's centre is road.

No choice seeks roads: a unit enters a road only if that is cheapest. FW_ROADS_LANES and FW_ROADS_CONES are for grid methods. None can be combined with `turns` (FW_METHOD_DOES_NOT_FIT). Source: Pinter 2001, "roads". */
export type Roads =
    | "none"
    | "follow"
    | "lanes"
    | "wide"
    | "cones";

/** Why a method that plans a walk in legs gave up. */
export type LegFailure =
    | "legs-complete"
    | "leg-blocked"
    | "leg-outside-window"
    | "leg-nothing-ahead"
    | "leg-astray"
    | "leg-no-areas";

/** The levels of directional search. Each begins only if the ones before have found no path; see docs/directional.md. */
export type SearchLevel =
    | "none"
    | "curve"
    | "base"
    | "extended"
    | "fine"
    | "wide";

/** Why a directional search has found no path: the end from which it has searched all poses. There is a search from the goals only if they have headings; so the value may be FW_EXHAUSTED_START although an obstacle encloses the goal. */
export type Exhausted =
    | "none"
    | "start"
    | "goal";

/** How an area map cuts the tiles that have no label. */
export type Partition =
    | "squares"
    | "quadtree";

/** Kinds of the edges that a planner has computed in a forest. */
export type ForestEdgeKind =
    | "line"
    | "arc"
    | "blocked";

/** Kinds of faults that a path can have. */
export type Fault =
    | "none"
    | "blocked"
    | "position"
    | "heading"
    | "too-tight"
    | "gear"
    | "corner"
    | "forbidden"
    | "angle"
    | "start"
    | "goal"
    | "length"
    | "cost"
    | "stale"
    | "tree"
    | "steering";

/** Direction of a turn. */
export type Side =
    | "shorter"
    | "left"
    | "right";

/** Words of Dubins curves. Each letter is one segment: L = left arc, S = straight line, R = right arc. */
export type DubinsWord =
    | "shortest"
    | "lsl"
    | "rsr"
    | "lsr"
    | "rsl"
    | "rlr"
    | "lrl";

/** What keeps a unit from its goal. Of several, the first one alone that would have to go. */
export type Barrier =
    | "none"
    | "request"
    | "start"
    | "goal"
    | "overlay"
    | "corners"
    | "size"
    | "terrain"
    | "walls"
    | "room"
    | "search";

/** Where the y axis of a world points if its x axis points to the right. The y axis of a map points down. */
export type YAxis =
    | "up"
    | "down";

/** The steps, by the numbers of the article. */
export type HybridStep =
    | "grid"
    | "forward"
    | "backward"
    | "gap"
    | "repair"
    | "smooth";

/** What a unit is doing. */
export type AgentActivity =
    | "stands"
    | "thinks"
    | "moves"
    | "waits"
    | "yields"
    | "arrived"
    | "blocked"
    | "infeasible";

/** What else is known of why a unit waits. */
export type AgentReason =
    | "none"
    | "unsolved";

/** What an event tells. */
export type TrafficNews =
    | "activity"
    | "leaves-group"
    | "leaves-wall"
    | "evades"
    | "site-is-clear"
    | "halts";

/** Shapes in which a group stands. */
export type Formation =
    | "line"
    | "column"
    | "wedge"
    | "box";

/** What a mark shows. In brackets: the shape of its marks, and their numbers in their order. */
export type MarkKind =
    | "anchors"
    | "region"
    | "jump-point"
    | "cluster"
    | "entrance"
    | "transition"
    | "abstract-edge"
    | "motion"
    | "hit-mask"
    | "open"
    | "closed"
    | "reservation"
    | "stop"
    | "wait"
    | "joint-move"
    | "surfing-edge"
    | "hugging-edge"
    | "blocked-arc"
    | "circle"
    | "bitangent"
    | "sight"
    | "curve-part"
    | "centre"
    | "centre-line"
    | "gate"
    | "sample"
    | "cone"
    | "guide"
    | "area"
    | "midpoint"
    | "area-step";

/** Shapes of marks. */
export type MarkShape =
    | "point"
    | "line"
    | "tiles";

/** Why FW_AUTO has rejected a method. */
export type RejectionReason =
    | "unfit"
    | "not-prepared"
    | "no-path"
    | "illegal"
    | "expensive"
    | "too-much-work"
    | "covered"
    | "stopped";

/** The rule that keeps a unit where it stands, or from coming nearer to its goal. */
export type WaitCause =
    | "none"
    | "path"
    | "group"
    | "plan"
    | "gate"
    | "passage"
    | "unit"
    | "yields"
    | "no-way"
    | "room";

/** Which units fw_traffic_in_rect() lists. */
export type Presence =
    | "now"
    | "later";

/** Memory hooks. The struct is copied when an object is created with it; the functions and `user` must outlive this object.

Only the thread that uses an object calls its hooks: a map calls them on its editor's thread only. Hooks that are given to one object alone need not be thread-safe. An object never uses the hooks of another object: a planner does not use those of its map. */
export interface Allocator {
    /** Returns at least `bytes` (> 0) bytes, aligned for any type as malloc does, or null. */
    allocate: unknown;
    /** Frees memory that `allocate` returned. `bytes` is the size that `allocate` was asked for; `memory` is never null. */
    release: unknown;
    /** passed to both functions */
    user: unknown;
}

/** Explains why a call refuses its arguments. Returned by fw_request_refusal(), fw_unit_refusal(), fw_speed_refusal(), fw_agent_refusal() and fw_map_prepare_refusal(). */
export interface Refusal {
    /** the result of the refused call; FW_OK: nothing is wrong, and the texts are empty */
    result: Result;
    /** The wrong field or parameter, such as "weight", "goal.set[3]" or "terrain_cost[5]". Fields of the request's unit begin with "unit.". */
    field: string;
    /** The field that cannot be combined with `field`, such as "unit.reverse"; empty if `field` alone is wrong. */
    other: string;
    /** one English sentence without a full stop, never null [until: the program ends] */
    reason: unknown;
}

/** A corner of a body, as seen from its pose. */
export interface Corner {
    /** tiles along the heading; negative = behind */
    ahead: number;
    /** tiles to the right; negative = to the left */
    aside: number;
}

/** The body, in tiles. Fill it with fw_circle(), fw_rectangle(), fw_rectangle_at() or fw_polygon(). The unit's pose, which paths lead from place to place, is a circle's centre, and may lie anywhere in a rectangle or polygon. */
export interface Footprint {
    /** decides which of the fields below are used */
    kind: FootprintKind;
    /** circle: [Limits: 0 < radius <= 64] */
    radius: number;
    /** rectangle, along the heading: [Limits: 0 < length <= 128] */
    length: number;
    /** rectangle, across the heading: [Limits: 0 < width <= 128] */
    width: number;
    /** Rectangle: its middle lies so far ahead of the pose; negative = behind. [Limits: 0, or the pose lies at least 1/256 tile from the front and the rear] */
    ahead: number;
    /** Rectangle: its middle lies so far to the right of the pose; negative = to the left. [Limits: 0, or the pose lies at least 1/256 tile from both sides] */
    aside: number;
    /** polygon: number of corners [Limits: 3 <= corner_count <= FW_MOST_CORNERS] */
    cornerCount: number;
    /** Polygon: [corner * corner_count] in order around it. Its `length`, `width`, `ahead` and `aside` are those of the rectangle around it, and follow from the corners. [Limits: -128 <= ahead, aside <= 128; angles from 1 to 179 degrees; sides of at least 1/256 tile; the pose lies at least 1/256 tile from all of them] */
    corners: Corner[];
}

/** Properties of a unit. Fill it with fw_unit_def_init(), then change what you need. It is copied when the unit is added. */
export interface UnitDef {
    /** Side of the square of tiles that the unit needs on the grid. [Limits: 0 <= size <= 64] 0: the size is derived from the footprint as ceil(d - FW_TOUCH). For a circle, d is its diameter. For a rectangle, d is its width if the unit has a turning radius, else the diameter of the circle around the rectangle; if the pose is not in its middle, and for a polygon, twice the distance from the pose to the farther side, or to the farthest corner. Without a footprint, the size is 1. */
    size: number;
    /** the body; by default a circle of diameter `size` */
    footprint: Footprint;
    /** Cost per tile of length on each terrain; 0 = the unit cannot enter it. Rounded to 1/256. [Limits: 0, or 1/16 <= cost <= 255; always 0 for terrain 0; at least one terrain must have a cost] */
    terrainCost: number[];
    /** which diagonal grid moves are allowed */
    corners: CornerRule;
    /** tiles; 0 = turns on the spot [Limits: 0 <= radius <= 1024] */
    turnRadius: number;
    /** true if the unit has a reverse gear */
    reverse: boolean;
    /** Factor on the cost of driving in reverse. Default 1. [Limits: 1 <= penalty <= 255] */
    reversePenalty: number;
    /** Cost of each change between forward and reverse, in tiles. Default 0. [Limits: 0 <= cost <= 1024] */
    gearChangeCost: number;
    /** Methods whose tables are built when the unit is added, one FW_METHOD_BIT() each. 0 = those that FW_AUTO uses. Beside other methods, the bit of FW_AUTO keeps these: without it, FW_AUTO has no jump points, and is slower. FW_ON_DEMAND alone = least memory, see fw_map_add_unit(). */
    methods: number;
    /** FW_DIRECTIONAL_8 to _80: use all four turn-straight-turn curves between two poses, if they touch different tiles, instead of the shortest one only. The tables take about five times as long to build. */
    allCurves: boolean;
    /** Number of headings in directional search. 8: multiples of 45 degrees. 16: also the directions of (2, 1), (1, 2) and so on. With 16, paths are shorter, tables take several times as long to build, and searches take longer. Default 8. [Limits: 8 or 16] */
    headings: number;
    /** FW_HIERARCHY: side of a cluster, in tiles. 0 = 16; 32 on maps with more than 2048 tiles along a side, 64 with more than 8192. [Limits: 0, or 4 <= cluster <= 64] */
    cluster: number;
    /** FW_HIERARCHY: how many steps between clusters the graph keeps */
    dominance: Dominance;
    /** FW_HIERARCHY: which steps between clusters the graph keeps */
    placement: Placement;
    /** How much the curvature of a path may change for each tile driven, in 1/tile^2, because turning the wheels takes time. Paths of a unit with a turning radius then get transition curves, see fw_path_ease(). 0 = no limit. [Limits: 0, or 1e-6 <= rate <= 1e6] */
    curvatureRate: number;
    /** FW_HIERARCHY: a graph for this unit, or one for all that say so. Units that share one must not have corner rule FW_CORNERS_ALWAYS. */
    abstraction: Abstraction;
}

/** Properties of a new map. Fill it with fw_map_def_init(). */
export interface MapDef {
    /** tiles [Limits: 1 <= width <= FW_MAX_SIDE] */
    width: number;
    /** tiles [Limits: 1 <= height <= FW_MAX_SIDE] */
    height: number;
    /** initial terrain of every tile */
    fill: number;
    /** Most old versions that searches under way and snapshots may hold. Each takes memory for what differs from the newest one, and for a list of what they share. Beyond them, the oldest searches end with FW_STALE [Limits: 0 <= old_versions <= FW_MAX_OLD_VERSIONS] */
    oldVersions: number;
    /** copied; [opt] null = malloc and free */
    allocator: unknown;
}

/** Memory of a map in bytes, by purpose. */
export interface MapMemory {
    /** terrains, units, pending edits */
    map: number;
    /** layers and regions */
    layers: number;
    /** derived tables: jump points, motions, clusters */
    tables: number;
    /** working memory kept for the next commit */
    scratch: number;
    /** old versions that are held, and spare ones */
    versions: number;
}

/** A rectangle of tiles. */
export interface TileRect {
    /** column of the north-west tile */
    x: number;
    /** row of the north-west tile */
    y: number;
    /** tiles, positive */
    width: number;
    /** tiles, positive */
    height: number;
}

/** Position of the body's centre, or of another point of the body (see fw_rectangle_at() and fw_polygon()), and the heading that the body faces. Heading 0 is +x (east), pi/2 is +y (down, south). Headings are taken modulo 2 pi. */
export interface Pose {
    /** tiles, to the right */
    x: number;
    /** tiles, downward */
    y: number;
    /** radians */
    heading: number;
}

/** A line or an arc. The next segment of a path starts where this segment ends. */
export interface Segment {
    /** body centre, and the heading that the unit faces */
    start: Pose;
    /** 1/tile, signed: 0 = straight line; if positive, the heading increases while the unit drives forward */
    curvature: number;
    /** tiles along the path, >= 0 */
    length: number;
    /** direction of motion */
    gear: Gear;
}

/** Number of faults of a path. All are zero if the result of the search was FW_OK, unless the request accepts faults: see fw_request::allow_violations.

The numbers equal those of fw_path_check(): each line or arc counts once, and so does each place where the heading jumps or the unit turns on the spot. Requests and fw_path_turn() also count the jump from the heading of the start, and the jump to the heading of the goal. Other passes know neither heading and count the path alone. */
export interface Violations {
    /** lines, arcs and turns on the spot that touch blocked tiles */
    blocked: number;
    /** arcs tighter than the unit's turning radius */
    tooTight: number;
    /** Turns on the spot although the unit cannot. Jumps between fixed angles do not count, nor those from or to a required heading if the path faces one of the two angles next to that heading. */
    headingJumps: number;
    /** Stretches for which no legal curve was found; they are left as they were. See fw_path_impossible(). */
    impossible: number;
}

/** Properties of a whole path. */
export interface PathSummary {
    /** result of the search */
    outcome: Outcome;
    /** the method that made the path */
    method: Method;
    /** the unit that the path was made for; 0 = none */
    unit: number;
    /** version of the map for which the path was made */
    mapVersion: number | bigint;
    /** number of segments; 0 = no path */
    segmentCount: number;
    /** 8 or 16 if the path is bent to fixed angles, else 0 */
    fixedAngles: number;
    /** tiles */
    length: number;
    /** The cost that the search minimised: the integral of terrain cost along the path, plus penalties. Tiles that the unit cannot enter count as its cheapest terrain. */
    cost: number;
    /** faults */
    violations: Violations;
    /** the start of the request, with its heading within (-pi, pi] */
    askedStart: Pose;
    /** Distance from `asked_start` to where the path begins, in tiles; not 0 if the unit could not stand there, see fw_request::start_slack. */
    startShift: number;
}

/** One sample of a speed profile. Between two samples, speed^2 is linear in the distance (constant acceleration). Two samples may be at the same place, if the speed changes over a distance too short for a double. */
export interface SpeedSample {
    /** tiles along the path */
    at: number;
    /** tiles per second */
    speed: number;
    /** seconds since the start */
    time: number;
}

/** An axis-aligned box. */
export interface Box {
    /** tiles */
    minX: number;
    /** tiles */
    minY: number;
    /** tiles */
    maxX: number;
    /** tiles */
    maxY: number;
}

/** One step of a search. */
export interface TraceEvent {
    /** kind of the step */
    kind: TraceKind;
    /** the node; UINT64_MAX = the goal */
    id: number | bigint;
    /** the node's predecessor; its own id for a source */
    parent: number | bigint;
    /** position of the node, in tiles */
    x: number;
    /** position of the node, in tiles */
    y: number;
    /** radians */
    heading: number;
    /** Cost from the start, in tiles (least time: in seconds; user's space: in the space's own unit). */
    g: number;
    /** estimated remaining cost */
    h: number;
    /** g + weight * h */
    f: number;
}

/** A goal. Fill it with one of the fw_goal_ functions, and then, if the unit need not come that near, `radius` and `heading_tolerance`.

A unit whose start is at the goal has arrived: its path has length 0. A pose is at the goal if its distance from the goal's position, or from one of the set, is at most `radius`, and if its heading, where it counts, differs by no more than `heading_tolerance`. Both allow for rounding, see FW_ROUNDING; fw_path_check() judges alike. */
export interface Goal {
    /** decides which of the fields below are used */
    kind: GoalKind;
    /** the position or pose; FW_GOAL_RADIUS: the centre */
    pose: Pose;
    /** How near the unit must come, in tiles. FW_GOAL_RADIUS: the path ends where this is cheapest; for other kinds it ends at the position itself, unless it begins within the radius. [Limits: 0 <= radius <= 2 * FW_MAX_SIDE] */
    radius: number;
    /** FW_GOAL_SET: [pose * count]; must stay [until: the search ends] */
    set: unknown;
    /** FW_GOAL_SET: number of poses [Limits: 1 <= count <= 65,536] */
    count: number;
    /** FW_GOAL_RADIUS, FW_GOAL_SET: the heading of `pose`, or the headings of the set, are used. */
    hasHeading: boolean;
    /** How much the heading at the end may differ from the goal's, in radians. Directional methods try the headings of the lattice within the tolerance, or between lattice points those at most 22.5 degrees apart. With FW_PI any heading will do. [Limits: 0 <= tolerance <= FW_PI] */
    headingTolerance: number;
}

/** A request for a path. Fill it with fw_request_init(), then set at least unit, start and goal. Any other member may keep its default: 0, false or null, unless its comment names another one. Options that cannot be combined are refused with FW_METHOD_DOES_NOT_FIT; fw_request_refusal() names both. */
export interface Request {
    /** the unit that will drive the path */
    unit: number;
    /** Start of the path; its heading is used only if the unit has a turning radius. The path of such a unit may begin beside it by what 32-bit floats are rounded by (FW_ROUNDING): on the curve that the unit was on. */
    start: Pose;
    /** If the unit cannot stand at its start, the path begins at the nearest place where it can, with the same heading, if this place is no farther than this, in tiles; with `nearest`, wherever it is. See fw_map_nearest_free(). Else the result is FW_START_BLOCKED. fw_path_summary::start_shift tells how far the start was moved. Default 0.01. [Limits: 0 <= slack <= 2 * FW_MAX_SIDE] */
    startSlack: number;
    /** goal of the path */
    goal: Goal;
    /** path-finding method; FW_AUTO by default */
    method: Method;
    /** If the goal cannot be reached, find a path to the place nearest to it (or to any goal of a set), with any heading there; of places that are equally near, to the one that is cheapest to reach (FW_MIDPOINT, FW_AREAS, FW_COMPASS, FW_SIGHT: to the one nearest to the start). Cannot be combined with `fastest` or `pre_smooth`. */
    nearest: boolean;
    /** if a limit ends the search, return the best path so far instead of FW_LIMIT */
    partial: boolean;
    /** Accept a path that breaks rules of the unit: the result is FW_OK instead of FW_ILLEGAL, and the path counts its faults as fw_violations. FW_AUTO still takes a legal path if a method that is prepared finds one. Some options ask for such paths, and have the same effect on the result: `turns` FW_TURNS_IGNORE and FW_TURNS_TIGHTEN for a unit with a turning radius, `smoothing` FW_SMOOTH_SIMPLE_SAMPLED, and the methods that may give up: FW_MIDPOINT, FW_AREAS, FW_COMPASS, FW_SIGHT and FW_HYBRID_STRICT. */
    allowViolations: boolean;
    /** FW_AUTO and FW_GRID: take FW_HIERARCHY if it was prepared for the unit, terrains differ in cost, and the map has more than 128 tiles along a side. The path may then be longer than the cheapest one. */
    allowLonger: boolean;
    /** `nearest`: places count as equally near if their distances from the goal, in tiles, exceed the least one by no more than this. The start is such a place, too: the unit stays where it is if no other place is nearer by more. Default 0.25. [Limits: 0 <= tolerance <= 32768] */
    nearestTolerance: number;
    /** FW_AREAS: the area map, which must have been made for `unit`, and must not change until the search ends. */
    areas: unknown;
    /** FW_MIDPOINT, FW_AREAS, FW_COMPASS, FW_SIGHT: if the method gives up, search from start to goal with FW_ASTAR, which the path then names as its method. Source: Pinter 2001, "slower, methodical search". */
    methodical: boolean;
    /** FW_ASTAR: find a quick path first, and then spend up to this much work (in the unit of `max_work`) on making it cheaper, from the start on; 0 = search for the cheapest path at once. A unit can set out on the quick path: fw_search_best_so_far() gives it as soon as it is found. With enough work the path becomes the cheapest one. Cannot be combined with `weight`, `max_distance`, `fewer_bends`, `bend_cost`, `turns`, `pre_smooth`, `keep_right` or `roads`; beside one of these FW_AUTO and FW_GRID ignore it. */
    refine: number | bigint;
    /** grid methods and hybrid: of all cheapest grid paths, take one with the fewest bends */
    fewerBends: boolean;
    /** Grid methods and hybrid: charge for each bend of the grid path, in tiles; the path may become longer. It influences the choice of a path but is not part of the path's cost. Of paths that are as cheap with it, one with the fewest bends is taken. Cannot be combined with `max_distance`. [Limits: 0 <= cost <= 1024] Source: Pinter 2001, penalties for turns */
    bendCost: number;
    /** Grid methods: drive in the middle of the right half of roads, if the body fits there and nothing is in the way. On roads the path is then not smoothed, except for curves around bends if the unit has a turning radius. */
    keepRight: boolean;
    /** The path may cost up to weight times the optimum: above 1, the search is faster. Default 1. [Limits: 1 <= weight <= 1000] */
    weight: number;
    /** Most work of the search; 0 = no limit. Units: an expansion, a node of a heuristic field, 32 places of a goal, a tile, or part of it, where a place for a blocked start is sought, 32 where the body fits nowhere. A search may exceed this by up to 4,200, with `partial` by what the start takes. Turning and smoothing are not limited. */
    maxWork: number | bigint;
    /** Most time of the search, in microseconds; 0 = no limit. A result cut short by this limit is not reproducible. */
    maxTimeUs: number | bigint;
    /** Greatest cost of the path before smoothing, in tiles; 0 = no limit. Cannot be combined with `fastest` or `refine`. The search stops at the first node that it takes from the open list with a greater cost. With `partial`, the path then leads toward that node, up to where its cost reaches the limit; with `nearest`, to the nearest place within the limit. A greedy search, or one with a weight above 1, may stop although there is a path within the limit. The hybrid's search for a grid path is not limited. */
    maxDistance: number;
    /** directional search: 0, or the number of headings that the unit must have: 8 or 16 */
    headings: number;
    /** directional search: how the remaining cost is estimated */
    heuristic: Heuristic;
    /** Directional search: minimise time instead of cost, for a unit with these speed limits; copied. [opt] Null = minimise cost. The path gets its speed profile, as from fw_path_profile(). See directional.h. Cannot be combined with `nearest`, `turn_charge` or `max_distance`. */
    fastest: unknown;
    /** Directional search and curved smoothing: charge for a full turn, in tiles; smaller turns are charged in proportion. It influences the choice of a path but is not part of the path's cost. [Limits: charge >= 0] */
    turnCharge: number;
    /** FW_HIERARCHY: 0, or the side of a cluster that the unit must have */
    cluster: number;
    /** FW_HIERARCHY, for a unit without turning radius: deliver the path in legs of about this many tiles, rounded up to whole clusters, so that the unit can set out early; 0 = as a whole. During the search, fw_search_best_so_far() gives the legs that are ready, or the start alone, and fw_statistics::legs counts them. The path that is found begins with them, unless it is shaped (smoothed, ...). The first leg is decided on before the way to the goal is known; a step of the search ends when this leg is ready. [Limits: >= 0] */
    segment: number;
    /** FW_HIERARCHY: what the unit must have, or FW_DOMINANCE_DEFAULT for any */
    dominance: Dominance;
    /** FW_HIERARCHY: what the unit must have, or FW_PLACEMENT_DEFAULT for any */
    placement: Placement;
    /** processing before the turns are made legal */
    preSmooth: PreSmooth;
    /** smoothing after the search */
    smoothing: Smoothing;
    /** how the turns of a grid path are made drivable */
    turns: Turns;
    /** how the path uses roads */
    roads: Roads;
    /** terrains that are road, one bit each; FW_ROAD by default */
    roadTerrains: number;
    /** bend the path to 8 or 16 fixed angles, see fw_path_fix_angles(); 0 = do not */
    fixedAngles: number;
    /** Changes to the map for this request; must not change until the search ends. [opt] Null = none. */
    overlay: unknown;
    /** receives every step of the search; [opt] null = no trace */
    trace: unknown;
    /** passed to `trace` */
    traceUser: unknown;
    /** The last path of a unit on its way, which asks again ten times a second or after each step; null = none. It is read while the search begins, and may be the path that receives the answer. If the unit stands on this path, within rounding, and the path leads to the goal, the rest of the path is returned while it is legal and costs at most 1.05 times the straight distance to the goal on the cheapest terrain. If it costs more, a search looks for another path, and the rest is returned unless that path is cheaper by a factor of 1.05: so a unit that asks at each step arrives. If something is in the way, the path is kept up to `braking` tiles before it, and the search goes on from there; if nothing leads on, or the unit stands nearer, the search begins at the start. The result is FW_OK if the rest is returned, also if the search found nothing. A path that the unit does not stand on, or that leads elsewhere, is ignored. A unit that strays from its path asks from the place on it that fw_path_nearest() gives. Cannot be combined with `fastest`, `max_distance` or `fixed_angles`. [opt] */
    previous: unknown;
    /** `previous`: tiles before something in the way that are searched anew; 0 = twice the turning radius and the reach of the body. [Limits: 0 <= braking <= 32768] */
    braking: number;
    /** `previous`: keep so many tiles of it from `start` on, wherever it leads, and search for the goal from there, under the limits of this request; 0 = do not. For a goal that moves. The answer has no jump where the two parts meet. If something is in the way, less is kept (see `braking`); if no path leads on, a search begins at the start. [Limits: 0 <= splice <= 1e9] Source: Patel, "path splicing" */
    splice: number;
    /** FW_SMOOTH_SIMPLE_SAMPLED: most tiles between two samples; 0 = a fifth of a tile, as in Pinter 2001. [Limits: 0, or 1/64 <= step <= 64] */
    sampleStep: number;
}

/** Properties of a planner. Fill it with fw_planner_def_init(). */
export interface PlannerDef {
    /** copied; [opt] null = malloc and free (not the map's allocator) */
    allocator: unknown;
    /** Straight runs of grid paths that smoothing remembers, because many paths share them; about 104 bytes each. A power of 2 from 64 to 65,536; by default 2,048. Paths do not depend on it, only the time of smoothing does. */
    knownRuns: number;
    /** Bytes of nodes that a search keeps for the next search by the same method, which frees what is more when it begins. A few pages of nodes are always kept. For many planners on a large map. 0, the default: all are kept. */
    keptBytes: number;
}

/** Statistics of a search. */
export interface Statistics {
    /** nodes taken from the open list and expanded */
    expanded: number | bigint;
    /** successors generated */
    generated: number | bigint;
    /** successors that were put on the open list: they are new, or their cost decreased */
    improved: number | bigint;
    /** closed nodes that were opened again */
    reopened: number | bigint;
    /** expansions and nodes of heuristic fields: what fw_request::max_work limits */
    work: number | bigint;
    /** lines and curves tried after the search, to turn and to smooth the path */
    shaping: number | bigint;
    /** pages of node memory used; a page holds the nodes of one block of tiles */
    pages: number | bigint;
    /** greatest number of nodes on the open list */
    fringe: number;
    /** The path costs at most this many times the optimum; 0 = not known. Directional search rounds the cost of each motion to 1/1024 of a tile of the cheapest terrain, so its path may cost that much more for each motion. */
    bound: number;
    /** FW_TURNS_RECALCULATE: number of searches after the first one */
    turnRounds: number;
    /** FW_TURNS_RECALCULATE: forbidden moves that are legal from another side */
    lostApproaches: number;
    /** FW_MIDPOINT, FW_AREAS, FW_COMPASS, FW_SIGHT: legs that were searched. FW_HIERARCHY: legs of the path that are ready, see fw_request::segment. */
    legs: number;
    /** FW_MIDPOINT, FW_AREAS, FW_COMPASS, FW_SIGHT: why the method gave up, even if FW_ASTAR has found a path afterwards. */
    legFailure: LegFailure;
    /** Directional methods: the level that has found the path, or the last one that has begun. */
    level: SearchLevel;
    /** Directional methods, if the result is FW_NOT_FOUND: the end from which everything was searched. */
    exhausted: Exhausted;
    /** places of the path that have got transition curves, see fw_path_ease() */
    eased: number;
    /** places at which the unit must stand to turn its wheels, see fw_path_ease() */
    steeringStops: number;
}

/** Properties of an area map. Fill it with fw_area_map_def_init(). */
export interface AreaMapDef {
    /** copied; [opt] null = malloc and free */
    allocator: unknown;
    /** [width * height] label of each tile, row by row; 0 = none, the tile belongs to a square. [opt] Null = squares alone. Read during fw_area_map_create() only. */
    labels: unknown;
    /** Side of the squares, or of the smallest ones of a quadtree, in tiles; 0 = the side, of at least 8 tiles, that gives about 1,000 squares; a larger one if that gives too many areas. [Limits: >= 0] */
    side: number;
    /** how tiles without a label are cut; squares by default */
    partition: Partition;
}

/** What fw_find_paths() answers. The caller owns all arrays; those of `results` and `offsets` must not be null. */
export interface Batch {
    /** [count: count] result of each request, as of fw_find_path() */
    results: unknown;
    /** [count: count + 1] index of each path's first segment; the last one: number of all segments */
    offsets: unknown;
    /** [count: count] [opt] length of each path in tiles; 0: no path */
    lengths: unknown;
    /** [count: count] [opt] cost of each path in tiles; 0: no path */
    costs: unknown;
    /** [count: capacity] segments of all paths, one path after the other */
    segments: unknown;
    /** number of segments for which there is room */
    capacity: number;
    /** number of requests that were answered; set it to 0 before the first call */
    done: number;
    /** Search of the next path, whose work or room has run out; [opt] null before the first call, and at the end. Whoever does not go on frees it with fw_search_end(). */
    search: unknown;
}

/** A tile at which a unit is anchored. */
export interface Anchor {
    /** column */
    x: number;
    /** row */
    y: number;
}

/** A round obstacle. */
export interface Tree {
    /** centre, in tiles [Limits: |x| <= FW_FOREST_MOST] */
    x: number;
    /** centre, in tiles [Limits: |y| <= FW_FOREST_MOST] */
    y: number;
    /** tiles [Limits: 0 <= radius <= FW_FOREST_MOST] */
    radius: number;
}

/** A request for a path. Fill it with fw_forest_request_init(), then set radius, start and goal. */
export interface ForestRequest {
    /** radius of the body, in tiles [Limits: 0 <= radius <= FW_FOREST_MOST] */
    radius: number;
    /** centre of the body, in tiles [Limits: |start_x| <= FW_FOREST_MOST] */
    startX: number;
    /** centre of the body, in tiles */
    startY: number;
    /** centre of the body, in tiles */
    goalX: number;
    /** centre of the body, in tiles */
    goalY: number;
    /** Turning radius of the body, in tiles. Arcs with a smaller radius count as `too_tight`; there are such arcs only if the radii of a circle and the body add up to less. [Limits: radius >= 0] */
    turnRadius: number;
    /** expansions; 0 = no limit */
    maxWork: number | bigint;
}

/** One line or arc that a planner has computed, in the direction in which its search would follow it. */
export interface ForestEdge {
    /** line, arc or blocked arc */
    kind: ForestEdgeKind;
    /** the line or arc, on circles that have grown by the body's radius */
    segment: Segment;
    /** the last search put it on its open list */
    isReached: boolean;
}

/** Settings of a check. Fill it with fw_check_def_init(). */
export interface CheckDef {
    /** the overlay of the request; [opt] null = none */
    overlay: unknown;
    /** check that the path starts at `start` */
    hasStart: boolean;
    /** Expected start. If the unit has no turning radius, the check includes its turn on the spot from this heading. */
    start: Pose;
    /** The path may begin this far from `start`, in tiles, as fw_request::start_slack allows, and beside it by what 32-bit floats are rounded by (FW_ROUNDING), as at a goal. Default 0.01. [Limits: slack >= 0] */
    startSlack: number;
    /** check that the path ends at `goal`, within its tolerances */
    hasGoal: boolean;
    /** Expected goal. If it is an FW_GOAL_POSE and the unit has no turning radius, the check includes the unit's turn on the spot to the goal's heading. */
    goal: Goal;
    /** Check the claimed cost: the cost of terrain, of driving in reverse and of gear changes. A path whose cost includes anything else fails. */
    checkCost: boolean;
    /** Where the check begins, in tiles along the path: 0 for the whole path; for a unit that follows the path, its present position. Above 0, the claimed length is not checked, and `check_cost` must be false. Beyond the path's end, only the pose at the end is checked. [Limits: from >= 0] */
    from: number;
    /** Round obstacles, [tree * tree_count]; [opt] null = none. A round body may overlap them by 2 FW_FOREST_TOUCH. */
    trees: unknown;
    /** number of trees [Limits: >= 0] */
    treeCount: number;
}

/** Result of a check. */
export interface CheckReport {
    /** true if the path has no fault, or only FW_FAULT_STALE */
    legal: boolean;
    /** number of faults of each kind */
    faults: number[];
    /** the first fault along the path */
    first: Fault;
    /** the segment of the first fault; -1 if the fault concerns the whole path */
    firstSegment: number;
    /** tiles along the path at which the first fault begins */
    firstAt: number;
    /** body centre at the first fault, in tiles */
    firstX: number;
    /** body centre at the first fault, in tiles */
    firstY: number;
    /** FW_FAULT_BLOCKED, FW_FAULT_CORNER: x of the tile in the way. FW_FAULT_FORBIDDEN: x of the anchor tile that the move leaves. */
    firstTileX: number;
    /** y of the same tile */
    firstTileY: number;
    /** true length of what was checked, in tiles */
    length: number;
    /** true cost of what was checked: terrain, reverse penalty, gear changes */
    cost: number;
    /** places at which the unit must stand to turn its wheels, see below */
    steeringStops: number;
}

/** Where a line comes nearest to a circle. */
export interface Sight {
    /** share of the line from its start to the nearest point E, 0 .. 1 */
    u: number;
    /** E */
    x: number;
    /** E */
    y: number;
    /** d, of E from the centre */
    distance: number;
    /** d >= r: the circle does not hide the end of the line from its start */
    isClear: boolean;
}

/** Where two circles cross. */
export interface Radical {
    /** from the first centre to the radical line, toward the second centre; 0 without crossings */
    a: number;
    /** from the direction of the second centre to a crossing, in radians; 0 without crossings */
    theta: number;
    /** the crossings */
    x: number[];
    /** the crossings */
    y: number[];
    /** of crossings: 0, 1 (the circles touch) or 2 */
    count: number;
    /** the other circle blocks the arc */
    isBlocked: boolean;
}

/** A sequence of lines and arcs. Segments of length 0 are left out. */
export interface Curve {
    /** only the first `count` are set */
    segments: Segment[];
    /** number of segments, 0 .. FW_CURVE_SEGMENTS */
    count: number;
    /** tiles */
    length: number;
    /** length plus penalties for reverse gear and gear changes */
    cost: number;
}

/** The motions of a unit for one method. Source: Pinter 2001, figures 12 and 13. */
export interface MotionSummary {
    /** 8 or 16 */
    headings: number;
    /** number of motions, over all headings */
    motions: number;
    /** mean number of motions per heading */
    branching: number;
    /** The same before pruning. Pruning drops motions that equal a sequence of other motions. */
    unpruned: number;
    /** greatest distance that a motion covers, in tiles */
    reach: number;
    /** True if, from every heading, motions of at most a quarter turn lead to other headings on both sides. False if the neighbourhood is too small for the turning radius: from some headings, such as the diagonal ones, the only motions are then straight lines and loops. */
    complete: boolean;
}

/** Why there is no path. */
export interface Explanation {
    /** what fw_find_path() answers */
    result: Result;
    /** in one word */
    barrier: Barrier;
    /** FW_BARRIER_SIZE, FW_BARRIER_TERRAIN: the largest size, up to the unit's, that gets there; otherwise the unit's, or 0 if there is a path or the request is refused */
    size: number;
    /** FW_BARRIER_TERRAIN: terrains, one bit each, that open a way if the unit enters them: of those ways with the fewest places on other terrains than the unit's own. Otherwise 0 */
    terrains: number;
    /** `place` is known */
    hasPlace: boolean;
    /** `nearest` is known */
    hasNearest: boolean;
    /** what fw_barrier says; heading 0 */
    place: Pose;
    /** the place nearest to the goal that the unit's square of tiles gets to; heading 0 */
    nearest: Pose;
    /** the barrier as an English sentence without a full stop */
    text: string;
}

/** Limits for a speed profile. Fill it with fw_speed_def_init(). [Limits: each value is between 1e-9 and 1e9, or 0 if a meaning of 0 is given] */
export interface SpeedDef {
    /** greatest speed, tiles per second */
    top: number;
    /** tiles per second^2 */
    acceleration: number;
    /** tiles per second^2 */
    braking: number;
    /** sideways acceleration in arcs, tiles per second^2 */
    lateral: number;
    /** speed at the start; 0 = standing */
    start: number;
    /** maximum speed at the end; 0 = standing */
    end: number;
    /** top speed on each terrain; 0 = `top` alone limits it */
    terrainTop: number[];
    /** Tiles. An arc with a smaller radius, or a turn on the spot, cannot be driven at any speed. 0 = no limit. */
    turnRadius: number;
    /** Speed-dependent turning radius: at speed v, an arc needs a radius of at least v * radius_per_speed. 0 = no limit. */
    radiusPerSpeed: number;
}

/** Where a map lies in a world.

A place (x, y) of the map, in tiles, lies u = resolution * x and v = resolution * (height - y) metres from the frame's origin along the map's sides; with FW_Y_DOWN, v = resolution * y. In the world, it lies at (origin_x + u cos yaw - v sin yaw, origin_y + u sin yaw + v cos yaw). */
export interface Frame {
    /** metres a tile [Limits: 1e-6 <= resolution <= 1e6] */
    resolution: number;
    /** Of the outer corner of the map's lower left tile, in metres; with FW_Y_DOWN, of the upper left one. [Limits: -1e9 <= origin <= 1e9] */
    originX: number;
    /** of the same corner */
    originY: number;
    /** of the map's x axis in the world, in radians [Limits: -1e6 <= yaw <= 1e6] */
    yaw: number;
    /** of the world */
    yAxis: YAxis;
    /** of the map, in tiles; has no effect with FW_Y_DOWN [Limits: 0 <= height <= 16384] */
    height: number;
}

/** The graph of clusters of a unit. */
export interface ClusterSummary {
    /** of a cluster, in tiles */
    side: number;
    /** Strong or weak; of a graph that units share: theirs, FW_DOMINANCE_DEFAULT included */
    dominance: Dominance;
    /** cheapest or clearance */
    placement: Placement;
    /** number of clusters that have transitions */
    clusters: number;
    /** number of steps between clusters that the graph knows */
    transitions: number;
    /** number of paths that the graph knows between two transitions of a cluster */
    edges: number;
    /** false: fw_map_prepare() would make searches faster */
    hasLandmarks: boolean;
    /** the graph is that of the unit, or one that units share */
    abstraction: Abstraction;
    /** number of kinds of units, by size and terrain costs, that the graph serves */
    kinds: number;
}

/** Report on one step. */
export interface HybridStepReport {
    /** FW_OK, FW_NOT_FOUND (the step failed), FW_LIMIT, or FW_PENDING (the step was not taken, or is not finished). */
    result: Result;
    /** nodes */
    expanded: number | bigint;
    /** as fw_statistics::work; step 6: as fw_statistics::shaping */
    work: number | bigint;
}

/** Report on all steps. */
export interface HybridReport {
    /** by number; the first is not used */
    steps: HybridStepReport[];
    /** number of the step that made the method give up; 0 = none */
    failed: number;
    /** `a` is valid: steps 2 and 3 have both failed, so that step 4 was taken */
    hasA: boolean;
    /** `b` is valid: as for `has_a` */
    hasB: boolean;
    /** the farthest pose that step 2 reached from the start */
    a: Pose;
    /** The farthest pose that step 3 reached from the goal; headings are those of driving to the goal */
    b: Pose;
    /** `from` and `to` are valid: step 4 found that a repair may be tried */
    hasGap: boolean;
    /** where the repair begins: a, or an earlier pose */
    from: Pose;
    /** where the repair ends: b, or a later pose */
    to: Pose;
}

/** How costs fall with the distance from walls. A wall is a tile with a terrain that the unit may not enter, or a tile outside of the map. */
export interface Inflation {
    /** terrains that are no walls, one bit each; bit 0 is ignored */
    capability: number;
    /** Radius of the body, in tiles: up to this distance from a wall, a tile costs `highest`. Beyond, costs fall until they are 0. [Limits: 0 <= radius <= 64] */
    radius: number;
    /** Per tile: beyond, a tile costs highest * exp(-decay * (distance - radius)). [Limits: 1/256 <= decay <= 16] */
    decay: number;
    /** A byte as for fw_overlay_set_costs(): added cost in 1/16. 254 = the centre is forbidden up to the radius, and the cost falls from 253 there. [Limits: 1 <= highest <= 254] */
    highest: number;
}

/** Properties of a unit in a traffic. Fill it with fw_agent_def_init(), then set at least id, unit and start. */
export interface AgentDef {
    /** not 0, and not the id of another unit of the traffic */
    id: number;
    /** its kind: a round body, which does not cut corners */
    unit: number;
    /** position of the body's centre, and the heading until the unit moves */
    start: Pose;
    /** greatest speed, tiles per second [Limits: 1e-3 <= top <= 100] */
    top: number;
    /** Greatest increase of speed, tiles per second^2 [Limits: 1e-2 <= acceleration <= 1e4] */
    acceleration: number;
    /** Greatest decrease of speed, tiles per second^2 [Limits: 1e-2 <= braking <= 1e4, and top / acceleration + top / braking <= 3 seconds] */
    braking: number;
    /** Greatest sideways acceleration, with which a curve changes the direction of motion, tiles per second^2 [Limits: 1e-2 <= lateral <= 1e4] */
    lateral: number;
    /** one bit for each side to which it belongs, see fw_traffic_set_sides() */
    sides: number;
    /** see fw_traffic_set_regard(), as the two below */
    layers: number;
    /** sides for whose units it makes room */
    givesWayTo: number;
    /** sides whose units it may ask to make room */
    mayPush: number;
}

/** State of a unit at the present time. */
export interface AgentState {
    /** the unit */
    id: number;
    /** what it does */
    activity: AgentActivity;
    /** FW_AGENT_WAITS: the unit that was in its way last; FW_AGENT_YIELDS, _INFEASIBLE: the other unit; 0 if it is not known */
    other: number;
    /** FW_REVERSE: it moves against its heading */
    gear: Gear;
    /** Position of the body's centre; without a turning radius, the heading is that of its last motion. */
    pose: Pose;
    /** tiles per second, >= 0 */
    speed: number;
    /** tiles since the unit was added, up to the last knot */
    driven: number;
    /** seconds in which it waited, since it was added, up to the last knot */
    waited: number;
    /** time of its last arrival in seconds; negative if it has not arrived */
    arrived: number;
    /** Distance of the body's centre from the point of its order, in tiles; 0: it has no order. A unit that has arrived may stand beside the point, because others have the point or stand there: see fw_traffic_order() */
    fromGoal: number;
    /** FW_AGENT_WAITS: why; otherwise FW_REASON_NONE */
    reason: AgentReason;
}

/** Something that happened during the last step. */
export interface TrafficEvent {
    /** seconds; the next knot after it happened */
    time: number;
    /** the unit; 0: the event tells of no unit */
    id: number;
    /** what it does now */
    activity: AgentActivity;
    /** as in fw_agent_state */
    other: number;
    /** The unit has left its group, because the shared way does not serve it: it goes on its own, see fw_traffic_order_together(). Its activity is the same as before. */
    leavesGroup: boolean;
    /** what the event tells */
    news: TrafficNews;
    /** FW_NEWS_SITE_IS_CLEAR: its number; otherwise 0 */
    site: number;
}

/** How a group goes together. Fill it with fw_group_def_init(). */
export interface GroupDef {
    /** Length of each unit's own way at both ends of the shared one, in tiles [Limits: own_steps >= 0] */
    ownSteps: number;
    /** Units that are ahead of the others wait for them, so that the formation lasts longer */
    keepsAbreast: boolean;
}

/** One mark of a picture. Costs are in tiles of terrain of cost 1, as those of paths. */
export interface Mark {
    /** what it shows */
    kind: MarkKind;
    /** how: which of the next members are set */
    shape: MarkShape;
    /** Marks of one kind and group belong together, such as all lines and arcs of a motion. A motion and its hit mask have the same group. */
    group: number;
    /** points, lines and arcs, in tiles */
    line: Segment;
    /** a rectangle of tiles */
    tiles: TileRect;
    /** see fw_mark_number_name(); those without a name are 0 */
    numbers: number[];
}

/** What a replay found out. */
export interface ReplayReport {
    /** calls that were repeated */
    calls: number | bigint;
    /** of them, those whose answers were compared */
    compared: number | bigint;
    /** Calls that cannot be repeated: they failed for lack of memory, or their search was stale */
    leftOut: number | bigint;
    /** calls that the recording only names, because they cannot be recorded */
    marks: number | bigint;
    /** the recording ends amid a call: the program crashed, or is still running */
    isCutOff: boolean;
    /** an answer is another one than in the recording; the replay ended there */
    differs: boolean;
    /** `differs`: number of the call in the recording, from 1 on */
    place: number | bigint;
    /** `differs`: the call, such as "planner 2: find_path(unit 1, start 3.5 4.5, ...)" */
    call: string;
    /** `differs`: the answer in the recording, such as "found, hash 4f2a..." */
    recorded: string;
    /** `differs`: the answer of this library */
    answered: string;
    /** name of the first call that the recording only names */
    mark: string;
}

/** Why FW_AUTO has rejected a method. */
export interface Rejection {
    /** in one word */
    reason: RejectionReason;
    /** FW_REJECTED_UNFIT, if the body is too long: its length in tiles; FW_REJECTED_ILLEGAL: number of violations; FW_REJECTED_EXPENSIVE: cost of the path. Otherwise NaN */
    value: number;
    /** What `value` was compared with: the length that is too long, 0, or the cost of the answer; FW_REJECTED_TOO_MUCH_WORK: the work that the method might take. Otherwise NaN */
    limit: number;
    /** the reason as an English sentence without a full stop */
    text: string;
}

/** A node that is being expanded. */
export interface Node {
    /** the node */
    id: number | bigint;
    /** g: cost from the start */
    cost: number | bigint;
    /** the value that was pushed with the node; its meaning is up to the space */
    via: number;
}

/** A node whose heuristic value h the search needs. */
export interface Estimate {
    /** the node; never FW_GOAL_NODE */
    id: number | bigint;
    /** set this to a lower bound on the remaining cost; 2^62 or more: the goal cannot be reached */
    h: number | bigint;
    /** the value that was pushed with the node */
    via: number;
}

/** A user's space: a graph given by functions. Each function receives `space` as its first argument. The functions must not call the planner. */
export interface Space {
    /** Pushes the start nodes. Returns FW_OK if all are pushed, or FW_PENDING to be called again in the next step (nodes that were pushed stay). Any other result ends the search with FW_SPACE_FAILED. */
    begin: unknown;
    /** Pushes all successors of a node. Results as for `begin`, but FW_PENDING is allowed only if nothing was pushed; otherwise the search ends with FW_SPACE_FAILED. */
    expand: unknown;
    /** Sets h for a batch of nodes that are new or whose cost decreased. [opt] Null: h is 0 for all nodes (Dijkstra). */
    estimate: unknown;
    /** Returns the position of a node, for traces. [opt] Null: the origin. */
    place: unknown;
    /** passed to the functions */
    space: unknown;
    /** h decreases along a step by at most its cost; nodes are then never reopened */
    consistent: boolean;
}

/** A request for a search on a user's space. Fill it with fw_space_request_init(). */
export interface SpaceRequest {
    /** the space to search; copied */
    space: Space;
    /** nodes are ordered by g + weight * h; the path costs at most weight times the optimum [Limits: 1 <= weight <= 1000] */
    weight: number;
    /** maximum number of expansions; 0 = no limit */
    maxWork: number | bigint;
    /** microseconds; 0 = no limit */
    maxTimeUs: number | bigint;
    /** receives every step; [opt] null = no trace */
    trace: unknown;
    /** passed to `trace` */
    traceUser: unknown;
}

/** A portal: the side through which a path leaves one convex polygon of a mesh and enters the next. Left and right are as seen by a unit that follows the path; with y down, left is toward falling heading. */
export interface Portal {
    /** its left end, in tiles */
    leftX: number;
    /** its left end, in tiles */
    leftY: number;
    /** its right end, in tiles */
    rightX: number;
    /** its right end, in tiles */
    rightY: number;
}
