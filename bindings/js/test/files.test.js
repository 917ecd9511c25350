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
    refused(bytesOf("<map/>"), "town.tmx", "not-supported", /^town\.tmx: this file is not read here: load\(\) was given no parseXml/);
    refused(bytesOf("{}"), "town.json", "not-supported", /^town\.json: this is JSON of another kind/);
    refused(PNG, "town.png", "not-supported", /no decodePng/);
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

test("what other libraries parse is done by functions of JavaScript, or refused by their names", async () => {
    const { readMap } = await load();
    const bytes = (text) => new TextEncoder().encode(text);
    const yaml = bytes("image: hall.pgm");
    const picture = new Uint8Array([...bytes("P5\n2 1\n255\n"), 254, 0]);
    for (const [name, missing] of [["hall.yaml", "parseYaml"], ["hall.tmx", "parseXml"]]) {
        const content = name === "hall.tmx" ? bytes("<map></map>") : yaml;
        assert.throws(() => readMap(content, { name }), { result: "not-supported", message: new RegExp(`^${name}.*${missing}`) });
    }
    const said = { image: "hall.pgm", resolution: 0.05, origin: [0, 0, 0], negate: false, free_thresh: 0.2 };
    const { readMap: read } = await load(undefined, { parseYaml: () => said });
    const { map, format, frame } = read(yaml, { name: "maps/hall.yaml", neighbours: { "hall.pgm": picture } });
    assert.equal(format, "ROS map.yaml");
    assert.deepEqual([...map.terrains()], [1, 0]);
    assert.equal(frame.resolution, 0.05);
    const grey = new Uint8Array([...bytes("P5\n2 1\n255\n"), 254, 150]);
    const seen = (unknown) => {
        const { map } = read(yaml, { name: "hall.yaml", unknown, neighbours: { "hall.pgm": grey } });
        return map.terrainName(map.terrain(1, 0));
    };
    assert.deepEqual([seen("apart"), seen("free"), seen("blocked")], ["unknown", "ground", "blocked"]);
    said.origin = [0, "here", 0];
    assert.throws(() => read(yaml, { name: "hall.yaml" }), /hall\.yaml: origin is 'here', expected a list of three numbers/);
    const nested = `{"layers": ${"[".repeat(300)}${"]".repeat(300)}, "tilewidth": 8, "é": "ü"}`;
    assert.throws(() => readMap(bytes(nested), { name: "deep.tmj" }), { message: /^deep\.tmj: / });
    assert.throws(() => readMap(new Uint8Array([0x7b, 0xff]), { name: "odd.tmj" }), { message: /^odd\.tmj/ });
});

test("a layer, and the share of a tile that blocks it, are chosen by options, which are checked", async () => {
    const { readMap } = await load();
    const layer = (name, cells) => ({
        __identifier: name, __type: "IntGrid", __cWid: 2, __cHei: 1, __gridSize: 8, layerDefUid: 1, intGridCsv: cells,
    });
    const values = [{ value: 1, identifier: "ground" }, { value: 2, identifier: "blocked" }];
    const defs = { layers: [{ uid: 1, identifier: "A", intGridValues: values }] };
    const levels = [{ identifier: "L", layerInstances: [layer("A", [1, 2]), layer("B", [2, 1])] }];
    const file = bytesOf(JSON.stringify({ jsonVersion: "1.5.3", defs, levels }));
    const tiles = (name) => [...readMap(file, { name: "a.ldtk", layer: name }).map.terrains()];
    assert.deepEqual([tiles("A"), tiles("B")], [[1, 0], [0, 1]]);
    assert.throws(() => readMap(file, { name: "a.ldtk" }), /several IntGrid layers/);
    const shape = { type: "objectgroup", objects: [{ x: 0, y: 0, width: 6, height: 8, type: "blocked" }] };
    const land = { type: "tilelayer", width: 2, height: 1, data: [1, 1] };
    const tilesets = [{ firstgid: 1, tiles: [{ id: 0, properties: [{ name: "walkable", value: true }] }] }];
    const level = bytesOf(JSON.stringify({ tilewidth: 8, tileheight: 8, width: 2, height: 1, layers: [land, shape], tilesets }));
    assert.equal(readMap(level, { name: "a.tmj", covered: 0.5 }).map.terrain(0, 0), 0);
    assert.equal(readMap(level, { name: "a.tmj", covered: 0.8 }).map.terrain(0, 0), 1);
    assert.throws(() => readMap(level, "a.tmj"), { field: "options" });
    for (const [option, value] of [["covered", "half"], ["covered", 2], ["unknown", "grey"], ["layer", 3], ["neighbours", 3]])
        assert.throws(() => readMap(level, { name: "a.tmj", [option]: value }), { message: new RegExp(option) }, option);
});

test("a packed layer is refused by the name of the unpacker that is missing", async () => {
    const { readMap } = await load();
    const map = (compression) => bytesOf(JSON.stringify({
        orientation: "orthogonal", width: 1, height: 1, tilewidth: 8, tileheight: 8, tilesets: [],
        layers: [{ type: "tilelayer", name: "land", width: 1, height: 1, encoding: "base64", compression, data: "KLUv/SQE" }],
    }));
    for (const [compression, name] of [["zlib", "inflate"], ["zstd", "unzstd"]])
        assert.throws(() => readMap(map(compression), { name: "a.tmj" }), { result: "not-supported", message: `a.tmj: a layer is packed: load() was given no ${name}` });
    assert.throws(() => readMap(map("lzma"), { name: "a.tmj" }), /expected zlib, gzip or zstd/);
});

/** Nodes of XML with attributes, of which one is empty, as a DOM has them. */
const element = (tagName, attributes, ...children) => {
    children.forEach((child, i) => (child.nextSibling = children[i + 1] ?? null));
    const named = Object.entries(attributes).map(([name, value]) => ({ name, value }));
    return { nodeType: 1, tagName, attributes: named, firstChild: children[0] ?? null };
};

test("an attribute of XML may be empty, and those after it are read", async () => {
    const data = { nodeType: 3, data: "1,2" };
    const tile = (id, value) =>
        element("tile", { id }, element("properties", {}, element("property", { name: "walkable", type: "", value })));
    const map = element("map", { class: "", orientation: "orthogonal", width: "2", height: "1", tilewidth: "8", tileheight: "8" },
        element("tileset", { firstgid: "1", name: "" }, tile("0", "true"), tile("1", "false")),
        element("layer", { name: "", width: "2", height: "1" }, element("data", { encoding: "csv" }, data)));
    const { readMap } = await load(undefined, { parseXml: () => ({ documentElement: map }) });
    assert.deepEqual([...readMap(bytesOf("<map/>"), { name: "a.tmx" }).map.terrains()], [1, 0]);
});

test("places and units of a file are told, and a key that is given twice is refused", async () => {
    const { readMap } = await load();
    const layers = [
        { type: "tilelayer", width: 2, height: 1, data: [1, 1] },
        { type: "objectgroup", objects: [
            { name: "van", type: "vehicle", x: 4, y: 4, point: true, properties: [
                { name: "unit", value: "van.json" }, { name: "heading", value: 90 }] },
            { name: "gate", x: 8, y: 0, width: 8, height: 8 }] },
    ];
    const tilesets = [{ firstgid: 1, tiles: [{ id: 0, properties: [{ name: "walkable", value: true }] }] }];
    const level = JSON.stringify({ tilewidth: 8, tileheight: 8, width: 2, height: 1, layers, tilesets });
    const van = (text) => ({ name: "a.tmj", neighbours: { "van.json": bytesOf(text) } });
    const { map, places, units, frame } = readMap(bytesOf(level), van('{"footprint": {"circle": 0.25}, "enter": {"ground": 2}}'));
    assert.equal(frame, null);
    assert.deepEqual(places, [{ name: "gate", kind: "", x: 1, y: 0, width: 1, height: 1 }]);
    const [{ name, kind, unit, at }] = units;
    assert.deepEqual([name, kind, at.x, at.y, at.heading], ["van", "vehicle", 0.5, 0.5, Math.PI / 2]);
    assert.deepEqual([unit.footprint.radius, unit.terrainCost[1]], [0.25, 2]);
    assert.ok(map.addUnit(unit) > 0);
    assert.throws(() => readMap(bytesOf(level), van('{"size": 1,\n"size": 2}')), { message: "van.json:2: a key is given twice" });
});

test("a file may be an ArrayBuffer, as fetch() gives it, any view of bytes, or a list; anything else is refused", async () => {
    const { readMap } = await load();
    const letters = bytesOf("x blocked\n. ground\n"), rows = bytesOf("x.\n..\n");
    const wider = new Uint8Array([7, 7, ...rows, 7]);
    const view = new DataView(wider.buffer, 2, rows.length);
    for (const [file, table] of [[rows.buffer, letters.buffer], [view, letters], [[...rows], [...letters]]]) {
        const { map } = readMap(file, { name: "town.txt", neighbours: { "town.letters": table } });
        assert.deepEqual([...map.terrains()], [0, 1, 1, 1]);
    }
    for (const wrong of ["x.\n", undefined, null, 5, {}])
        assert.throws(() => readMap(wrong), { name: "FairwayError", field: "bytes" });
    assert.throws(() => readMap(rows, { letter: "x=blocked" }), { field: "letter" });
    assert.throws(() => readMap(rows, { neighbours: { "map.letters": "x blocked" } }), { field: "neighbours.map.letters" });
});
