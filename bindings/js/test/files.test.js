// Maps in files.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../src/index.js";

const bytesOf = (text) => new TextEncoder().encode(text);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

test("a map is read with the table beside it, and can be searched", async () => {
    const { Planner, readMap } = await load();
    const neighbours = { "town.letters": bytesOf("x blocked\n, water\n") };
    const { map, format, costs, warnings } = readMap(bytesOf("type octile\nheight 2\nwidth 3\nmap\n.x.\n,..\n"), { name: "town.map", neighbours });
    assert.equal(format, "MovingAI");
    assert.deepEqual(warnings, []);
    assert.deepEqual([...map.terrains()], [1, 0, 1, 3, 1, 1]);
    assert.equal(map.terrainName(3), "water");
    assert.equal(costs.length, 32);
    const unit = map.addUnit();
    assert.equal(new Planner(map).findPath({ unit, start: [0.5, 0.5], goal: [1.5, 1.5] }), null);
    map.free();
});

test("letters can be told, and what a reader assumes is a warning", async () => {
    const { readMap } = await load();
    const { map, format, warnings } = readMap(bytesOf("ab\na\n"), { letters: "a=ground,b=blocked" });
    assert.equal(format, "grid of letters");
    assert.deepEqual([...map.terrains()], [1, 0, 1, 0]);
    assert.match(warnings[0], /map: /);
});

test("what cannot be read is refused with a sentence that names the file", async () => {
    const { readMap } = await load();
    const refused = (bytes, name, result, message) => assert.throws(() => readMap(bytes, { name }), { result, message });
    refused(bytesOf("type octile\nheight 1\nwidth 3\nmap\n.?.\n"), "odd.map", "bad-value", /^odd\.map:5: tile 1 of the row is '\?'/);
    refused(bytesOf("<map/>"), "town.tmx", "not-supported", /^town\.tmx: maps in XML \(Tiled\) are not read here/);
    refused(bytesOf("{}"), "town.json", "not-supported", /^town\.json: maps in JSON/);
    refused(PNG, "town.png", "bad-value", /no decodePng/);
});

test("PNG is decoded by a function of JavaScript, and what it throws is the reason", async () => {
    const black = [0, 0, 0, 255], white = [255, 255, 255, 255];
    const decodePng = (bytes) => {
        assert.deepEqual(bytes.slice(0, 8), PNG);
        if (bytes.length > 8) throw new Error("it is too long");
        return { width: 2, height: 2, hasOpacity: false, pixels: Uint8Array.from([...white, ...black, ...black, ...white]) };
    };
    const { readMap } = await load(undefined, { decodePng });
    assert.deepEqual([...readMap(PNG, { name: "town.png" }).map.terrains()], [1, 0, 0, 1]);
    assert.throws(() => readMap(new Uint8Array([...PNG, 1]), { name: "town.png" }), { message: /town\.png: .* it is too long/ });
});
