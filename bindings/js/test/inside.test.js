// Fields, snapshots, traces and refusals.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../src/index.js";

const { Field, GridMap, Planner } = await load();
const ROOM = ["........", "..####..", ".....#..", "........", "#####.#.", "........"];

test("each cost of a field is the cost of the path from there, and its steps lead to the goal", () => {
    const map = GridMap.fromRows(ROOM);
    const unit = map.addUnit();
    const planner = new Planner(map);
    const field = new Field(map);
    field.fill(unit, [[0, 5]]);
    const costs = field.costs();
    for (let y = 0; y < map.height; y++)
        for (let x = 0; x < map.width; x++) {
            assert.equal(costs[y * map.width + x], field.cost(x, y));
            if (map.terrain(x, y) === 0) continue;
            const path = planner.findPath({ unit, start: [x + 0.5, y + 0.5], goal: [0.5, 5.5], method: "astar" });
            assert.ok(Math.abs(path.cost - field.cost(x, y)) < 1e-3);
            const step = field.step(x, y);
            if (!step) {
                assert.deepEqual([x, y], [0, 5]);
                continue;
            }
            const rest = field.cost(x + step[0], y + step[1]);
            assert.ok(Math.abs(rest + Math.hypot(...step) - field.cost(x, y)) < 1e-3);
        }
});

test("a snapshot stays as it is while the map changes", () => {
    const map = GridMap.fromRows(["..."]);
    const unit = map.addUnit();
    const held = map.snapshot();
    map.set(1, 0, "blocked");
    map.commit();
    const request = { unit, start: [0.5, 0.5], goal: [2.5, 0.5] };
    assert.equal(new Planner(held).findPath(request).length, 2);
    assert.equal(new Planner(map).findPath(request), null);
    assert.deepEqual([held.terrain(1, 0), map.terrain(1, 0)], [1, 0]);
    assert.throws(() => held.set(0, 0, "blocked"), TypeError);
    held.free();
    assert.throws(() => held.width, { result: "freed" });
});

test("a trace tells every expansion, in the order of f", () => {
    const map = GridMap.fromRows(ROOM);
    const unit = map.addUnit();
    const planner = new Planner(map);
    const events = [];
    const request = { unit, start: [0.5, 0.5], goal: [0.5, 5.5], method: "astar" };
    planner.findPath({ ...request, trace: (event) => events.push(event) });
    const expanded = events.filter((event) => event.kind === "expand");
    assert.equal(expanded.length, planner.statistics.expanded);
    expanded.forEach((event, i) => assert.ok(i === 0 || event.f >= expanded[i - 1].f - 1e-6));
    const stepped = [];
    const search = planner.search({ ...request, trace: (event) => stepped.push(event) });
    while (search.step(3));
    search.free();
    assert.deepEqual(stepped, events);
});

test("what a trace throws, the call throws, and the planner still works", () => {
    const map = GridMap.fromRows(ROOM);
    const unit = map.addUnit();
    const planner = new Planner(map);
    const trace = () => {
        throw new Error("enough");
    };
    assert.throws(() => planner.findPath({ unit, start: [0.5, 0.5], goal: [0.5, 5.5], trace }), /enough/);
    assert.ok(planner.findPath({ unit, start: [0.5, 0.5], goal: [0.5, 5.5] }));
});

test("an explanation tells what is in the way", () => {
    const map = GridMap.fromRows(["..#..", "..#..", "..~.."].map((row) => row.replace("~", "W")));
    const unit = map.addUnit();
    const planner = new Planner(map);
    const why = planner.explain({ unit, start: [0.5, 0.5], goal: [4.5, 0.5] });
    assert.equal(why.result, "unreachable");
    assert.equal(why.barrier, "terrain");
    assert.deepEqual(why.terrains, [3]);
    assert.deepEqual([why.place.x, why.place.y], [2.5, 2.5]);
    assert.ok(why.nearest.x < 2 && why.text.length > 10);
    const none = planner.explain({ unit, start: [0.5, 0.5], goal: [1.5, 2.5] });
    assert.deepEqual([none.barrier, none.place, none.text], ["none", null, ""]);
});

test("a refusal names the two fields that cannot be combined, without a search", () => {
    const map = GridMap.fromRows(ROOM);
    const unit = map.addUnit();
    const planner = new Planner(map);
    const request = { unit, start: [0.5, 0.5], goal: [0.5, 5.5] };
    assert.equal(planner.refusal(request), null);
    const refusal = planner.refusal({ ...request, method: "directional" });
    assert.throws(() => planner.findPath({ ...request, method: "directional" }), {
        result: refusal.result,
        field: "method",
    });
    assert.ok(refusal.reason.length > 10);
    assert.deepEqual(planner.ignored(request), []);
    assert.ok(planner.ignored({ ...request, turnCharge: 2 }).includes("turn_charge"));
});
