// Each function of index.d.ts is called with each wrong argument: an error names the parameter as index.d.ts does.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { FairwayError, load } from "../src/index.js";

const read = (name) => readFileSync(new URL(`../${name}`, import.meta.url));
const module = await WebAssembly.compile(read("fairway.wasm"));
const declared = read("src/index.d.ts").toString().replace(/\/\*\*[^]*?\*\//g, "");
const WRONG = ["wrong", null, true, -1.5, 2 ** 40, -7, 5n, () => 1];
const WRONG_LISTS = [["a", "b"], [1, "b", 0], { x: "a", y: 1, radius: 1 }, ["a"]];
const ARE_OPTIONS = new Set(["request", "agent", "options", "area", "rules", "unit?", "together?", "speeds", "letters", "terrainTop"]);

/// The parts of a list between commas, but for those in brackets.
function parts(list) {
    let depth = 0;
    const marked = [...list].map((letter) => {
        depth += "([{<".includes(letter) - ")]}>".includes(letter);
        return letter === "," && depth === 0 ? "\0" : letter;
    });
    return marked.join("").replaceAll("=\0", "=,").split("\0").map((part) => part.trim()).filter(Boolean);
}

/// The functions of each class and interface: their parameters, as { name, type }.
function declarations() {
    const all = [];
    for (const [, owner, body] of declared.matchAll(/^export (?:class|interface) (\w+)[^{]*\{\n([^]*?)^\}/gm))
        for (const [, isStatic, name, list] of body.matchAll(/^    (static )?(\w+)\(((?:[^()]|\([^()]*\))*)\)(?::|;)/gm)) {
            const parameters = parts(list).map((text) => /^(\w+\??): ([^]*)$/.exec(text).slice(1));
            all.push({ owner, name, isStatic: Boolean(isStatic), parameters });
        }
    return all;
}

/// Objects of a world of its own by their classes, and a value for each parameter by its name.
function worldOf(fairway) {
    const map = fairway.GridMap.fromRows(Array(20).fill(".".repeat(20)));
    const unit = map.addUnit({ turnRadius: 1, methods: ["directional", "jump-points", "hierarchy"] });
    const planner = new fairway.Planner(map), request = { unit, start: [1.5, 1.5, 0], goal: [9.5, 9.5] };
    const path = planner.findPath(request), search = planner.search(request);
    const traffic = new fairway.Traffic(map), forest = new fairway.Forest();
    traffic.add({ id: 1, unit, start: [3.5, 3.5] });
    traffic.add({ id: 2, unit, start: [6.5, 3.5] });
    const overlay = new fairway.Overlay(20, 20), areas = new fairway.AreaMap(map, unit), field = new fairway.Field(map);
    const ForestPlanner = new fairway.ForestPlanner(forest), circle = { x: 9, y: 9, radius: 1 };
    const objects = {
        GridMap: map, ReadableMap: map, Overlay: overlay, AreaMap: areas, Path: path, Search: search, Planner: planner, Field: field,
        Forest: forest, ForestPlanner, Traffic: traffic, Inspect: fairway.inspect, Fairway: fairway, Snapshot: map.snapshot(),
    };
    const values = {
        map, unit, overlay, areas, planner, search, path, traffic, forest, request, circle, a: circle, b: { x: 1, y: 1, radius: 1 }, other: 2,
        x: 1, y: 1, width: 2, height: 2, fromX: 1, fromY: 1, toX: 3, toY: 3, terrain: 1, terrains: ["ground"], place: [4.5, 4.5], id: 1,
        places: [[4.5, 4.5], [8.5, 8.5]], ids: [1, 2], rows: ["..."], letters: { ".": "ground" }, options: {}, area: {}, rules: {}, speeds: {},
        method: "directional", work: 10, microseconds: 10, cost: 1, costs: new Uint8Array(400), moves: ["E"], distance: 1, deviation: 0.1,
        goals: [[2, 2]], agent: { id: 7, unit, start: [12.5, 12.5] }, together: {}, formation: "line", centre: [5, 5], spacing: 2, count: 3,
        holds: true, sides: 1, radius: 1, layers: 1, givesWayTo: 1, mayPush: 1, velocity: [0, 0], site: 1, presence: "now", priority: 1,
        saved: new Uint8Array(4), terrainTop: {}, seconds: 0.1, budget: 1000, most: 5, heading: 0, from: [1.5, 1.5], to: [4.5, 4.5],
        segments: path.segments, segment: path.segments[0], arc: path.segments[0], start: [1.5, 1.5, 0], goal: [9.5, 9.5, 0], point: [6, 6],
        turnRadius: 1, side: "left", bytes: new Uint8Array(3), step: "grid",
    };
    return { objects, values };
}

/// Values of which a parameter takes other ones than its namesakes do.
function special({ owner, name }, objects) {
    if (owner === "ForestPlanner" && name !== "step") return { request: { start: [0, 0], goal: [6, 0], radius: 0.5 } };
    if (owner === "Inspect" && name === "forest") return { planner: objects.ForestPlanner };
    return { "GridMap.setTiles": { terrains: new Uint8Array(400) }, "GridMap.addUnit": { unit: {} }, "AreaMap.label": { area: 0 } }[`${owner}.${name}`] ?? {};
}

/// Wrong values of a parameter, each with the name that an error must have: of options, those of each option.
function wrongValues([declaredName, type], { owner, name }) {
    const parameter = declaredName.replace("?", "");
    const isOptions = ARE_OPTIONS.has(parameter) || (ARE_OPTIONS.has(declaredName) && (parameter !== "unit" || name === "addUnit"));
    const wrong = (isOptions && `${owner}.${name}` !== "AreaMap.label" ? WRONG : [...WRONG, ...WRONG_LISTS]).map((value) => [value, parameter]);
    const [, inside = ""] = /^\{ (\w+\?: [^]*) \}$/.exec(type.replace(/\s+/g, " ").replace(/,? }$/, " }")) ?? [];
    for (const [, option] of inside.matchAll(/(\w+)\?: /g)) wrong.push([{ [option]: 5n }, option], [{ [option]: () => 1 }, option]);
    return wrong;
}

test("an error names the parameter that is wrong as the declarations do", async () => {
    let named = 0, functions = 0;
    for (const called of declarations()) {
        const fairway = await load(module); // what is not freed goes with it
        const { owner, name, isStatic, parameters } = called;
        if (owner === "Owned" || owner === "LoadOptions" || (owner === "Search" && name === "constructor")) continue;
        functions += parameters.length > 0;
        for (const [place, parameter] of parameters.entries())
            for (const [wrong, expected] of wrongValues(parameter, called)) {
                const { objects, values } = worldOf(fairway);
                const own = special(called, objects);
                const args = parameters.map(([text]) => {
                    const plain = text.replace("?", "");
                    assert.ok(plain in own || plain in values, `${owner}.${name}: a value of ${plain}`);
                    return own[plain] ?? values[plain];
                });
                args[place] = wrong;
                try {
                    if (name === "constructor") new fairway[owner](...args);
                    else (isStatic ? fairway[owner] : objects[owner])[name](...args);
                } catch (error) {
                    const said = `${owner}.${name}, ${expected}: ${error.stack}`;
                    assert.ok(error instanceof FairwayError, said);
                    if (!error.field) continue; // of several that do not fit, or what the library says of all
                    if (/^there are \d+ units and \d+ places/.test(error.message)) continue; // either may be wrong
                    assert.equal(error.field.split(/[.[]/)[0], expected, said);
                    named++;
                }
            }
    }
    assert.ok(functions > 80 && named > 1500, `${functions} functions, ${named} errors`);
});
