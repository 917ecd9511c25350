// The same answers where addresses do not fit into 31 bits: the module passes them as numbers with a sign.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../src/index.js";

/// Loads the library and takes the lower 2 GiB of its memory.
async function loadHigh(options) {
    const { instantiate } = WebAssembly;
    let exports;
    WebAssembly.instantiate = async (...given) => {
        const instance = await instantiate(...given);
        exports ??= instance.exports;
        return instance;
    };
    try {
        const fairway = await load(undefined, options);
        for (let half = 0; half < 2; half++) assert.notEqual(exports.malloc(2 ** 30), 0);
        assert.ok(exports.malloc(64) < 0); // an address with a sign
        return fairway;
    } finally {
        WebAssembly.instantiate = instantiate;
    }
}

const bytesOf = (text) => new TextEncoder().encode(text);
const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pixels = Uint8Array.from([255, 0, 0, 255].flatMap((grey) => [grey, grey, grey, 255]));

test("above 2 GiB, maps, paths, traces and files are as below", async () => {
    const options = {
        decodePng: (bytes) => {
            assert.deepEqual(bytes, PNG);
            return { width: 2, height: 2, hasOpacity: false, pixels };
        },
        parseYaml: () => ({ image: "hall.pgm", resolution: 0.5, origin: [0, 0, 0] }),
    };
    const answers = async (fairway) => {
        const { GridMap, Planner, readMap } = fairway;
        const map = GridMap.fromRows(["........", "..####..", ".....#..", "........"]);
        const unit = map.addUnit();
        const expanded = [];
        const trace = (event) => void expanded.push(event);
        const request = { unit, start: [0.5, 0.5], goal: [7.5, 2.5], method: "astar", trace };
        const planner = new Planner(map);
        const path = planner.findPath(request);
        const json = bytesOf(JSON.stringify({ width: 2, height: 1, tilewidth: 8, tileheight: 8, layers: [], tilesets: [] }));
        const told = (read) => {
            try {
                const { map: found, format } = read();
                return [format, [...found.terrains()]];
            } catch ({ result, message }) {
                return [result, message];
            }
        };
        const neighbours = { "hall.pgm": new Uint8Array([...bytesOf("P5\n2 1\n255\n"), 254, 0]) };
        return {
            path: [path.length, path.segments],
            expanded,
            refusal: planner.refusal({ ...request, weight: 0.5 }),
            files: [
                told(() => readMap(PNG, { name: "town.png" })),
                told(() => readMap(bytesOf("image: hall.pgm"), { name: "hall.yaml", neighbours })),
                told(() => readMap(json, { name: "inn.tmj" })),
                told(() => readMap(bytesOf("<map/>"), { name: "town.tmx" })),
            ],
        };
    };
    const [low, high] = [await answers(await load(undefined, options)), await answers(await loadHigh(options))];
    assert.ok(low.expanded.length > 5);
    assert.deepEqual([low.files[0], low.files[1][0]], [["picture", [1, 0, 0, 1]], "ROS map.yaml"]);
    assert.deepEqual(high, low);
});
