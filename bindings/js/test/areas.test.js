// Area maps: areas of a designer and squares, walks over them, and their marks.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../src/index.js";

const { AreaMap, GridMap, Planner, inspect } = await load();
const HALL = ["............", ".####..####.", "............", "............"];

test("a label is an area, squares are the others, and a walk leads through adjacent ones", () => {
    const map = GridMap.fromRows(HALL);
    const unit = map.addUnit();
    const labels = HALL.flatMap((row, y) => [...row].map((_, x) => (y === 2 && x < 6 ? 7 : 0)));
    const areas = new AreaMap(map, unit, { labels, side: 4 });
    const yard = areas.at(0, 2);
    assert.equal(areas.label(yard), 7);
    assert.equal(areas.at(1, 1), -1);
    assert.equal(areas.label(areas.at(11, 0)), 0);
    assert.deepEqual([areas.at(5, 2), areas.at(6, 2) === yard], [yard, false]);
    const planner = new Planner(map);
    const request = { unit, start: [0.5, 3.5], goal: [11.5, 0.5], method: "areas", areas };
    assert.ok(planner.findPath(request).length >= planner.findPath({ ...request, method: "astar", areas: undefined }).length);
    planner.findPath(request);
    const way = planner.areaPath(), marks = inspect.areas(areas);
    assert.deepEqual([way[0], way.at(-1)], [areas.at(0, 3), areas.at(11, 0)]);
    const middles = marks.filter(({ kind }) => kind === "midpoint").map(({ place }) => place);
    const steps = marks.filter(({ kind }) => kind === "area-step");
    assert.equal(middles.length, areas.count);
    assert.ok(way.slice(1).every((to, i) => {
        const pair = [way[i], to].sort((a, b) => a - b);
        return steps.some(({ group, line: { start, length } }) =>
            group === pair[0] && Math.abs(Math.hypot(middles[pair[1]].x - start.x, middles[pair[1]].y - start.y) - length) < 1e-9);
    }));
    const search = planner.search(request);
    while (search.step(1));
    assert.deepEqual(search.areaPath(), way);
    search.free();
    planner.findPath({ ...request, method: "astar", areas: undefined });
    assert.deepEqual(planner.areaPath(), []);
});

test("marks cover the tiles of each area; mistakes throw", () => {
    const map = GridMap.fromRows(HALL);
    const unit = map.addUnit();
    const areas = new AreaMap(map, unit, { partition: "quadtree", side: 2 });
    const seen = new Map();
    for (const { kind, numbers, tiles } of inspect.areas(areas))
        if (kind === "area")
            for (let x = tiles.x; x < tiles.x + tiles.width; x++) seen.set(`${x} ${tiles.y}`, numbers.area);
    HALL.forEach((row, y) => [...row].forEach((_, x) => assert.equal(seen.get(`${x} ${y}`) ?? -1, areas.at(x, y))));
    assert.throws(() => new AreaMap(map, unit, { side: -1 }), { result: "bad-value" });
    assert.throws(() => new AreaMap(map, unit + 1), { result: "unknown-unit" });
    assert.throws(() => new AreaMap(map, unit, { labels: [1, 2] }), { result: "bad-size" });
    areas.free();
    assert.throws(() => areas.count, { result: "freed" });
});
