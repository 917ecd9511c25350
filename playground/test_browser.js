// The page in Debian's Chromium, opened from disk as a user would, and what tests do with it.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const PAGE = new URL("../build/playground/index.html", import.meta.url).href;

/// What the page complained of, and what it asked of any server: must stay empty.
export const complaints = [];

function listen(page) {
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || complaints.push(`asks for ${request.url()}`));
    return page;
}

/// The list below the address, whose two pages each new context would load: half a second of a processor. The rest is Playwright's
/// own list, as the browser takes the last one that it is given.
const SWITCHED_OFF = [
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AvoidUnnecessaryBeforeUnloadCheckSync", "BoundaryEventDispatchTracksNodeRemoval",
    "DestroyProfileOnBrowserClose", "DialMediaRouteProvider", "GlobalMediaControls", "HttpsUpgrades", "LensOverlay", "MediaRouter",
    "PaintHolding", "ThirdPartyStoragePartitioning", "Translate", "AutoDeElevate", "RenderDocument", "OptimizationHints",
];

export const launch = () => chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-dev-shm-usage", `--disable-features=${SWITCHED_OFF.join(",")}`],
});

/// A page, with what tests do to it.
///
/// file    a page with a world inside; else the one that was built
/// before  a program that runs in it before its own
export async function openPage(browser, hash = "", options = {}, file = PAGE, before = "") {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
    const page = listen(await context.newPage());
    await page.addInitScript(before);
    const user = new Driver(page);
    await user.visit(hash, file);
    return user;
}

export class Driver {
    constructor(page) {
        this.page = page;
    }

    close() {
        return this.page.context().close();
    }

    /// Leaves the page and opens it again: less work than a context of its own.
    async visit(hash, file = PAGE) {
        await this.page.goto("about:blank"); // from one fragment to the next, a page stays open
        await this.page.goto(file + hash);
        await this.page.waitForFunction(() => "result" in document.getElementById("world").dataset);
    }

    data() {
        return this.page.$eval("#world", ({ dataset }) => ({ ...dataset }));
    }

    /// Looks in each frame, where a selector would be looked for more and more rarely.
    waitFor(attributes) {
        const wanted = Object.entries(attributes).map(([name, value]) => [name, String(value)]);
        return this.page.waitForFunction((all) => all.every(([name, value]) => document.getElementById("world").dataset[name] === value), wanted, { timeout: 20000 });
    }

    /// What the page says of its path, after `act` has changed something.
    async answerAfter(act) {
        await this.page.evaluate(() => delete document.getElementById("world").dataset.result);
        await act();
        const answer = await this.page.waitForFunction(() => {
            const { dataset } = document.getElementById("world");
            return "result" in dataset && { ...dataset };
        }, null, { timeout: 20000 });
        const { result, length, legal, method } = await answer.jsonValue();
        return { result, length: Number(length), legal: legal === "true", method };
    }

    open(name) {
        return this.answerAfter(() => this.page.selectOption("#worlds", name));
    }

    tab(name) {
        return this.page.click(`#tab-${name}`);
    }

    async choose(id, value) {
        await this.page.$eval(`[id="${id}"]`, (list, to) => {
            list.value = to;
            list.dispatchEvent(new Event("input", { bubbles: true }));
            list.dispatchEvent(new Event("change", { bubbles: true }));
        }, String(value));
    }

    async tool(name) {
        await this.page.check(`#tool-${name}`);
    }

    /// A place of the world, in pixels of the page.
    async at(x, y) {
        const box = await (await this.page.$("#world")).boundingBox();
        const { left, top, scale } = await this.page.$eval("#world", ({ dataset }) => JSON.parse(dataset.camera));
        return { x: box.x + (x - left) * scale, y: box.y + (y - top) * scale };
    }

    async drag(fromX, fromY, toX, toY, button = "left") {
        const from = await this.at(fromX, fromY), to = await this.at(toX, toY);
        await this.page.mouse.move(from.x, from.y);
        await this.page.mouse.down({ button });
        await this.page.mouse.move(to.x, to.y, { steps: 6 });
        await this.page.mouse.up({ button });
    }

    async click(x, y, button = "left") {
        const place = await this.at(x, y);
        await this.page.mouse.click(place.x, place.y, { button });
    }

    /// The text that a button of the share menu copies.
    async copied(id) {
        await this.page.$eval("#world", (canvas) => delete canvas.dataset.copied);
        await this.page.$eval("#share-menu", (menu) => (menu.open = true));
        await this.page.click(`#${id}`);
        await this.page.waitForSelector("#world[data-copied]");
        return this.page.$eval("#world", ({ dataset }) => dataset.copied);
    }

    /// The segments of the path that is shown.
    segments() {
        return this.page.$eval("#world", ({ dataset }) => JSON.parse(dataset.segments));
    }
}

/// Demands that two lists of segments are the same paths.
export function assertSamePath(lines, segments) {
    assert.equal(lines.length, segments.length);
    lines.forEach((line, i) => {
        const { start, curvature, length, gear } = segments[i];
        assert.deepEqual(line, { x: start.x, y: start.y, heading: start.heading, curvature, length, gear });
    });
}
