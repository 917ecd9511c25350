// Round obstacles in the worker: the shortest path among them, and around the walls of the map.
import type { Fairway, Forest, ForestPlanner, ForestQuery, GridMap, Mark } from "../../bindings/js/src/index.js";
import { GridSearch, timed, turnsOf } from "./engine_search.js";
import { MOST_MARKS, type Answer, type Query, type Tree, type UnitDials } from "./messages.js";
import { agentRadiusOf } from "./unit.js";

const SLICE = 20; // expansions between looks at the clock
const STEPS_MS = 40; // for the steps of a search; what is left is the last one

interface Steps {
    count: number;
    marks: Mark[];
}

export class Grove {
    private readonly forest: Forest;
    private readonly planner: ForestPlanner;
    private steps: Steps | null = null;
    private isUnderWay = false;
    private spent = 0; // milliseconds

    constructor(private fairway: Fairway, readonly trees: Tree[]) {
        this.forest = new fairway.Forest();
        trees.forEach((tree) => this.forest.add(tree));
        this.planner = new fairway.ForestPlanner(this.forest);
    }

    free() {
        this.planner.free();
        this.forest.free();
    }

    /** The question has changed: the next search begins anew. */
    drop() {
        this.isUnderWay = false;
    }

    /** Goes on until a moment, in milliseconds. Returns the answer, or null if there is work left. */
    find(map: GridMap, dials: UnitDials, costs: number[], query: Query, until: number): Answer | null {
        const began = performance.now();
        const request = {
            start: query.start, goal: query.goals[0], radius: agentRadiusOf(dials), turnRadius: dials.turnRadius,
            maxWork: Number(query.request.maxWork),
        };
        if (!this.isUnderWay) {
            this.forest.setMap(map, costs.map((cost, terrain) => (cost > 0 ? terrain : -1)).filter((terrain) => terrain >= 0));
            this.planner.begin(request);
            this.spent = 0;
        }
        let path = this.planner.step(SLICE);
        while (this.planner.result === "pending" && performance.now() < until)
            path = this.planner.step(SLICE);
        this.isUnderWay = this.planner.result === "pending";
        this.spent += performance.now() - began;
        if (this.isUnderWay)
            return null;
        const milliseconds = this.spent;
        this.steps = query.isTraced ? this.stepsOf(request) : null;
        const { expanded, work } = this.planner.statistics;
        const figures = {
            ...GridSearch.none(query, 0), result: this.planner.result, method: "forest", expanded: Number(expanded),
            work: Number(work), milliseconds, steps: this.steps?.count ?? 0,
        };
        if (!path)
            return figures;
        const isLegal = this.isLegal(map, dials, costs, path);
        const duration = timed(null, path, query.speeds);
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

    /** The same search by a planner that knows nothing yet, expansion by expansion. */
    private stepsOf(request: ForestQuery): Steps {
        const planner = new this.fairway.ForestPlanner(this.forest), until = performance.now() + STEPS_MS;
        const known = new Map<string, Mark>();
        let count = 0;
        planner.begin(request);
        do {
            planner.step(performance.now() < until ? 1 : 0)?.free();
            count++;
            for (const mark of this.fairway.inspect.forest(planner, MOST_MARKS)) {
                const { kind, line: { start, curvature, length } } = mark as Extract<Mark, { shape: "line" }>;
                const key = [kind, start.x, start.y, start.heading, curvature, length].join();
                const { numbers } = known.get(key) ?? known.set(key, { ...mark, numbers: { ...mark.numbers, seen: count, used: 0 } }).get(key)!;
                if (mark.numbers.reached && numbers.used === 0)
                    Object.assign(numbers, { reached: 1, used: count });
            }
        } while (planner.result === "pending");
        planner.free();
        return { count, marks: [...known.values()] };
    }

    /** The lines and arcs of the last search; none if there was none. With steps, `seen` and `used` tell when it made an edge, and
     * when it put the edge on its open list; 0: never. */
    marks(): Mark[] {
        if (this.steps)
            return this.steps.marks;
        return this.planner.result === "ok" ? this.fairway.inspect.forest(this.planner, MOST_MARKS) : [];
    }
}
