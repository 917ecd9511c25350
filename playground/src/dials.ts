// Every dial of the page: what it changes, how it looks, and what C and the command call it. Controls, the programs that
// the page writes, and the test that no field of the library is forgotten, are made from this table.

export type Group = "unit" | "request" | "agent" | "group";
export type Value = number | boolean | string;

export interface Dial {
    group: Group;
    /** name in the settings */
    name: string;
    label: string;
    /** field of the library's struct that it sets; empty: the page's own */
    field: string;
    /** the value that the library takes if nobody says more */
    initial: Value;
    /** option of the command; a flag if the dial is a check box */
    option?: string;
    help?: string;
    /** for those who want to know more: shown in "More" */
    isRare?: boolean;
    /** a number: a slider if it has a greatest value that one can drag to */
    least?: number;
    most?: number;
    step?: number;
    isTyped?: boolean;
    /** greatest number that one can type, where a slider ends earlier */
    limit?: number;
    /** a list of names, as the library calls them; C: prefix + name in capitals */
    options?: string[];
    prefix?: string;
}

type Rest = Partial<Dial>;

const slider = (group: Group, name: string, label: string, [least, most, step]: number[], rest: Rest = {}): Dial =>
    ({ group, name, label, field: snake(name), initial: 0, least, most, step, ...rest });
const typed = (group: Group, name: string, label: string, [least, most, step]: number[], rest: Rest = {}): Dial =>
    slider(group, name, label, [least, most, step], { isTyped: true, isRare: true, ...rest });
const check = (group: Group, name: string, label: string, rest: Rest = {}): Dial =>
    ({ group, name, label, field: snake(name), initial: false, ...rest });
const choice = (group: Group, name: string, label: string, options: string[], rest: Rest = {}): Dial =>
    ({ group, name, label, field: snake(name), initial: options[0], options, ...rest });

export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const ANY = { isRare: true };

export const DIALS: Dial[] = [
    slider("unit", "size", "Size", [1, 8, 1], { initial: 1, limit: 64, option: "--size", help: "tiles along a side that the unit needs on the grid" }),
    slider("unit", "turnRadius", "Turning radius", [0, 6, 0.25], { limit: 1024, option: "--turn-radius", help: "tiles; 0: the unit turns on the spot" }),
    choice("unit", "body", "Body", ["usual", "circle", "rectangle"], { field: "footprint", help: "usual: a circle that fits into its size" }),
    slider("unit", "length", "Length of the body", [0.1, 8, 0.1], { field: "footprint", initial: 1.6, limit: 16, help: "tiles along the heading" }),
    slider("unit", "width", "Width of the body", [0.1, 8, 0.1], { field: "footprint", initial: 0.8, limit: 16, help: "tiles across; of a circle, its diameter" }),
    check("unit", "reverse", "Reverse gear", { help: "only units with a turning radius use it" }),
    choice("unit", "corners", "Diagonals at walls", ["never", "one", "always", "orthogonal"],
        { prefix: "FW_CORNERS_", option: "--corners", help: "may the unit pass a corner: never, past one wall, always; orthogonal: no diagonals at all" }),
    typed("unit", "reversePenalty", "Reverse costs, times", [1, 255, 0.5], { initial: 1 }),
    typed("unit", "gearChangeCost", "A gear change costs", [0, 1024, 0.5], { option: "--gear-change" }),
    typed("unit", "curvatureRate", "Curvature changes by", [0, 4, 0.05], { option: "--curvature-rate", help: "1/tile for each tile driven, because turning the wheels takes time; 0: at once" }),
    choice("unit", "headings", "Headings of its tables", ["8", "16"], { ...ANY, initial: "8", option: "--headings" }),
    check("unit", "allCurves", "All four curves", { ...ANY, option: "--all-curves" }),
    typed("unit", "cluster", "Side of a cluster", [0, 64, 1], { option: "--cluster", help: "hierarchy; 0: the library chooses" }),
    choice("unit", "dominance", "Steps that it keeps", ["default", "strong", "weak"],
        { ...ANY, prefix: "FW_DOMINANCE_", option: "--dominance", help: "hierarchy" }),
    choice("unit", "abstraction", "Whose graph", ["default", "unit", "shared"],
        { ...ANY, prefix: "FW_ABSTRACTION_", option: "--abstraction", help: "hierarchy; shared: one graph for all units that say so" }),
    choice("unit", "placement", "Which of them", ["default", "cheapest", "clearance"],
        { ...ANY, prefix: "FW_PLACEMENT_", option: "--placement", help: "hierarchy" }),

    choice("request", "method", "Method", ["auto", "grid", "astar", "jump-points", "on-demand", "hierarchy", "midpoint", "areas", "compass",
        "sight", "directional", "directional-8", "directional-24", "directional-48", "directional-80", "hybrid", "hybrid-strict",
        "pivot"], { prefix: "FW_", option: "--method" }),
    choice("request", "smoothing", "Smoothing", ["none", "auto", "simple", "simple-sampled", "taut", "curved", "taut-lines"],
        { prefix: "FW_SMOOTH_", option: "--smooth" }),
    typed("request", "sampleStep", "Tiles between samples", [0, 64, 0.05], { option: "--sample-step", help: "simple-sampled; 0: a fifth of a tile" }),
    choice("request", "turns", "Legal turns", ["none", "ignore", "recalculate", "tighten", "back-up"],
        { prefix: "FW_TURNS_", option: "--turns", help: "how turns of a grid path are made drivable" }),
    choice("request", "roads", "Roads", ["none", "follow", "lanes", "wide", "cones"], { prefix: "FW_ROADS_", option: "--roads" }),
    check("request", "hasHeading", "Heading at the goal counts", { field: "goal" }),
    slider("request", "weight", "Weight", [1, 10, 0.5],
        { initial: 1, limit: 1000, option: "--weight", help: "the path may cost so many times the optimum: from A* (1) to greedy (1,000)" }),
    choice("request", "heuristic", "Heuristic", ["auto", "straight", "curve", "table", "grid", "turn", "turn-table"],
        { ...ANY, prefix: "FW_HEURISTIC_", option: "--heuristic" }),
    choice("request", "preSmooth", "Smoothing-48 first", ["none", "48", "48-strict"],
        { ...ANY, prefix: "FW_PRE_SMOOTH_", option: "--pre-smooth" }),
    choice("request", "fixedAngles", "Fixed angles", ["0", "8", "16"],
        { ...ANY, initial: "0", option: "--fixed-angles", help: "bend the path to so many directions, for sprites" }),
    typed("request", "turnCharge", "Charge for a full turn", [0, 1000, 0.5], { option: "--turn-charge" }),
    typed("request", "goalRadius", "Radius of the goal", [0, 64, 0.5], { field: "goal", option: "--within", help: "the path may end anywhere within; 0: at the place itself" }),
    check("request", "nearest", "Go as near as possible", { ...ANY, option: "--nearest" }),
    typed("request", "nearestTolerance", "…within, tiles", [0, 64, 0.25], { initial: 0.25, option: "--nearest-tolerance" }),
    typed("request", "startSlack", "Start may shift by", [0, 64, 0.01], { initial: 0.01, option: "--start-slack" }),
    check("request", "fewerBends", "Fewest bends", { ...ANY, option: "--fewer-bends" }),
    typed("request", "bendCost", "A bend costs", [0, 1024, 0.5], { option: "--bend-cost", help: "grid methods and hybrid: in tiles; the path may become longer" }),
    check("request", "keepRight", "Keep right on roads", { ...ANY, option: "--keep-right" }),
    check("request", "allowViolations", "Accept illegal paths", { ...ANY, option: "--allow-violations" }),
    check("request", "allowLonger", "Hierarchy if costs differ", { ...ANY, option: "--allow-longer" }),
    check("request", "methodical", "A* if the method gives up", { ...ANY, option: "--methodical" }),
    typed("request", "refine", "Refine by, expansions", [0, 1e9, 100], { option: "--refine" }),
    slider("request", "maxWork", "Most work", [0, 3000, 10], { isRare: true, limit: 1e9, option: "--max-work", help: "0: no limit" }),
    typed("request", "maxTimeUs", "Most microseconds", [0, 1e9, 100], { option: "--max-time" }),
    typed("request", "maxDistance", "Farthest, in cost", [0, 1e6, 1], { option: "--max-distance" }),
    check("request", "partial", "Best path if a limit ends it", { ...ANY }),
    choice("request", "partition", "Areas are", ["squares", "quadtree"], { ...ANY, field: "areas", option: "--partition", help: "the method areas: how it cuts the map" }),
    choice("request", "headings", "Headings it must have", ["0", "8", "16"], { ...ANY, initial: "0" }),
    typed("request", "cluster", "Cluster it must have", [0, 64, 1]),
    typed("request", "segment", "Legs of, tiles", [0, 16384, 1], { option: "--segment", help: "hierarchy; 0: the path as a whole" }),
    choice("request", "dominance", "Steps it must have", ["default", "strong", "weak"], { ...ANY, prefix: "FW_DOMINANCE_" }),
    choice("request", "placement", "Placement it must have", ["default", "cheapest", "clearance"], { ...ANY, prefix: "FW_PLACEMENT_" }),
    check("request", "fastest", "Least time instead of cost", { ...ANY, option: "--fastest", help: "directional search, at the speeds of the traffic" }),

    slider("agent", "top", "Top speed", [0.5, 12, 0.5], { initial: 1, help: "tiles a second" }),
    slider("agent", "acceleration", "Speeding up", [0.5, 20, 0.5], { initial: 1, help: "tiles a second each second" }),
    slider("agent", "braking", "Braking", [0.5, 20, 0.5], { initial: 1 }),
    slider("agent", "lateral", "Grip in curves", [0.5, 20, 0.5], { initial: 1, help: "greatest sideways acceleration" }),

    choice("group", "formation", "Order them to", ["spread", "line", "column", "wedge", "box", "one place"], { field: "", initial: "spread" }),
    slider("group", "spacing", "Spacing", [1, 8, 0.25], { field: "", initial: 1.5, help: "tiles between neighbours in a formation" }),
    check("group", "together", "Share the middle of the way", { field: "" }),
    slider("group", "ownSteps", "Own way at both ends", [0, 32, 1], { initial: 10, isRare: true, help: "tiles" }),
    check("group", "keepsAbreast", "Wait for each other", { isRare: true }),
];

export const dialsOf = (group: Group) => DIALS.filter((dial) => dial.group === group);
export const pathOf = ({ group, name }: Dial) => `${group}.${name}`;

/** The lists of names of a request, whose refusals the page shows at each name. */
export const LISTS = dialsOf("request").filter((dial) => dial.options && dial.prefix);

/** What is usual on the page where it is not what the library takes. */
const PAGE: { [path: string]: Value } = { "request.smoothing": "auto", "agent.top": 4, "agent.acceleration": 6, "agent.braking": 6, "agent.lateral": 6 };

export const usualOf = (dial: Dial): Value => PAGE[pathOf(dial)] ?? dial.initial;

/** All dials of a group as they are when the page opens. */
export const usual = <T>(group: Group): T => Object.fromEntries(dialsOf(group).map((dial) => [dial.name, usualOf(dial)])) as T;
