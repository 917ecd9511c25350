// Every world and every diagram that comes with the page opens by its name, and shows what it is about.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { user, page } = await openForTests("#doors");
const groups = await page.$$eval("#worlds optgroup", (all) =>
    all.map(({ label, children }) => ({ label, names: [...children].map(({ value }) => value) })));

const namesOf = (isMeant) => groups.filter(({ label }) => isMeant(label)).flatMap(({ names }) => names);
const isDiagram = (label) => label.startsWith("Diagrams");

test("every world has a path, legal but for the one that shows turns which ignore walls", async () => {
    const illegal = [];
    for (const name of namesOf((label) => !isDiagram(label)).filter((each) => each !== "doors")) {
        const answer = await user.open(name);
        assert.equal(answer.result, "ok", `${name}: ${await page.textContent("#status")}`);
        assert.ok(answer.length > 0, name);
        assert.ok((await page.textContent("#about")).length > 20, name);
        if (!answer.legal)
            illegal.push(name);
    }
    assert.deepEqual(illegal, ["figure-1c"]);
});

test("every diagram has formulas, and its picture follows each of its handles, by pointer and by keyboard", async () => {
    const names = namesOf(isDiagram);
    const look = () => page.evaluate(() => void (globalThis.before = document.getElementById("drawn").innerHTML));
    const changes = (what) => page.waitForFunction(() => document.getElementById("drawn").innerHTML !== globalThis.before, null, { timeout: 5000 })
        .catch(() => assert.fail(`${what}: the picture does not change`));
    assert.equal(names.length, 17);
    for (const name of names) {
        await page.selectOption("#worlds", name);
        await page.waitForFunction(() => document.querySelectorAll("#formulas p").length > 0);
        const handles = await page.$$("#handles circle");
        for (const handle of handles) {
            await look();
            await handle.focus();
            await page.keyboard.press("ArrowLeft");
            await page.keyboard.press("ArrowUp");
            await changes(`${name}: ${await handle.getAttribute("data-handle")}`);
        }
        await look();
        const { x, y, width } = await handles[0].boundingBox();
        await page.mouse.move(x + width / 2, y + width / 2);
        await page.mouse.down();
        await page.mouse.move(x + 60, y - 40, { steps: 3 });
        await page.mouse.up();
        await changes(name);
        assert.ok(!/NaN/.test(await page.innerHTML("#drawn")), name);
    }
});

test("in the line of sight, the sentence flips when the circle is dragged over the line", async () => {
    await page.selectOption("#worlds", "line-of-sight");
    const says = () => page.textContent("#formulas");
    assert.match(await says(), /d ≥ r/);
    await page.focus('[data-handle="C"]');
    for (let i = 0; i < 12; i++)
        await page.keyboard.press("ArrowDown");
    assert.match(await says(), /d < r/);
});

test("worlds that pages of the documentation name are there", async () => {
    const docs = new URL("../../docs/", import.meta.url);
    const known = new Set(namesOf(() => true));
    let count = 0;
    const pages = ["", "guide/"].flatMap((folder) => readdirSync(new URL(folder, docs)).map((name) => folder + name));
    for (const file of pages.filter((name) => name.endsWith(".md")))
        for (const [, names] of readFileSync(new URL(file, docs), "utf8").matchAll(/^Playground: ([^]*?)\n\n/gm))
            for (const [, name] of names.matchAll(/#([\w-]+)/g)) {
                assert.ok(known.has(name), `docs/${file}: there is no #${name}`);
                count++;
            }
    assert.ok(count >= 70);
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
