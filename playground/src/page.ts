// The page: shows the world, lets the user change it, and asks the worker for paths.
import { byId } from "./elements.js";
import type { Answer, FromWorker, Pose, ToWorker } from "./messages.js";
import { OPTIONS } from "./options.js";
import { showRefusals } from "./refusals.js";
import { fragmentOf, isState, worldOf } from "./share.js";
import { Squad } from "./squad.js";
import { SearchSteps } from "./steps.js";
import { TERRAINS } from "./terrains.js";
import { View, poseAlong } from "./view.js";
import { World, type Box, type Settings } from "./world.js";

declare const ENGINE: string; // the worker's program
declare const WORLDS: { [title: string]: { about: string; text: string; settings?: Partial<Settings> } };

const canvas = byId<HTMLCanvasElement>("world");
const view = new View(canvas);
const steps = new SearchSteps(view, () => (needsFrame = true));

const squad = new Squad((message) => send(message));

let world: World;
let serial = 0;
let answer: Answer | null = null;
let driven: number | null = null; // tiles along the path, while a unit drives
let needsFrame = true;

const worker = new Worker(URL.createObjectURL(new Blob([ENGINE], { type: "text/javascript" })));
const send = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);

worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    switch (data.kind) {
        case "ready":
            void openFragment();
            break;
        case "answer":
            if (data.answer.serial === serial)
                show(data.answer);
            break;
        case "refused":
            tell(data.text, true);
            break;
        case "dials":
            showRefusals(data.refusals, data.ignored);
            break;
        case "unplaced":
            world.settings.agents = world.settings.agents.filter((agent) => !data.ids.includes(agent.id));
            tell(data.text, true);
            break;
        case "traffic":
            squad.receive(data.states);
            showCrowd(data.milliseconds);
            needsFrame = true;
            break;
        case "timing":
            byId(`${data.what}-time`).textContent = `${data.milliseconds.toFixed(1)} ms`;
            break;
    }
};
worker.onerror = (event) => tell(`The engine has failed: ${event.message}. Reload the page to start it again.`, true);

/** The library, which the page carries inside. */
async function startEngine() {
    const packed = Uint8Array.from(atob(byId("module").textContent!), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    send({ kind: "module", module });
}

function tell(text: string, isBad = false) {
    const status = byId("status");
    status.textContent = text;
    status.classList.toggle("bad", isBad);
}

const RESULTS: { [result: string]: string } = {
    ok: "", unreachable: "No path: walls close the goal off.", "not-found": "No path found.",
    "start-blocked": "The unit cannot stand at its start.", "goal-blocked": "The unit cannot stand at its goal.",
    illegal: "Only a path that breaks rules of the unit was found.", "gave-up": "The method gave up.",
};

function show(next: Answer) {
    answer = next;
    driven = driven === null ? null : 0;
    needsFrame = true;
    steps.receive(next.trace, byId<HTMLInputElement>("traced").checked);
    const found = next.result === "ok" || next.result === "illegal";
    const figures = `${next.length.toFixed(2)} tiles · cost ${next.cost.toFixed(2)} · ${next.method} · ` +
        `${next.segments.length} pieces · ${next.expanded} expansions · ${next.milliseconds.toFixed(2)} ms${next.trace.length > 0 ? " with its steps told" : ""}` +
        (next.legal ? " · legal" : " · NOT LEGAL");
    tell(found ? figures : (RESULTS[next.result] ?? next.text) || next.result, !found || !next.legal);
    canvas.dataset.result = next.result;
    canvas.dataset.length = String(next.length);
    canvas.dataset.legal = String(next.legal);
}

const ACTIVITIES = ["stand", "think", "move", "wait", "yield", "arrived", "blocked", "cannot pass"];

function showCrowd(milliseconds: number) {
    byId("crowd").hidden = world.settings.agents.length === 0;
    const counts = squad.countByActivity();
    const text = ACTIVITIES.map((name, i) => (counts[i] ? `${counts[i]} ${name}` : "")).filter(Boolean).join(", ");
    byId("crowd-state").textContent = `${text} · ${milliseconds.toFixed(1)} ms a tick`;
    canvas.dataset.arrived = String(counts[5] ?? 0);
    canvas.dataset.agents = String(squad.count);
    canvas.dataset.selected = String(squad.selected.size);
}

function ask() {
    const { start, goal, request } = world.settings;
    serial++;
    send({ kind: "query", query: { serial, start, goal, request, isTraced: byId<HTMLInputElement>("traced").checked } });
    needsFrame = true;
}

function sendUnit() {
    send({ kind: "unit", unit: world.settings.unit });
    squad.places(world.settings.agents);
    sendAgents();
    ask();
}

const sendAgents = () => {
    send({ kind: "agents", agents: world.settings.agents });
    squad.wakes();
};

function sendMap() {
    const terrains = world.tiles.slice();
    send({ kind: "map", width: world.width, height: world.height, terrains }, [terrains.buffer]);
    sendUnit();
}

function sendEdit(box: Box | null) {
    if (!box)
        return;
    view.drawGround(world, box);
    const terrains = world.tilesIn(box);
    send({ kind: "edit", ...box, terrains }, [terrains.buffer]);
    ask();
}

/** Shows another world. */
function use(next: World) {
    world = next;
    squad.clear();
    cursor.x = Math.floor(next.width / 2);
    cursor.y = Math.floor(next.height / 2);
    byId("crowd").hidden = next.settings.agents.length === 0;
    answer = null;
    view.use(world);
    sendMap();
    showSettings();
}

function open(title: string) {
    const { text, about, settings } = WORLDS[title];
    const next = World.ofText(text);
    Object.assign(next.settings, settings);
    use(next);
    byId<HTMLSelectElement>("worlds").value = title;
    byId("about").textContent = about;
}

/** Opens what the link names: a world that comes with the page, or one that was shared. */
async function openFragment() {
    const fragment = decodeURIComponent(location.hash.slice(1));
    if (!isState(fragment)) {
        open(Object.hasOwn(WORLDS, fragment) ? fragment : "castle");
        return;
    }
    try {
        use(await worldOf(fragment));
        byId("about").textContent = "A world that was shared.";
    } catch (error) {
        if (!world)
            open("castle");
        tell((error as Error).message, true); // what the user has drawn stays
    }
}

async function share() {
    const fragment = await fragmentOf(world);
    history.replaceState(null, "", `#${fragment}`);
    const link = location.protocol === "file:" ? `#${fragment}` : location.href;
    const size = `${(fragment.length / 1000).toFixed(1)} kB`;
    canvas.dataset.shared = String(fragment.length);
    try {
        await navigator.clipboard.writeText(link);
        tell(`The link was copied: ${size}. Every copy of this page opens it.`);
    } catch {
        tell(`The link is in the address line: ${size}. Copy it from there.`);
    }
}

byId("traced").addEventListener("change", () => ask());

// Dials: each is an element whose id is a path into the settings.

type Dial = { read: (element: HTMLInputElement) => unknown; isOfUnit: boolean };

const number = (element: HTMLInputElement) => Number(element.value);
const DIALS: { [path: string]: Dial } = {
    "unit.size": { read: number, isOfUnit: true },
    "unit.turnRadius": { read: number, isOfUnit: true },
    "unit.reverse": { read: (element) => element.checked, isOfUnit: true },
    "unit.corners": { read: (element) => element.value, isOfUnit: true },
    "request.method": { read: (element) => element.value, isOfUnit: false },
    "request.smoothing": { read: (element) => element.value, isOfUnit: false },
    "request.turns": { read: (element) => element.value, isOfUnit: false },
    "request.heuristic": { read: (element) => element.value, isOfUnit: false },
    "request.weight": { read: number, isOfUnit: false },
    "request.hasHeading": { read: (element) => element.checked, isOfUnit: false },
};

function partOf(settings: Settings, path: string): [{ [name: string]: unknown }, string] {
    const [group, name] = path.split(".");
    return [settings[group as "unit"] as unknown as { [name: string]: unknown }, name];
}

function showSettings() {
    for (const path of Object.keys(DIALS)) {
        const element = byId<HTMLInputElement>(path);
        const [group, name] = partOf(world.settings, path);
        if (element.type === "checkbox")
            element.checked = Boolean(group[name]);
        else
            element.value = String(group[name]);
        const output = element.parentElement!.querySelector("output");
        if (output)
            output.textContent = element.value;
    }
    byId<HTMLButtonElement>("undo").disabled = !world.canUndo;
    byId<HTMLButtonElement>("redo").disabled = !world.canRedo;
    needsFrame = true;
}

for (const [path, dial] of Object.entries(DIALS))
    byId(path).addEventListener("input", (event) => {
        const element = event.target as HTMLInputElement;
        world.change((settings) => {
            const [group, name] = partOf(settings, path);
            group[name] = dial.read(element);
        });
        showSettings();
        if (dial.isOfUnit)
            sendUnit();
        else
            ask();
    });

// The pointer: drags the start, the goal or the goal's heading; paints; or pans.

type Drag =
    | { kind: "end"; name: "start" | "goal"; isFirst: boolean }
    | { kind: "heading"; name: "start" | "goal"; isFirst: boolean }
    | { kind: "paint"; terrain: number; x: number; y: number }
    | { kind: "drop"; x: number; y: number; isFirst: boolean }
    | { kind: "select"; ax: number; ay: number; bx: number; by: number }
    | { kind: "pan"; x: number; y: number };

let drag: Drag | null = null;
let tool: "paint" | "drop" | "select" | "order" | "pan" = "paint";
let brush = 0; // the terrain that the pointer paints; walls are erased by painting from one

const distance = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y);

const handleOf = (pose: Pose, reach: number) =>
    ({ x: pose.x + 2 * reach * Math.cos(pose.heading), y: pose.y + 2 * reach * Math.sin(pose.heading) });

/** Returns null if the pointer has done its work already. */
function beginDrag(place: { x: number; y: number }, event: PointerEvent): Drag | null {
    if (tool === "order") {
        orderUnits(place);
        return null;
    }
    const reach = Math.max(0.6 * world.settings.unit.size, 9 / view.scale);
    if (event.button === 1 || event.shiftKey || tool === "pan")
        return { kind: "pan", x: event.offsetX, y: event.offsetY };
    for (const name of ["goal", "start"] as const) {
        const pose = world.settings[name];
        if (distance(pose, place) < reach)
            return { kind: "end", name, isFirst: true };
        const hasHandle = world.settings.unit.turnRadius > 0 && (name === "start" || world.settings.request.hasHeading);
        if (hasHandle && distance(handleOf(pose, reach), place) < reach)
            return { kind: "heading", name, isFirst: true };
    }
    if (tool === "drop")
        return { kind: "drop", x: Infinity, y: Infinity, isFirst: true };
    if (tool === "select")
        return { kind: "select", ax: place.x, ay: place.y, bx: place.x, by: place.y };
    const x = Math.floor(place.x), y = Math.floor(place.y);
    const isInside = x >= 0 && y >= 0 && x < world.width && y < world.height;
    const terrain = isInside && world.terrainAt(x, y) === brush && brush === 0 ? 1 : brush;
    return { kind: "paint", terrain, x, y };
}

function moveDrag(place: { x: number; y: number }, event: PointerEvent) {
    const moved = drag!;
    switch (moved.kind) {
        case "end":
            world.change((settings) => {
                const pose = settings[moved.name];
                pose.x = Math.min(Math.max(place.x, 0.01), world.width - 0.01);
                pose.y = Math.min(Math.max(place.y, 0.01), world.height - 0.01);
            }, !moved.isFirst);
            moved.isFirst = false;
            ask();
            break;
        case "heading":
            world.change((settings) => {
                const pose = settings[moved.name];
                pose.heading = Math.atan2(place.y - pose.y, place.x - pose.x);
            }, !moved.isFirst);
            moved.isFirst = false;
            ask();
            break;
        case "paint": {
            const x = Math.floor(place.x), y = Math.floor(place.y);
            sendEdit(world.paint(moved.x, moved.y, x, y, moved.terrain));
            moved.x = x;
            moved.y = y;
            break;
        }
        case "drop":
            if (distance(moved, place) >= 1.1 * world.settings.unit.size && dropUnit(place, !moved.isFirst))
                Object.assign(moved, { x: place.x, y: place.y, isFirst: false });
            break;
        case "select":
            moved.bx = place.x;
            moved.by = place.y;
            squad.select(moved.ax, moved.ay, moved.bx, moved.by);
            showCrowd(0);
            needsFrame = true;
            break;
        case "pan":
            view.left -= (event.offsetX - moved.x) / view.scale;
            view.top -= (event.offsetY - moved.y) / view.scale;
            moved.x = event.offsetX;
            moved.y = event.offsetY;
            needsFrame = true;
            break;
    }
}

/** Drops a unit, if the place is on the map. */
function dropUnit({ x, y }: { x: number; y: number }, isSameStep: boolean): boolean {
    if (x < 0 || y < 0 || x >= world.width || y >= world.height)
        return false;
    const id = 1 + Math.max(0, ...world.settings.agents.map((agent) => agent.id));
    world.change((settings) => settings.agents.push({ id, x, y }), isSameStep);
    byId("crowd").hidden = false;
    sendAgents();
    return true;
}

/** Orders the selected units to a place; if none is selected, all. */
function orderUnits({ x, y }: { x: number; y: number }) {
    const ids = squad.selected.size > 0 ? [...squad.selected] : world.settings.agents.map((agent) => agent.id);
    if (ids.length > 0)
        send({ kind: "order", ids, x, y });
    squad.wakes();
}

canvas.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    orderUnits(view.placeAt(event.offsetX, event.offsetY));
});
canvas.addEventListener("pointerdown", (event) => {
    if (event.button === 2)
        return;
    canvas.setPointerCapture(event.pointerId);
    const place = view.placeAt(event.offsetX, event.offsetY);
    drag = beginDrag(place, event);
    if (drag?.kind === "paint" || drag?.kind === "drop")
        moveDrag(place, event);
});
canvas.addEventListener("pointermove", (event) => {
    if (drag)
        moveDrag(view.placeAt(event.offsetX, event.offsetY), event);
});
canvas.addEventListener("pointerup", () => {
    world.endStroke();
    drag = null;
    showSettings();
});
canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
    needsFrame = true;
}, { passive: false });

// Buttons.

function step(direction: "undo" | "redo") {
    const { unit, agents } = world.settings;
    const box = world[direction]();
    if (box)
        sendEdit(box);
    else if (JSON.stringify(unit) !== JSON.stringify(world.settings.unit))
        sendUnit();
    else if (JSON.stringify(agents) !== JSON.stringify(world.settings.agents))
        sendAgents();
    else
        ask();
    showSettings();
}

byId("undo").addEventListener("click", () => step("undo"));
byId("redo").addEventListener("click", () => step("redo"));
byId("drive").addEventListener("click", () => {
    driven = driven === null ? 0 : null;
    byId("drive").textContent = driven === null ? "Drive" : "Stop";
    needsFrame = true;
});
byId("tools").addEventListener("change", (event) => (tool = (event.target as HTMLInputElement).value as typeof tool));
const ZOOMS: { [id: string]: () => void } = {
    "zoom-in": () => view.zoom(1.25, canvas.clientWidth / 2, canvas.clientHeight / 2),
    "zoom-out": () => view.zoom(0.8, canvas.clientWidth / 2, canvas.clientHeight / 2),
    "zoom-fit": () => view.fit(),
};
for (const [id, zoom] of Object.entries(ZOOMS))
    byId(id).addEventListener("click", () => {
        zoom();
        needsFrame = true;
    });
byId("share").addEventListener("click", () => void share());
addEventListener("hashchange", () => void openFragment());
byId("pause").addEventListener("click", () => {
    squad.isPaused = !squad.isPaused;
    byId("pause").textContent = squad.isPaused ? "Go on" : "Pause";
});
byId("tick").addEventListener("click", () => squad.tick(0.1));
byId("clear-units").addEventListener("click", () => {
    world.change((settings) => (settings.agents = []));
    sendAgents();
    showSettings();
});
byId("worlds").addEventListener("change", (event) => open((event.target as HTMLSelectElement).value));
byId("brushes").addEventListener("change", (event) => (brush = Number((event.target as HTMLInputElement).value)));
byId("save").addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([world.toText()], { type: "text/plain" }));
    link.download = "world.map";
    link.click();
});

async function openFile(file: File | undefined) {
    if (!file)
        return;
    try {
        use(World.ofText(await file.text()));
        byId("about").textContent = file.name;
    } catch (error) {
        tell((error as Error).message, true); // what the user has drawn stays
    }
}

byId("open").addEventListener("change", (event) => void openFile((event.target as HTMLInputElement).files?.[0]));
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
    event.preventDefault();
    void openFile(event.dataTransfer?.files[0]);
});
document.addEventListener("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (isUndo || ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y")) {
        event.preventDefault();
        step(isUndo && !event.shiftKey ? "undo" : "redo");
    }
});

// The keyboard on the map: a cursor stands for the pointer.

const cursor = { x: 0, y: 0 };
let hasKeyCursor = false; // the pointer has not been used since the last key
const ARROWS: { [key: string]: [number, number] } = {
    ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const atCursor = () => ({ x: cursor.x + 0.5, y: cursor.y + 0.5 });

function moveCursor([dx, dy]: [number, number], tiles: number) {
    cursor.x = Math.min(Math.max(cursor.x + dx * tiles, 0), world.width - 1);
    cursor.y = Math.min(Math.max(cursor.y + dy * tiles, 0), world.height - 1);
    view.reveal(cursor.x, cursor.y);
}

function putEnd(name: "start" | "goal") {
    world.change((settings) => Object.assign(settings[name], atCursor()));
    ask();
}

function turnStart(by: number) {
    world.change((settings) => (settings.start.heading += by));
    ask();
}

const KEYS: { [key: string]: () => void } = {
    " ": () => {
        const terrain = world.terrainAt(cursor.x, cursor.y) === brush && brush === 0 ? 1 : brush;
        sendEdit(world.paint(cursor.x, cursor.y, cursor.x, cursor.y, terrain));
        world.endStroke();
    },
    s: () => putEnd("start"),
    g: () => putEnd("goal"),
    "[": () => turnStart(-Math.PI / 12),
    "]": () => turnStart(Math.PI / 12),
    u: () => void dropUnit(atCursor(), false),
    a: () => squad.select(0, 0, world.width, world.height),
    o: () => orderUnits(atCursor()),
    Escape: () => squad.selected.clear(),
    "+": () => byId("zoom-in").click(),
    "-": () => byId("zoom-out").click(),
    "0": () => byId("zoom-fit").click(),
    d: () => byId("drive").click(),
    p: () => byId("pause").click(),
};

canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !world)
        return;
    const arrow = ARROWS[event.key];
    const act = arrow ? () => moveCursor(arrow, event.shiftKey ? 10 : 1) : KEYS[event.key];
    if (!act)
        return;
    event.preventDefault();
    hasKeyCursor = true;
    act();
    showSettings();
});
canvas.addEventListener("pointerdown", () => (hasKeyCursor = false));
canvas.addEventListener("focus", () => (needsFrame = true));
canvas.addEventListener("blur", () => (needsFrame = true));

// Frames.

const TILES_A_SECOND = 6;
let lastFrame = 0;

function frame(now: number) {
    const seconds = Math.min((now - lastFrame) / 1000, 0.1);
    lastFrame = now;
    const segments = answer?.segments ?? [];
    if (driven !== null && segments.length > 0) {
        driven = driven >= answer!.length ? 0 : driven + seconds * TILES_A_SECOND;
        needsFrame = true;
    }
    squad.frame(seconds);
    steps.frame(seconds);
    if (needsFrame && world) {
        const driver = driven !== null && segments.length > 0 ? poseAlong(segments, driven) : null;
        needsFrame = false;
        view.drawFrame(world, segments, answer?.legal ?? true, answer?.serial !== serial, driver);
        view.drawCrowd(squad.states, Math.max(0.4 * world.settings.unit.size, 3.5 / view.scale), squad.selected);
        if (document.activeElement === canvas && hasKeyCursor)
            view.drawCursor(cursor.x, cursor.y);
        if (drag?.kind === "select")
            view.drawBox(drag.ax, drag.ay, drag.bx, drag.by);
    }
    requestAnimationFrame(frame);
}

new ResizeObserver(() => (needsFrame = true)).observe(canvas);
for (const [dial, options] of Object.entries(OPTIONS))
    byId(`request.${dial}`).append(...options.map((option) => new Option(option)));
for (const title of Object.keys(WORLDS))
    byId("worlds").append(new Option(title));
TERRAINS.forEach(({ name, color }, terrain) => {
    const label = document.createElement("label");
    label.style.setProperty("--color", color);
    label.innerHTML = `<input type="radio" name="brush" value="${terrain}"${terrain === brush ? " checked" : ""}>`;
    label.append(name === "blocked" ? "wall" : name);
    byId("brushes").append(label);
});
void startEngine();
requestAnimationFrame(frame);
