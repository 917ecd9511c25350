import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../src/index.js";

const { Forest, ForestPlanner, GridMap } = await load();

/// Length of the way round one circle in the middle of the line from (-d, 0) to (d, 0): two tangents and an arc.
const aroundOne = (d, r) => 2 * Math.sqrt(d * d - r * r) + r * (Math.PI - 2 * Math.acos(r / d));

const near = (value, expected) =>
    assert.ok(Math.abs(value - expected) < 1e-9, `${value} instead of ${expected}`);

test("the way round a circle is as long as geometry says", () => {
    const forest = new Forest();
    const id = forest.add({ x: 0, y: 0, radius: 2 });
    const planner = new ForestPlanner(forest);
    const find = () => planner.findPath({ radius: 0.5, start: [-6, 0], goal: [6, 0] });
    near(find().length, aroundOne(6, 2.5));
    forest.move(id, { x: 0, y: 0, radius: 3 });
    near(find().length, aroundOne(6, 3.5));
    assert.deepEqual(forest.tree(id), { x: 0, y: 0, radius: 3 });
    forest.remove(id);
    near(find().length, 12);
    assert.equal(forest.count, 0);
});

test("no pose of a path lies inside a circle, and its lines between circles are among the edges that were considered", () => {
    const forest = new Forest();
    const circles = [];
    for (let i = 0; i < 40; i++) {
        const circle = { x: 3 + ((i * 7) % 20), y: 2 + ((i * 11) % 17), radius: 0.4 + (i % 3) * 0.15 };
        circles.push(circle);
        forest.add(circle);
    }
    const planner = new ForestPlanner(forest);
    const path = planner.findPath({ radius: 0.1, start: [0, 10], goal: [26, 9] });
    const poses = path.poses(1e-4);
    for (let i = 0; i < poses.length; i += 3)
        for (const { x, y, radius } of circles)
            assert.ok(Math.hypot(poses[i] - x, poses[i + 1] - y) >= radius + 0.1 - 1e-3);
    const edges = planner.edges();
    assert.ok(edges.length > path.segments.length);
    const lines = edges.filter((edge) => edge.kind === "line" && edge.isReached);
    for (const { start, length, curvature } of path.segments.slice(0, -1))
        if (curvature === 0)
            assert.ok(
                lines.some(
                    ({ segment }) =>
                        Math.hypot(segment.start.x - start.x, segment.start.y - start.y) < 1e-9 &&
                        Math.abs(segment.length - length) < 1e-9,
                ),
            );
});

test("walls of a map close a forest off", () => {
    const map = GridMap.fromRows([".#.", ".#.", ".#."]);
    const forest = new Forest();
    const planner = new ForestPlanner(forest);
    const find = () => planner.findPath({ radius: 0.3, start: [0.5, 1.5], goal: [2.5, 1.5] });
    near(find().length, 2);
    forest.setMap(map);
    assert.equal(find(), null);
    assert.equal(planner.result, "unreachable");
    forest.setMap(null);
    near(find().length, 2);
});

test("mistakes are told", () => {
    const forest = new Forest();
    const planner = new ForestPlanner(forest);
    assert.throws(() => forest.remove(5), { result: "unknown-tree" });
    assert.throws(() => forest.add({ x: 0, y: 0, radius: -1 }), { result: "bad-value" });
    assert.throws(() => planner.findPath({ radius: -1, start: [0, 0], goal: [1, 1] }), { result: "bad-value" });
    assert.throws(() => planner.edges(), { result: "not-found" });
    forest.free();
    near(planner.findPath({ start: [0, 0], goal: [3, 4] }).length, 5);
});

test("a search in steps finds the same path, and considers more edges with each step", () => {
    const forest = new Forest();
    for (let i = 0; i < 12; i++) forest.add({ x: 2 + (i % 4) * 3, y: 2 + Math.floor(i / 4) * 3, radius: 1.1 });
    const request = { radius: 0.2, start: [0, 5], goal: [14, 5.2] };
    const whole = new ForestPlanner(forest).findPath(request);
    const planner = new ForestPlanner(forest);
    const counts = [];
    planner.begin(request);
    let path = null;
    while (!path && (counts.length === 0 || planner.result === "pending")) {
        path = planner.step(1);
        counts.push(planner.edges().length);
    }
    assert.deepEqual(path.segments, whole.segments);
    assert.ok(counts.length > 3 && counts.at(-1) > counts[0]);
    assert.ok(counts.every((count, i) => i === 0 || count >= counts[i - 1]));
});

test("a path among trees on a map has a speed profile without the map", () => {
    const map = new GridMap(20, 10), forest = new Forest();
    forest.add({ x: 8, y: 5, radius: 2 });
    forest.setMap(map, ["ground"]);
    const path = new ForestPlanner(forest).findPath({ radius: 0.4, start: [1, 5], goal: [18, 5] });
    path.profile(null, { top: 4, acceleration: 6, braking: 6, lateral: 6 });
    assert.ok(path.duration > path.length / 4);
});
