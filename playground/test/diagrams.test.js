// What each diagram promises: its sentences flip where geometry says so, its switches and sliders change what they name.
import assert from "node:assert/strict";
import { test } from "node:test";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { page } = await openForTests("#castle");

async function open(name) {
    await page.selectOption("#worlds", name === "castle" ? name : "castle");
    await page.selectOption("#worlds", name); // as it is at first
    await page.waitForFunction(() => document.querySelectorAll("#formulas p").length > 0);
}

const says = () => page.textContent("#formulas");
const count = (selector) => page.locator(`#drawn ${selector}`).count();
const number = async (pattern) => Number(pattern.exec(await says())[1]);

async function near(name) {
    const box = await page.locator(`[data-handle="${name}"]`).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/// Where a place of the diagram's plane is on the page.
const onPage = (x, y) => page.evaluate(([px, py]) => {
    const { x: left, y: top } = new DOMPoint(px, py).matrixTransform(document.getElementById("plane").getScreenCTM());
    return { x: left, y: top };
}, [x, y]);

/// Drags a handle to a place.
async function drag(name, x, y) {
    const from = await near(name), to = await onPage(x, y);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
}

async function slide(name, value) {
    await page.$eval(`[id="slider-${name}"]`, (slider, to) => {
        slider.value = to;
        slider.dispatchEvent(new Event("input"));
    }, String(value));
}

test("internal bitangents vanish when circles touch, external ones when one contains the other", async () => {
    await open("internal-bitangents"); // A (7, 8) of 2.6, B (16, 5.5) of 1.8
    assert.match(await says(), /2 lines touch both circles/);
    assert.ok(Math.abs((await number(/d = ([\d.]+)/)) - Math.hypot(9, 2.5)) < 0.01);
    const theta = (Math.acos(4.4 / Math.hypot(9, 2.5)) * 180) / Math.PI;
    assert.ok(Math.abs((await number(/= ([\d.]+)°/)) - theta) < 0.1);
    await drag("B", 10, 8);
    assert.match(await says(), /there is no internal bitangent/);
    assert.equal(await count(".strong"), 0);
    await open("external-bitangents");
    await drag("B", 10, 8);
    assert.match(await says(), /2 lines touch both circles/);
    await drag("B", 7.3, 8);
    assert.match(await says(), /One circle contains the other/);
});

test("in the line of sight, u is clamped at the ends: a circle over an end blocks; without the clamp it is missed", async () => {
    await open("line-of-sight"); // A (4, 10), B (20, 6)
    await drag("C", 21, 5.2);
    assert.match(await says(), /outside of \[0, 1\]/);
    assert.match(await says(), /d < r/);
    await page.click("[id='switch-clamp u']");
    await drag("C", 21, 5.75); // E is on the line's continuation now, within the circle
    assert.match(await says(), /u must be clamped/);
});

test("a node that is pointed at, or chosen by its slider, shows its surfing edge and its hugging edges", async () => {
    await open("one-node");
    const of = async () => [await count("line.strong"), await count(".strong.hug")];
    assert.match(await says(), /Circle A has 8 nodes/);
    const [surfing, hugging] = await of();
    assert.equal(surfing, 1);
    assert.equal(hugging, await number(/1 surfing edge and (\d+) hugging edges/));
    const drawn = await page.innerHTML("#drawn");
    const nodes = await page.$$eval("#drawn circle.dot", (dots) => dots.map((dot) => [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))]));
    const onBorder = nodes.filter(([x, y]) => Math.abs(Math.hypot(x - 6, y - 8) - 2.2) < 0.01);
    for (const [x, y] of onBorder.slice(2, 5)) {
        const at = await onPage(x, y);
        await page.mouse.move(at.x, at.y);
    }
    assert.notEqual(await page.innerHTML("#drawn"), drawn);
    await slide("node", 0);
    assert.equal(await page.innerHTML("#drawn"), drawn);
    await page.click("[id='switch-all hugging edges of A']");
    assert.equal(await count(".used.hug"), await number(/circle A has (\d+) hugging edges/));
});

test("a hugging edge is blocked where a second circle lies on its arc, and not where it lies beside it", async () => {
    await open("hugging-edge"); // A (9, 7) of 4, the arc on its right side
    assert.match(await says(), /the edge is free/);
    await drag("B", 13.5, 7);
    assert.match(await says(), /the edge is blocked/);
    await drag("B", 5, 7); // on the other side of A
    assert.match(await says(), /The circles cross.*the edge is free/s);
});

test("the radical line has its five cases", async () => {
    await open("radical-line"); // A (9, 7) of 3.6, B (14, 7) of 2.6
    assert.match(await says(), /they cross in two points/);
    assert.ok(Math.abs((await number(/2d = ([\d.]+)/)) - (3.6 ** 2 - 2.6 ** 2 + 25) / 10) < 0.01);
    const [first] = await page.$$eval("#drawn .hit", (dots) => dots.map((dot) => [Number(dot.getAttribute("cx")), Number(dot.getAttribute("cy"))]));
    for (const [x, radius] of [[9, 3.6], [14, 2.6]])
        assert.ok(Math.abs(Math.hypot(first[0] - x, first[1] - 7) - radius) < 0.01);
    await drag("B", 17, 7);
    assert.match(await says(), /apart/);
    await drag("B", 9.5, 7);
    assert.match(await says(), /one inside the other/);
    await drag("B", 15.2, 7);
    assert.match(await says(), /tangent/);
    await drag("B", 9, 7);
    await drag("radius of B", 9 + 3.6 * Math.SQRT1_2, 7 + 3.6 * Math.SQRT1_2);
    assert.match(await says(), /coincident/);
});

test("the whole graph has fewer edges when circles overlap, and shows those that are blocked", async () => {
    await open("whole-graph");
    assert.match(await says(), /No circles overlap/);
    const free = await number(/(\d+) surfing edges are free/), blocked = await number(/(\d+) are blocked/);
    assert.equal(await count("line.thin"), free);
    await page.click("[id='switch-blocked edges']");
    assert.equal(await count("line.gone"), blocked);
    await page.click("#switch-overlaps");
    assert.match(await says(), /pairs of circles overlap/);
    assert.ok((await number(/(\d+) surfing edges are free/)) < free);
});

test("a body's radius makes circles grow by as much; lazy looks at fewer lines than eager", async () => {
    await open("minkowski");
    const radii = () => page.$$eval("#drawn .halo", (halos) => halos.map((halo) => Number(halo.getAttribute("r"))));
    await slide("radius of the body", 0.25);
    const before = await radii();
    await slide("radius of the body", 1.5);
    (await radii()).forEach((radius, i) => assert.ok(Math.abs(radius - before[i] - 1.25) < 1e-6));
    await open("lazy-or-eager");
    const looked = await number(/looked at (\d+) free lines/), all = await number(/Eager: (\d+) lines/);
    assert.ok(looked < all / 2);
    await page.click("#switch-lazy");
    assert.equal(await count("line.thin, #drawn line.gone"), all);
});

test("exits against the direction of the entry are cusps, and a way that crosses itself is culled", async () => {
    await open("cusps");
    assert.match(await says(), /clockwise ↻.*3 exits go on in this direction, 3 would make a cusp/s);
    assert.equal(await page.locator("#drawn text", { hasText: "✕" }).count(), 3);
    const marks = () => page.$$eval("#drawn text", (texts) => texts.map((text) => text.textContent).sort());
    const before = await marks();
    await page.click("#switch-clockwise");
    assert.match(await says(), /counter-clockwise ↺.*3 exits/s);
    assert.notDeepEqual(await marks(), before);
    await open("crossing-cull");
    assert.match(await says(), /2 ways lead around the circle; 1 of them crosses itself.*left out/s);
    assert.equal(await count("line.gone"), 2);
    await page.click("[id='switch-cull crossings']");
    assert.equal(await count("line.gone"), 0);
});

test("of vehicles: the shorter of two turns and of four curves, tiles under a motion, samples, cones, fixed angles", async () => {
    await open("turn-then-straight");
    const h = await number(/goal − P\| = ([\d.]+)/), d = await number(/= ([\d.]+)θ/);
    assert.ok(Math.abs(d - Math.sqrt(h * h - 4)) < 0.02);
    await open("four-curves");
    const lengths = [...(await says()).matchAll(/: ([\d.]+) tiles/g)].map(([, length]) => Number(length));
    assert.equal(lengths.length, 4);
    assert.deepEqual(lengths, [...lengths].sort((a, b) => a - b));
    await open("mask-of-a-motion");
    const narrow = await number(/touches (\d+) of 11 × 11/);
    assert.equal(await count("rect.tile"), 121);
    assert.equal(await count("rect.hit"), narrow);
    await slide("radius of the body", 0.9);
    assert.ok((await number(/touches (\d+) of/)) > narrow);
    await open("walkable");
    const fine = await number(/(\d+) places/);
    await slide("distance of points", 1);
    assert.ok((await number(/(\d+) places/)) < fine / 4);
    await drag("A", 3, 8);
    assert.match(await says(), /is blocked: the waypoint stays/);
    await open("cones");
    const around = await number(/has ([\d.]+) tiles/);
    await page.click("#switch-cones");
    assert.ok((await number(/bend: ([\d.]+) tiles/)) < around);
    await open("16-angles");
    for (const share of [0.05, 0.3, 0.7]) {
        await slide("along the way", share);
        const angle = await number(/The other one drives at ([\d.]+)°/);
        assert.ok(Math.abs(angle / 22.5 - Math.round(angle / 22.5)) < 0.01, String(angle));
    }
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
