// The worker: the library, and what is made again from the page's world. It computes in slices and reads its messages
// between them, so that a newer question ends an older one.
import { FairwayError, load, type Fairway, type GridMap, type Planner, type Request, type Search, type TraceEvent } from "../../bindings/js/src/index.js";
import { Crowd } from "./crowd.js";
import type { Agent, Answer, FromWorker, Query, Refusals, ToWorker, UnitDials } from "./messages.js";
import { TRACE_COLUMNS } from "./messages.js";
import { OPTIONS } from "./options.js";

const SLICE_MS = 8;
const SLICE_WORK = 500;

const MOST_TRACED = 200000; // steps of a search that the page shows

const METHODS = ["astar", "jump-points", "hybrid", "directional"] as const;

let fairway: Fairway;
let map: GridMap | null = null;
let planner: Planner | null = null;
let unit = 0;
let asked: Query | null = null;
let search: Search | null = null;
let spent = 0;
let traced: number[] = [];
let crowd: Crowd | null = null;
let dials: UnitDials;
let dialsShown = "";

const send = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer });
const inbox: ToWorker[] = [];
const turn = new MessageChannel();

onmessage = (event: MessageEvent<ToWorker>) => {
    inbox.push(event.data);
    turn.port2.postMessage(0);
};
turn.port1.onmessage = () => void goOn();

async function goOn() {
    while (inbox.length > 0) {
        const message = inbox.shift()!;
        try {
            if (message.kind === "module") {
                fairway = await load(message.module);
                send({ kind: "ready" });
            } else {
                receive(message);
            }
        } catch (error) {
            send({ kind: "refused", text: sentence(error) });
        }
    }
    if (asked && unit)
        compute(asked);
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

type ModelMessage = Exclude<ToWorker, { kind: "module" }>;

function receive(message: ModelMessage) {
    if (message.kind === "tick" || message.kind === "agents" || message.kind === "order") {
        driveCrowd(message);
        return;
    }
    endSearch();
    switch (message.kind) {
        case "map":
            crowd?.free();
            crowd = null;
            planner?.free();
            map?.free();
            map = new fairway.GridMap(message.width, message.height);
            map.setTiles(message.terrains);
            map.commit();
            planner = new fairway.Planner(map);
            unit = 0; // the page sends one next
            break;
        case "edit": {
            const { x, y, width, height } = message;
            const began = performance.now();
            map!.setTiles(message.terrains, { x, y, width, height });
            map!.commit();
            send({ kind: "timing", what: "commit", milliseconds: performance.now() - began });
            break;
        }
        case "unit":
            crowd?.free();
            crowd = null;
            dials = message.unit;
            if (unit)
                map!.removeUnit(unit);
            unit = 0;
            addUnit(message.unit);
            break;
        case "query":
            asked = message.query;
            spent = 0;
            if (unit)
                showDials(asked);
            break;
    }
}

/** What happens to the units that drive by traffic; searches go on meanwhile. */
function driveCrowd(message: Extract<ModelMessage, { kind: "tick" | "agents" | "order" }>) {
    switch (message.kind) {
        case "agents":
            keepAgents(message.agents);
            break;
        case "order":
            crowd?.order(message.ids, message.x, message.y);
            break;
        case "tick": {
            const began = performance.now();
            const states = crowd?.step(message.seconds) ?? new Float64Array();
            send({ kind: "traffic", states, milliseconds: performance.now() - began }, [states.buffer]);
            break;
        }
    }
}

function keepAgents(agents: Agent[]) {
    if (agents.length === 0 && !crowd)
        return;
    crowd ??= new Crowd(fairway, map!, dials);
    const { ids, text } = crowd.keep(agents);
    if (ids.length > 0)
        send({ kind: "unplaced", ids, text });
}

/** The fields that the library names are those of C. */
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Tells which options the library would refuse, with all other dials as they are, and which dials have no effect. */
function showDials(query: Query) {
    const request = requestOf(query);
    const key = JSON.stringify([query.request, dials]);
    if (key === dialsShown)
        return;
    dialsShown = key;
    const refusals: Refusals = {};
    for (const [dial, options] of Object.entries(OPTIONS)) {
        refusals[dial] = {};
        for (const option of options) {
            const refusal = planner!.refusal({ ...request, [dial]: option } as typeof request);
            const isMeant = refusal && [refusal.field, refusal.other].some((field) => camel(field) === dial);
            if (refusal && isMeant)
                refusals[dial][option] = refusal.reason;
        }
    }
    send({ kind: "dials", refusals, ignored: planner!.ignored(request).map(camel) });
}

function addUnit(wanted: UnitDials) {
    const began = performance.now();
    const { costs, size, turnRadius, reverse, corners } = wanted;
    const isRound = turnRadius > 0;
    unit = map!.addUnit({
        size, turnRadius, reverse, corners, terrainCost: costs,
        footprint: isRound ? { kind: "circle", radius: 0.45 * size } : { kind: "by-size" },
        methods: METHODS.filter((method) => isRound || (method !== "hybrid" && method !== "directional"))
            .filter((method) => method !== "jump-points" || hasOneCost(costs)),
    });
    send({ kind: "timing", what: "unit", milliseconds: performance.now() - began });
}

const hasOneCost = (costs: number[]) => new Set(costs.filter((cost) => cost > 0)).size === 1;

function endSearch() {
    search?.free();
    search = null;
}

const none = { segments: [], length: 0, cost: 0, legal: true, expanded: 0, method: "", trace: new Float32Array() };

function remember({ kind, x, y, g, h }: TraceEvent) {
    if ((kind === "expand" || kind === "generate") && traced.length < MOST_TRACED * TRACE_COLUMNS)
        traced.push(kind === "expand" ? 1 : 0, x, y, g, h);
}

/** Continues the search for a slice, and answers if it has ended. */
function compute(query: Query) {
    const began = performance.now();
    let answer: Answer | null = null;
    try {
        answer = step(query, began);
    } catch (error) {
        const isRefused = error instanceof FairwayError;
        answer = { ...none, serial: query.serial, result: isRefused ? "refused" : "failed", text: sentence(error), milliseconds: 0 };
    }
    spent += performance.now() - began;
    if (!answer) {
        turn.port2.postMessage(0); // messages that came meanwhile are read first
        return;
    }
    asked = null;
    endSearch();
    send({ kind: "answer", answer: { ...answer, milliseconds: spent } });
}

function requestOf({ start, goal: { x, y, heading }, request: { hasHeading, ...options } }: Query): Request {
    return { unit, start, goal: hasHeading ? { x, y, heading } : { x, y }, ...(options as object) };
}

function step(query: Query, began: number): Answer | null {
    if (!search) {
        traced = [];
        search = planner!.search({ ...requestOf(query), trace: query.isTraced ? remember : undefined });
    }
    while (search.step(SLICE_WORK))
        if (performance.now() - began > SLICE_MS)
            return null;
    const path = search.best();
    const trace = new Float32Array(traced);
    const expanded = Number(search.statistics.expanded);
    if (!path)
        return { ...none, serial: query.serial, result: search.result, text: "", expanded, milliseconds: 0, trace };
    const { method } = path.summary;
    const answer = {
        serial: query.serial, result: search.result, text: "", method, segments: path.segments, length: path.length,
        cost: path.cost, legal: fairway.checkPath(map!, unit, path).legal, expanded, milliseconds: 0, trace,
    };
    path.free();
    return answer;
}
