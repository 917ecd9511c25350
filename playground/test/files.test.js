// Files that the page opens and saves. The cases of tests/io/cases are read by the C reader, too: the same tiles, or a refusal.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { deflateSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { load } from "../../bindings/js/src/index.js";
import { complaints } from "../test_browser.js";
import { openForTests } from "../test_page.js";

const { user, page } = await openForTests("#formation");
const CASES = new URL("../../tests/io/cases/", import.meta.url);
const LETTERS = "#.SWsTRd"; // by the numbers of the library; as in the C test

async function sourceOf(name) {
    const entry = new URL(`../src/${name}.ts`, import.meta.url).pathname;
    const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false, format: "esm" });
    return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

const [{ decodePng }, { PARSERS }] = await Promise.all(["png", "parsers"].map(sourceOf));
const { readMap } = await load(undefined, { decodePng, ...PARSERS });
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

const text = (name, content) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) });

/// Waits for what the page says of files that were opened.
const says = (id, pattern) => page.waitForFunction(([where, source]) => new RegExp(source).test(document.getElementById(where).textContent), [id, pattern.source]);

test("Tiled in XML with its tileset, packed layers, LDtk and map.yaml of ROS are read; what is missing is named", async () => {
    const set = '<tileset tilewidth="8" tileheight="8" tilecount="2" columns="2"><tile id="0" class="ground"/><tile id="1" class="water"/></tileset>';
    const tmx = (encoding, data) => `<?xml version="1.0"?><map orientation="orthogonal" width="3" height="2" tilewidth="8" tileheight="8">
        <tileset firstgid="1" source="../sets/land.tsx"/><layer name="land" width="3" height="2"><data ${encoding}>${data}</data></layer></map>`;
    const cells = new Uint8Array(new Uint32Array([1, 1, 2, 2, 2, 1]).buffer);
    for (const [name, content] of [
        ["csv.tmx", tmx('encoding="csv"', "1,1,2,2,2,1")],
        ["zlib.tmx", tmx('encoding="base64" compression="zlib"', deflateSync(cells).toString("base64"))],
        ["gzip.tmx", tmx('encoding="base64" compression="gzip"', gzipSync(cells).toString("base64"))],
        ["zstd.tmx", tmx('encoding="base64" compression="zstd"', execFileSync("zstd", ["--stdout", "-"], { input: cells }).toString("base64"))],
    ]) {
        await page.setInputFiles("#open", [text(name, content), text("land.tsx", set)]);
        await says("about", new RegExp(name));
        assert.deepEqual(await rows(), ["..W", "WW."]);
    }
    await page.setInputFiles("#open", [text("alone.tmx", tmx('encoding="csv"', "1,1,2,2,2,1"))]);
    await says("status", /^alone\.tmx: the tileset .*land\.tsx cannot be opened\. Open both together\.$/);
    for (const [name, content, sentence] of [
        ["cut.tmx", "<map><layer>", /^cut\.tmx: this is not XML/], ["own.tmx", '<!DOCTYPE map [<!ENTITY a "b">]><map/>', /^own\.tmx: the file defines entities/],
        ["torn.tmx", tmx('encoding="base64" compression="zstd"', "KLUv/SQY"), /^torn\.tmx: (the compressed tiles of a layer are damaged|a layer holds 0 tiles)/],
        ["damaged.tmj", '{"layers": [', /^damaged\.tmj:1: this is not JSON/], ["odd.tmj", '{"layers":\n[],\n"width": x}', /^odd\.tmj:3: this is not JSON/], ["damaged.yaml", "image: [", /^damaged\.yaml:\d+: /],
        ["empty.yaml", "image: a.pgm\n", /^empty\.yaml: the key resolution is missing/],
    ]) {
        await page.setInputFiles("#open", [text(name, content), text("land.tsx", set)]);
        await says("status", sentence);
    }
    const picture = Buffer.concat([Buffer.from("P5\n3 2\n255\n"), Buffer.from([254, 254, 0, 0, 254, 254])]);
    await page.setInputFiles("#open", [{ name: "hall.pgm", mimeType: "image/x-portable-graymap", buffer: picture },
        text("hall.yaml", "image: hall.pgm\nresolution: 0.05\norigin: [0.0, 0.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n")]);
    await says("about", /hall\.yaml/);
    assert.deepEqual(await rows(), ["..@", "@.."]);
    const level = (name, worldX, values) => ({ identifier: name, worldX, worldY: 0, pxWid: 16, pxHei: 8, layerInstances: [{
        __identifier: "Land", __type: "IntGrid", __cWid: 2, __cHei: 1, __gridSize: 8, __pxTotalOffsetX: 0, __pxTotalOffsetY: 0, layerDefUid: 1, intGridCsv: values }] });
    const defs = { layers: [{ identifier: "Land", type: "IntGrid", uid: 1, gridSize: 8, intGridValues: [{ value: 1, identifier: "water" }, { value: 2, identifier: "blocked" }] }] };
    await page.setInputFiles("#open", [text("two.ldtk", JSON.stringify({ defs, worldLayout: "Free", levels: [level("A", 0, [0, 1]), level("B", 16, [2, 0])] }))]);
    await says("about", /two\.ldtk/);
    assert.deepEqual(await rows(), [".W@."]);
});

test("units of a map of Tiled are there with their kinds; a body that the page does not have is told", async () => {
    const object = (name, kind, x, unit) => ({
        name, type: kind, x, y: 8, width: 8, height: 8, rotation: 0, properties: [{ name: "unit", type: "file", value: unit }, { name: "heading", type: "float", value: 90 }],
    });
    const map = {
        orientation: "orthogonal", width: 12, height: 6, tilewidth: 8, tileheight: 8,
        tilesets: [{ firstgid: 1, tilewidth: 8, tileheight: 8, tilecount: 1, columns: 1, tiles: [{ id: 0, class: "ground" }] }],
        layers: [{ type: "tilelayer", name: "land", width: 12, height: 6, data: Array(72).fill(1) }, { type: "objectgroup", name: "units", objects: [
            object("one", "Truck", 8, "lorry.json"), object("two", "Truck", 32, "lorry.json"), object("three", "", 56, "ranger.json"), object("four", "Arrow", 80, "arrow.json")] }],
    };
    await page.setInputFiles("#open", [
        text("units.tmj", JSON.stringify(map)), text("ranger.json", '{"size": 1, "enter": {"ground": 2}}'),
        text("lorry.json", '{"footprint": {"rect": [1.4, 0.7]}, "turn_radius": 2.25, "reverse": true, "reverse_penalty": 3, "headings": 16, "enter": {"ground": 1}}'),
        text("arrow.json", '{"footprint": {"polygon": [[0.4, 0], [-0.3, 0.3], [-0.3, -0.3]]}}'),
    ]);
    await says("about", /units\.tmj\. The body of the unit 'four' is a polygon, and is shown as a circle/);
    await user.waitFor({ agents: 4 });
    assert.deepEqual(await page.$$eval("#kinds label", (rows) => rows.map((row) => row.textContent)), ["Truck2", "Scout1", "Arrow1"]);
    assert.equal(await page.inputValue("[id='unit.turnRadius']"), "2.25");
    assert.equal(await page.inputValue("[id='unit.reversePenalty']"), "3");
    assert.equal(await page.inputValue("[id='unit.headings']"), "16");
    const { units } = JSON.parse((await saved("save-scenario", 1))["world.json"]);
    assert.deepEqual(units.map(({ kind, at, unit: { enter, turn_radius } }) => [kind, ...at, enter.ground, turn_radius]), [
        ["Truck", 1.5, 1.5, 90, 1, 2.25], ["Truck", 4.5, 1.5, 90, 1, 2.25], ["Scout", 7.5, 1.5, 90, 2, undefined], ["Arrow", 10.5, 1.5, 90, 1, undefined]]);
});

test("an overlay is opened beside the world, seen by the path, undone, saved, and kept in the link; a damaged one is refused", async () => {
    const before = await user.open("formation");
    const parts = { blocked: [[20, 0, 2, 20]], forbidden: [[30, 20, "E NE"]], costs: [[24, 20, 4, 4, 2.5]], corridor: [0, 0, 48, 31] };
    const around = await user.answerAfter(() => page.setInputFiles("#open", [text("cones.json", JSON.stringify(parts))]));
    assert.ok(around.length > before.length && around.legal);
    await user.waitFor({ agents: 20 });
    assert.deepEqual(JSON.parse((await saved("save-overlay", 1))["overlay.json"]), parts);
    await user.copied("share");
    const { hash } = new URL(page.url());
    await user.answerAfter(() => page.click("#undo"));
    const again = await user.answerAfter(() => page.evaluate((fragment) => {
        location.hash = "";
        location.hash = fragment;
    }, hash));
    assert.equal(again.length, around.length);
    await page.setInputFiles("#open", [text("odd.json", '{"blocked": [[1, 2, 3]]}')]);
    await says("status", /^odd\.json: blocked\[0\]\[3\] is missing, expected a number/);
    await page.setInputFiles("#open", [text("torn.json", '{"blocked":\n[[1, 2, 3 4]]}')]);
    await says("status", /^torn\.json:2: this is not JSON: '4' is not expected here/);
    await page.setInputFiles("#open", [text("off.json", '{"forbidden": [[99, 0, "E"]]}')]);
    await says("status", /^off\.json: /);
    assert.equal((await user.answerAfter(() => page.$eval("#clear-overlay", (button) => button.click()))).length, before.length);
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

test("a scenario that was saved is opened again, with its orders; one that is cut off, or that names no body, is refused", async () => {
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
    odd.units[1].unit.footprint = { circle: "wide" };
    await page.setInputFiles("#open", { name: "odd.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(odd)) });
    await page.waitForFunction(() => /odd\.json: units\[1\]\.unit\.footprint\.circle is "wide", expected a number/.test(document.getElementById("status").textContent));
    await page.setInputFiles("#open", { name: "cut.json", mimeType: "application/json", buffer: scenario.subarray(0, 300) });
    await page.waitForFunction(() => /^cut\.json:\d+: this is not JSON: /.test(document.getElementById("status").textContent));
    await user.waitFor({ agents });
});

test("nothing was complained of", () => {
    assert.deepEqual(complaints, []);
});
