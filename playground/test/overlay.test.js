// An overlay that is drawn on the page: seen by the path alone, undone, taken away; by pointer and by keyboard.
import assert from "node:assert/strict";
import { test } from "node:test";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { user, page } = await openForTests("#formation");

/// What the command that the page writes says of the overlay; empty: nothing.
async function parts() {
    const command = await user.copied("copy-command");
    const [, text] = /overlay\.json <<'END'\n(.*)\nEND/.exec(command) ?? [];
    return text ? JSON.parse(text) : {};
}

/// Presses keys, one after the other.
async function press(...names) {
    for (const name of names)
        await page.keyboard.press(name);
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
    await page.click("#restart");
    await page.focus("#profile");
    await press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft");
    const { length } = await user.data();
    await page.waitForSelector(`#profile[aria-valuenow="${(0.04 * length).toFixed(1)}"]`);
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

test("a change forgets the world that redo would come to", async () => {
    await user.open("formation");
    await user.tab("help");
    await user.answerAfter(() => page.click("#empty"));
    await user.answerAfter(() => page.click("#undo"));
    assert.equal(await page.isEnabled("#redo"), true);
    await user.tool("box");
    await user.answerAfter(() => user.drag(20.5, 10.5, 22.5, 12.5));
    assert.equal(await page.isEnabled("#redo"), false);
    await user.answerAfter(() => page.click("#undo"));
    await user.answerAfter(() => page.click("#redo"));
    assert.equal(await page.isEnabled("#redo"), false);
    assert.equal(await page.inputValue("#worlds"), "formation");
});

test("what is painted by keyboard while another terrain is held is a step of its own", async () => {
    const rowOfCursor = async () => (await user.copied("copy-command")).split("\n").find((line, i, all) => i === all.indexOf("map") + 17);
    await user.open("formation");
    const before = await rowOfCursor();
    assert.equal(before[24], ".");
    await user.tool("paint");
    await page.check("#brush-0");
    await page.focus("#world"); // the cursor is at (24.5, 16.5)
    await user.answerAfter(() => press("Enter")); // a wall
    await user.answerAfter(() => press("Space")); // is erased
    await press("Enter");
    assert.equal(await rowOfCursor(), before);
    await page.focus("#world");
    for (const [key, tile] of [["Control+z", "@"], ["Control+z", "."], ["Control+y", "@"], ["Control+y", "."]]) {
        await user.answerAfter(() => press(key));
        assert.equal((await rowOfCursor())[24], tile, key);
        await page.focus("#world");
    }
});

test("what is held is let go of when it is undone, removed, or left with its world", async () => {
    await user.open("formation");
    const treeCount = async () => JSON.parse((await user.data()).trees).length;
    await user.tool("tree");
    await page.focus("#world");
    await user.answerAfter(() => press("Enter"));
    await user.answerAfter(() => press("Control+z"));
    await press("ArrowRight");
    assert.equal(await treeCount(), 0);
    await user.answerAfter(() => press("Enter", "Enter"));
    await user.answerAfter(() => press("Enter", "Delete"));
    await press("ArrowRight");
    assert.equal(await treeCount(), 0);
    await user.answerAfter(() => press("Enter"));
    const next = await user.open("castle");
    await page.focus("#world");
    await press("ArrowRight");
    assert.equal(Number((await user.data()).length), next.length);
    assert.equal(await treeCount(), 0);
    assert.deepEqual(complaints, []);
});

test("costs that add up to more than a tile can have are refused, until they are undone", async () => {
    const before = await user.open("formation");
    await user.tool("overlay");
    await page.fill("#added-cost", "200");
    await page.press("#added-cost", "Enter");
    const dear = await draw("cost", 10.5, 5.5, 20.5, 30.5);
    assert.equal(dear.result, "ok");
    const refused = await draw("cost", 10.5, 5.5, 20.5, 30.5);
    assert.equal(refused.result, "refused");
    assert.match(await page.textContent("#status"), /^Cost: all parts of an overlay together may add 0 to 255 to the cost of a tile\.$/);
    assert.equal((await user.answerAfter(() => page.click("#undo"))).length, dear.length);
    assert.equal((await user.answerAfter(() => page.click("#undo"))).length, before.length);
});

test("a move is forbidden beside all that are forbidden there, however the file has them", async () => {
    await user.open("formation");
    const file = JSON.stringify({ forbidden: [[10, 10, "E\tSE"], [10, 10, "S"]] });
    await user.answerAfter(() => page.setInputFiles("#open", { name: "two.json", mimeType: "application/json", buffer: Buffer.from(file) }));
    await user.tool("overlay");
    await draw("forbid", 10.5, 10.5, 10.5, 7.5);
    assert.deepEqual((await parts()).forbidden, [[10, 10, "E SE S N"]]);
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
