import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../src/index.js";

const { GridMap, Overlay, Traffic } = await load();
const RADIUS = 0.4;
const STRIDE = Traffic.columns.length;

function hall(rows = Array(16).fill(".".repeat(24))) {
    const map = GridMap.fromRows(rows);
    const unit = map.addUnit({ footprint: { kind: "circle", radius: RADIUS } });
    return { map, unit, traffic: new Traffic(map) };
}

/// Lets time pass; no two bodies may overlap, and no body may overlap a blocked tile.
function drive(map, traffic, seconds) {
    for (let time = 0; time < seconds; time += 0.125) {
        traffic.step(0.125);
        const states = traffic.states();
        for (let i = 0; i < states.length; i += STRIDE) {
            const [x, y] = states.subarray(i + 3, i + 5);
            for (let j = 0; j < i; j += STRIDE)
                assert.ok(Math.hypot(states[j + 3] - x, states[j + 4] - y) >= 2 * RADIUS - 1e-6);
            assert.ok(distanceToWall(map, x, y) >= RADIUS - 2e-6);
        }
    }
}

function distanceToWall(map, x, y) {
    let least = Math.min(x, y, map.width - x, map.height - y);
    for (let row = Math.floor(y) - 1; row <= y + 1; row++)
        for (let column = Math.floor(x) - 1; column <= x + 1; column++) {
            const isInside = column >= 0 && row >= 0 && column < map.width && row < map.height;
            if (!isInside || map.terrain(column, row) !== 0) continue;
            const nearX = Math.min(Math.max(x, column), column + 1),
                nearY = Math.min(Math.max(y, row), row + 1);
            least = Math.min(least, Math.hypot(x - nearX, y - nearY));
        }
    return least;
}

test("overlays and top speeds of terrains hold for the units of a traffic", () => {
    const map = new GridMap(20, 5);
    map.set(0, 2, "swamp", 20, 1);
    map.commit();
    const unit = map.addUnit({ footprint: { kind: "circle", radius: 0.4 } });
    const ride = (prepare) => {
        const traffic = new Traffic(map);
        prepare(traffic);
        traffic.add({ id: 1, unit, start: [1.5, 2.5], top: 4, acceleration: 6, braking: 6, lateral: 6 });
        traffic.order(1, [18.5, 2.5]);
        for (let i = 0; i < 100 && traffic.state(1).activity !== "arrived"; i++) traffic.step(0.25);
        return [traffic.time, traffic.state(1).activity];
    };
    const [time] = ride(() => {});
    assert.ok(ride((traffic) => traffic.setSpeeds(unit, { swamp: 1 }))[0] > 2 * time);
    const swift = (traffic) => [{ swamp: 1 }, null].forEach((speeds) => traffic.setSpeeds(unit, speeds));
    assert.equal(ride(swift)[0], time);
    const wall = new Overlay(20, 5);
    wall.block(10, 0, 1, 4);
    assert.ok(ride((traffic) => traffic.setOverlay(wall))[0] > time);
    assert.ok(ride((traffic) => traffic.setKindOverlay(unit, wall))[0] > time);
    assert.equal(ride((traffic) => [wall, null].forEach((over) => traffic.setOverlay(over)))[0], time);
    const traffic = new Traffic(map);
    assert.throws(() => traffic.setUnitOverlay(7, wall), { result: "unknown-unit" });
    assert.throws(() => traffic.setOverlay(map), { field: "overlay" });
    assert.throws(() => traffic.setOverlay(new Overlay(3, 3)), { result: "wrong-map" });
});

test("two crowds change sides and never overlap", () => {
    const { map, unit, traffic } = hall();
    for (let i = 0; i < 6; i++) {
        traffic.add({ id: i + 1, unit, start: [1.5, 2.5 + 2 * i], top: 2, acceleration: 4, braking: 4 });
        traffic.add({ id: i + 11, unit, start: [22.5, 2.5 + 2 * i, Math.PI], top: 2, acceleration: 4, braking: 4 });
        traffic.order(i + 1, [22.5, 2.5 + 2 * i]);
        traffic.order(i + 11, [1.5, 2.5 + 2 * i]);
    }
    assert.equal(traffic.count, 12);
    drive(map, traffic, 60);
    assert.ok(Math.abs(traffic.time - 60) < 1e-9);
    for (let i = 0; i < 6; i++) {
        const { activity, pose } = traffic.state(i + 1);
        assert.equal(activity, "arrived");
        assert.ok(Math.hypot(pose.x - 22.5, pose.y - (2.5 + 2 * i)) <= 0.05);
    }
});

test("a group stands in its formation, together or not", () => {
    for (const together of [false, true, { ownSteps: 4 }]) {
        const { map, unit, traffic } = hall();
        const ids = [1, 2, 3, 4];
        for (const id of ids) traffic.add({ id, unit, start: [2.5, 2.5 * id], top: 2, acceleration: 4, braking: 4 });
        const places = Traffic.places("wedge", [18, 8, 0], 1.5, ids.length);
        traffic.orderGroup(ids, places, together);
        drive(map, traffic, 40);
        for (const { x, y } of places) {
            const distances = ids.map((id) => {
                const { pose } = traffic.state(id);
                return Math.hypot(pose.x - x, pose.y - y);
            });
            assert.ok(Math.min(...distances) <= 0.05);
        }
    }
});

test("a wall that is built while a unit drives is gone round", () => {
    const { map, unit, traffic } = hall();
    traffic.add({ id: 7, unit, start: [2.5, 8.5], top: 2, acceleration: 4, braking: 4 });
    traffic.order(7, [21.5, 8.5]);
    drive(map, traffic, 3);
    map.set(12, 2, "blocked", 1, 13);
    map.commit();
    drive(map, traffic, 30);
    assert.equal(traffic.state(7).activity, "arrived");
});

test("states are one array that says the same as state(), and events tell of an arrival", () => {
    const { unit, traffic } = hall();
    traffic.add({ id: 9, unit, start: [2.5, 2.5] });
    traffic.add({ id: 3, unit, start: [8.5, 2.5] });
    traffic.order(9, [4.5, 2.5]);
    const arrivals = [];
    for (let i = 0; i < 40; i++) {
        traffic.step(0.25);
        arrivals.push(...traffic.events().filter((event) => event.activity === "arrived"));
        const states = traffic.states();
        assert.deepEqual([states.length, states[0], states[STRIDE]], [2 * STRIDE, 3, 9]);
        const { activity, pose, speed } = traffic.state(9);
        assert.equal(Traffic.activities[states[STRIDE + 1]], activity);
        assert.deepEqual([...states.slice(STRIDE + 3)], [pose.x, pose.y, pose.heading, speed]);
    }
    assert.deepEqual(
        arrivals.map((event) => event.id),
        [9],
    );
    traffic.remove(9);
    assert.deepEqual(traffic.states()[0], 3);
    assert.equal(traffic.count, 1);
});

test("mistakes are told", () => {
    const { unit, traffic } = hall();
    traffic.add({ id: 1, unit, start: [2.5, 2.5] });
    assert.throws(() => traffic.add({ id: 2, unit, start: [2.6, 2.5] }), { result: "start-blocked" });
    assert.throws(() => traffic.add({ id: 1, unit, start: [8.5, 2.5] }), { result: "bad-value", field: "id" });
    assert.throws(() => traffic.add({ id: 2, unit, start: [8.5, 2.5], speed: 1 }), /no such field/);
    assert.throws(() => traffic.order(5, [1, 1]), { result: "unknown-unit" });
    assert.throws(() => traffic.orderGroup([1], []), { field: "places" });
    assert.throws(() => Traffic.places("ring", [1, 1], 1, 3), /line, column/);
    traffic.free();
    assert.throws(() => traffic.time, { result: "freed" });
});

function soldiers(traffic, unit, count) {
    const ids = Array.from({ length: count }, (_, i) => i + 1);
    for (const id of ids)
        traffic.add({ id, unit, start: [2.5 + (id % 5), 2.5 + Math.floor(id / 5)], top: 2, acceleration: 4, braking: 4 });
    return ids;
}

test("all of you, there: each rests in a place of its own", () => {
    const { map, unit, traffic } = hall();
    const ids = soldiers(traffic, unit, 12);
    traffic.orderNear(ids, [18.5, 8.5]);
    drive(map, traffic, 40);
    for (const id of ids) {
        const { activity, pose } = traffic.state(id);
        assert.equal(activity, "arrived");
        assert.ok(Math.hypot(pose.x - 18.5, pose.y - 8.5) < 3);
    }
});

test("units stop, hold, follow, leave sites and go round bodies of the game", () => {
    const { map, unit, traffic } = hall();
    soldiers(traffic, unit, 3);
    traffic.orderAlong(1, [
        [18.5, 2.5],
        [18.5, 12.5],
    ]);
    traffic.follow(2, 1, 2);
    drive(map, traffic, 3);
    assert.ok(traffic.corners(1).length >= 1);
    traffic.stop(1);
    traffic.hold(1);
    drive(map, traffic, 6);
    const [first, second] = [traffic.state(1).pose, traffic.state(2).pose];
    assert.ok(Math.hypot(first.x - second.x, first.y - second.y) < 2.6);
    assert.deepEqual(traffic.wait(1), { seconds: 0, other: 0 });
    assert.deepEqual(traffic.cause(1), { cause: "none", other: 0 });

    const { x, y } = traffic.state(3).pose;
    const site = traffic.clearRect(Math.floor(x), Math.floor(y), 2, 2);
    drive(map, traffic, 6);
    assert.deepEqual(traffic.inRect(Math.floor(x), Math.floor(y), 2, 2), []);
    traffic.releaseSite(site);
    assert.throws(() => traffic.releaseSite(site), { name: "FairwayError", result: "bad-value" });

    traffic.place(3, [4.5, 12.5]);
    assert.deepEqual(traffic.inCircle(4.5, 12.5), [3]);
    traffic.setObstacle(1, [8.5, 12.5], 1);
    traffic.order(3, [14.5, 12.5]);
    let nearest = Infinity;
    for (let i = 0; i < 120; i++) {
        drive(map, traffic, 0.125);
        const { pose } = traffic.state(3);
        nearest = Math.min(nearest, Math.hypot(pose.x - 8.5, pose.y - 12.5));
    }
    assert.ok(nearest >= 1.4);
    assert.equal(traffic.state(3).activity, "arrived");
    traffic.removeObstacle(1);
});

test("the game asks who is near, and restores what it saved", () => {
    const { map, unit, traffic } = hall();
    const ids = soldiers(traffic, unit, 20);
    assert.deepEqual(traffic.inCircle(12, 8, 30), ids);
    assert.deepEqual(traffic.nearest(4.5, 2.6, { besides: 2 }).id !== 2, true);
    assert.equal(traffic.nearest(4.5, 2.6).id, 2);
    assert.equal(traffic.nearest(4.5, 2.6, { sides: 2 }), null);
    traffic.setSides(7, 2);
    assert.equal(traffic.nearest(4.5, 2.6, { sides: 2 }).id, 7);
    assert.equal(traffic.nearest(23, 15, { most: 1 }), null);
    traffic.setRegard(20, 2, 0, 0);
    traffic.haltNear(20, 1, 1);
    traffic.orderNear(ids, [18.5, 8.5]);
    traffic.step(1); // 20 flies over the others: bodies may overlap
    const later = new Traffic(map);
    later.restore(traffic.save());
    for (const kind of [(bytes) => bytes.slice().buffer, (bytes) => [...bytes]]) {
        const again = new Traffic(map);
        again.restore(kind(traffic.save()));
        assert.equal(again.hash, traffic.hash);
    }
    assert.equal(new Traffic(map).restore(traffic.save()), "ok");
    const saved = traffic.save();
    map.set(0, 15, "blocked");
    map.commit();
    assert.equal(new Traffic(map).restore(saved), "stale");
    assert.throws(() => new Traffic(map).restore(saved.slice(1)), { result: "bad-value" });
    assert.throws(() => new Traffic(map).restore("a save"), { name: "FairwayError", field: "saved" });
    assert.equal(later.hash, traffic.hash);
    for (const each of [traffic, later]) each.step(1);
    assert.equal(later.hash, traffic.hash);
    later.stop(1);
    later.step(0.25);
    traffic.step(0.25);
    assert.notEqual(later.hash, traffic.hash);
});
