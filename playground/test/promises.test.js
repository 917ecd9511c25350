// Small promises of the page: what is saved is opened again, what a browser lacks is said, what is old is pale, what is cleared is gone.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { complaints, openPage, PAGE } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { browser, user, page } = await openForTests("#formation");
const folder = await mkdtemp(join(tmpdir(), "fairway-"));
after(() => rm(folder, { recursive: true, force: true }));

async function saved(id) {
    await page.$eval("#share-menu", (menu) => (menu.open = true));
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`#${id}`)]);
    return readFileSync(await download.path());
}

/// The colour of a place of the world on the lower canvas: red, green, blue.
const colorAt = (x, y) => page.evaluate(([placeX, placeY]) => {
    const still = document.querySelector(".still"), { left, top, scale } = JSON.parse(document.getElementById("world").dataset.camera);
    return [...still.getContext("2d").getImageData((placeX - left) * scale, (placeY - top) * scale, 1, 1).data.slice(0, 3)];
}, [x, y]);

test("worlds that were promised are there, each with a title and a sentence of what to look at", async () => {
    const worlds = await page.$$eval("#worlds option", (all) => all.map(({ value }) => value));
    const figures = ["1a", "1b", "1c", "1d", 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 19, 20, 21, "21b", 22].map((name) => `figure-${name}`);
    for (const name of ["castle", "archipelago", "yard", "thicket", "grove", "city", "caves", "warehouse", "doors", "crossing", "maze", ...figures])
        assert.ok(worlds.includes(name), name);
});

test("a map that was saved is opened again as it was", async () => {
    await user.open("archipelago");
    const first = await saved("save");
    await user.open("formation");
    await user.answerAfter(() => page.setInputFiles("#open", { name: "again.map", mimeType: "text/plain", buffer: first }));
    assert.match(await page.textContent("#about"), /again\.map/);
    assert.ok(first.equals(await saved("save")));
});

test("the page that was saved with its world opens with it, without any other file", async () => {
    await user.open("formation");
    await user.tool("paint");
    const drawn = await user.answerAfter(() => user.drag(24.5, 0.5, 24.5, 20.5));
    const file = join(folder, "world.html");
    writeFileSync(file, await saved("save-page"));
    const other = await openPage(browser, "", {}, pathToFileURL(file).href);
    assert.equal(Number((await other.data()).length), drawn.length);
    await other.waitFor({ agents: 20 });
    assert.match(await other.page.textContent("#about"), /The world of this page/);
    await other.close();
});

test("a link that is long says so, and names what is safer", async () => {
    let seed = 1; // noise does not pack
    const noise = Array.from({ length: 200 }, () => Array.from({ length: 200 }, () => ".@SWsTRd"[(seed = (seed * 16807) % 2147483647) >> 5 & 7]).join("")).join("\n");
    await user.answerAfter(() => page.setInputFiles("#open", { name: "noise.map", mimeType: "text/plain", buffer: Buffer.from(`type octile\nheight 200\nwidth 200\nmap\n${noise}\n`) }));
    await user.copied("share");
    await page.waitForFunction(() => /It is long: .*"Save this page with the world" is safer/.test(document.getElementById("status").textContent));
    await user.open("formation");
});

test("a path whose question has changed is pale until the new one is there", async () => {
    await user.open("formation"); // from (2.5, 2.5) to (44.5, 28.5)
    const middle = [23.5, 15.5], strong = await colorAt(...middle);
    await page.workers()[0].evaluate(() => void setTimeout(() => {
        const until = performance.now() + 800;
        while (performance.now() < until);
    }));
    await page.focus("#world");
    const after = user.answerAfter(() => page.keyboard.press("]")); // the start turns: the same path
    await page.waitForFunction(([x, y, old]) => {
        const still = document.querySelector(".still"), { left, top, scale } = JSON.parse(document.getElementById("world").dataset.camera);
        const now = still.getContext("2d").getImageData((x - left) * scale, (y - top) * scale, 1, 1).data;
        return now[0] > old[0] + 40;
    }, [...middle, strong]);
    await after;
    await page.waitForTimeout(100);
    assert.deepEqual(await colorAt(...middle), strong);
});

test("a search is cleared, and walls are; a weight of 1,000 is greedy", async () => {
    await user.open("maze");
    await user.tab("inside");
    await user.answerAfter(() => page.check("#traced"));
    await page.click("#search-clear");
    assert.equal((await user.data()).step, "0");
    assert.match(await page.textContent("#search-at"), /^0 of \d+$/);
    await user.choose("search-step", 1);
    assert.match(await page.textContent("#queue"), /^On the open list: \d+\. The least f: /);
    await user.answerAfter(() => page.uncheck("#traced"));
    const expanded = async () => Number(/(\d+) expansions/.exec(await page.textContent("#status"))[1]);
    await user.tab("request");
    const exact = await expanded();
    await user.answerAfter(async () => {
        await page.fill('[data-dial="request.weight"]', "1000");
        await page.press('[data-dial="request.weight"]', "Enter");
    });
    assert.ok((await expanded()) <= exact);
    await user.tab("help");
    const free = await user.answerAfter(() => page.click("#clear-walls"));
    assert.ok(Math.abs(free.length - Math.hypot(57, 36)) < 0.5);
    await user.answerAfter(() => page.click("#undo"));
});

test("an option that has no effect on the method is refused in a sentence, and undo takes it back", async () => {
    await user.open("formation");
    await user.answerAfter(() => user.choose("request.method", "hierarchy"));
    assert.equal((await user.answerAfter(() => user.choose("request.segment", 9))).result, "ok");
    assert.equal((await user.answerAfter(() => user.choose("request.method", "astar"))).result, "refused");
    assert.match(await page.textContent("#status"), /^Segment with method: this option has no effect on the method.*\.$/);
    assert.equal((await user.answerAfter(() => page.click("#undo"))).result, "ok");
});

test("the table of methods has all its rows, and marks the best of each that differs", async () => {
    await user.open("maze");
    await page.waitForFunction(() => document.querySelectorAll("#compared tbody tr").length > 0);
    const rows = await page.$$eval("#compared tbody tr", (all) => all.map((row) => ({
        name: row.cells[0].textContent, values: [...row.cells].slice(1).map((cell) => cell.textContent), best: [...row.cells].map((cell) => cell.className) })));
    assert.deepEqual(rows.map(({ name }) => name), ["Length", "Cost", "Turns, °", "Drive, s", "Expansions", "Work", "Time, ms", "Legal"]);
    const expansions = rows.find(({ name }) => name === "Expansions");
    const least = Math.min(...expansions.values.map(Number));
    assert.deepEqual(expansions.values.map((value, i) => expansions.best[i + 1] === (Number(value) === least ? "best" : "")), [true, true]);
    assert.deepEqual(rows[rows.length - 1].values, ["✓", "✓"]);
});

test("two fingers zoom and move the view, and paint nothing", async () => {
    const phone = await openPage(browser, "#formation", { viewport: { width: 390, height: 844 }, hasTouch: true });
    const before = await phone.data(), { scale } = JSON.parse(before.camera), touch = await phone.page.context().newCDPSession(phone.page);
    const at = await phone.at(24.5, 16.5);
    const put = (type, ...places) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y], id) => ({ x: at.x + x, y: at.y + y, id })) });
    await put("touchStart", [-20, 0]);
    await put("touchStart", [-20, 0], [20, 0]);
    for (let apart = 30; apart <= 60; apart += 10)
        await put("touchMove", [-apart, 0], [apart, 0]);
    await put("touchEnd");
    await phone.page.waitForFunction((old) => JSON.parse(document.getElementById("world").dataset.camera).scale > 2 * old, scale);
    assert.equal(await phone.page.isDisabled("#undo"), true);
    await phone.close();
});

test("the menu is opened and closed by keyboard, and closes if something beside it is used", async () => {
    const isOpen = () => page.$eval("#share-menu", (menu) => menu.open);
    await page.focus("#share-menu summary");
    await page.keyboard.press("Enter");
    assert.equal(await isOpen(), true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
    assert.equal(await isOpen(), false);
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "SUMMARY");
    await page.keyboard.press("Enter");
    await page.click("#zoom-fit");
    assert.equal(await isOpen(), false);
});

test("at 200 % of a small window, hints do not hide the map: each end of the path can be seen", async () => {
    const large = await openPage(browser, "#castle", { viewport: { width: 640, height: 400 } });
    await large.page.$eval("#world", (world) => world.scrollIntoView());
    const isFree = ({ x, y }) => large.page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.id === "world", [x, y]);
    assert.equal(await large.page.isVisible("#hints"), true);
    for (const place of [[20.5, 60.5], [100.5, 20.5]])
        assert.ok(await isFree(await large.at(...place)), String(place));
    await large.close();
});

test("a browser without SIMD is told so in one sentence; one that records no clips has no button for it", async () => {
    const context = await browser.newContext(), old = await context.newPage();
    await old.addInitScript(() => (WebAssembly.compile = () => Promise.reject(new WebAssembly.CompileError("no SIMD"))));
    await old.goto(PAGE);
    await old.waitForFunction(() => /^This browser is too old: .*Chromium 91, Firefox \d+, Safari 16\.4.*\.$/.test(document.getElementById("status").textContent));
    await context.close();
    const other = await openPage(browser, "#formation", {}, undefined, "delete globalThis.MediaRecorder");
    assert.equal(await other.page.$eval("#record", (button) => button.hidden), true);
    await other.close();
});

test("nothing was complained of, and nothing was asked of any server", () => {
    assert.deepEqual(complaints, []);
});
