// A search on the map, continued in slices, and its answer.
import type { AreaMap, Fairway, GridMap, Mark, Overlay, Path, Planner, Request, Search, TraceEvent } from "../../bindings/js/src/index.js";
import { TRACE_COLUMNS, type AgentDials, type Answer, type HybridSteps, type Query } from "./messages.js";

const SLICE_WORK = 500;
const MOST_TRACED = 200000; // steps of a search that the page shows

const HYBRID_STEPS = ["grid", "forward", "backward", "repair"] as const;
/** By the numbers of the article. */
const HYBRID_NAMES = ["", "1, the grid", "2, from the start", "3, from the goal", "4, the gap", "5, the repair", "6, smoothing"];

/** The page's own dials, which are no fields of a request. */
type Own = "hasHeading" | "goalRadius" | "fastest" | "partition";

/** What a request names beside places and options. */
export interface Beside {
    overlay: Overlay | null;
    /** for the method "areas" */
    areas: AreaMap | null;
}

export function requestOf(query: Query, unit: number, method: string, { overlay, areas }: Beside): Request {
    const { hasHeading, goalRadius, fastest, partition, headings, fixedAngles, ...options } = query.request;
    const places = query.goals.map(({ x, y, heading }) => (hasHeading ? { x, y, heading } : { x, y }));
    const goal = places.length > 1 ? { nearestOf: places } : goalRadius > 0 ? { ...places[0], radius: goalRadius } : places[0];
    const fields = { ...(options as { [name: string]: unknown }), method, headings: Number(headings), fixedAngles: Number(fixedAngles) };
    return {
        ...(fields as Omit<Request, "unit" | "start" | "goal">), unit, start: query.start, goal, overlay, areas,
        fastest: fastest ? { ...query.speeds } : undefined,
    } as Request & { [own in Own]?: never };
}

/** The heading of a segment's end less that of its start, in degrees. */
const turnOf = (curvature: number, length: number) => (Math.abs(curvature) * length * 180) / Math.PI;

/** Degrees that a unit turns along a path, on the spot as well. */
export function turnsOf(segments: Answer["segments"]): number {
    let sum = 0;
    segments.forEach(({ start, curvature, length, gear }, i) => {
        sum += turnOf(curvature, length);
        const next = segments[i + 1];
        if (!next)
            return;
        const end = start.heading + curvature * length * (gear === "reverse" ? -1 : 1);
        sum += (Math.abs(Math.atan2(Math.sin(next.start.heading - end), Math.cos(next.start.heading - end))) * 180) / Math.PI;
    });
    return sum;
}

/** Gives a path the speeds of a unit. Returns seconds; 0: the path has none. */
export function timed(map: GridMap | null, path: Path, speeds: AgentDials): number {
    try {
        path.profile(map, { ...speeds });
        return path.duration;
    } catch {
        return 0; // an illegal path
    }
}

export class GridSearch {
    private readonly search: Search;
    private readonly traced: number[] = [];
    /** of nodes: their numbers, and their last steps */
    private readonly nodes = new Map<number | bigint, { number: number; step: number }>();
    private spent = 0;

    constructor(private fairway: Fairway, private map: GridMap, private planner: Planner, private unit: number,
        private query: Query, private lane: number, private beside: Beside) {
        const request = this.request;
        this.search = planner.search({ ...request, trace: query.isTraced ? (event) => this.remember(event) : undefined });
    }

    private get request() {
        return requestOf(this.query, this.unit, this.query.methods[this.lane], this.beside);
    }

    static none({ serial, methods }: Query, lane: number): Answer {
        return {
            serial, lane, result: "", text: "", method: methods[lane], segments: [], length: 0, cost: 0, duration: 0, turns: 0,
            legal: true, fault: "", expanded: 0, work: 0, milliseconds: 0, speeds: new Float64Array(), trace: new Float32Array(), steps: 0,
            place: null, nearest: null, hybrid: null,
        };
    }

    free() {
        this.search.free();
    }

    private remember({ kind, id, parent, x, y, g, h, f }: TraceEvent) {
        if ((kind !== "expand" && kind !== "generate" && kind !== "source") || this.traced.length >= MOST_TRACED * TRACE_COLUMNS)
            return;
        const known = this.nodes.get(id) ?? { number: this.nodes.size + 1, step: 0 };
        const before = parent === id ? 0 : this.nodes.get(parent)?.step ?? 0;
        this.traced.push(kind === "expand" ? 1 : 0, x, y, g, h, f, known.number, before);
        this.nodes.set(id, { ...known, step: this.traced.length / TRACE_COLUMNS });
    }

    /** Goes on until a moment, in milliseconds, or for the work of a frame. Returns the answer, or null if there is work left. */
    step(until: number): Answer | null {
        const began = performance.now(), { workOfFrame } = this.query;
        let isPending = this.search.step(workOfFrame || SLICE_WORK);
        while (isPending && workOfFrame === 0 && performance.now() < until)
            isPending = this.search.step(SLICE_WORK);
        this.spent += performance.now() - began;
        return isPending ? null : this.answer();
    }

    /** What the search expects to remain from each tile. Throws if it has no guide. */
    guide(heading: number): Mark[] {
        return this.fairway.inspect.guide(this.search, heading);
    }

    /** Tiles beside roads that smoothing has regarded as blocked. Throws if there are none. */
    cones(): Mark[] {
        return this.fairway.inspect.cones(this.search);
    }

    /** What the search has seen so far. */
    get progress() {
        return { trace: new Float32Array(this.traced), expanded: Number(this.search.statistics.expanded) };
    }

    private answer(): Answer {
        const { search, query } = this;
        const { expanded, work } = search.statistics;
        const figures = {
            ...GridSearch.none(query, this.lane), result: search.result, expanded: Number(expanded), work: Number(work),
            milliseconds: this.spent, trace: new Float32Array(this.traced),
        };
        const path = search.best();
        figures.hybrid = this.hybridSteps();
        if (!path)
            return { ...figures, ...this.why() };
        const isLegal = this.fairway.checkPath(this.map, this.unit, path, {
            start: query.start, startSlack: Number(query.request.startSlack), overlay: this.beside.overlay,
        });
        const duration = timed(this.map, path, query.speeds);
        const answer = {
            ...figures, method: path.summary.method, segments: path.segments, length: path.length, cost: path.cost, duration,
            turns: turnsOf(path.segments), legal: isLegal.legal, fault: isLegal.legal ? "" : isLegal.first, speeds: path.speeds,
        };
        path.free();
        return answer;
    }

    /** The planner keeps the steps of a search that is not sliced: it is asked once more. */
    private hybridSteps(): HybridSteps | null {
        const { query, lane, planner } = this;
        if (query.methods[lane] !== "hybrid-strict")
            return null;
        planner.findPath(this.request)?.free();
        const { failed, a, b } = planner.hybridReport;
        const ways = HYBRID_STEPS.flatMap((step) => {
            const way = planner.hybridWay(step);
            const segments = way?.segments ?? [];
            way?.free();
            return segments.length > 0 ? [{ step, segments }] : [];
        });
        return { ways, failed: failed > 0 ? HYBRID_NAMES[failed] : "", a, b };
    }

    private why(): Partial<Answer> {
        if (this.lane > 0)
            return {};
        const { text, place, nearest } = this.planner.explain(this.request);
        return { text, place, nearest };
    }
}
