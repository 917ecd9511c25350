import assert from "node:assert/strict";
import { test } from "node:test";
import { FairwayError, load } from "../src/index.js";

const fairway = await load();
const { GridMap, Overlay, Path, Planner } = fairway;
const ROOM = ["........", "..####..", "........", "........"];

function room() {
    const map = GridMap.fromRows(ROOM);
    return { map, unit: map.addUnit(), planner: new Planner(map) };
}

test("a path leads from start to goal round the wall, as long as the checker says", () => {
    const { map, unit, planner } = room();
    const path = planner.findPath({ unit, start: [3.5, 0.5], goal: [3.5, 2.5] });
    const report = fairway.checkPath(map, unit, path);
    assert.equal(report.legal, true);
    assert.equal(report.first, "none");
    assert.ok(Math.abs(report.length - path.length) < 1e-9);
    assert.equal(path.length, 6);
    assert.deepEqual(path.poseAt(0), { x: 3.5, y: 0.5, heading: path.segments[0].start.heading });
    const poses = path.poses(0.01);
    assert.equal(poses.length % 3, 0);
    assert.deepEqual([poses.at(-3), poses.at(-2)], [3.5, 2.5]);
});

test("a search in steps ends with the same path as one call", () => {
    const { unit, planner } = room();
    const request = { unit, start: [0.5, 0.5], goal: [7.5, 3.5], method: "astar" };
    const whole = planner.findPath(request);
    const search = planner.search(request);
    let steps = 0;
    while (search.step(1)) steps++;
    assert.ok(steps > 1);
    assert.equal(search.result, "ok");
    assert.equal(search.best().length, whole.length);
    search.free();
});

test("a car drives along arcs no tighter than it can", () => {
    const map = new GridMap(64, 64);
    map.set(30, 0, "blocked", 2, 40);
    map.commit();
    const unit = map.addUnit({
        turnRadius: 2,
        footprint: { kind: "circle", radius: 0.45 },
        methods: ["hybrid", "directional", "astar"],
    });
    const path = new Planner(map).findPath({
        unit,
        start: [5.5, 5.5, 0],
        goal: { x: 60.5, y: 5.5, heading: Math.PI },
    });
    assert.ok(path.segments.some((segment) => segment.curvature !== 0));
    assert.ok(path.segments.every((segment) => Math.abs(segment.curvature) <= 0.5 + 1e-9));
    assert.equal(fairway.checkPath(map, unit, path).legal, true);
});

test("no path is null, and result says why", () => {
    const map = GridMap.fromRows([".#."]);
    const unit = map.addUnit();
    const planner = new Planner(map);
    assert.equal(planner.findPath({ unit, start: [0.5, 0.5], goal: [2.5, 0.5] }), null);
    assert.equal(planner.result, "unreachable");
});

test("an edit opens a way after its commit, and not before", () => {
    const map = GridMap.fromRows([".#."]);
    const unit = map.addUnit();
    const planner = new Planner(map);
    map.set(1, 0, "ground");
    assert.equal(planner.findPath({ unit, start: [0.5, 0.5], goal: [2.5, 0.5] }), null);
    map.commit();
    assert.equal(planner.findPath({ unit, start: [0.5, 0.5], goal: [2.5, 0.5] }).length, 2);
});

test("an overlay blocks for the requests that name it", () => {
    const { unit, planner, map } = room();
    const overlay = new Overlay(map.width, map.height);
    overlay.block(0, 2, 8, 1);
    assert.equal(planner.findPath({ unit, start: [0.5, 0.5], goal: [0.5, 3.5], overlay }), null);
    assert.ok(planner.findPath({ unit, start: [0.5, 0.5], goal: [0.5, 3.5] }));
});

test("an overlay forbids moves, adds costs and keeps a unit in a corridor; the checker sees it, too", () => {
    const map = GridMap.fromRows(["....", "....", "...."]);
    const unit = map.addUnit();
    const planner = new Planner(map);
    const request = { unit, start: [0.5, 1.5], goal: [3.5, 1.5] };
    const overlay = new Overlay(4, 3);
    const straight = planner.findPath(request);
    overlay.forbid(1, 1, ["E"]);
    assert.ok(planner.findPath({ ...request, overlay }).length > 3);
    assert.equal(fairway.checkPath(map, unit, straight).legal, true);
    assert.equal(fairway.checkPath(map, unit, straight, { overlay }).legal, false);
    overlay.corridor(0, 1, 4, 1);
    assert.equal(planner.findPath({ ...request, overlay }), null);
    overlay.clear();
    overlay.addCost(1, 1, 5);
    assert.ok(planner.findPath({ ...request, overlay }).length > 3);
    assert.throws(() => overlay.forbid(1, 1, ["up"]), /moves: one of E, SE, .* not "up"/);
    assert.throws(() => overlay.addCost(1, 1, 251), { result: "bad-value", message: /^cost: .* together may add 0 to 255/ });
});

test("the nearest of several goals is taken", () => {
    const { unit, planner } = room();
    const path = planner.findPath({
        unit,
        start: [0.5, 0.5],
        goal: {
            nearestOf: [
                [7.5, 3.5],
                [0.5, 3.5],
            ],
        },
    });
    assert.equal(path.length, 3);
});

test("mistakes are told by field, in a sentence", () => {
    const { map, unit, planner } = room();
    const refused = (act, result, text) =>
        assert.throws(
            act,
            (error) => error instanceof FairwayError && error.result === result && text.test(error.message),
        );
    refused(
        () => planner.findPath({ unit, start: [0.5, 0.5], goal: [1.5, 0.5], turnradius: 1 }),
        "bad-value",
        /turnradius: there is no such field/,
    );
    refused(
        () => planner.findPath({ unit, start: [0.5, 0.5], goal: [1.5, 0.5], method: "dijkstra" }),
        "bad-value",
        /method: one of auto, grid/,
    );
    refused(
        () => planner.findPath({ unit, start: [0.5, 0.5], goal: [1.5, 0.5], weight: 0 }),
        "bad-value",
        /weight: the weight must be from 1/,
    );
    refused(() => planner.findPath({ unit, start: [NaN, 0.5], goal: [1.5, 0.5] }), "not-finite", /start/);
    refused(
        () => planner.findPath({ unit, start: [0.5, 0.5], goal: [100, 0.5] }),
        "out-of-bounds",
        /goal\.pose/,
    );
    refused(
        () => planner.findPath({ unit: unit + 1, start: [0.5, 0.5], goal: [1.5, 0.5] }),
        "unknown-unit",
        /unit/,
    );
    refused(() => map.addUnit({ size: -1 }), "bad-size", /size/);
    refused(() => map.addUnit({ turnRadius: -1 }), "bad-value", /turnRadius/);
    refused(() => map.set(0, 0, "lava"), "unknown-terrain", /lava/);
    for (const wrong of [257, -1, 0.5, NaN])
        refused(
            () => map.setTiles([wrong], { x: 0, y: 0, width: 1, height: 1 }),
            "unknown-terrain",
            /whole numbers from 0 to 31/,
        );
    for (const place of [[1], [1, 2, 3, 4], "here", null, undefined, { x: 1 }])
        refused(() => planner.findPath({ unit, start: place, goal: [1.5, 0.5] }), "bad-value", /^start: /);
    refused(() => planner.findPath({ unit, start: [0.5, 0.5], goal: { x: 1 } }), "bad-value", /^goal: /);
    refused(() => GridMap.fromRows([]), "bad-size", /./);
    refused(() => new GridMap(0, 5), "bad-size", /./);
    refused(() => new GridMap(2.5, 5), "bad-value", /whole number/);
});

test("what was freed cannot be used, and a map lives as long as its planner", () => {
    const { map, unit, planner } = room();
    map.free();
    map.free();
    assert.throws(() => map.width, { result: "freed" });
    const path = planner.findPath({ unit, start: [0.5, 0.5], goal: [1.5, 0.5] });
    assert.equal(path.length, 1);
    path.free();
    assert.throws(() => path.length, { result: "freed" });
    planner.free();
    assert.throws(() => planner.findPath({ unit, start: [0.5, 0.5], goal: [1.5, 0.5] }), { result: "freed" });
});

test("a path without a search is empty", () => {
    assert.equal(new Path().summary.outcome, "none");
});

test("places may be typed arrays, as libraries of vectors have them", () => {
    const { map, unit, planner } = room();
    const list = planner.findPath({ unit, start: [0.5, 0.5], goal: [7.5, 3.5] });
    const typed = planner.findPath({ unit, start: new Float32Array([0.5, 0.5]), goal: new Float64Array([7.5, 3.5]) });
    assert.deepEqual(typed.segments, list.segments);
    const field = new fairway.Field(map);
    for (const goal of [[7, 3], new Int32Array([7, 3]), { x: 7, y: 3 }]) {
        field.fill(unit, [goal]);
        assert.equal(field.cost(7, 3), 0);
        assert.ok(field.cost(0, 0) > 7);
    }
    assert.throws(() => planner.findPath({ unit, start: new Float32Array(4), goal: [7.5, 3.5] }), { message: /^start: .* not \[0,0,0,0\]$/ });
});

test("a unit on its way asks again with its path", () => {
    const { unit, planner } = room();
    const first = planner.findPath({ unit, start: [0.5, 0.5], goal: [7.5, 3.5], smoothing: "taut" });
    const rest = planner.findPath({ unit, start: first.poseAt(1), goal: [7.5, 3.5], smoothing: "taut", previous: first });
    assert.ok(Math.abs(rest.length - (first.length - 1)) < 1e-9);
    assert.equal(planner.statistics.expanded, 0); // it is the rest of the path: nothing was searched
    first.free();
    assert.throws(() => planner.findPath({ unit, start: [0.5, 0.5], goal: [7.5, 3.5], previous: first }), { result: "freed" });
});

test("an object of another kind, or of another load(), is refused", async () => {
    const { map, unit, planner } = room();
    const other = await load();
    const path = planner.findPath({ unit, start: [0.5, 0.5], goal: [7.5, 3.5] });
    const ask = { unit, start: [0.5, 0.5], goal: [7.5, 3.5] };
    for (const Class of [Planner, fairway.Traffic, fairway.Field, fairway.Snapshot, fairway.AreaMap])
        for (const wrong of [planner, new other.GridMap(8, 4), undefined, null, {}, 5])
            assert.throws(() => new Class(wrong, unit), { name: "FairwayError", field: "map" }, `${Class.name} of ${wrong}`);
    for (const wrong of [{}, new other.Overlay(8, 4), path]) {
        assert.throws(() => planner.findPath({ ...ask, overlay: wrong }), { field: "overlay" });
        assert.throws(() => planner.findPath({ ...ask, areas: wrong }), { field: "areas" });
    }
    assert.throws(() => planner.findPath({ ...ask, previous: map }), { field: "previous" });
    assert.throws(() => fairway.checkPath(map, unit, map), { field: "path" });
    assert.throws(() => fairway.inspect.layer(planner, unit), { field: "map" });
});

test("what a request names lives until the search ends, whoever frees it", () => {
    const map = new GridMap(60, 60);
    map.set(20, 0, "blocked", 1, 50);
    map.commit();
    const unit = map.addUnit();
    const [start, goal] = [[5.5, 5.5], [55.5, 5.5]];
    const overlay = () => {
        const made = new Overlay(60, 60);
        made.block(40, 20, 1, 40);
        return made;
    };
    const previous = new Planner(map).findPath({ unit, start: [5.5, 15.5], goal });
    const named = { overlay, areas: () => new fairway.AreaMap(map, unit, { side: 10 }), previous: () => previous };
    for (const [name, make] of Object.entries(named)) {
        const ask = { unit, start, goal, method: name === "areas" ? "areas" : "astar" };
        const { length } = new Planner(map).findPath({ ...ask, [name]: make() });
        const free = (object) => {
            object.free();
            for (let i = 0; i < 50; i++) new Overlay(60, 60).block(0, 0, 60, 60); // something else lies there then
        };
        const doomed = make();
        let frees = 0;
        const trace = () => frees++ || free(doomed);
        if (name !== "previous") assert.equal(new Planner(map).findPath({ ...ask, [name]: doomed, trace }).length, length, name);
        const other = make();
        const search = new Planner(map).search({ ...ask, [name]: other });
        free(other);
        while (search.step(20));
        assert.equal(search.best().length, length, name);
    }
    assert.throws(() => new Planner(map).findPath({ unit, start, goal, previous }), /this Path was freed/);
});

test("a planner needs no map that can be used, and refuses with the same sentences", () => {
    const { map, unit, planner } = room();
    const field = new fairway.Field(map);
    map.free();
    assert.throws(() => planner.findPath({ unit, start: [0.5, 0.5], goal: [99, 0.5] }), /goal/);
    assert.equal(planner.refusal({ unit, start: [0.5, 0.5], goal: [5.5, 2.5] }), null);
    field.fill(unit, [[0, 0]]);
    assert.equal(field.costs().length, 32);
});

test("where a unit may stand, where it left its path, costs of a robot's map, and slices of time", () => {
    const { map, unit, planner } = room();
    const place = { x: 3.5, y: 1.5, heading: 1 };
    assert.deepEqual(map.nearestFree(unit, place), { x: 3.5, y: 2.5, heading: 1 });
    assert.notDeepEqual(map.nearestFree(unit, place, { taken: [{ x: 3.5, y: 2.5, radius: 0.5 }] }), { x: 3.5, y: 2.5, heading: 1 });
    const overlay = new Overlay(8, 4);
    overlay.block(0, 0, 8, 4);
    assert.equal(map.nearestFree(unit, place, { overlay }), null);
    const ask = { unit, start: [0.5, 0.5], goal: [7.5, 0.5], method: "astar" };
    const path = planner.findPath(ask);
    assert.deepEqual(path.nearest([3.5, 1]), { distance: 3, away: 0.5 });
    overlay.clear();
    overlay.setCosts([254, 254], { x: 4, y: 0, width: 1, height: 2 });
    assert.ok(planner.findPath({ ...ask, overlay }).length > path.length);
    assert.throws(() => overlay.setCosts([1]), { field: "costs" });
    assert.throws(() => overlay.setCosts([256], { width: 1, height: 1 }), { field: "costs" });
    const search = planner.search(ask);
    while (search.stepFor(1));
    assert.equal(search.best().length, path.length);
});

test("what is no list, no place or no function is refused, and nothing is written beyond its memory", () => {
    const { map, unit, planner } = room();
    const ask = { unit, start: [0.5, 0.5], goal: [7.5, 3.5], method: "astar" };
    assert.throws(() => planner.findPath({ ...ask, goal: { nearestOf: 3 } }), { field: "goal.nearestOf" });
    assert.throws(() => planner.findPath({ ...ask, trace: 3 }), { field: "trace" });
    for (const start of [[undefined, 1], { x: 1, y: undefined }, "1,1"])
        assert.throws(() => planner.findPath({ ...ask, start }), { name: "FairwayError", message: /^start: \[x, y\], /, field: "start" });
    assert.throws(() => GridMap.fromRows("..\n.."), { field: "rows" });
    for (const wrong of [2, "car", null]) assert.throws(() => map.addUnit(wrong), { field: "unit" });
    assert.throws(() => map.clearance(0, 0, [40]), { result: "unknown-terrain" });
    assert.equal(map.clearance(0, 0, "ground"), map.clearance(0, 0, ["ground"]));
    assert.ok(map.addUnit({ methods: "astar" }));
    assert.throws(() => fairway.Traffic.places("line", [1, 1], 1, -1), { result: "bad-size" });
    assert.throws(() => map.addUnit({ terrainCost: 3 }), { field: "terrainCost" });
    assert.ok(planner.findPath(ask).length > 7);
});

test("sentences name what JavaScript gives: no function of C, and no parameter by its number", () => {
    const { map, unit, planner } = room();
    const ask = { unit, start: [0.5, 0.5], goal: [7.5, 3.5] };
    const traffic = new fairway.Traffic(map);
    const wrong = [
        [() => planner.findPath(), "request: an object with its fields expected, not undefined"],
        [() => planner.search(null), "request: an object with its fields expected, not null"],
        [() => traffic.add(), "agent: an object with its fields expected, not undefined"],
        [() => new fairway.ForestPlanner(new fairway.Forest()).findPath(2), "request: an object with its fields expected, not 2"],
        [() => planner.findPath({ ...ask, nearest: 3 }), "nearest: true or false expected, not 3"],
        [() => traffic.hold(1, "no"), 'holds: true or false expected, not "no"'],
        [() => traffic.order(7, [1, 1]), "there is no unit with this id"],
        [() => traffic.place(1, { x: "a", y: 2 }), 'place.x: a number expected, not "a"'],
        [() => map.fits(unit, 1), "y: a whole number expected, not undefined"],
        [() => map.addUnit({ size: "2" }), 'size: a whole number expected, not "2"'],
        [() => map.addUnit({ terrainCost: [1, "2"] }), 'terrainCost[1]: a number expected, not "2"'],
        [() => map.nearestFree(unit, [1, 1], { taken: 5 }), "taken: a list expected, not 5"],
        [() => traffic.orderGroup([1, 2], [[1, 1]]), "there are 2 units and 1 places"],
        [() => traffic.orderGroup([1], [[1, 1]], 2), "together: an object with its fields expected, not 2"],
        [() => traffic.setObstacle(1, [1, 1], 1, 5), "velocity: [vx, vy] expected, not 5"],
        [() => traffic.step("1"), 'seconds: a number expected, not "1"'],
        [() => traffic.step(-1), "seconds: a number from 0 to 60 expected"],
        [() => new fairway.Traffic(map).restore([1, 2]), "these bytes are no saved traffic, of a later version, or damaged"],
        [() => new fairway.Field(map).fill(unit, [[1]]), "goals[0]: [x, y], [x, y, heading] or { x, y, heading } expected, not [1]"],
        [() => new GridMap(0, 3), "a map has from 1 x 1 to 16384 x 16384 tiles, not 0 x 3"],
        [() => GridMap.fromRows([undefined]), "rows: a list of strings expected, not [null]"],
        [() => planner.findPath({ ...ask, goal: { nearestOf: [[1, 1]], radius: 1 } }), /^goal: .* not {"nearestOf":\[\[1,1\]\],"radius":1}$/],
    ];
    for (const [call, message] of wrong) assert.throws(call, { name: "FairwayError", message });
    assert.ok(planner.findPath({ ...ask, nearest: 1 }));
});

test("what an option is not called is refused, and so is what an object lacks", async () => {
    const { map, unit, planner } = room();
    const tiles = new Uint8Array(map.width * map.height);
    const circle = { x: 1, y: 1, radius: 1 };
    const options = [
        (names) => map.setTiles(tiles, names),
        (names) => map.nearestFree(unit, [1, 1], names),
        (names) => new fairway.Overlay(map.width, map.height).setCosts(tiles, names),
        (names) => new fairway.Traffic(map).nearest(1, 1, names),
        (names) => new GridMap(2, 2, names),
        (names) => new fairway.AreaMap(map, unit, names),
        (names) => fairway.checkPath(map, unit, planner.findPath({ unit, start: [0.5, 0.5], goal: [0.5, 1.5] }), names),
    ];
    for (const call of options) {
        assert.throws(() => call({ misspelt: 1 }), { name: "FairwayError", field: "misspelt" }, String(call));
        for (const wrong of [5, null]) assert.throws(() => call(wrong), { name: "FairwayError", result: "bad-value" }, String(call));
    }
    await assert.rejects(load(undefined, { misspelt: 1 }), { field: "misspelt" });
    await assert.rejects(load(undefined, { decodePng: 1 }), { field: "decodePng" });
    await assert.rejects(load(5), { field: "source" });
    assert.ok(await load(new URL("../fairway.wasm", import.meta.url).href));
    for (const lacking of Object.keys(circle)) {
        const { [lacking]: _, ...others } = circle;
        assert.throws(() => new fairway.Forest().add(others), { message: `circle.${lacking}: a number expected, not undefined` });
        assert.throws(() => map.nearestFree(unit, [1, 1], { taken: [circle, others] }), { field: `taken[1].${lacking}` });
    }
    assert.throws(() => fairway.canDrive(map, unit, { length: 1, curvature: 0, gear: "forward" }), { field: "segment.start" });
    assert.equal(planner.findPath({ unit, start: { x: 0.5, y: 0.5, heading: undefined }, goal: [0.5, 1.5] }).poseAt(0).x, 0.5);
});

test("letters of rows may be any of Unicode", () => {
    const map = GridMap.fromRows(["🌲.", ".🌲"], { "🌲": "tree", ".": "ground" });
    assert.equal(map.width, 2);
    assert.deepEqual([...map.terrains()], [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) => fairway.terrains[x === y ? "tree" : "ground"]));
});

test("paths that nobody frees let the memory grow in few steps: engines collect garbage at each", async (context) => {
    const { instantiate } = WebAssembly;
    let memory = null;
    context.mock.method(WebAssembly, "instantiate", async (...given) => {
        const instance = await instantiate.apply(WebAssembly, given);
        ({ memory } = instance.exports);
        return instance;
    });
    const { Path } = await load();
    const sizes = new Set();
    const paths = Array.from({ length: 40000 }, () => {
        sizes.add(memory.buffer.byteLength);
        return new Path();
    });
    const [first] = sizes;
    assert.ok(memory.buffer.byteLength > 2 * first, "the paths take memory");
    assert.ok(sizes.size <= 30, `the memory has had ${sizes.size} sizes`);
    paths.forEach((path) => path.free());
});

test("a trace cannot use or free the planner that searches, and can use all else", () => {
    const { map, unit, planner } = room();
    const ask = { unit, start: [0.5, 0.5], goal: [7.5, 3.5], method: "astar" };
    const length = planner.findPath(ask).length;
    const refused = { name: "FairwayError", message: /^this (Planner|Search) is searching/ };
    for (const trace of [() => planner.free(), () => planner.findPath(ask), () => planner.search(ask), () => planner.explain(ask)])
        assert.throws(() => planner.findPath({ ...ask, trace }), refused);
    let search = null;
    for (const trace of [() => search.free(), () => search.best(), () => planner.findPath(ask), () => planner.free()]) {
        search = planner.search({ ...ask, trace });
        assert.throws(() => search.step(5), refused);
        search.free();
    }
    let other = 0;
    const trace = () => (other ||= new Planner(map).findPath(ask).length);
    assert.equal(planner.findPath({ ...ask, trace }).length, length);
    assert.equal(other, length);
    search = planner.search(ask);
    planner.free();
    assert.equal(search.step(0), false);
    assert.equal(search.best().length, length);
});

test("the corners of a body are counted, and a body without a kind is refused", () => {
    const { map } = room();
    const corners = [{ ahead: 1, aside: 0 }, { ahead: -0.5, aside: 0.4 }, { ahead: -0.5, aside: -0.4 }];
    assert.ok(map.addUnit({ footprint: { kind: "polygon", corners } }));
    assert.ok(map.addUnit({ footprint: { kind: "polygon", corners, cornerCount: 3 } }));
    assert.throws(() => map.addUnit({ footprint: { kind: "polygon", corners: corners.slice(1) } }), { field: "footprint.cornerCount" });
    assert.throws(() => map.addUnit({ footprint: { radius: 0.4 } }), { name: "FairwayError", field: "footprint.kind" });
    for (const wrong of [0.4, null, "circle"]) assert.throws(() => map.addUnit({ footprint: wrong }), { field: "footprint" });
});
