// A user's program: it must compile against the package's types.
import { FairwayError, load, type AgentActivity, type Place, type TraceEvent } from "../src/index.js";

export async function plan(): Promise<number> {
    const { AreaMap, Field, Forest, ForestPlanner, GridMap, Planner, Traffic, checkPath, inspect } = await load();
    const map = new GridMap(8, 8, { fill: "ground" });
    const unit = map.addUnit({ size: 1, terrainCost: { ground: 1 }, footprint: { kind: "circle", radius: 0.4 } });
    map.addUnit({ footprint: { kind: "polygon", corners: [{ ahead: 1, aside: 0 }, { ahead: -1, aside: 1 }, { ahead: -1, aside: -1 }] } });
    const goal: Place = [7.5, 7.5];
    const events: TraceEvent[] = [];
    const planner = new Planner(map.snapshot());
    const path = planner.findPath({ unit, start: { x: 0.5, y: 0.5 }, goal, trace: (event) => events.push(event) });
    const isLegal: boolean = path !== null && checkPath(map, unit, path).legal;

    const areas = new AreaMap(map, unit, { partition: "quadtree" });
    planner.findPath({ unit, start: [0.5, 0.5], goal, method: "areas", areas });
    planner.findPath({ unit, start: new Float32Array([0.5, 0.5]), goal, previous: path });
    for (const mark of inspect.areas(areas)) if (mark.kind === "midpoint" && planner.areaPath().includes(mark.numbers.area)) break;

    const traffic = new Traffic(map);
    traffic.add({ id: 1, unit, start: goal, top: 2 });
    traffic.orderGroup([1], Traffic.places("box", goal, 1, 1), { keepsAbreast: true });
    traffic.step(0.5, Traffic.onePath);
    const activity: AgentActivity = traffic.state(1).activity;
    const states: Float64Array = traffic.states();

    const forest = new Forest();
    const tree = forest.add({ x: 1, y: 2, radius: 3 });
    forest.move(tree, { x: 2, y: 2, radius: 3 });
    const round = new ForestPlanner(forest).findPath({ radius: 1, start: [0, 0], goal: [9, 9] });
    const field = new Field(map);
    field.fill(unit, [[1, 1]]);
    for (const mark of inspect.regions(map, unit, 10))
        if (mark.shape === "tiles") states.fill(mark.numbers.label, mark.tiles.x, mark.tiles.width);
    // @ts-expect-error: tiles have no line
    inspect.layer(map, unit).map((mark) => mark.shape === "tiles" && mark.line);
    // @ts-expect-error: no such activity
    if (activity === "sleeps" || isLegal) return states.length;
    // @ts-expect-error: no such method
    planner.findPath({ unit, start: goal, goal, method: "dijkstra" });
    return (round?.length ?? 0) + field.costs()[0];
}

export const why = (error: unknown) => (error instanceof FairwayError ? `${error.field}: ${error.message}` : "");
