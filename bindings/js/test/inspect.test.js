// Marks of the library's inside, against what other functions tell of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../src/index.js";

const { Forest, ForestPlanner, GridMap, Planner, Traffic, bitangents, canDrive, dubins, inspect, radicalOf, sightOf } =
    await load();
const HALL = [
    "................",
    "..####....###...",
    ".....#....#.....",
    "..........#.....",
    "#####.#...####..",
    "................",
    "....#...........",
    "....#.....####..",
];
const hall = (unit) => {
    const map = GridMap.fromRows(HALL);
    return { map, unit: map.addUnit(unit) };
};

/// A value for each tile, from marks of runs of tiles.
function painted(map, marks, valueOf) {
    const values = new Array(map.width * map.height).fill(0);
    for (const mark of marks) {
        const { x, y, width, height } = mark.tiles;
        for (let row = y; row < y + height; row++)
            for (let column = x; column < x + width; column++) {
                assert.equal(values[row * map.width + column], 0, "tiles come twice");
                values[row * map.width + column] = valueOf(mark);
            }
    }
    return values;
}

const distanceToLine = ({ start, length }, { x, y }) => {
    const dx = Math.cos(start.heading), dy = Math.sin(start.heading);
    const along = Math.min(length, Math.max(0, (x - start.x) * dx + (y - start.y) * dy));
    return Math.hypot(start.x + along * dx - x, start.y + along * dy - y);
};

test("a layer is where the unit fits, and regions have the map's labels", () => {
    for (const size of [1, 2]) {
        const { map, unit } = hall({ size });
        const fits = Array.from({ length: map.width * map.height }, (_, i) =>
            Number(map.fits(unit, i % map.width, Math.floor(i / map.width))),
        );
        assert.deepEqual(painted(map, inspect.layer(map, unit), () => 1), fits);
        const regions = inspect.regions(map, unit);
        assert.ok(regions.every(({ kind, shape }) => kind === "region" && shape === "tiles"));
        assert.deepEqual(painted(map, regions, ({ numbers }) => numbers.label), [...map.regions(unit)]);
    }
});

test("a receiver gets as many marks as it wants", () => {
    const { map, unit } = hall();
    const all = inspect.layer(map, unit);
    assert.ok(all.length > 10);
    assert.deepEqual(inspect.layer(map, unit, 3), all.slice(0, 3));
});

test("what was not prepared is refused, and nothing is left behind", () => {
    const { map, unit } = hall({ methods: ["on-demand"] });
    assert.throws(() => inspect.clusters(map, unit), { result: "not-prepared" });
    assert.throws(() => inspect.layer(map, unit + 7), { result: "unknown-unit" });
    map.prepare(unit, "hierarchy");
    assert.ok(inspect.clusters(map, unit).length > 0);
});

test("clusters cover the map, transitions lead between neighbours, and edges join tiles of one cluster", () => {
    const { map, unit } = hall({ cluster: 4 });
    map.prepare(unit, "hierarchy");
    const marks = inspect.clusters(map, unit);
    const of = (kind) => marks.filter((mark) => mark.kind === kind);
    const clusters = painted(map, of("cluster"), ({ group }) => group + 1);
    assert.ok(clusters.every((cluster) => cluster > 0));
    const clusterAt = (x, y) => clusters[Math.floor(y) * map.width + Math.floor(x)];
    const ends = ({ line: { start, length } }) => [
        [start.x, start.y],
        [start.x + length * Math.cos(start.heading), start.y + length * Math.sin(start.heading)],
    ];
    assert.ok(of("transition").length > 4 && of("abstract-edge").length > 4);
    for (const mark of of("transition")) {
        const [from, to] = ends(mark);
        assert.notEqual(clusterAt(...from), clusterAt(...to));
        assert.ok(Math.abs(mark.numbers.cost - mark.line.length) < 1e-6);
        assert.ok(map.fits(unit, ...from.map(Math.floor)) && map.fits(unit, ...to.map(Math.floor)));
    }
});

test("jump points lie where straight runs stop, and say from where", () => {
    const { map, unit } = hall();
    map.prepare(unit, "jump-points");
    const marks = inspect.jumpPoints(map, unit);
    assert.ok(marks.length > 5);
    for (const { shape, place, numbers } of marks) {
        assert.equal(shape, "point");
        assert.ok(map.fits(unit, Math.floor(place.x), Math.floor(place.y)));
        assert.ok(numbers.moves > 0 && numbers.moves < 256);
    }
});

test("a motion is free if the unit can drive it, and its mask covers the tiles under its middle", () => {
    const { map, unit } = hall({ footprint: { kind: "circle", radius: 0.4 }, size: 0, turnRadius: 1.5, reverse: true });
    map.prepare(unit, "directional");
    const marks = inspect.motions(map, unit, "directional", [8.5, 5.5, 0]);
    const motions = marks.filter(({ kind }) => kind === "motion");
    assert.ok(motions.some(({ numbers }) => numbers.free) && motions.some(({ numbers }) => !numbers.free));
    assert.ok(motions.some(({ line }) => line.gear === "reverse") && motions.some(({ line }) => line.curvature !== 0));
    for (const group of new Set(motions.map((mark) => mark.group))) {
        const own = motions.filter((mark) => mark.group === group);
        assert.equal(own.every(({ line }) => canDrive(map, unit, line)), own[0].numbers.free === 1);
        const mask = marks.filter((mark) => mark.kind === "hit-mask" && mark.group === group);
        for (const { line: { start } } of own)
            assert.ok(mask.some(({ tiles: { x, y, width, height } }) =>
                start.x >= x && start.x <= x + width && start.y >= y && start.y <= y + height)); // prettier-ignore
    }
});

test("in a traffic, reservations begin where the units are, and say who waits for whom", () => {
    const map = GridMap.fromRows(["............"]);
    const unit = map.addUnit({ footprint: { kind: "circle", radius: 0.4 }, size: 0 });
    const traffic = new Traffic(map);
    traffic.add({ id: 1, unit, start: [0.5, 0.5], top: 1 });
    traffic.add({ id: 2, unit, start: [3.5, 0.5] });
    traffic.hold(2);
    traffic.order(1, [10.5, 0.5]);
    const waits = [];
    for (let tick = 0; tick < 300; tick++) {
        traffic.step(1 / 60);
        const marks = inspect.traffic(traffic);
        for (const [group, id] of [1, 2].entries()) {
            const { pose } = traffic.state(id);
            const first = marks.find((mark) => mark.kind === "reservation" && mark.group === group);
            if (first) assert.ok(Math.hypot(first.line.start.x - pose.x, first.line.start.y - pose.y) < 1e-9);
            assert.equal(marks.filter((mark) => mark.kind === "stop" && mark.group === group).length, 1);
        }
        waits.push(...marks.filter(({ kind }) => kind === "wait"));
    }
    assert.ok(waits.length > 0);
    assert.ok(waits.every(({ numbers }) => numbers.unit !== numbers.other && numbers.seconds >= 0));
});

test("the edges of a forest are those of its planner", () => {
    const forest = new Forest();
    for (const [x, y, radius] of [[4, 4, 2], [9, 5, 1.5], [7, 8, 2]]) forest.add({ x, y, radius }); // prettier-ignore
    const planner = new ForestPlanner(forest);
    planner.findPath({ radius: 0.3, start: [0, 4], goal: [13, 6] });
    const kinds = { line: "surfing-edge", arc: "hugging-edge", blocked: "blocked-arc" };
    const edges = planner.edges().map(({ kind, segment, isReached }) => [kinds[kind], segment, Number(isReached)]);
    assert.deepEqual(inspect.forest(planner).map(({ kind, line, numbers }) => [kind, line, numbers.reached]), edges);
    assert.ok(edges.some(([kind]) => kind === "hugging-edge") && edges.some(([, , reached]) => reached));
});

test("bitangents touch both circles; sight and radical line are where they should be", () => {
    const a = { x: 3, y: 4, radius: 2 }, b = { x: 10, y: 6, radius: 1 };
    const lines = inspect.bitangents(a, b).filter(({ kind }) => kind === "bitangent");
    assert.deepEqual(lines.map(({ line }) => line), bitangents(a, b));
    assert.deepEqual(lines.map(({ numbers }) => numbers.internal), [0, 0, 1, 1]);
    for (const { line } of lines)
        for (const circle of [a, b]) assert.ok(Math.abs(distanceToLine(line, circle) - circle.radius) < 1e-9);
    assert.deepEqual(bitangents(a, { x: 3, y: 4.5, radius: 1 }), []);

    const [, sight] = inspect.sight(a, [0, 0], [8, 2]);
    const along = { start: { x: 0, y: 0, heading: Math.atan2(2, 8) }, length: Math.hypot(8, 2) };
    assert.ok(Math.abs(sight.numbers.d - distanceToLine(along, a)) < 1e-9);
    assert.equal(sight.numbers.clear, 1);
    assert.equal(sightOf(a, [0, 0], [8, 2]).distance, sight.numbers.d);

    const arc = { start: { x: 3, y: 2, heading: 0 }, curvature: 0.5, length: 3, gear: "forward" }; // on circle a
    const radical = radicalOf(arc, { x: 5, y: 3, radius: 1 });
    assert.equal(radical.isBlocked, true);
    assert.equal(radical.crossings.length, 2);
    for (const { x, y } of radical.crossings) {
        assert.ok(Math.abs(Math.hypot(x - 3, y - 4) - 2) < 1e-9);
        assert.ok(Math.abs(Math.hypot(x - 5, y - 3) - 1) < 1e-9);
    }
    assert.deepEqual(radicalOf(arc, { x: 9, y: 9, radius: 1 }).crossings, []);
});

test("the parts of a curve are as long as the curve, and its arcs have the turning radius", () => {
    const [best] = dubins([0, 0, 0], [6, 5, 2], 1.5);
    const marks = inspect.curve(best.segments);
    const parts = marks.filter(({ kind }) => kind === "curve-part");
    assert.deepEqual(parts.map(({ line }) => line), best.segments);
    assert.ok(Math.abs(parts.reduce((sum, { numbers }) => sum + numbers.length, 0) - best.length) < 1e-9);
    const centres = marks.filter(({ kind }) => kind === "centre");
    assert.ok(centres.length >= 2);
    for (const { numbers, place, group } of centres) {
        const { start } = best.segments[group];
        assert.ok(Math.abs(numbers.radius - 1.5) < 1e-9);
        assert.ok(Math.abs(Math.hypot(place.x - start.x, place.y - start.y) - 1.5) < 1e-9);
    }
    assert.deepEqual(inspect.curve([]), []);
});

test("marks and traces can be asked for one after the other", () => {
    const { map, unit } = hall();
    const events = [];
    new Planner(map).findPath({ unit, start: [0.5, 0.5], goal: [15.5, 7.5], method: "astar", trace: (event) => events.push(event) });
    assert.ok(events.length > 10 && inspect.layer(map, unit).length > 10);
});

test("the guide of a search is the cost without walls; Walkable stops at a wall; cones keep off the road", () => {
    const { map, unit } = hall();
    const planner = new Planner(map);
    const search = planner.search({ unit, start: [0.5, 0.5], goal: [15.5, 6.5], method: "astar" });
    search.step(0);
    const guide = inspect.guide(search);
    assert.equal(guide.length, HALL.join("").split(".").length - 1);
    for (const { tiles, numbers } of guide) {
        const [near, far] = [15 - tiles.x, Math.abs(6 - tiles.y)].sort((a, b) => a - b);
        assert.ok(Math.abs(numbers.h - (far - near + Math.SQRT2 * near)) < 1e-3);
    }
    assert.throws(() => inspect.cones(search), { result: "not-found" });

    const samples = inspect.walkable(map, unit, [0.5, 0.5], [3.5, 2.5]);
    assert.equal(samples.findIndex(({ numbers }) => !numbers.free), samples.length - 1);
    assert.equal(HALL[Math.floor(samples.at(-1).place.y)][Math.floor(samples.at(-1).place.x)], "#");

    const street = GridMap.fromRows(["......", "RRRRR.", "....R.", "....R.", "....R."].map((row) => row.replaceAll("R", ".")));
    ["01", "11", "21", "31", "41", "42", "43", "44"].forEach(([x, y]) => street.set(Number(x), Number(y), "road"));
    street.commit();
    const walker = street.addUnit({ terrainCost: { ground: 3, road: 1 } });
    const way = new Planner(street).search({ unit: walker, start: [0.5, 1.5], goal: [4.5, 4.5], method: "astar", roads: "cones" });
    way.step(0);
    const cones = inspect.cones(way).map(({ tiles }) => [tiles.x, tiles.y]);
    assert.ok(cones.some(([x, y]) => x === 0 && y === 0) && cones.every(([x, y]) => street.terrain(x, y) !== 6));
});
