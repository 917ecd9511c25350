// Links, files, the keyboard, the phone: everybody can use the page, and nothing that was drawn is lost.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { test } from "node:test";
import { complaints, Driver, openPage, PAGE } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { browser, user, page } = await openForTests("#castle");

test("a shared link opens the same world with all its dials", async () => {
    await user.answerAfter(() => user.drag(22.5, 50.5, 28.5, 50.5));
    const before = await user.answerAfter(() => user.choose("request.weight", 2));
    await user.copied("share");
    await page.waitForSelector("#world[data-shared]");
    assert.ok(Number((await user.data()).shared) < 8000);
    const fragment = new URL(page.url()).hash;
    const other = await openPage(browser, fragment);
    assert.equal(Number((await other.data()).length), before.length);
    assert.equal(await other.page.inputValue("[id='request.weight']"), "2");
    await other.waitFor({ agents: 16 });
    await other.close();
});

test("from a web server the page copies its link, which opens the same world", async () => {
    const server = createServer((_, answer) => answer.setHeader("Content-Type", "text/html").end(readFileSync(new URL(PAGE))));
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const context = await browser.newContext({ reducedMotion: "reduce" }), served = new Driver(await context.newPage());
    await served.visit("#yard", `http://127.0.0.1:${server.address().port}/`);
    const { length } = await served.data(), link = await served.copied("share");
    assert.match(link, /^http:\/\/127\.0\.0\.1:\d+\/#w=/);
    await served.visit("", link);
    assert.equal((await served.data()).length, length);
    await context.close();
    server.close();
});

test("a damaged link, and a file of the wrong kind, say so and lose nothing", async () => {
    const before = (await user.data()).segments;
    await page.evaluate(() => (location.hash = "#w=H4sIAAAA"));
    await page.waitForFunction(() => /damaged/.test(document.getElementById("status").textContent));
    assert.equal((await user.data()).segments, before);
    await page.evaluate(() => (location.hash = "#castel"));
    await page.waitForFunction(() => document.getElementById("status").textContent === "This page has no world 'castel'.");
    assert.equal((await user.data()).segments, before);
    for (const [name, text, sentence] of [
        ["photo.png", "\x89PNG\r\n\x1a\n", /photo\.png: this PNG file cannot be read/],
        ["photo.jpg", "\xff\xd8\xff\xe0", /photo\.jpg: this is a JPEG picture/],
        ["odd.map", "type octile\nheight 1\nwidth 3\nmap\n.?.\n", /odd\.map:5: tile 1 of the row is '\?'/],
        ["huge.map", "type octile\nheight 9000\nwidth 9000\nmap\n", /huge\.map:4: the header says 9000 x 9000 tiles/],
    ]) {
        await page.setInputFiles("#open", { name, mimeType: "text/plain", buffer: Buffer.from(text, "latin1") });
        await page.waitForFunction((source) => new RegExp(source).test(document.getElementById("status").textContent), sentence.source);
        assert.equal((await user.data()).segments, before);
    }
    await user.answerAfter(() => page.setInputFiles("#open", { name: "small.map", mimeType: "text/plain",
        buffer: Buffer.from("type octile\nheight 12\nwidth 12\nmap\n" + "............\n".repeat(12)) }));
    assert.match(await page.textContent("#about"), /small\.map/);
});

test("a link with a stray '%' opens the page as one without, and escaped letters are read", async () => {
    const other = await openPage(browser, "#%");
    assert.equal(await other.page.inputValue("#worlds"), "castle");
    for (const [hash, world] of [["#%6Daze", "maze"], ["#100%", "castle"]]) {
        await other.visit(hash);
        assert.equal(await other.page.inputValue("#worlds"), world);
    }
    for (const [hash, sentence] of [["#w=H4sIAAAA", /^The link is damaged/], ["#castel", /^This page has no world 'castel'\.$/]]) {
        await other.visit(hash);
        assert.equal(await other.page.inputValue("#worlds"), "castle");
        assert.match(await other.page.textContent("#about"), sentence, "its path does not hide the sentence");
    }
    await other.close();
});

test("10,000 strokes are undone, and done again", async () => {
    await user.open("formation");
    const count = 10000;
    const seconds = await page.evaluate(async (strokes) => {
        const canvas = document.getElementById("world");
        canvas.focus();
        const press = (key) => canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        const began = performance.now();
        for (let i = 0; i < strokes; i++) {
            press(" ");
            press(i % 40 === 39 ? "ArrowDown" : Math.floor(i / 40) % 2 === 0 ? "ArrowRight" : "ArrowLeft");
            if (i % 500 === 0)
                await new Promise((resolve) => setTimeout(resolve));
        }
        return (performance.now() - began) / 1000;
    }, count);
    assert.ok(seconds > 0);
    for (let undone = 0; undone < count; undone += 1000)
        await page.evaluate(() => {
            for (let steps = 0; steps < 1000; steps++)
                document.getElementById("undo").click();
        });
    await page.waitForFunction((wanted) => document.getElementById("world").dataset.length === wanted, String(Math.hypot(42, 26)));
    assert.equal(await page.isEnabled("#redo"), true);
});

test("the keyboard alone paints, moves ends, plants a tree, drops a unit, orders it and turns dials", async () => {
    await user.open("formation");
    await page.selectOption("#speed", "4");
    await page.click("#tab-traffic");
    await page.click("#clear-units");
    await page.focus("#world");
    const press = (...names) => names.reduce((last, name) => last.then(() => page.keyboard.press(name)), Promise.resolve());
    const moved = await user.answerAfter(() => press("g"));
    assert.ok(Math.abs(moved.length - Math.hypot(22, 14)) < 1);
    await user.answerAfter(() => press("ArrowLeft", "ArrowLeft", " "));
    await user.answerAfter(() => press("3", "ArrowUp", " ", "1"));
    assert.equal((await user.answerAfter(() => press("t"))).method, "forest");
    assert.equal((await user.answerAfter(() => press("Delete"))).method, "astar");
    await press("Shift+ArrowUp", "u");
    await user.waitFor({ agents: 1 });
    await press("a", "Shift+ArrowRight", "o", "p");
    await user.waitFor({ arrived: 1 });
    await press("p");
    await page.focus("[id='unit.size']").catch(() => {});
    await page.focus("#tab-traffic");
    await press("ArrowRight", "ArrowRight"); // round to the first tab
    assert.equal(await page.getAttribute("#tab-unit", "aria-selected"), "true");
    await press("Tab");
    for (let i = 0; i < 16 && !(await page.evaluate(() => document.activeElement.id === "unit.size")); i++)
        await press("Tab");
    await user.answerAfter(() => press("ArrowRight"));
    assert.equal(await page.inputValue("[id='unit.size']"), "2");
    await user.answerAfter(() => press("Control+z"));
    assert.equal(await page.inputValue("[id='unit.size']"), "1");
});

test("axe finds no serious fault, in light and in dark", async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    for (const colorScheme of ["light", "dark"]) {
        const other = await openPage(browser, "#maze", { colorScheme });
        await other.page.evaluate(axe);
        for (const tab of colorScheme === "light" ? ["unit", "request", "inside", "traffic", "help"] : ["request"]) {
            await other.tab(tab);
            const faults = await other.page.evaluate(async () => {
                const { violations } = await globalThis.axe.run();
                return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
                    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`);
            });
            assert.deepEqual(faults, [], `${colorScheme}, ${tab}`);
        }
        await other.close();
    }
});

test("on a phone, nothing is wider than the page, and taps drop and order units; at 200 % all is there", async () => {
    const phone = await openPage(browser, "#formation", { viewport: { width: 390, height: 844 }, colorScheme: "dark", hasTouch: true });
    assert.ok(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    const tap = async (x, y) => {
        const place = await phone.at(x, y);
        await phone.page.touchscreen.tap(place.x, place.y);
    };
    await phone.page.click("#close-hints");
    await phone.page.selectOption("#speed", "4");
    await phone.waitFor({ agents: 20 });
    await phone.tool("drop");
    await tap(24.5, 5.5);
    await phone.waitFor({ agents: 21 });
    await phone.tool("order");
    await phone.page.click("#play");
    await tap(24.5, 16.5);
    await phone.waitFor({ arrived: 21 });
    await phone.close();
    const large = await openPage(browser, "#yard", { viewport: { width: 640, height: 400 } });
    assert.ok(await large.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await large.close();
});

test("nothing was complained of, and nothing was asked of any server", () => {
    assert.deepEqual(complaints, []);
});
