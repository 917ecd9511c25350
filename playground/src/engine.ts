// The worker: the library, and what is made again from the page's world. It computes in slices and reads its messages
// between them, so that a newer question ends an older one.
import { load, type AreaMap, type Fairway, type GridMap, type Overlay, type Planner, type Request } from "../../bindings/js/src/index.js";
import { labelsOf } from "./areas.js";
import { LISTS } from "./dials.js";
import { Crowd } from "./engine_crowd.js";
import { Grove } from "./engine_grove.js";
import { greatestOf, marksOf, methodOf, numbersOf, type Scene } from "./engine_inside.js";
import { GridSearch, requestOf } from "./engine_search.js";
import { NUMBERS, SUBJECTS, type Cause, type Numbers, type Subject } from "./layers.js";
import type { Answer, FromWorker, Query, Refusals, Segment, ToWorker, UnitDials } from "./messages.js";
import { isEmpty, overlayOf } from "./overlay.js";
import { footprintOf, sizeOf } from "./unit.js";

const SLICE_MS = 8;
const PREPARE_WORK = 50000;

let fairway: Fairway;
let map: GridMap | null = null;
let planner: Planner | null = null;
let unit = 0;
let unitDials: UnitDials;
let costs: number[] = [];
let asked: Query | null = null;
let lastQuery: Query | null = null;
let lane = 0; // of the methods that are asked for
let search: GridSearch | null = null;
let ended: GridSearch | null = null; // that of the request's own method, for what the page shows of its inside
let prepared = new Set<string>();
let overlay: Overlay | null = null; // of the last query, if it was needed
let areas: AreaMap | null = null; // of the map and the unit as they are
let crowd: Crowd | null = null;
let grove: Grove | null = null;
let segments: Segment[] = []; // of the last answer
let subjects: Subject[] = []; // that the page shows
let numbers: Numbers = "nothing";
const stale = new Set<Subject | "numbers">(); // those of them that have changed
let dialsShown = "";
let isBroken = false; // after a trap, or without memory

const send = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer });
const inbox: ToWorker[] = [];
const turn = new MessageChannel();

onmessage = (event: MessageEvent<ToWorker>) => {
    inbox.push(event.data);
    turn.port2.postMessage(0);
};
turn.port1.onmessage = () => void goOn();

async function goOn() {
    while (inbox.length > 0 && !isBroken) {
        const message = inbox.shift()!;
        try {
            if (message.kind === "module") {
                fairway = await load(message.module);
                send({ kind: "ready" });
            } else {
                receive(message);
            }
        } catch (error) {
            complain(error);
        }
    }
    if (isBroken)
        return; // the page makes a new worker
    if (asked && unit)
        compute(asked);
    else if (stale.size > 0 && unit && lastQuery)
        showNext(lastQuery);
}

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error));

const lacksMemory = (error: unknown) => (error as { result?: string }).result === "no-memory";

/** Why something cannot be shown, or has failed. */
function reasonOf(error: unknown): string {
    const isMissing = (error as { result?: string }).result === "not-found";
    if (isMissing || lacksMemory(error))
        return isMissing ? "this search has none" : "there is not enough memory";
    return sentence(error).replace(/^[^:]*: /, "").replace(/\.$/, "");
}

/** The library is in an unknown state: it has ended in the midst of a call. */
const isTrap = (error: unknown) => error instanceof WebAssembly.RuntimeError || error instanceof RangeError;

/** After a trap, and without memory, the page makes a new worker. */
const isFatal = (error: unknown) => isTrap(error) || lacksMemory(error);

function complain(error: unknown) {
    isBroken ||= isFatal(error);
    send(isBroken ? { kind: "failed", text: reasonOf(error), what: "" } : { kind: "refused", text: sentence(error) });
}

function receive(message: Exclude<ToWorker, { kind: "module" }>) {
    if (!map && message.kind !== "map" && message.kind !== "ping")
        return; // the page sends all of its world when the worker is ready
    switch (message.kind) {
        case "map":
            useMap(message.width, message.height, message.terrains);
            break;
        case "edit":
            edit(message);
            break;
        case "trees":
            grove?.free();
            grove = message.trees.length > 0 ? new Grove(fairway, message.trees) : null;
            break;
        case "unit":
            useUnit(message.unit, message.costs);
            break;
        case "query":
            endSearch();
            if (cutOf(lastQuery) !== cutOf(message.query))
                dropAreas();
            asked = lastQuery = message.query;
            lane = 0;
            overlay?.free();
            overlay = null;
            age("query");
            if (unit && !grove)
                showDials(asked);
            break;
        case "inside":
            show(message);
            break;
        case "fleet":
            useFleet(message);
            break;
        case "order": {
            const order = crowd?.order(message);
            if (order)
                send({ kind: "ordered", order });
            break;
        }
        case "ticks": {
            const began = performance.now();
            const states = crowd?.run(message.count) ?? new Float64Array();
            send({ kind: "traffic", states, time: crowd?.time ?? 0, milliseconds: performance.now() - began }, [states.buffer]);
            age("ticks");
            break;
        }
        case "ping":
            send({ kind: "pong", number: message.number });
            break;
    }
}

/** Other subjects are to be shown: those that are new are computed. */
function show(wanted: { subjects: Subject[]; numbers: Numbers }) {
    const isNew = (subject: Subject | "numbers") =>
        (subject === "numbers" ? wanted.numbers !== numbers : !subjects.includes(subject)) || stale.has(subject);
    const fresh = ([...wanted.subjects, "numbers"] as const).filter(isNew);
    ({ subjects, numbers } = wanted);
    stale.clear();
    fresh.forEach((subject) => stale.add(subject));
}

/** The map cut into areas for the unit, as the last query says. */
const areasNow = () =>
    (areas ??= new fairway.AreaMap(map!, unit, {
        partition: lastQuery!.request.partition as "squares", labels: labelsOf(lastQuery!.overlay.named, map!.width, map!.height),
    }));

/** What an area map depends on beside the map and the unit. */
const cutOf = (query: Query | null) => query && JSON.stringify([query.request.partition, query.overlay.named]);

function dropAreas() {
    areas?.free();
    areas = null;
    if (subjects.includes("areas"))
        stale.add("areas");
}

function useMap(width: number, height: number, terrains: Uint8Array) {
    endSearch();
    dropAreas();
    crowd?.free();
    planner?.free();
    map?.free();
    crowd = planner = map = null;
    unit = 0; // the page sends one next
    map = new fairway.GridMap(width, height);
    map.setTiles(terrains);
    map.commit();
    planner = new fairway.Planner(map);
}

function edit({ x, y, width, height, terrains }: Extract<ToWorker, { kind: "edit" }>) {
    endSearch();
    const began = performance.now();
    map!.setTiles(terrains, { x, y, width, height });
    map!.commit();
    dropAreas();
    send({ kind: "timing", what: "commit", milliseconds: performance.now() - began, bytes: 0 });
    age("map");
}

function useUnit(dials: UnitDials, terrainCost: number[]) {
    endSearch();
    dropAreas();
    if (unit)
        map!.removeUnit(unit);
    unit = 0;
    unitDials = dials;
    costs = terrainCost;
    const { turnRadius, reverse, reversePenalty, gearChangeCost, corners, headings, allCurves, cluster, dominance, placement, abstraction } = dials;
    const began = performance.now();
    unit = map!.addUnit({
        size: sizeOf(dials), footprint: footprintOf(dials), terrainCost: costs, turnRadius, reverse, reversePenalty, gearChangeCost,
        corners, headings: Number(headings), allCurves, cluster, dominance, placement, abstraction,
    } as Parameters<GridMap["addUnit"]>[0]);
    prepared = new Set();
    const { layers, tables } = map!.memory;
    send({ kind: "timing", what: "unit", milliseconds: performance.now() - began, bytes: layers + tables });
    age("map");
    dialsShown = "";
}

/** The overlay of the last query; throws if it cannot be. */
const overlayOfQuery = ({ overlay: parts }: Query) =>
    (overlay ??= isEmpty(parts) ? null : overlayOf(fairway, map!.width, map!.height, parts));

function useFleet({ fleet, isNew }: Extract<ToWorker, { kind: "fleet" }>) {
    if (isNew) {
        crowd?.free();
        crowd = null;
    }
    if (fleet.agents.length === 0 && !crowd)
        return;
    crowd ??= new Crowd(fairway, map!);
    const { ids, text } = crowd.keep(fleet);
    if (ids.length > 0)
        send({ kind: "unplaced", ids, text });
}

/** The fields that the library names are those of C. */
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Tells which options the library would refuse, with all other dials as they are, and which dials have no effect. */
function showDials(query: Query) {
    const request = requestOf(query, unit, query.request.method, { overlay: overlayOfQuery(query), areas });
    const key = JSON.stringify([query.request, unitDials, query.goals.length, query.overlay]);
    if (key === dialsShown)
        return;
    dialsShown = key;
    const refusals: Refusals = {};
    for (const { name, options } of LISTS) {
        refusals[name] = {};
        for (const option of options!) {
            const refusal = planner!.refusal({ ...request, [name]: option } as Request);
            // A method whose tables or areas are missing gets them when it is asked for.
            const isMeant = refusal && refusal.result !== "not-prepared" && refusal.field !== "areas" && refusal.other !== "areas" &&
                [refusal.field, refusal.other].some((field) => camel(field) === name);
            if (refusal && isMeant)
                refusals[name][option] = refusal.reason;
        }
    }
    send({ kind: "dials", refusals, ignored: planner!.ignored(request).map(camel) });
}

function endSearch() {
    grove?.drop();
    search?.free();
    ended?.free();
    search = ended = null;
}

/** Keeps the search of the first lane, whose inside may be asked for. */
function putSearchAway() {
    if (lane === 0)
        ended = search;
    else
        search?.free();
    search = null;
}

/** Continues the search for a slice, and answers if it has ended. */
function compute(query: Query) {
    const began = performance.now();
    let answer: Answer | null = null;
    try {
        answer = grove ? grove.find(map!, unitDials, costs, query, began + SLICE_MS) : step(query, began);
    } catch (error) {
        if (isTrap(error)) {
            asked = null;
            complain(error);
            return;
        }
        answer = { ...GridSearch.none(query, lane), result: "refused", text: sentence(error) };
    }
    if (!answer) {
        goOnLater(query);
        return;
    }
    putSearchAway();
    lane++;
    if (lane === 1) {
        segments = answer.segments;
        age("answer");
    }
    if (lane >= query.methods.length || grove)
        asked = null;
    send({ kind: "answer", answer }, [answer.trace.buffer]);
    if (asked || stale.size > 0)
        turn.port2.postMessage(0);
}

const FRAME_MS = 16;

/** Messages that came meanwhile are read first. A search that is told to be slow waits for the next frame. */
function goOnLater({ serial, workOfFrame }: Query) {
    if (workOfFrame === 0 || !search) {
        turn.port2.postMessage(0);
        return;
    }
    send({ kind: "thinking", serial, ...search.progress });
    setTimeout(() => void goOn(), FRAME_MS);
}

/** Goes on with building the tables of a method. Returns true if there are all. */
function isPrepared(method: string, until: number): boolean {
    while (!prepared.has(method)) {
        if (performance.now() > until)
            return false;
        if (method === "auto" || !map!.prepareStep(unit, method as "astar", PREPARE_WORK))
            prepared.add(method);
    }
    return true;
}

/** Prepares the method, then searches; null: there is work left. */
function step(query: Query, began: number): Answer | null {
    if (!isPrepared(query.methods[lane], began + SLICE_MS))
        return null;
    const beside = { overlay: overlayOfQuery(query), areas: query.methods[lane] === "areas" ? areasNow() : null };
    search ??= new GridSearch(fairway, map!, planner!, unit, query, lane, beside);
    return search.step(began + SLICE_MS);
}

/** What the page shows of the library's inside has changed. */
function age(cause: Cause) {
    for (const subject of subjects)
        if (SUBJECTS[subject] === cause)
            stale.add(subject);
    if (NUMBERS[numbers] === cause)
        stale.add("numbers");
}

/** Tells one of the subjects that have changed. */
function showNext(query: Query) {
    const scene: Scene = { fairway, map: map!, unit, dials: unitDials, costs, query, grove, crowd, segments, search: ended, areas: areasNow };
    const [subject] = stale;
    try {
        if (subject === "numbers") {
            send({ kind: "begins", what: subject });
            const values = numbersOf(numbers, scene);
            send({ kind: "numbers", numbers, values, greatest: greatestOf(values), why: "" }, [values.buffer]);
        } else {
            const method = methodOf(subject, query);
            if (method && !isPrepared(method, performance.now() + SLICE_MS)) {
                turn.port2.postMessage(0);
                return;
            }
            send({ kind: "begins", what: subject });
            send({ kind: "marks", subject, marks: marksOf(subject, scene), why: "" });
        }
    } catch (error) {
        const why = `${subject === "numbers" ? numbers : subject}: ${reasonOf(error)}.`;
        if (isTrap(error))
            complain(error);
        else if (subject === "numbers")
            send({ kind: "numbers", numbers, values: new Float32Array(), greatest: 1, why });
        else
            send({ kind: "marks", subject, marks: [], why });
    }
    stale.delete(subject);
    if (stale.size > 0)
        turn.port2.postMessage(0);
}
