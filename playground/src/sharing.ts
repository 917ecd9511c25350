// What leaves the page: links, programs, commands, files and pictures.
import { TERRAIN_COLORS } from "./colors.js";
import { byId, make, onClick } from "./elements.js";
import { toC } from "./export_c.js";
import { scenarioOf, toCommand, toScenario } from "./export_command.js";
import { toJavaScript } from "./export_javascript.js";
import { tell } from "./figures.js";
import type { Pane } from "./pane.js";
import type { Session } from "./session.js";
import { overlayText } from "./overlay.js";
import { fragmentOf } from "./share.js";
import { TERRAINS } from "./terrains.js";
import type { World } from "./world.js";

const LONG_LINK = 8000; // letters that every browser and messenger takes
const FRAMES_A_SECOND = 30;

/** The menu is where the focus was: it closes after each choice. */
const closeMenu = () => byId<HTMLDetailsElement>("share-menu").removeAttribute("open");

export function save(name: string, content: Blob) {
    closeMenu();
    const link = make("a", { href: URL.createObjectURL(content), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const textFile = (text: string, type = "text/plain") => new Blob([text], { type });

async function copy(text: string, what: string) {
    byId("world").dataset.copied = text;
    closeMenu();
    try {
        await navigator.clipboard.writeText(text);
        tell(`${what} is in the clipboard.`);
    } catch {
        save("fairway.txt", textFile(text));
        tell(`${what} was saved as a file, because this browser lets no page write into the clipboard here.`);
    }
}

/**
 * page          the page as it came, to put a world into it
 * pictureAsSvg  what the view shows
 */
export function listenToSharing(session: Session, page: string, pictureAsSvg: () => string) {
    onClick("share", () => void shareLink(session));
    const texts: { [id: string]: [(world: World) => string, string] } = {
        "copy-c": [toC, "A program in C"], "copy-command": [toCommand, "A command for the shell"],
        "copy-javascript": [toJavaScript, "A program in JavaScript"], "copy-scenario": [toScenario, "A scenario, with its command,"],
    };
    for (const [id, [write, what]] of Object.entries(texts))
        onClick(id, () => void copy(write(session.world), what));
    onClick("save", () => save("world.map", textFile(session.world.toText())));
    onClick("save-png", () => void savePixels(session.world));
    onClick("save-scenario", () => save("world.json", textFile(scenarioOf(session.world), "application/json")));
    onClick("save-overlay", () => save("overlay.json", textFile(overlayText(session.world.settings.overlay), "application/json")));
    onClick("save-page", () => void savePage(session, page));
    onClick("save-picture", () => session.panes[0].picture().toBlob((picture) => picture && save("world.png", picture)));
    onClick("save-svg", () => save("world.svg", textFile(pictureAsSvg(), "image/svg+xml")));
    listenToRecording(session.panes[0]);
    listenToMenu();
}

/** The menu closes with Escape, and if something beside it is used. */
function listenToMenu() {
    const menu = byId<HTMLDetailsElement>("share-menu");
    document.addEventListener("pointerdown", ({ target }) => menu.contains(target as Node) || closeMenu());
    menu.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape")
            return;
        closeMenu();
        menu.querySelector("summary")!.focus();
    });
}

/** A picture with a pixel for each tile, and the table that says what its colours are. */
async function savePixels({ width, height, tiles }: World) {
    const canvas = new OffscreenCanvas(width, height), image = new ImageData(width, height);
    const colors = TERRAIN_COLORS.map((color) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)));
    tiles.forEach((terrain, i) => image.data.set([...colors[terrain], 255], 4 * i));
    canvas.getContext("2d")!.putImageData(image, 0, 0);
    save("world.png", await canvas.convertToBlob({ type: "image/png" }));
    save("world.colors", textFile(TERRAINS.map(({ name }, terrain) => `${TERRAIN_COLORS[terrain]} ${name}\n`).join("")));
}

async function shareLink(session: Session) {
    const fragment = await fragmentOf(session);
    history.replaceState(null, "", `#${fragment}`);
    byId("world").dataset.shared = String(fragment.length);
    const size = `${(fragment.length / 1000).toFixed(1)} kB`;
    const isLong = fragment.length > LONG_LINK ? " It is long: some programs cut it. \"Save this page with the world\" is safer." : "";
    const what = location.protocol === "file:" ? "The part of the link behind '#', which any copy of this page takes," : "The link";
    await copy(location.protocol === "file:" ? `#${fragment}` : location.href, `${what} (${size})`);
    if (isLong)
        tell(byId("status").textContent + isLong);
}

/** This page with the world inside: it opens with it. */
async function savePage(session: Session, page: string) {
    const fragment = await fragmentOf(session);
    const inside = `<script id="world-inside" type="text/plain">${fragment}</script>`;
    save("world.html", textFile(page.replace(/(<script id="world-inside"[^]*?<\/script>)?(<script id="inside")/, `${inside}$2`), "text/html"));
}

function listenToRecording(pane: Pane) {
    const button = byId("record");
    const type = "video/webm";
    if (typeof MediaRecorder === "undefined" || !MediaRecorder.isTypeSupported(type))
        return;
    button.hidden = false;
    let recorder: MediaRecorder | null = null;
    button.addEventListener("click", () => {
        closeMenu();
        if (recorder) {
            recorder.stop();
            return;
        }
        const both = pane.picture();
        const drawing = setInterval(() => pane.drawBoth(both), 1000 / FRAMES_A_SECOND);
        recorder = new MediaRecorder(both.captureStream(FRAMES_A_SECOND), { mimeType: type });
        recorder.ondataavailable = ({ data }) => save("fairway.webm", data);
        recorder.onstop = () => {
            recorder = null;
            clearInterval(drawing);
            button.textContent = "Record a clip";
        };
        recorder.start();
        button.textContent = "Stop recording";
    });
}
