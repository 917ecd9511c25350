// What the worker tells of the library's inside: marks of a subject, and numbers of all tiles.
import type { AreaMap, Fairway, GridMap, Mark } from "../../bindings/js/src/index.js";
import type { Crowd } from "./engine_crowd.js";
import type { Grove } from "./engine_grove.js";
import type { GridSearch } from "./engine_search.js";
import type { Numbers, Subject } from "./layers.js";
import { MOST_MARKS, type Query, type Segment, type UnitDials } from "./messages.js";
import { agentRadiusOf } from "./unit.js";

/** What the worker has at this moment. */
export interface Scene {
    fairway: Fairway;
    map: GridMap;
    unit: number;
    dials: UnitDials;
    costs: number[];
    query: Query;
    grove: Grove | null;
    crowd: Crowd | null;
    /** the map cut into areas; throws if the unit has no layer */
    areas: () => AreaMap;
    /** the path of the request's own method */
    segments: Segment[];
    /** its search, which has ended; null: trees, or none has ended yet */
    search: GridSearch | null;
}

/** The method whose tables a subject needs; null: none. */
export function methodOf(subject: Subject, { methods: [method] }: Query): string | null {
    switch (subject) {
        case "jump points":
            return "jump-points";
        case "clusters":
            return "hierarchy";
        case "areas":
            return "areas";
        case "motions":
            return method.startsWith("directional") ? method : "directional";
        default:
            return null;
    }
}

export function marksOf(subject: Subject, scene: Scene): Mark[] {
    const { fairway: { inspect }, map, unit, query, grove, crowd } = scene;
    switch (subject) {
        case "anchors":
            return inspect.layer(map, unit, MOST_MARKS);
        case "regions":
            return inspect.regions(map, unit, MOST_MARKS);
        case "jump points":
            return inspect.jumpPoints(map, unit, MOST_MARKS);
        case "clusters":
            return inspect.clusters(map, unit, MOST_MARKS);
        case "areas":
            return inspect.areas(scene.areas(), MOST_MARKS);
        case "motions":
            return inspect.motions(map, unit, methodOf(subject, query) as "directional", query.start, MOST_MARKS);
        case "construction":
            return inspect.curve(scene.segments, MOST_MARKS);
        case "forest":
            return grove?.marks() ?? [];
        case "bitangents":
            return bitangents(scene);
        case "sight":
            return grownTrees(scene).flatMap((tree, group) =>
                inspect.sight(tree, query.start, query.goals[0]).map((mark) => ({ ...mark, group })));
        case "walkable":
            return inspect.walkable(map, unit, query.start, query.goals[0], MOST_MARKS);
        case "cones":
            return scene.search?.cones() ?? [];
        case "traffic":
            return crowd ? crowd.marks() : [];
    }
}

/** Circles among which the body is a point. */
function grownTrees({ grove, dials }: Scene) {
    const radius = agentRadiusOf(dials);
    return grove?.trees.map((tree) => ({ ...tree, radius: tree.radius + radius })) ?? [];
}

function bitangents(scene: Scene): Mark[] {
    const trees = grownTrees(scene), marks: Mark[] = [];
    trees.forEach((one, i) => {
        for (const other of trees.slice(i + 1))
            if (marks.length < MOST_MARKS)
                marks.push(...scene.fairway.inspect.bitangents(one, other).filter(({ kind }) => kind === "bitangent"));
    });
    return marks;
}

/** A number for each tile, row by row. */
export function numbersOf(numbers: Numbers, scene: Scene): Float32Array {
    const { fairway, map, unit, costs, query } = scene;
    if (numbers === "clearance")
        return Float32Array.from(map.clearances(costs.map((_, terrain) => terrain).filter((terrain) => costs[terrain] > 0)));
    if (numbers === "nothing")
        return new Float32Array();
    if (numbers === "guide")
        return guideOf(map, scene.search, query);
    const field = new fairway.Field(map);
    try {
        const [goal] = query.goals;
        field.fill(unit, [[Math.floor(goal.x), Math.floor(goal.y)]]);
        return Float32Array.from(field.costs());
    } finally {
        field.free();
    }
}

/** The greatest number that is finite; 1 if there is none. */
export function greatestOf(values: Float32Array): number {
    let greatest = 1;
    for (let i = 0; i < values.length; i++)
        if (values[i] > greatest && values[i] < Infinity)
            greatest = values[i];
    return greatest;
}

/** What the search expects to remain from each tile, with the heading of the start. */
function guideOf({ width, height }: GridMap, search: GridSearch | null, { start }: Query): Float32Array {
    const values = new Float32Array(width * height).fill(Infinity);
    for (const mark of search?.guide(start.heading) ?? [])
        if (mark.shape === "tiles")
            values[mark.tiles.y * width + mark.tiles.x] = mark.numbers.h;
    return values;
}
