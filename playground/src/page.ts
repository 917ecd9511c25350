// The page: shows the world, lets the user change it, and asks the worker for paths.
import { load, type Fairway } from "../../bindings/js/src/index.js";
import { LANES } from "./colors.js";
import { Controls } from "./controls.js";
import { CrowdPanel } from "./crowd_panel.js";
import { drawCrowd, HYBRID_COLORS } from "./draw.js";
import { diagramOf, DiagramView } from "./diagram_view.js";
import { Driver } from "./driver.js";
import { byId, make, onClick } from "./elements.js";
import { settle, type Example } from "./examples.js";
import { isFound, reasonOf, showFigures, showTable, tell, tellOfEngine } from "./figures.js";
import { openFiles, readText } from "./files.js";
import type { Inside } from "./inside.js";
import { InsidePanel } from "./inside_panel.js";
import { Keys } from "./keys.js";
import { KindsPanel } from "./kinds_panel.js";
import { Link, MOST_SILENT_S } from "./link.js";
import type { Answer, FromWorker, HybridSteps } from "./messages.js";
import { HINTS, keep, LAST_WORLD, recall, remember } from "./memory.js";
import { isEmpty, noOverlay } from "./overlay.js";
import { Pane } from "./pane.js";
import { showPanes } from "./panes.js";
import { Session } from "./session.js";
import { fitted, sharedOf } from "./share.js";
import { listenToSharing } from "./sharing.js";
import { PARSERS } from "./parsers.js";
import { decodePng } from "./png.js";
import { Pointer } from "./pointer.js";
import { fullSentence } from "./sentence.js";
import { SearchSteps } from "./steps.js";
import { listenToTabs } from "./tabs.js";
import { GROUND } from "./terrains.js";
import { chooseBrush, makeLists, makeToolbars } from "./toolbars.js";
import { Tools } from "./tools.js";
import { usualSettings, World } from "./world.js";

declare const fairwayInside: Inside;

const canvas = byId<HTMLCanvasElement>("world");
const session = new Session(() => showSettings(), (world) => show(world));
const mainPane = new Pane(canvas, session.camera, session.ground, 0);
session.panes = [mainPane];
const controls = new Controls(session), kindsPanel = new KindsPanel(session);
const driver = new Driver();
const crowdPanel = new CrowdPanel(session);
const insidePanel = new InsidePanel(session);
const steps = new SearchSteps(session, (step) => insidePanel.showStep(step));
const diagramView = new DiagramView();
const tools = new Tools(session, {
    pick: (terrain) => chooseBrush(tools, terrain), done: showSettings, showCrowd: () => crowdPanel.show(), selected: () => kindsPanel.follow(),
});
const keys = new Keys(session, tools, canvas, () => {
    crowdPanel.show();
    showSettings();
});
/** the library in the page itself, for files and diagrams; the worker has one of its own */
let fairway: Fairway;
const pointer = new Pointer(session, tools, keys, insidePanel);
/** in which the steps of a search among trees are seen */
const FOREST_LAYERS = ["forest edges", "blocked arcs"];
let worlds: Example[] = [];
let isPaused = false;
let speed = 1;
let lastEdit = ""; // what it took, in words

function receive(message: FromWorker) {
    wake();
    session.receive(message);
    switch (message.kind) {
        case "answer":
            showAnswer(message.answer);
            break;
        case "thinking":
            if (message.serial === session.serial) {
                mainPane.showThinking(message.trace);
                session.needsFrame = true;
                tell(`The unit stands and thinks: ${message.expanded} expansions so far.`);
            }
            break;
        case "unplaced": // the next answer takes the place of what is told below the map
            byId("about").textContent = `${message.ids.length === 1 ? "A unit is" : `${message.ids.length} units are`} removed: ${fullSentence(message.text)}`;
            tell(fullSentence(message.text), true);
            break;
        case "refused":
            tell(fullSentence(message.text), true);
            break;
        case "failed":
            tellOfEngine(`The engine was started anew, because it failed: ${message.text}.` +
                (message.what && ` "${insidePanel.turnOff(message.what)}" is switched off.`));
            break;
        case "dials":
            controls.showRefusals(message.refusals, message.ignored);
            break;
        case "marks":
        case "numbers":
            insidePanel.receive(message);
            break;
        case "traffic":
            crowdPanel.show();
            break;
        case "timing": {
            const kilobytes = message.bytes > 0 ? `, ${Math.round(message.bytes / 1000).toLocaleString("en")} kB` : "";
            if (message.what === "commit")
                lastEdit = `, last edit ${message.milliseconds.toFixed(1)} ms`;
            byId(`${message.what}-time`).textContent = `${message.milliseconds.toFixed(1)} ms${kilobytes}`;
            break;
        }
    }
}

function showAnswer(answer: Answer) {
    const pane = session.panes[answer.lane];
    if (answer.serial !== session.serial || !pane)
        return;
    pane.answer = answer;
    pane.showSteps(Infinity);
    session.needsFrame = true;
    showTable(session.panes);
    if (answer.lane > 0)
        pane.canvas.nextElementSibling!.querySelector("i")!.textContent = isFound(answer) ? "" : ` ${reasonOf(answer)}`;
    if (answer.lane === session.panes.length - 1 || session.world.settings.trees.length > 0)
        steps.receive();
    if (answer.lane > 0)
        return;
    showFigures(answer, session.isTraced);
    byId("hybrid-steps").textContent = answer.hybrid ? hybridSentence(answer.hybrid) : "Choose the method hybrid-strict to see its steps.";
    Object.assign(canvas.dataset, { result: answer.result, length: String(answer.length), legal: String(answer.legal), method: answer.method });
    canvas.dataset.trees = JSON.stringify(session.world.settings.trees);
    canvas.dataset.segments = JSON.stringify(answer.segments);
    canvas.dataset.ready ??= performance.now().toFixed(0);
    canvas.dataset.answers = String(Number(canvas.dataset.answers ?? 0) + 1);
}

function hybridSentence({ ways, failed, a, b }: HybridSteps): string {
    const found = ways.map(({ step }) => step).join(", ");
    const points = a && b ? ` The searches from both ends stopped at a (${a.x.toFixed(1)}, ${a.y.toFixed(1)}) and b (${b.x.toFixed(1)}, ${b.y.toFixed(1)}).` : "";
    return `Found: ${found || "nothing"}.${points}${failed ? ` Step ${failed}, failed.` : ""}`;
}

let areSettingsOld = false;

/** Settings have changed: the next frame shows them. */
function showSettings() {
    byId<HTMLButtonElement>("undo").disabled = !session.canUndo;
    byId<HTMLButtonElement>("redo").disabled = !session.canRedo;
    areSettingsOld = true;
}

function showSettingsNow() {
    areSettingsOld = false;
    const hasNoOverlay = isEmpty(session.world.settings.overlay);
    byId("overlay-note").hidden = hasNoOverlay && session.world.settings.overlay.named.length === 0;
    byId<HTMLButtonElement>("save-overlay").disabled = hasNoOverlay;
    controls.show();
    kindsPanel.show();
    insidePanel.showNeeds();
    showPanes(session, tools);
    byId<HTMLInputElement>("map-width").value = String(session.world.width);
    byId<HTMLInputElement>("map-height").value = String(session.world.height);
    session.needsFrame = true;
}

// Worlds.

/** @param name  of a world that comes with the page */
function use(world: World, about: string, name = "") {
    session.keepWorld();
    show(Object.assign(world, { about, name }));
}

function show(world: World) {
    diagramView.close();
    tools.cancel();
    session.use(world);
    insidePanel.begin();
    showSettingsNow(); // there may be more views now
    session.fit();
    byId("about").textContent = world.about;
    byId<HTMLSelectElement>("worlds").value = world.name;
    keys.cursor.x = Math.floor(world.width / 2) + 0.5;
    keys.cursor.y = Math.floor(world.height / 2) + 0.5;
    driver.restart();
}

/** Opens a world or a diagram that comes with the page. */
function open(name: string) {
    const diagram = diagramOf(name);
    if (diagram) {
        byId<HTMLSelectElement>("worlds").value = name;
        byId("about").textContent = "";
        diagramView.open(diagram);
        return;
    }
    const { text, about, settings } = worlds.find((each) => each.name === name)!;
    const next = readText(fairway, text);
    settle(next, settings);
    use(next, about, name);
}

/** What the address has behind '#'; programs that pass links on may have escaped some of its letters. */
function fragmentOfAddress(): string {
    const fragment = location.hash.slice(1);
    try {
        return decodeURIComponent(fragment);
    } catch {
        return fragment; // a '%' of its own
    }
}

/** Opens what the link names: a world that comes with the page, or one that was shared; else the last one. */
async function openFragment() {
    const fragment = fragmentOfAddress();
    const inside = document.getElementById("world-inside")?.textContent ?? "";
    const isDiagram = diagramOf(fragment) !== undefined;
    if (isDiagram && session.world.width === 16)
        open("castle"); // what is shown when the diagram is closed
    if (isDiagram || worlds.some(({ name }) => name === fragment)) {
        open(fragment);
        return;
    }
    const remembered = fragment || inside || recall(LAST_WORLD);
    if (!remembered) {
        open("castle");
        return;
    }
    try {
        const { world, isTraced } = await sharedOf(fairway, remembered);
        if (isTraced) {
            steps.switchOn();
            if (world.settings.trees.length > 0)
                insidePanel.turnOn(...FOREST_LAYERS);
            byId("hints").hidden = true; // they would cover what was asked for
            byId("tab-inside").click();
        }
        use(world, fragment ? "A world that was shared." : inside ? "The world of this page." : "Your last world.");
    } catch (error) {
        const { message } = error as Error;
        if (session.world.width === 16) {
            open("castle");
            byId("about").textContent = message; // its path takes the place of what is told below the map
        }
        tell(message, true); // what the user has drawn stays
    }
}

async function openAll(files: Iterable<File>) {
    const chosen = [...files];
    if (chosen.length === 0)
        return;
    try {
        const { world, name, warnings, overlay } = await openFiles(fairway, chosen, session.world);
        if (world === session.world) {
            session.change((settings) => Object.assign(settings, { overlay }));
            byId("about").textContent = `${name} applies to the path.`;
            return;
        }
        use(world, [name, ...warnings].join(". "));
    } catch (error) {
        const isFull = (error as { result?: string }).result === "no-memory";
        tell(isFull ? `There is not enough memory to open ${chosen.map(({ name }) => name).join(", ")}.` : (error as Error).message, true);
        // What the user has drawn stays.
    }
}

// Buttons.

function showPlay() {
    byId("play").innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${isPaused ? "M7 5l12 7-12 7z" : "M8 5v14M16 5v14"}"/></svg>`;
    byId("play").title = isPaused ? "Go on (P)" : "Pause (P)";
    byId("play").setAttribute("aria-label", isPaused ? "Go on" : "Pause");
}

function resize() {
    const [width, height] = ["map-width", "map-height"].map((id) => Number(byId<HTMLInputElement>(id).value));
    if (!Number.isInteger(width) || !Number.isInteger(height) || width < 1 || height < 1 || width > 4096 || height > 4096) {
        tell("A map has 1 to 4096 tiles along each side.", true);
        return;
    }
    use(session.world.resized(width, height), "Resized.");
}

function listenToButtons() {
    onClick("undo", () => tools.step("undo"));
    onClick("redo", () => tools.step("redo"));
    onClick("cancel", () => session.cancel());
    onClick("zoom-in", () => zoom(1.25));
    onClick("zoom-out", () => zoom(0.8));
    onClick("zoom-fit", () => session.fit());
    onClick("play", () => {
        isPaused = !isPaused;
        showPlay();
    });
    onClick("tick", () => {
        if (!isPaused)
            byId("play").click();
        session.squad.run(1);
        drive(1 / 60);
    });
    onClick("restart", () => {
        driver.restart();
        session.sendFleet(true);
    });
    byId("speed").addEventListener("change", () => (speed = Number(byId<HTMLSelectElement>("speed").value)));
    byId("drives").addEventListener("change", () => {
        driver.isOn = byId<HTMLInputElement>("drives").checked;
        session.hasMoved = true;
    });
    byId("art").addEventListener("change", () => (session.hasMoved = true));
    byId("shows-hybrid").addEventListener("change", () => {
        const isShown = byId<HTMLInputElement>("shows-hybrid").checked;
        session.panes.forEach((pane) => (pane.showsHybrid = isShown));
        byId("hybrid-steps").hidden = byId("hybrid-key").hidden = !isShown;
        session.needsFrame = true;
    });
    byId("hybrid-key").append(...Object.entries(HYBRID_COLORS).flatMap(([step, color]) => {
        const swatch = make("i");
        swatch.style.background = color;
        return [swatch, ` ${step} `];
    }));
    byId("traced").addEventListener("change", () => {
        if (session.isTraced && session.world.settings.trees.length > 0)
            insidePanel.turnOn(...FOREST_LAYERS);
    });
    byId("work-of-frame").addEventListener("change", () => {
        session.workOfFrame = Math.max(0, Math.round(Number(byId<HTMLInputElement>("work-of-frame").value)));
        session.ask();
    });
    byId("add-other").addEventListener("change", () => {
        const list = byId<HTMLSelectElement>("add-other"), method = list.value;
        list.value = "";
        if (method)
            session.change(({ others }) => others.push(method));
    });
    byId("worlds").addEventListener("change", () => {
        const name = byId<HTMLSelectElement>("worlds").value;
        history.replaceState(null, "", `#${name}`);
        open(name);
    });
    onClick("select-all", () => {
        session.squad.select(0, 0, session.world.width, session.world.height);
        crowdPanel.show();
    });
    onClick("clear-overlay", () => session.change((settings) => Object.assign(settings, { overlay: noOverlay() })));
    onClick("clear-units", () => session.change((settings) => Object.assign(settings, { agents: [], orders: [] })));
    onClick("resize", resize);
    onClick("clear-walls", () => {
        const { width, height, tiles } = session.world;
        const walls = Array.from({ length: width * height }, (_, i) => i).filter((i) => tiles[i] === 0);
        session.paint(walls.map((i) => [i % width, Math.floor(i / width)] as [number, number]), GROUND);
        session.world.endStroke();
        showSettings();
    });
    onClick("empty", () => use(new World(48, 32, fitted(usualSettings(), { goals: [{ x: 40.5, y: 26.5, heading: 0 }] }, { goals: { x: 0, y: 0, heading: 0 } })), "An empty world."));
    onClick("close-hints", () => {
        const isOverMap = byId("hints").offsetWidth > 0.8 * canvas.clientWidth;
        byId("hints").hidden = true;
        if (isOverMap)
            session.fit();
        keep(HINTS, "closed");
    });
    byId("open").addEventListener("change", (event) => {
        const input = event.target as HTMLInputElement;
        void openAll(input.files ?? []);
        input.value = ""; // the same file can be opened again
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
        event.preventDefault();
        void openAll(event.dataTransfer?.files ?? []);
    });
    document.addEventListener("change", () => controls.endStep());
    for (const event of ["pointermove", "pointerdown", "pointerup", "wheel", "keydown", "click", "input", "change", "focusin", "focusout", "drop", "resize"])
        addEventListener(event, wake, true);
    addEventListener("hashchange", () => void openFragment());
    addEventListener("visibilitychange", () => void remember(session.world));
    setInterval(() => void remember(session.world), 10000);
}

function zoom(by: number) {
    session.camera.zoom(by, canvas.clientWidth / 2, canvas.clientHeight / 2);
    session.needsFrame = true;
}

// Frames.

const CANCEL_AFTER_MS = 400;
/** After so many frames in which nothing was drawn, the page rests: it looks around ten times a second, until something happens. */
const REST_AFTER = 30, REST_MS = 100;
let lastFrame = 0;
let idle = 0; // frames in a row in which nothing was drawn
let resting = 0; // timer of a page at rest; 0: it is not at rest
let wasOld = false; // the path, a frame ago

function drive(seconds: number) {
    if (driver.frame(seconds, mainPane.answer))
        session.hasMoved = true;
}

function frame(now: number) {
    const seconds = Math.min((now - lastFrame) / 1000, 0.1);
    lastFrame = now;
    const began = performance.now();
    const passed = isPaused ? 0 : seconds * speed;
    drive(passed);
    session.squad.frame(passed);
    steps.frame(seconds);
    insidePanel.frame(seconds);
    if (areSettingsOld)
        showSettingsNow();
    const lost = session.link.lostIn(seconds);
    if (lost)
        replaceLost(lost);
    idle++;
    if (!diagramView.isOpen)
        draw(began);
    if (idle < REST_AFTER)
        requestAnimationFrame(frame);
    else
        resting = window.setTimeout(endRest, REST_MS);
}

function endRest() {
    resting = 0;
    requestAnimationFrame(frame);
}

/** Something happens: a page at rest goes on at once. */
function wake() {
    idle = 0;
    if (!resting)
        return;
    clearTimeout(resting);
    endRest();
}

function draw(began: number) {
    if (session.ground.goOn())
        session.needsFrame = true;
    const isOld = session.isOld(mainPane);
    if (session.needsFrame || isOld !== wasOld)
        drawStill();
    if (session.needsFrame || session.hasMoved) {
        drawMoving();
        showTimes(performance.now() - began);
        idle = 0;
    }
    wasOld = isOld;
    session.needsFrame = session.hasMoved = false;
    showWaiting();
}

/** An attribute that is written anew makes the browser look at styles again: it is written if it changes. */
function showWaiting() {
    const { silence } = session.link, waits = silence > 0 ? "1" : "0", cancel = byId("cancel");
    if (canvas.dataset.waits !== waits)
        canvas.dataset.waits = waits;
    if (cancel.hidden !== silence < CANCEL_AFTER_MS)
        cancel.hidden = !cancel.hidden;
}

/** The worker has given no sign for too long. If this happens again, what it is busy with is switched off, or taken back. */
function replaceLost({ what, isAgain }: { what: string; isAgain: boolean }) {
    const ended = `The engine gave no sign for more than ${MOST_SILENT_S} s`;
    if (isAgain && !what) {
        tellOfEngine(session.cancel() ? `${ended}: the last change is taken back.` : `${ended}, and is started anew.`);
        return;
    }
    session.restart();
    tellOfEngine(isAgain ? `${ended}: "${insidePanel.turnOff(what)}" takes too long here, and is switched off.` : `${ended}, and is started anew.`);
}

function drawStill() {
    for (const pane of session.panes)
        pane.draw(session.world, session.isOld(pane), tools.heldTree);
}

function drawMoving() {
    const { scale } = session.camera;
    for (const pane of session.panes) {
        const context = pane.beginMoving();
        drawMovingOn(context, pane);
        if (pane === mainPane)
            pointer.draw(context, scale);
    }
    pointer.showTip();
}

/** Draws units, and marks that move with them. */
function drawMovingOn(context: CanvasRenderingContext2D, pane: Pane) {
    const { world, camera: { scale }, squad } = session;
    driver.draw(context, pane, world, scale, Number(byId<HTMLSelectElement>("art").value));
    drawCrowd(context, scale, squad.states, session.looks, squad.selected);
    if (pane === mainPane)
        insidePanel.draw(context, scale, pointer.place);
}

/** What the main view shows, as SVG. */
const pictureAsSvg = () => mainPane.toSvg(session.world, (context) => drawMovingOn(context, mainPane));

function showTimes(milliseconds: number) {
    byId("time").textContent = `${session.squad.time.toFixed(1)} s`;
    byId("frame-time").textContent = `${session.squad.milliseconds.toFixed(1)} ms engine, ${milliseconds.toFixed(1)} ms drawing${lastEdit}`;
    canvas.dataset.camera = JSON.stringify(session.camera);
}

/** Begins with what the page carries inside. */
async function start({ library, engine, examples }: Inside) {
    worlds = JSON.parse(examples) as Example[];
    makeLists(worlds);
    let module: WebAssembly.Module;
    try {
        module = await WebAssembly.compile(library as BufferSource);
    } catch {
        tell("This browser is too old: the page needs WebAssembly with SIMD (Chromium 91, Firefox 113, Safari 16.4, or newer).", true);
        return;
    }
    fairway = diagramView.fairway = await load(module, { decodePng, ...PARSERS });
    session.link = new Link(engine, module, receive);
    await openFragment();
    requestAnimationFrame(frame);
}

makeToolbars(tools);
listenToTabs();
listenToButtons();
listenToSharing(session, fairwayInside.page, pictureAsSvg);
tools.listen(mainPane);
showPlay();
byId("hints").hidden = recall(HINTS) === "closed";
if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    isPaused = true;
    showPlay();
}
new ResizeObserver(() => {
    if (session.camera.isFitted)
        session.fit();
    session.needsFrame = true;
}).observe(canvas);
void start(fairwayInside);
