// Arrays without a copy, and what happens if they are used too late.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "../src/index.js";

const ROOM = ["........", "..####..", ".....#..", "........", "#####.#.", "........"];

/// Each view of an instance of the library, and the copy that it must equal.
function worlds({ Field, GridMap, Planner, Traffic }) {
    const map = GridMap.fromRows(ROOM);
    const unit = map.addUnit({ size: 0, footprint: { kind: "circle", radius: 0.4 } });
    const path = new Planner(map).findPath({ unit, start: [0.5, 0.5], goal: [0.5, 5.5] });
    path.profile(map, { top: 2 });
    const field = new Field(map);
    field.fill(unit, [[0, 5]]);
    const traffic = new Traffic(map);
    traffic.add({ id: 3, unit, start: [0.5, 0.5] });
    traffic.add({ id: 7, unit, start: [7.5, 5.5, 1] });
    return {
        map,
        traffic,
        views: {
            terrains: [() => map.terrainsView(), () => map.terrains()],
            clearances: [() => map.clearancesView(), () => map.clearances()],
            regions: [() => map.regionsView(unit), () => map.regions(unit)],
            poses: [() => path.posesView(0.001), () => path.poses(0.001)],
            speeds: [() => path.speedsView(), () => path.speeds],
            costs: [() => field.costsView(), () => field.costs()],
        },
    };
}

for (const development of [false, true])
    test(`views hold what copies hold${development ? ", in development, too" : ""}`, async () => {
        const { views, traffic } = worlds(await load(undefined, { development }));
        for (const [name, [view, copy]] of Object.entries(views)) {
            const expected = copy();
            assert.ok(expected.length > 0, name);
            assert.deepEqual([...view()], [...expected], name);
            assert.notEqual(copy().buffer, view().buffer, name);
        }
        const columns = traffic.constructor.columns;
        const states = traffic.states();
        const { structs, count, size, at } = traffic.statesView();
        assert.equal(count, 2);
        for (let i = 0; i < count; i++)
            for (const [column, name] of columns.entries()) {
                const read = ["id", "activity", "other"].includes(name) ? "getUint32" : "getFloat64";
                assert.equal(structs[read](i * size + at[name], true), states[i * columns.length + column]);
            }
    });

test("in development, a view that is used after the next call throws, and cannot be written to", async () => {
    const { views, map, traffic } = worlds(await load(undefined, { development: true }));
    for (const [name, [view]] of Object.entries(views)) {
        const held = view();
        assert.ok(held.length > 0);
        assert.throws(() => (held[0] = 1), /read only/);
        assert.equal(typeof held[0], "number");
        map.terrain(0, 0);
        for (const use of [() => held[0], () => held.length, () => held.slice(), () => [...held], () => 0 in held])
            assert.throws(use, { result: "freed", message: /ask for it again/ }, name);
    }
    const { structs } = traffic.statesView();
    traffic.step(0.1);
    assert.throws(() => structs.getFloat64(0, true), { result: "freed" });
});

test("thousands of poses are seen whole", async () => {
    const { GridMap, Planner } = await load(undefined, { development: true });
    const map = new GridMap(40, 40);
    map.commit();
    const unit = map.addUnit({ size: 0, footprint: { kind: "circle", radius: 0.4 }, turnRadius: 6 });
    const path = new Planner(map).findPath({ unit, start: [20.5, 20.5, 0], goal: [12.5, 20.5, 0] });
    const poses = path.poses(1e-6);
    assert.ok(poses.length > 3 * 1024 && poses.length % 3 === 0);
    assert.deepEqual([...path.posesView(1e-6)], [...poses]);
    const [x, y] = poses.subarray(-3);
    assert.ok(Math.hypot(x - 12.5, y - 20.5) < 1e-3);
});
