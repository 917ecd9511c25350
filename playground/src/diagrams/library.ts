// What diagrams ask the library.
import type { Fairway, Segment } from "../../../bindings/js/src/index.js";
import type { Pose, Tree } from "../messages.js";
import { HEIGHT, WIDTH } from "./diagram.js";
import type { Circle, Point } from "./geometry.js";

export type { Fairway };

/** The end of a line. */
export const endOf = ({ start, length }: Segment): Point =>
    ({ x: start.x + length * Math.cos(start.heading), y: start.y + length * Math.sin(start.heading) });

/** A line that touches two circles, and how it turns around each: 1 is clockwise on the screen. */
export interface Tangent {
    from: Point;
    to: Point;
    turnFrom: 1 | -1;
    isInternal: boolean;
    theta: number;
}

/** The lines that touch two circles: up to two external and two internal ones. */
export function bitangents({ inspect }: Fairway, a: Circle, b: Circle): Tangent[] {
    return inspect.bitangents(a, b).flatMap((mark) =>
        (mark.kind === "bitangent" && mark.shape === "line" ? [{
            from: mark.line.start, to: endOf(mark.line), turnFrom: mark.group % 2 === 0 ? 1 as const : -1 as const,
            isInternal: mark.numbers.internal === 1, theta: mark.numbers.theta,
        }] : []));
}

/** A line from one point to another, as a circle sees it. */
export function sightOf({ inspect }: Fairway, circle: Circle, from: Point, to: Point) {
    const mark = inspect.sight(circle, [from.x, from.y], [to.x, to.y]).find(({ kind }) => kind === "sight")!;
    const { u, d, r, clear } = mark.numbers;
    return { u, d, r, isClear: clear === 1, e: mark.shape === "line" ? endOf(mark.line) : from };
}

/** An arc of a circle in the direction of increasing angles. */
export const arcOf = ({ x, y, radius }: Circle, from: number, to: number): Segment => ({
    start: { x: x + radius * Math.cos(from), y: y + radius * Math.sin(from), heading: from + Math.PI / 2 },
    curvature: 1 / radius, length: radius * (to - from), gear: "forward",
});

/** The centres of the arcs of a curve, in their order. */
export const centresOf = ({ inspect }: Fairway, segments: Segment[]): Point[] =>
    inspect.curve(segments).flatMap((mark) => (mark.kind === "centre" && mark.shape === "point" ? [mark.place] : []));

/** The shortest path of a body among circles, and the edges that the search looked at. */
export function amongTrees(fairway: Fairway, trees: Tree[], start: Point, goal: Point, radius: number) {
    const forest = new fairway.Forest();
    for (const { x, y, radius: r } of trees)
        forest.add({ x, y, radius: r });
    const planner = new fairway.ForestPlanner(forest);
    const path = planner.findPath({ start: [start.x, start.y], goal: [goal.x, goal.y], radius });
    const found = { segments: path?.segments ?? [], edges: path ? fairway.inspect.forest(planner) : [], expanded: Number(planner.statistics.expanded) };
    path?.free();
    planner.free();
    forest.free();
    return found;
}

/** The path from a pose to a point that bends at fixed angles; empty: there is none. */
export function bentAtAngles(fairway: Fairway, start: Pose, { x, y }: Point, turnRadius: number, fixedAngles: number): Segment[] {
    const map = new fairway.GridMap(WIDTH, HEIGHT);
    map.commit();
    const unit = map.addUnit({ size: 0, footprint: { kind: "circle", radius: 0.3 }, turnRadius });
    const planner = new fairway.Planner(map), path = planner.findPath({ unit, start, goal: [x, y], fixedAngles });
    const segments = path?.segments ?? [];
    path?.free();
    planner.free();
    map.free();
    return segments;
}

/** The tiles of a square that a body touches on a curve, row by row: those that it could not drive over if they were blocked. */
export function tilesUnder(fairway: Fairway, segments: Segment[], radius: number, side: number): boolean[] {
    const map = new fairway.GridMap(side, side), overlay = new fairway.Overlay(side, side);
    map.commit();
    const unit = map.addUnit({ size: 0, footprint: { kind: "circle", radius }, methods: ["on-demand"] });
    const isInside = segments.every((segment) => fairway.canDrive(map, unit, segment));
    const touched = Array.from({ length: side * side }, (_, i) => {
        overlay.clear();
        overlay.block(i % side, Math.floor(i / side));
        return isInside && segments.some((segment) => !fairway.canDrive(map, unit, segment, overlay));
    });
    overlay.free();
    map.free();
    return touched;
}

/** The curves from a pose to a point with any heading there, the shortest first. */
export const turnsTo = (fairway: Fairway, start: Pose, { x, y }: Point, turnRadius: number) =>
    (["left", "right"] as const).flatMap((side) => fairway.turnThenStraight(start, [x, y], turnRadius, side) ?? [])
        .sort((a, b) => a.length - b.length);
