// What a visitor tries, one thing after the other: ends and headings, kinds of units, every dial, costs, driving, failures, the view.
import assert from "node:assert/strict";
import { test } from "node:test";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { user, page } = await openForTests("#formation");
const status = () => page.textContent("#status");

async function press(...names) {
    for (const name of names)
        await page.keyboard.press(name);
}

/// Lets single ticks pass.
const tick = (count) => page.evaluate((ticks) => {
    for (let i = 0; i < ticks; i++)
        document.getElementById("tick").click();
}, count);

async function type(id, value) {
    await page.$eval(`[id="${id}"]`, (input) => input.closest("details")?.setAttribute("open", ""));
    await page.fill(`[id="${id}"]`, String(value));
    await page.press(`[id="${id}"]`, "Enter");
}

test("start and goal stand anywhere inside of a tile; their headings are turned by their handles, and the path keeps both", async () => {
    await user.open("figure-9"); // start (5.5, 7.5) north, goal (14, 6) south, turning radius 2
    await user.answerAfter(() => user.drag(5.5, 7.5, 5.2, 7.8));
    const { scale } = JSON.parse((await user.data()).camera), arm = Math.max(0.4, 11 / scale) + 22 / scale; // the length of an arrow
    const startOf = async () => {
        const [{ start }] = await user.segments();
        return start;
    };
    const before = await startOf();
    assert.ok(Math.abs(before.x - 5.2) < 0.05 && Math.abs(before.y - 7.8) < 0.05);
    await user.answerAfter(() => user.drag(before.x + arm * Math.cos(before.heading), before.y + arm * Math.sin(before.heading), before.x + 2, before.y));
    const { x, y, heading: turned } = await startOf();
    assert.deepEqual([x, y], [before.x, before.y]);
    assert.ok(Math.abs(turned) < 0.05, `the start looks to ${turned}`);
    const goal = await user.answerAfter(async () => {
        await page.focus("#world");
        await press("{", "{", "{", "{", "{", "{"); // by a quarter of a turn
    });
    assert.ok(goal.legal);
    const all = await user.segments(), last = all[all.length - 1];
    const heading = last.start.heading + last.curvature * last.length;
    assert.ok(Math.abs(Math.atan2(Math.sin(heading), Math.cos(heading))) < 0.01);
});

test("each kind of unit to begin with has a legal path, or the page says why there is none; the crowd is dropped", async () => {
    await user.open("archipelago");
    await user.tab("unit");
    const kinds = await page.$$eval("#presets button", (buttons) => buttons.map(({ textContent }) => textContent));
    for (const kind of ["Scout", "Tank", "Car", "Lorry", "Ship", "Crowd"])
        assert.ok(kinds.includes(kind), kind);
    for (const kind of kinds) {
        const answer = await user.answerAfter(() => page.click(`#presets button:text-is("${kind}")`));
        if (answer.result === "ok")
            assert.ok(answer.legal, kind);
        else
            assert.match(await status(), /^[A-Z].*\.$/, kind);
        if (kind === "Crowd")
            await user.waitFor({ agents: 24 });
    }
});

test("what a terrain costs decides the way, 0 closes it", async () => {
    await user.open("clusters");
    await user.tab("unit");
    const before = await user.data();
    const closed = await user.answerAfter(() => type("cost-ground", 0));
    assert.equal(closed.result, "start-blocked");
    await user.answerAfter(() => page.click("#undo"));
    await user.open("figure-16");
    const roads = await user.data();
    const even = await user.answerAfter(() => type("cost-road", 4));
    assert.notEqual(String(even.length), roads.length);
    assert.ok(before.length > 0);
});

test("every option of every list, and every check box, has an answer or a sentence; undo takes each back", async () => {
    await user.open("yard");
    await page.$$eval("details", (all) => all.forEach((one) => (one.id === "share-menu" ? null : (one.open = true))));
    const first = (await user.data()).segments;
    const dials = await page.$$eval("#unit-panel :is(select, [type=checkbox]), #request-panel :is(select, [type=checkbox])", (inputs) =>
        inputs.filter(({ id }) => /^(unit|request)\./.test(id)).flatMap((input) => (input.type === "checkbox" ? [{ id: input.id, value: null }]
            : [...input.options].filter((option) => !option.disabled && option.value !== input.value).map(({ value }) => ({ id: input.id, value })))));
    assert.ok(dials.length > 40);
    for (const [i, { id, value }] of dials.entries()) {
        const what = `${id} = ${value}`;
        const answer = await user.answerAfter(() => page.evaluate(([name, to, isChanged]) => {
            if (isChanged)
                document.getElementById("undo").click();
            const input = document.getElementById(name);
            if (to === null)
                return input.click();
            input.value = to;
            for (const event of ["input", "change"])
                input.dispatchEvent(new Event(event, { bubbles: true }));
        }, [id, value, i > 0]));
        const said = await status();
        if (answer.result === "ok")
            assert.match(said, answer.legal ? /✓ legal/ : /✗ NOT LEGAL/, what);
        else
            assert.match(said, /^[A-Z][^]*\.$/, what);
    }
    await user.answerAfter(() => page.click("#undo"));
    assert.equal((await user.data()).segments, first);
});

test("several goals, and a goal with a radius: the path ends at the cheapest place", async () => {
    const far = await user.open("formation"); // from (2.5, 2.5) to (44.5, 28.5)
    await user.tool("goal");
    const near = await user.answerAfter(() => user.click(12.5, 2.5));
    assert.ok(Math.abs(near.length - 10) < 0.05);
    await user.answerAfter(() => page.click("#undo"));
    await user.tab("request");
    const within = await user.answerAfter(() => type("request.goalRadius", 5));
    assert.ok(within.length < far.length - 4 && within.length > far.length - 6);
    await user.answerAfter(() => page.click("#undo"));
});

test("without a way the page says what is in the way, a limit ends a search with the way so far, and nearest goes as near as it can", async () => {
    const before = await user.open("formation");
    await user.tool("line");
    await page.check("#brush-0");
    const closed = await user.answerAfter(() => user.drag(24.5, 0.5, 24.5, 31.5));
    assert.equal(closed.result, "unreachable");
    assert.match(await status(), /^No path: walls close the goal off\. .+\.$/);
    await user.tab("request");
    const nearest = await user.answerAfter(() => page.$eval('[id="request.nearest"]', (box) => box.click()));
    assert.ok(nearest.length > 15 && nearest.length < before.length && nearest.legal);
    await user.answerAfter(() => page.click("#undo"));
    await user.answerAfter(() => page.click("#undo"));
    await user.answerAfter(() => user.choose("request.method", "astar"));
    assert.equal((await user.answerAfter(() => type("request.maxWork", 20))).result, "limit");
    assert.match(await status(), /^A limit ended the search\./);
    const partial = await user.answerAfter(() => page.$eval('[id="request.partial"]', (box) => box.click()));
    assert.ok(partial.length > 0 && partial.length < before.length);
});

/// How often the page clears a canvas, and asks for a frame, in some milliseconds.
const activityIn = (milliseconds) => page.evaluate(async (wait) => {
    const { prototype } = CanvasRenderingContext2D, { clearRect } = prototype, ask = requestAnimationFrame;
    const activity = { drawings: 0, frames: 0 };
    prototype.clearRect = function (...box) {
        activity.drawings++;
        clearRect.apply(this, box);
    };
    globalThis.requestAnimationFrame = (act) => {
        activity.frames++;
        return ask(act);
    };
    await new Promise((resolve) => setTimeout(resolve, wait));
    prototype.clearRect = clearRect;
    globalThis.requestAnimationFrame = ask;
    return activity;
}, milliseconds);

test("a unit drives along the path, slower in its bends; time is paused, passes in ticks, and begins anew", async () => {
    await user.open("figure-8");
    await user.tab("inside");
    const at = () => page.$eval("#profile", (graph) => Number(graph.getAttribute("aria-valuenow")));
    await page.click("#restart");
    assert.equal(await at(), 0);
    await tick(40);
    await page.waitForFunction(() => Number(document.getElementById("profile").getAttribute("aria-valuenow")) > 0.5);
    const driven = await at();
    let activity = { frames: 60 }; // it is paused: the page comes to rest
    for (let tries = 0; tries < 30 && activity.frames > 5; tries++)
        activity = await activityIn(300);
    assert.ok(activity.frames <= 5 && activity.drawings === 0, JSON.stringify(activity));
    assert.equal(await at(), driven);
    await page.click("#play");
    await page.waitForFunction((last) => Number(document.getElementById("profile").getAttribute("aria-valuenow")) > last + 1, driven);
    assert.ok((await activityIn(300)).drawings > 0);
    await page.click("#play");
    await page.click("#restart");
    await page.waitForSelector('#profile[aria-valuenow="0.0"]');
    // The graph falls between its ends, where the unit is at rest: it brakes before its arc, and speeds up behind it.
    const heights = await page.$eval("#profile polyline", (line) => line.getAttribute("points").trim().split(/\s+/).map((point) => -Number(point.split(",")[1])));
    assert.ok(heights.some((height, i) => i > 2 && i < heights.length - 3 && height < heights[i - 1] && heights.slice(i).some((later) => later > height)));
    const picture = () => page.$eval("#world", (canvas) => canvas.toDataURL());
    await tick(60);
    await page.waitForTimeout(100);
    const smooth = await picture();
    await page.selectOption("#art", "8");
    await tick(1);
    await page.waitForTimeout(100);
    assert.notEqual(await picture(), smooth);
    await page.selectOption("#art", "0");
});

test("units that change places, meet in a corridor, use a bay and make room all arrive", async () => {
    const says = () => page.textContent("#crowd-state");
    for (const world of ["swap", "corridor", "bay", "dead-end"]) {
        await user.open(world);
        for (let ticks = 600; ticks <= 6000 && !/^(\d+ stand, )?\d+ arrived\. /.test(await says()); ticks += 600) {
            await tick(600);
            await page.waitForFunction((seconds) => Number(document.getElementById("world").dataset.time) > seconds, ticks / 60 - 0.1);
        }
        assert.match(await says(), /^(\d+ stand, )?\d+ arrived\. /, world);
    }
});

test("a size too large for a gap shows in clearance, clusters and edges; strong and weak dominance keep different edges", async () => {
    await user.open("clusters");
    await user.tab("inside");
    const marks = async () => JSON.parse((await user.data()).marks || "{}");
    await page.check("#layer-abstract-edges");
    await page.waitForFunction(() => /abstract-edge/.test(document.getElementById("world").dataset.marks));
    const small = (await marks())["abstract-edge"];
    const changed = (old) => page.waitForFunction((last) => JSON.parse(document.getElementById("world").dataset.marks)["abstract-edge"] !== last, old);
    await user.choose("unit.size", 2);
    await changed(small);
    const large = (await marks())["abstract-edge"];
    assert.ok(large < small);
    await user.choose("unit.size", 1);
    await changed(large);
    await user.choose("unit.dominance", "weak");
    await changed(small);
    assert.ok((await marks())["abstract-edge"] > 0);
    await page.uncheck("#layer-abstract-edges");
});

test("the view is zoomed by wheel and by keys, moved by the pointer, fitted again, and stays fitted in a window of another size", async () => {
    await user.open("castle");
    const camera = () => page.$eval("#world", ({ dataset }) => JSON.parse(dataset.camera));
    const settled = async (act) => {
        const old = await camera();
        await act();
        await page.waitForFunction((last) => document.getElementById("world").dataset.camera !== last, JSON.stringify(old));
        return camera();
    };
    const first = await camera(), place = await user.at(100, 60);
    await page.mouse.move(place.x, place.y);
    const near = await settled(() => page.mouse.wheel(0, -400));
    assert.ok(near.scale > 2 * first.scale);
    const same = await user.at(100, 60);
    assert.ok(Math.hypot(same.x - place.x, same.y - place.y) < 1); // what the pointer is on stays there
    await user.tool("pan");
    await settled(() => user.drag(100, 62, 104, 64));
    const moved = await user.at(100, 60);
    assert.ok(Math.abs(moved.x - same.x - 4 * near.scale) < 2 && Math.abs(moved.y - same.y - 2 * near.scale) < 2);
    await page.focus("#world");
    assert.ok((await settled(() => press("-"))).scale < near.scale);
    assert.equal((await settled(() => press("0"))).scale, first.scale);
    assert.ok((await settled(() => page.setViewportSize({ width: 900, height: 600 }))).scale < first.scale);
    assert.equal((await settled(() => page.setViewportSize({ width: 1280, height: 800 }))).scale, first.scale);
});

test("the last world is there again when the page is opened without a name", async () => {
    await user.open("formation");
    const kept = () => page.evaluate(() => localStorage.getItem("fairway-world"));
    const older = await kept();
    await user.tool("paint");
    const drawn = await user.answerAfter(() => user.drag(24.5, 0.5, 24.5, 24.5));
    await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
    while ([null, older].includes(await kept()))
        await page.waitForTimeout(20);
    await page.goto(page.url().replace(/#.*/, ""));
    await page.waitForSelector("#world[data-result]");
    assert.equal(Number((await user.data()).length), drawn.length);
    assert.match(await page.textContent("#about"), /Your last world/);
});

test("nothing was complained of, and nothing was asked of any server", () => {
    assert.deepEqual(complaints, []);
});
