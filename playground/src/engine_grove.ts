// Round obstacles in the worker: the shortest path among them, and around the walls of the map.
import type { Fairway, Forest, ForestPlanner, GridMap, Mark } from "../../bindings/js/src/index.js";
import { GridSearch, timed, turnsOf } from "./engine_search.js";
import { MOST_MARKS, type Answer, type Query, type Tree, type UnitDials } from "./messages.js";
import { agentRadiusOf } from "./unit.js";

export class Grove {
    private readonly forest: Forest;
    private readonly planner: ForestPlanner;

    constructor(private fairway: Fairway, readonly trees: Tree[]) {
        this.forest = new fairway.Forest();
        trees.forEach((tree) => this.forest.add(tree));
        this.planner = new fairway.ForestPlanner(this.forest);
    }

    free() {
        this.planner.free();
        this.forest.free();
    }

    find(map: GridMap, unit: number, dials: UnitDials, costs: number[], query: Query): Answer {
        const began = performance.now();
        this.forest.setMap(map, costs.map((cost, terrain) => (cost > 0 ? terrain : -1)).filter((terrain) => terrain >= 0));
        const path = this.planner.findPath({
            start: query.start, goal: query.goals[0], radius: agentRadiusOf(dials), turnRadius: dials.turnRadius,
            maxWork: Number(query.request.maxWork),
        });
        const milliseconds = performance.now() - began;
        const { expanded, work } = this.planner.statistics;
        const figures = {
            ...GridSearch.none(query, 0), result: this.planner.result, method: "forest", expanded: Number(expanded),
            work: Number(work), milliseconds,
        };
        if (!path)
            return figures;
        const isLegal = this.isLegal(map, dials, costs, path);
        const duration = timed(map, path, query.speeds);
        const answer = {
            ...figures, segments: path.segments, length: path.length, cost: path.cost, duration, turns: turnsOf(path.segments),
            legal: isLegal.legal, fault: isLegal.legal ? "" : isLegal.first, speeds: path.speeds,
        };
        path.free();
        return answer;
    }

    /** The checker judges by a unit of the map: a round body as large as that of the forest. */
    private isLegal(map: GridMap, dials: UnitDials, costs: number[], path: Parameters<Fairway["checkPath"]>[2]) {
        const body = map.addUnit({
            size: 0, footprint: { kind: "circle", radius: agentRadiusOf(dials) }, terrainCost: costs.map((cost) => (cost > 0 ? 1 : 0)),
            corners: "always", methods: ["on-demand"],
        });
        const report = this.fairway.checkPath(map, body, path, { trees: this.trees });
        map.removeUnit(body);
        return report;
    }

    /** The lines and arcs of the last search; none if there was none. */
    marks(): Mark[] {
        return this.planner.result === "ok" ? this.fairway.inspect.forest(this.planner, MOST_MARKS) : [];
    }
}
