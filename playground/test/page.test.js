// What a user does first: paints, drags, turns dials, steps through a search, and orders units.
import assert from "node:assert/strict";
import { test } from "node:test";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { user, page } = await openForTests();

test("a first-time visitor sees a legal path, units and three hints", async () => {
    assert.match(await page.textContent("#status"), /tiles.*cost.*legal/);
    assert.equal(await page.locator("#hints li").count(), 3);
    await user.waitFor({ agents: 16 });
    await page.click("#close-hints");
});

test("walls are painted and erased; undo and redo follow", async () => {
    const first = await user.open("formation");
    const walled = await user.answerAfter(() => user.drag(24.5, 0.5, 24.5, 28.5));
    assert.ok(walled.length > first.length + 1);
    const erased = await user.answerAfter(() => user.drag(24.5, 10.5, 24.5, 20.5));
    assert.ok(erased.length < walled.length);
    await user.answerAfter(() => page.click("#undo"));
    const again = await user.answerAfter(() => page.click("#undo"));
    assert.equal(again.length, first.length);
    const redone = await user.answerAfter(() => page.click("#redo"));
    assert.equal(redone.length, walled.length);
    await user.answerAfter(() => page.click("#undo"));
});

test("lines, boxes and fills are painted, and a terrain is picked", async () => {
    await user.tool("box");
    await user.drag(10.5, 4.5, 14.5, 8.5);
    await user.tool("line");
    await page.check("#brush-3");
    await user.drag(2.5, 20.5, 20.5, 30.5);
    await user.tool("fill");
    await page.check("#brush-2");
    await user.click(12.5, 6.5);
    await user.tool("pick");
    await user.click(2.5, 20.5);
    assert.equal(await page.isChecked("#brush-3"), true);
    const fragment = await page.evaluate(() => document.querySelector("#tool-paint").checked);
    assert.equal(fragment, true);
    const map = (await user.copied("copy-command")).split("\n").slice(5);
    assert.match(map[6], /S{5}/);
    assert.match(map[20], /^..W/);
    for (let i = 0; i < 3; i++)
        await user.answerAfter(() => page.click("#undo"));
    await page.check("#brush-0");
});

test("start and goal are dragged, and the path follows", async () => {
    const far = await user.open("formation");
    const near = await user.answerAfter(() => user.drag(44.5, 28.5, 10.5, 2.5));
    assert.ok(Math.abs(near.length - 8) < 0.5 && near.length < far.length);
    const moved = await user.answerAfter(() => user.drag(2.5, 2.5, 2.5, 20.5));
    assert.ok(Math.abs(moved.length - Math.hypot(8, 18)) < 0.5);
    await user.answerAfter(() => page.click("#undo"));
    await user.answerAfter(() => page.click("#undo"));
});

test("each method is run once; every path that is shown is legal, or the page says that it is not", async () => {
    await user.open("figure-19");
    await user.tab("request");
    const methods = await page.$$eval('[id="request.method"] option', (options) => options.map(({ value }) => value));
    const found = [];
    for (const method of methods.slice(1)) { // it is "auto" already
        const answer = await user.answerAfter(() => user.choose("request.method", method));
        const text = await page.textContent("#status");
        if (answer.result === "ok")
            assert.match(text, answer.legal ? /✓ legal/ : /✗ NOT LEGAL/, method);
        else
            assert.match(await page.getAttribute("#status", "class"), /bad/, method);
        if (answer.result === "ok" && answer.legal)
            found.push(method);
    }
    assert.deepEqual(found, ["hierarchy", "directional", "directional-48", "directional-80", "hybrid"]);
    await user.open("maze");
    const ends = {}; // in a maze, methods that look ahead only so far give up
    for (const method of ["auto", "grid", "jump-points", "on-demand", "hierarchy", "midpoint", "compass", "sight", "astar"]) {
        const { result, length, legal } = await user.answerAfter(() => user.choose("request.method", method));
        (ends[result] ??= []).push(method);
        assert.ok(result === "ok" ? legal && length > 200 : /^The method gave up/.test(await page.textContent("#status")), method);
    }
    assert.deepEqual(ends, { ok: ["auto", "grid", "jump-points", "on-demand", "hierarchy", "midpoint", "astar"], "gave-up": ["compass", "sight"] });
});

test("the turning radius changes the path and its tables", async () => {
    await user.open("figure-5");
    await user.tab("unit");
    const tight = await user.answerAfter(() => user.choose("unit.turnRadius", 1));
    const wide = await user.answerAfter(() => user.choose("unit.turnRadius", 4));
    assert.ok(wide.length > tight.length);
    assert.match(await page.textContent("#unit-time"), /ms, [\d,]+ kB/);
});

test("options that the library refuses are greyed out, with its sentence", async () => {
    const option = (name) => page.$eval('[id="request.method"]', (list, value) => {
        const { disabled, title } = [...list.options].find((each) => each.value === value);
        return { disabled, title };
    }, name);
    await user.open("castle");
    const refused = await option("hybrid");
    assert.equal(refused.disabled, true);
    assert.match(refused.title, /turning radius/);
    await user.open("yard");
    assert.deepEqual(await option("hybrid"), { disabled: false, title: "" });
});

test("a search is shown step by step, and scrubbed back; f, g and h are under the pointer", async () => {
    await user.open("maze");
    await user.tab("inside");
    await user.answerAfter(() => page.check("#traced"));
    const most = Number(await page.$eval("#search-step", (slider) => slider.max));
    assert.ok(most > 700);
    await user.choose("search-step", 1);
    assert.match(await page.textContent("#search-node"), /g 0\.00, h/);
    await page.click("#search-on");
    assert.equal((await user.data()).step, "2");
    await page.click("#search-back");
    assert.equal((await user.data()).step, "1");
    await user.choose("search-step", most - 200);
    await page.click("#search-play");
    await user.waitFor({ step: most });
    const { x, y } = await user.at(1.5, 1.5);
    await page.mouse.move(x, y);
    await page.waitForFunction(() => /expanded: g 0\.00 h .* f /.test(document.getElementById("tip").textContent));
    await user.answerAfter(() => page.uncheck("#traced"));
});

test("a search that is told to be slow shows how it thinks, and finds the same path", async () => {
    const quick = await user.open("maze");
    await user.tab("inside");
    await page.fill("#work-of-frame", "20");
    const slow = await user.answerAfter(async () => {
        await page.press("#work-of-frame", "Enter");
        await page.waitForFunction(() => /stands and thinks: \d+ expansions/.test(document.getElementById("status").textContent));
    });
    assert.equal(slow.length, quick.length);
    await page.fill("#work-of-frame", "0");
    await user.answerAfter(() => page.press("#work-of-frame", "Enter"));
});

test("a worker that fails is replaced, and nothing is lost", async () => {
    const before = await user.open("castle");
    await user.answerAfter(() => user.drag(22.5, 50.5, 28.5, 50.5));
    const { length } = await user.data();
    const [worker] = page.workers();
    await user.answerAfter(() => worker.evaluate(() => void setTimeout(() => {
        throw new WebAssembly.RuntimeError("unreachable");
    })));
    assert.notEqual(Number(length), 0);
    assert.equal((await user.data()).length, length);
    assert.ok((await user.answerAfter(() => page.click("#undo"))).length === before.length);
});

test("a tree is dragged, and the path follows", async () => {
    const first = await user.open("two-trees");
    assert.equal(first.method, "forest");
    const trees = await page.evaluate(() => document.querySelector("#world").dataset.trees);
    const [{ x, y }] = JSON.parse(trees);
    const moved = await user.answerAfter(() => user.drag(x, y, x + 1, y + 2));
    assert.notEqual(moved.length, first.length);
    assert.equal(moved.legal, true);
    const again = await user.answerAfter(() => page.click("#undo"));
    assert.equal(again.length, first.length);
});

test("two to four methods are compared on one query", async () => {
    await user.open("maze");
    await user.tab("request");
    await user.answerAfter(() => user.choose("add-other", "hierarchy"));
    assert.equal(await page.locator("#views .view").count(), 3);
    await page.waitForFunction(() => document.querySelectorAll("#compared thead th").length === 3);
    const heads = await page.$$eval("#compared thead th", (cells) => cells.map((cell) => cell.textContent));
    assert.deepEqual(heads, ["astar", "jump-points", "hierarchy"]);
    const lengths = await page.$$eval("#compared tbody tr:first-child td", (cells) => cells.map((cell) => Number(cell.textContent)));
    assert.ok(lengths.every((length) => length > 200));
    await user.answerAfter(() => page.click("#others button"));
    assert.equal(await page.locator("#views .view").count(), 2);
});

test("units are dropped, selected by a box and ordered; a wall is painted while they drive", async () => {
    await user.open("formation");
    await page.selectOption("#speed", "4");
    await user.tab("traffic");
    await page.click("#clear-units");
    await user.waitFor({ agents: 0 });
    await user.tool("drop");
    for (const y of [6.5, 8.5, 10.5])
        await user.click(6.5, y);
    await user.waitFor({ agents: 3 });
    await user.tool("select");
    await user.drag(4.5, 5, 9, 12);
    assert.equal((await user.data()).selected, "3");
    await page.click("#play");
    await user.click(30.5, 9.5, "right");
    await page.waitForFunction(() => Number(document.getElementById("world").dataset.time) > 0.5);
    await user.tool("paint");
    await user.drag(20.5, 2.5, 20.5, 18.5);
    await user.waitFor({ arrived: 3 });
    assert.match(await page.textContent("#commit-time"), /ms/);
    await user.choose("group.formation", "line");
    await user.drag(30.5, 22.5, 34.5, 22.5, "right");
    await page.waitForFunction(() => document.getElementById("world").dataset.arrived !== "3");
    await user.waitFor({ arrived: 3 });
    await page.click("#play");
});

test("nothing was complained of, and nothing was asked of any server", () => {
    assert.deepEqual(complaints, []);
});
