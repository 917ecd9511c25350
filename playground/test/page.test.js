// The page in a browser, opened from disk as a user would.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const PAGE = new URL("../../build/playground/index.html", import.meta.url).href;
let browser, page;
const complaints = [];

before(async () => {
    browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => /^(file|blob|data):/.test(request.url()) || complaints.push(`asks for ${request.url()}`));
    await page.goto(PAGE);
    await page.waitForSelector("#world[data-result=ok]");
});

after(() => browser?.close());

/// What the page says of its path, after `act` has changed something.
async function answerAfter(act) {
    const shown = () => page.$eval("#world", (canvas) => ({ ...canvas.dataset }));
    await page.$eval("#world", (canvas) => delete canvas.dataset.result);
    await act();
    await page.waitForSelector("#world[data-result]");
    const { result, length, legal } = await shown();
    return { result, length: Number(length), legal: legal === "true" };
}

/// Places of the canvas, as shares of its sides.
async function drag(fromX, fromY, toX, toY) {
    const { x, y, width, height } = await (await page.$("#world")).boundingBox();
    await page.mouse.move(x + fromX * width, y + fromY * height);
    await page.mouse.down();
    await page.mouse.move(x + toX * width, y + toY * height, { steps: 8 });
    await page.mouse.up();
}

const choose = (id, value) => page.selectOption(`[id="${id}"]`, value);
const slide = (id, value) => page.$eval(`[id="${id}"]`, (input, to) => {
    input.value = to;
    input.dispatchEvent(new Event("input", { bubbles: true }));
}, String(value));

test("a first-time visitor sees a legal path", async () => {
    assert.match(await page.textContent("#status"), /tiles · cost .* legal$/);
});

test("each method gives a legal path, and a weight does not shorten it", async () => {
    for (const method of ["astar", "midpoint", "compass", "auto"]) {
        const answer = await answerAfter(() => choose("request.method", method));
        assert.equal(answer.legal, true, method);
    }
});

test("a wall across the map closes the goal off, and undo opens it again", async () => {
    const first = await answerAfter(() => slide("request.weight", 1));
    const walled = await answerAfter(() => drag(0.5, 0.0, 0.5, 0.999));
    assert.notEqual(walled.length, first.length);
    const again = await answerAfter(() => page.click("#undo"));
    assert.equal(again.length, first.length);
});

test("a car drives, and its path is legal", async () => {
    await answerAfter(() => choose("worlds", "yard"));
    const answer = await answerAfter(() => slide("unit.turnRadius", 1.5));
    assert.equal(answer.result, "ok");
    assert.equal(answer.legal, true);
    await page.click("#drive");
    await page.waitForTimeout(200);
    await page.click("#drive");
});

test("options that the library refuses are greyed out, with its sentence", async () => {
    const option = (value) => page.$eval(`[id="request.method"] option[value="${value}"], [id="request.method"]`,
        (_, name) => {
            const found = [...document.getElementById("request.method").options].find((each) => each.value === name);
            return { disabled: found.disabled, title: found.title };
        }, value);
    await answerAfter(() => choose("worlds", "castle"));
    const refused = await option("hybrid");
    assert.equal(refused.disabled, true);
    assert.match(refused.title, /turning radius/);
    assert.match(await page.textContent("#refused"), /method .*hybrid.*: .*turning radius/);
    await answerAfter(() => slide("unit.turnRadius", 1.5));
    assert.deepEqual(await option("hybrid"), { disabled: false, title: "" });
    await answerAfter(() => slide("unit.turnRadius", 0));
});

const crowd = () => page.$eval("#world", ({ dataset }) => ({ ...dataset }));
const arrived = (count) => page.waitForSelector(`#world[data-arrived="${count}"]`, { timeout: 30000 });

test("units are dropped, selected by a box and ordered, and a wall may be painted while they drive", async () => {
    await page.check("[name=tool][value=drop]");
    for (const y of [0.68, 0.7, 0.72])
        await drag(0.168, y, 0.168, y);
    await page.waitForSelector('#world[data-agents="3"]');
    await page.check("[name=tool][value=select]");
    await drag(0.15, 0.66, 0.19, 0.74);
    assert.equal((await crowd()).selected, "3");
    const { x, y, width, height } = await (await page.$("#world")).boundingBox();
    await page.mouse.click(x + 0.3 * width, y + 0.59 * height, { button: "right" });
    await page.check("[name=tool][value=paint]");
    await page.waitForTimeout(300);
    await drag(0.279, 0.55, 0.279, 0.63);
    await arrived(3);
    await page.click("#undo");
    await page.click("#clear-units");
    await page.waitForSelector('#world[data-agents="0"]');
});

test("a search is shown step by step, and scrubbed back", async () => {
    await answerAfter(() => choose("request.method", "astar"));
    await answerAfter(() => page.check("#traced"));
    const most = Number(await page.$eval("#search-step", (slider) => slider.max));
    const expansions = Number(/(\d+) expansions/.exec(await page.textContent("#status"))[1]);
    assert.ok(most > expansions && expansions > 100);
    await slide("search-step", 1);
    assert.equal((await crowd()).step, "1");
    assert.match(await page.textContent("#search-node"), /g 0\.00, h/);
    await page.click("#search-play");
    await page.waitForSelector(`#world[data-step="${most}"]`);
    await answerAfter(() => page.uncheck("#traced"));
    await answerAfter(() => choose("request.method", "auto"));
});

test("the keyboard paints, moves the goal, drops a unit and orders it", async () => {
    await answerAfter(() => choose("worlds", "castle"));
    await page.focus("#world");
    const start = (await answerAfter(() => page.keyboard.press("g"))).length;
    await page.keyboard.press("Shift+ArrowDown");
    assert.notEqual((await answerAfter(() => page.keyboard.press("g"))).length, start);
    await page.keyboard.press("u");
    await page.waitForSelector('#world[data-agents="1"]');
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("o");
    await arrived(1);
    await answerAfter(() => page.keyboard.press(" "));
    await answerAfter(() => page.keyboard.press("Control+z"));
});

test("a shared link opens the same world, a damaged one says so and loses nothing", async () => {
    const before = await answerAfter(() => slide("request.weight", 2));
    await page.click("#share");
    await page.waitForSelector("#world[data-shared]");
    assert.ok(Number((await crowd()).shared) < 8000);
    const link = page.url();
    const other = await browser.newPage();
    await other.goto(link);
    await other.waitForSelector("#world[data-result=ok]");
    await other.waitForSelector('#world[data-agents="1"]');
    assert.equal(Number(await other.$eval("#world", (canvas) => canvas.dataset.length)), before.length);
    assert.equal(await other.inputValue("[id='request.weight']"), "2");
    await other.evaluate(() => (location.hash = "#w=H4sIAAAA"));
    await other.waitForFunction(() => /damaged/.test(document.getElementById("status").textContent));
    assert.equal(Number(await other.$eval("#world", (canvas) => canvas.dataset.length)), before.length);
    await other.evaluate(() => (location.hash = "#yard"));
    await other.waitForFunction(() => /yard/i.test(document.getElementById("about").textContent));
    await other.close();
});

test("on a phone, in the dark, nothing is wider than the page, and a tap orders units", async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true });
    const phone = await context.newPage();
    phone.on("pageerror", (error) => complaints.push(error.message));
    await phone.goto(PAGE);
    await phone.waitForSelector("#world[data-result=ok]");
    assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const tap = async (shareX, shareY) => {
        const world = await phone.$("#world");
        await world.scrollIntoViewIfNeeded();
        const { x, y, width, height } = await world.boundingBox();
        await phone.touchscreen.tap(x + shareX * width, y + shareY * height);
    };
    await phone.check("[name=tool][value=drop]");
    await tap(0.168, 0.62);
    await phone.waitForSelector('#world[data-agents="1"]');
    await phone.check("[name=tool][value=order]");
    await tap(0.168, 0.655);
    await phone.waitForSelector('#world[data-arrived="1"]');
    await context.close();
});

test("nothing was complained of, and nothing was asked of any server", () => {
    assert.deepEqual(complaints, []);
});
