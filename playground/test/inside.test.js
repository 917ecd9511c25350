// The layers of the library's inside, against what the library says of the same world in Node.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../../bindings/js/src/index.js";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { AreaMap, GridMap, inspect } = await load();
const { user, page } = await openForTests("#clusters");
await user.tab("inside");

const marks = async () => JSON.parse((await user.data()).marks || "{}");
const switchOf = (layer) => `[id="layer-${layer.replaceAll(" ", "-")}"]`;

/// The marks of the layer that is switched on, by kind; it is off again afterwards.
async function shown(layer, kind) {
    await page.check(switchOf(layer));
    await page.waitForFunction((wanted) => wanted in JSON.parse(document.getElementById("world").dataset.marks || "{}"), kind, { timeout: 20000 });
    const counts = await marks();
    await page.uncheck(switchOf(layer));
    return counts;
}

/// What stands under the pointer at a place.
async function saysAt(x, y, pattern) {
    const place = await user.at(x, y);
    await page.mouse.move(place.x, place.y);
    await page.mouse.move(place.x + 1, place.y);
    await page.waitForFunction((source) => new RegExp(source).test(document.getElementById("tip").textContent), pattern.source, { timeout: 20000 });
}

/// The world that is shown, in Node.
async function here() {
    const lines = (await user.copied("copy-command")).split("\n"), first = lines.indexOf("map") + 1;
    const rows = lines.slice(first, first + Number(lines[first - 3].split(" ")[1]));
    const map = GridMap.fromRows(rows);
    return { map, unit: map.addUnit() };
}

const countOf = (all, kind) => all.filter((mark) => mark.kind === kind).length;

test("areas have their tiles, a midpoint for each, and steps; a quadtree has others, and so have areas that are named; a path leads over them", async () => {
    await user.open("areas");
    const { map, unit } = await here();
    for (const partition of ["squares", "quadtree"]) {
        await user.choose("request.partition", partition);
        const areas = new AreaMap(map, unit, { partition }), marks = inspect.areas(areas);
        await page.check(switchOf("areas"));
        await page.waitForFunction((count) => JSON.parse(document.getElementById("world").dataset.marks || "{}").midpoint === count, areas.count, { timeout: 20000 });
        const counts = JSON.parse((await user.data()).marks);
        for (const kind of ["area", "midpoint", "area-step"])
            assert.equal(counts[kind], countOf(marks, kind), `${partition}: ${kind}`);
        await page.uncheck(switchOf("areas"));
    }
    await user.tool("overlay");
    await page.check("#overlay-area");
    const labels = new Uint16Array(map.width * map.height);
    for (const [label, left, top, right, bottom] of [[1, 2, 3, 9, 7], [2, 8, 4, 14, 9]]) { // the later one counts
        await page.fill("#area-name", `area ${label}`);
        await user.answerAfter(() => user.drag(left + 0.5, top + 0.5, right + 0.5, bottom + 0.5));
        for (let y = top; y <= bottom; y++)
            labels.fill(label, y * map.width + left, y * map.width + right + 1);
    }
    const named = inspect.areas(new AreaMap(map, unit, { partition: "quadtree", labels }));
    assert.notEqual(countOf(named, "midpoint"), new AreaMap(map, unit, { partition: "quadtree" }).count);
    const shownNow = await shown("areas", "midpoint");
    for (const kind of ["area", "midpoint", "area-step"])
        assert.equal(shownNow[kind], countOf(named, kind), kind);
    const answer = await user.answerAfter(() => user.choose("request.method", "areas"));
    assert.deepEqual([answer.result, answer.legal, answer.method], ["ok", true, "areas"]);
    await user.tool("paint");
    await user.open("clusters");
});

test("the wave and the marks begin anew with another world", async () => {
    await user.choose("numbers", "flow field");
    await user.choose("wave", 30);
    await user.open("maze");
    assert.equal(await page.inputValue("#wave"), "100");
    await user.choose("numbers", "nothing");
    await user.open("clusters");
});

test("numbers of a tile stand under the pointer", async () => {
    for (const [numbers, says] of [["clearance", /clearance 2/], ["flow field", /flow field \d+/]]) {
        await user.choose("numbers", numbers);
        await saysAt(8.2, 5.5, says);
    }
    await user.choose("numbers", "nothing");
});

test("anchors, regions, jump points and clusters are those that the library has in Node", async () => {
    const { map, unit } = await here();
    assert.equal((await shown("where it fits", "anchors")).anchors, inspect.layer(map, unit).length);
    assert.equal((await shown("regions", "region")).region, inspect.regions(map, unit).length);
    const clusters = await shown("clusters", "transition"), edges = await shown("abstract edges", "abstract-edge");
    assert.equal(edges.transition, undefined);
    assert.ok(clusters.transition > 3 && clusters.entrance > 3 && edges["abstract-edge"] > 3);
    await user.open("maze");
    const maze = await here();
    maze.map.prepare(maze.unit, "jump-points");
    assert.equal((await shown("jump points", "jump-point"))["jump-point"], inspect.jumpPoints(maze.map, maze.unit).length);
    await user.open("clusters");
});

test("a layer follows the map, and says its numbers under the pointer", async () => {
    await page.check(switchOf("regions"));
    await saysAt(8.2, 5.5, /region: label \d+/);
    const before = await marks();
    await user.answerAfter(() => user.drag(2.5, 1.5, 2.5, 8.5));
    await page.waitForFunction((old) => JSON.parse(document.getElementById("world").dataset.marks).region !== old, before.region, { timeout: 20000 });
    await user.answerAfter(() => page.click("#undo"));
    await page.waitForFunction((old) => JSON.parse(document.getElementById("world").dataset.marks).region === old, before.region, { timeout: 20000 });
    await page.uncheck(switchOf("regions"));
});

test("what the unit cannot have is refused with the library's sentence", async () => {
    await page.check(switchOf("jump points"));
    await page.waitForFunction(() => /terrains that all cost the same/.test(document.getElementById("layer-note").textContent));
    await page.uncheck(switchOf("jump points"));
    assert.equal(await page.textContent("#layer-note"), "");
});

test("motions leave the start with their masks, and a path's construction has a centre for each arc", async () => {
    await user.open("yard");
    const { motion, "hit-mask": masks } = await shown("motions", "motion");
    assert.ok(motion > 20 && masks > motion / 4);
    const arcs = (await user.segments()).filter(({ curvature }) => curvature !== 0).length;
    const parts = await shown("constructions", "centre");
    assert.equal(parts.centre, arcs);
    assert.equal(parts["curve-part"], (await user.segments()).length);
});

test("among trees, edges, arcs and lines of sight are shown, and d against r follows a tree that is dragged", async () => {
    await user.open("two-trees");
    assert.match(await page.textContent("#status"), /[\d.]+ s drive/);
    const edges = await shown("forest edges", "surfing-edge");
    assert.ok(edges["hugging-edge"] > 0);
    assert.ok((await shown("bitangents", "bitangent")).bitangent >= 2);
    const [{ x, y, radius }] = JSON.parse((await user.data()).trees);
    await page.check(switchOf("line of sight"));
    await page.waitForFunction(() => /"sight":2/.test(document.getElementById("world").dataset.marks));
    const dOf = async () => {
        await saysAt(...(await sightEnd()), /sight: u/);
        return Number(/d ([\d.]+)/.exec(await page.textContent("#tip"))[1]);
    };
    /// A place beside the first tree's centre, toward the line from start to goal.
    const sightEnd = async () => {
        const [tree] = JSON.parse((await user.data()).trees);
        const [first] = await user.segments();
        const all = await user.segments(), last = all[all.length - 1];
        const a = first.start, b = { x: last.start.x + last.length * Math.cos(last.start.heading), y: last.start.y + last.length * Math.sin(last.start.heading) };
        const u = Math.min(1, Math.max(0, ((tree.x - a.x) * (b.x - a.x) + (tree.y - a.y) * (b.y - a.y)) / ((b.x - a.x) ** 2 + (b.y - a.y) ** 2)));
        const e = { x: a.x + u * (b.x - a.x), y: a.y + u * (b.y - a.y) };
        distance = Math.hypot(e.x - tree.x, e.y - tree.y);
        return [0.5 * (e.x + tree.x), 0.5 * (e.y + tree.y)];
    };
    let distance = 0;
    const first = await dOf();
    assert.ok(Math.abs(first - distance) < 0.01);
    await user.answerAfter(() => user.drag(x, y, x + 0.2 * radius, y + 2 * radius));
    const second = await dOf();
    assert.ok(Math.abs(second - distance) < 0.01 && Math.abs(second - first) > 0.2);
    await page.uncheck(switchOf("line of sight"));
});

test("in a traffic, reservations, those who wait and gates are shown while units drive", async () => {
    await user.open("gate");
    await page.check(switchOf("reservations"));
    await page.check(switchOf("who waits for whom"));
    await page.check(switchOf("gates"));
    await page.selectOption("#speed", "4");
    await page.click("#play");
    await page.waitForFunction(() => {
        const counts = JSON.parse(document.getElementById("world").dataset.marks);
        return counts.reservation > 0 && counts.stop > 0 && counts.wait > 0 && counts.gate > 1;
    }, null, { timeout: 20000 });
    await page.click("#play");
    await page.uncheck(switchOf("reservations"));
    await page.uncheck(switchOf("who waits for whom"));
    await saysAt(20, 9.5, /gate: unit \d+ (passes first|.*, unit \d+ is first)/);
    await page.uncheck(switchOf("gates"));
    await user.open("maze");
    assert.equal(await page.isDisabled(switchOf("reservations")), true);
    assert.equal(await page.isDisabled(switchOf("bitangents")), true);
});

test("the guide of A* is the way without walls; a wave stops at a cost; cones and samples are those of the library", async () => {
    await user.open("maze");
    await user.choose("numbers", "guide");
    await saysAt(1.5, 1.5, /guide 71\.9/); // 36 diagonal and 21 straight steps
    await user.choose("numbers", "flow field");
    await saysAt(1.5, 1.5, /flow field \d+/);
    const pixels = () => page.evaluate(() => document.querySelector(".still").toDataURL());
    const whole = await pixels();
    await user.choose("wave", 30);
    await page.waitForFunction((old) => document.querySelector(".still").toDataURL() !== old, whole);
    await user.choose("wave", 100);
    await user.choose("numbers", "nothing");
    await page.check(switchOf("cones"));
    await page.waitForFunction(() => /cones: this search has none/.test(document.getElementById("layer-note").textContent));
    await page.uncheck(switchOf("cones"));
    const { map, unit } = await here(), samples = inspect.walkable(map, unit, [1.5, 1.5], [58.5, 37.5]);
    assert.equal((await shown("Walkable's samples", "sample")).sample, samples.length);
    await user.open("figure-16");
    assert.ok((await shown("cones", "cone")).cone > 20);
});

test("a search among trees is shown step by step, and stays at its step while a tree is dragged", async () => {
    await user.open("thicket");
    await user.answerAfter(() => page.check("#traced"));
    const counts = async () => {
        const { "surfing-edge": lines = 0, "hugging-edge": arcs = 0 } = await marks();
        return lines + arcs;
    };
    await page.waitForFunction(() => /surfing-edge/.test(document.getElementById("world").dataset.marks));
    const most = Number(await page.$eval("#search-step", (slider) => slider.max)), all = await counts();
    let last = 0;
    assert.ok(most > 5);
    for (const step of [1, 2, most >> 1, most]) {
        await user.choose("search-step", step);
        const count = await counts();
        assert.ok(count >= last);
        last = count;
    }
    assert.equal(last, all);
    await user.choose("search-step", 2);
    assert.ok((await counts()) < all);
    assert.match(await page.textContent("#search-node"), /^2 of \d+ nodes are expanded/);
    const [{ x, y }] = JSON.parse((await user.data()).trees);
    await user.answerAfter(() => user.drag(x, y, x + 0.5, y + 0.5));
    assert.equal((await user.data()).step, "2");
    await page.uncheck("#traced");
    await page.uncheck(switchOf("forest edges"));
    await page.uncheck(switchOf("blocked arcs"));
});

test("the steps of the strict hybrid are shown, with the points a and b", async () => {
    await user.open("figure-20");
    await page.check("#shows-hybrid");
    assert.match(await page.textContent("#hybrid-steps"), /grid, forward, backward, repair.* a \(.*\) and b \(/);
    await page.uncheck("#shows-hybrid");
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
