// Files that the page opens and saves. The cases of tests/io/cases are read by the C reader, too: the same tiles, or a refusal.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { load } from "../../bindings/js/src/index.js";
import { complaints, launch, openPage } from "../test_browser.js";

const CASES = new URL("../../tests/io/cases/", import.meta.url);
const LETTERS = "#.SWsTRd"; // by the numbers of the library; as in the C test

async function decoder() {
    const entry = new URL("../src/png.ts", import.meta.url).pathname;
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: "esm" });
    return (await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`)).decodePng;
}

const { readMap } = await load(undefined, { decodePng: await decoder() });
const files = Object.fromEntries(readdirSync(CASES).map((name) => [name, readFileSync(new URL(name, CASES))]));
const lines = files["expected.txt"].toString().split("\n").filter((line) => line && !line.startsWith("//"));
const expected = Object.fromEntries(lines.map((line) => line.split(/ +/)));

function read(name) {
    try {
        const { map } = readMap(files[name], { name, neighbours: files });
        const { width } = map, terrains = map.terrains();
        const rows = Array.from({ length: map.height }, (_, y) =>
            Array.from(terrains.subarray(y * width, (y + 1) * width), (terrain) => LETTERS[terrain] ?? String(terrain - LETTERS.length)).join(""));
        map.free();
        return rows.join("|");
    } catch (error) {
        assert.ok(error.message.startsWith(name), error.message);
        return `refused:${error.result}`;
    }
}

test("each case is read as the C reader reads it, or refused for the same reason", () => {
    const names = Object.keys(files).filter((name) => !/^expected|\.(letters|colors)$/.test(name));
    assert.deepEqual(names.sort(), Object.keys(expected).sort());
    for (const name of names)
        assert.equal(read(name), expected[name], name);
});

let browser, user, page;

before(async () => {
    browser = await launch();
    user = await openPage(browser, "#formation");
    page = user.page;
});

after(() => browser?.close());

const chosen = (...names) => names.map((name) => ({ name, mimeType: "application/octet-stream", buffer: files[name] }));

/// The rows of the map that is shown.
async function rows() {
    const lines = (await user.copied("copy-command")).split("\n"), first = lines.indexOf("map") + 1;
    return lines.slice(first, first + Number(lines[first - 3].split(" ")[1]));
}

/// What a button of the share menu saves, by names.
async function saved(id, count) {
    const downloads = [];
    const take = (download) => downloads.push(download);
    page.on("download", take);
    await page.$eval("#share-menu", (menu) => (menu.open = true));
    await page.click(`#${id}`);
    for (let i = 0; i < 100 && downloads.length < count; i++)
        await page.waitForTimeout(50);
    page.off("download", take);
    assert.equal(downloads.length, count);
    const contents = await Promise.all(downloads.map(async (download) => [download.suggestedFilename(), readFileSync(await download.path())]));
    return Object.fromEntries(contents);
}

test("the page opens a picture with its table, and says what it refuses", async () => {
    await page.setInputFiles("#open", chosen("good-palette-2.png", "good-palette-2.colors"));
    await page.waitForFunction(() => /good-palette-2/.test(document.getElementById("about").textContent));
    assert.deepEqual(await rows(), [".@W.@"]);
    for (const name of ["damaged-checksum.png", "odd-photo.jpg", "damaged-short-row.map"]) {
        await page.setInputFiles("#open", chosen(name));
        await page.waitForFunction((wanted) => document.getElementById("status").textContent.startsWith(wanted), name);
    }
    assert.deepEqual(await rows(), [".@W.@"]);
});

test("files that are dropped on the page are opened", async () => {
    await page.evaluate((text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "dropped.map"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }, files["good.map"].toString());
    await page.waitForFunction(() => /dropped\.map/.test(document.getElementById("about").textContent));
    assert.deepEqual(await rows(), [".@ST", "WRsd"]);
});

test("a map that was saved as a picture is the same map for the library's reader", async () => {
    await user.open("clusters");
    const before = await rows();
    const content = await saved("save-png", 2);
    const { map } = readMap(content["world.png"], { name: "world.png", neighbours: content });
    const letters = "@.SWsTRd";
    const read = Array.from({ length: map.height }, (_, y) =>
        Array.from(map.terrains().subarray(y * map.width, (y + 1) * map.width), (terrain) => letters[terrain]).join(""));
    assert.deepEqual(read, before);
});

test("a scenario that was saved is opened again, with its orders; one of two kinds of units is refused", async () => {
    await user.open("crossing");
    const scenario = (await saved("save-scenario", 1))["world.json"];
    const { agents } = await user.data();
    await page.click("#tab-traffic");
    await page.click("#clear-units");
    await user.waitFor({ agents: 0 });
    await page.setInputFiles("#open", { name: "world.json", mimeType: "application/json", buffer: scenario });
    await user.waitFor({ agents });
    assert.deepEqual(JSON.parse((await saved("save-scenario", 1))["world.json"]), JSON.parse(scenario));
    const odd = JSON.parse(scenario);
    odd.units[1].unit = { ...odd.units[1].unit, footprint: { circle: 0.1 } };
    await page.setInputFiles("#open", { name: "odd.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(odd)) });
    await page.waitForFunction(() => /odd\.json: units\[1\]\.unit is .* one kind of unit/.test(document.getElementById("status").textContent));
    await page.setInputFiles("#open", { name: "cut.json", mimeType: "application/json", buffer: scenario.subarray(0, 300) });
    await page.waitForFunction(() => /^cut\.json: /.test(document.getElementById("status").textContent));
    await user.waitFor({ agents });
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
