// An overlay that is drawn on the page: seen by the path alone, undone, taken away; by pointer and by keyboard.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { complaints, launch, openPage } from "../test_browser.js";

let browser, user, page;

before(async () => {
    browser = await launch();
    user = await openPage(browser, "#formation");
    page = user.page;
});

after(() => browser?.close());

/// What the command that the page writes says of the overlay; empty: nothing.
async function parts() {
    const command = await user.copied("copy-command");
    const [, text] = /overlay\.json <<'END'\n(.*)\nEND/.exec(command) ?? [];
    return text ? JSON.parse(text) : {};
}

const draw = (brush, ...drag) => user.answerAfter(async () => {
    await page.check(`#overlay-${brush}`);
    await user.drag(...drag);
});

test("boxes block, cost and bound the way; a drag forbids a move; a box takes them away; undo follows", async () => {
    const before = await user.open("formation"); // from (2.5, 2.5) to (44.5, 28.5)
    await user.tool("overlay");
    const around = await draw("block", 24.5, 0.5, 25.5, 25.5);
    assert.ok(around.length > before.length + 1 && around.legal);
    await page.fill("#added-cost", "8");
    await page.press("#added-cost", "Enter");
    await draw("cost", 10.5, 5.5, 20.5, 30.5);
    await draw("forbid", 30.5, 29.5, 34.5, 29.5);
    await draw("forbid", 30.5, 29.5, 33.5, 26.5);
    await draw("corridor", 0.5, 0.5, 46.5, 30.5);
    assert.deepEqual(await parts(), {
        blocked: [[24, 0, 2, 26]], forbidden: [[30, 29, "E NE"]], costs: [[10, 5, 11, 26, 8]], corridor: [0, 0, 47, 31],
    });
    const left = await draw("erase", 24.5, 10.5, 31.5, 30.5); // the corridor, too
    assert.deepEqual(await parts(), { blocked: [], forbidden: [], costs: [[10, 5, 11, 26, 8]] });
    assert.ok(left.length < around.length);
    for (let i = 0; i < 6; i++)
        await user.answerAfter(() => page.click("#undo"));
    assert.deepEqual(await parts(), {});
});

test("a stroke that leaves the map counts as far as it is on it", async () => {
    await user.open("formation");
    await draw("block", 40.5, 28.5, 49.5, 33.5);
    assert.deepEqual((await parts()).blocked, [[40, 28, 8, 4]]);
    await user.answerAfter(() => page.click("#undo"));
});

test("Enter presses the pointer, arrows drag, Enter lets go and Escape cancels: boxes, overlays, ends and trees by keyboard", async () => {
    const before = await user.open("formation");
    const press = (...names) => names.reduce((last, name) => last.then(() => page.keyboard.press(name)), Promise.resolve());
    await user.tool("overlay");
    await page.focus("#world"); // the cursor is at (24.5, 16.5)
    const blocked = await user.answerAfter(() => press("1", "Shift+ArrowUp", "Enter", "ArrowRight", "Shift+ArrowDown", "Enter"));
    assert.deepEqual((await parts()).blocked, [[24, 6, 2, 11]]);
    assert.ok(blocked.length > before.length);
    await user.tool("box");
    await page.focus("#world");
    await press("Enter", "ArrowDown", "ArrowDown", "Escape");
    await user.answerAfter(() => press("Enter", "ArrowDown", "Enter"));
    await user.answerAfter(() => press("Control+z"));
    await user.answerAfter(() => press("Control+z"));
    assert.deepEqual(await parts(), {});
    await user.tool("pan");
    await page.focus("#world");
    await press("Shift+ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowLeft", "Shift+ArrowUp", "Shift+ArrowUp", "ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown");
    await page.waitForFunction(() => /^2, 2 · ground/.test(document.getElementById("tip").textContent)); // where the cursor is
    const { segments } = await user.data(), [{ start }] = JSON.parse(segments);
    assert.deepEqual([start.x, start.y], [2.5, 2.5]);
    const moved = await user.answerAfter(() => press("Enter", "ArrowDown", "Alt+ArrowDown", "Enter"));
    assert.ok(Math.abs(moved.length - Math.hypot(42, 24.9)) < 0.01);
    await user.answerAfter(() => press("Enter", "ArrowRight", "Escape"));
    assert.equal(Number((await user.data()).length), moved.length);
    await user.answerAfter(() => press("Shift+ArrowRight", "t"));
    const radiusOf = async () => JSON.parse((await user.data()).trees)[0].radius;
    await user.answerAfter(() => press(">", ">"));
    await page.waitForFunction(() => JSON.parse(document.getElementById("world").dataset.trees)[0].radius === 2);
    await user.answerAfter(() => press("<"));
    assert.equal(await radiusOf(), 1.75);
});

test("units are selected and sent in a formation by keyboard, and the unit is moved along the graph of its speed", async () => {
    await user.open("formation");
    const press = (...names) => names.reduce((last, name) => last.then(() => page.keyboard.press(name)), Promise.resolve());
    await user.waitFor({ agents: 20 });
    await user.tool("select");
    await page.focus("#world"); // the cursor is at (24.5, 16.5)
    await press("Shift+ArrowLeft", "Shift+ArrowLeft", "ArrowLeft", "ArrowLeft", "Shift+ArrowUp", "Enter", "Shift+ArrowRight", "Shift+ArrowDown", "Shift+ArrowDown", "Enter");
    await user.waitFor({ selected: 20 });
    await user.choose("group.formation", "line");
    await user.tool("order");
    await page.focus("#world");
    await press("Shift+ArrowRight", "Shift+ArrowRight", "Enter", "ArrowDown", "ArrowDown", "Enter");
    await page.selectOption("#speed", "4");
    await page.click("#play");
    await user.waitFor({ arrived: 20 });
    await page.click("#play");
    const { states } = await user.data(), places = Object.values(JSON.parse(states));
    const spread = (side) => Math.max(...places.map((place) => place[side])) - Math.min(...places.map((place) => place[side]));
    assert.ok(spread(0) > 20 && spread(1) < 2); // a line that faces south
    await user.tab("inside");
    await page.focus("#profile");
    const at = () => page.getAttribute("#profile", "aria-valuenow").then(Number);
    const before = await at();
    await press("ArrowRight", "ArrowRight", "ArrowRight");
    await page.waitForFunction((old) => Number(document.getElementById("profile").getAttribute("aria-valuenow")) !== old, before);
});

test("undo comes back from another size of the map, from an empty one, and from another world", async () => {
    const before = await user.open("formation");
    await user.tab("help");
    await page.fill("#map-width", "60");
    const wider = await user.answerAfter(() => page.click("#resize"));
    assert.equal(wider.length, before.length);
    await user.answerAfter(() => page.click("#empty"));
    assert.match(await page.textContent("#about"), /empty/);
    await user.answerAfter(() => page.click("#undo"));
    assert.match(await page.textContent("#about"), /Resized/);
    assert.equal(await page.inputValue("#map-width"), "60");
    await user.answerAfter(() => page.click("#undo"));
    assert.equal(await page.inputValue("#map-width"), "48");
    assert.equal(await page.inputValue("#worlds"), "formation");
    await user.answerAfter(() => page.click("#redo"));
    assert.equal(await page.inputValue("#map-width"), "60");
    await user.answerAfter(() => page.click("#undo"));
});

test("a worker that gives no sign is ended after a while, and the next one answers", async () => {
    await user.open("maze");
    const before = await user.answerAfter(() => user.choose("request.weight", 3));
    const block = () => page.workers()[0].evaluate(() => void setTimeout(() => {
        const until = performance.now() + 60000;
        while (performance.now() < until);
    }));
    const again = await user.answerAfter(async () => {
        await block();
        await page.waitForFunction(() => /no sign for more than 2 s, and is started anew/.test(document.getElementById("engine-note").textContent));
    });
    assert.equal(again.length, before.length);
    assert.equal(await page.inputValue("[id='request.weight']"), "3");
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
