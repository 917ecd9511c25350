// What diagrams ask the library.
import type { Fairway, Path } from "../../bindings/js/src/index.js";
import { NO_REPLY, type Question, type Reply } from "./diagrams/diagram.js";

const SIDES = ["left", "right"] as const;

export function replyTo(fairway: Fairway, question: Question): Reply {
    switch (question.kind) {
        case "forest":
            return amongTrees(fairway, question);
        case "dubins":
            return { ...NO_REPLY, curves: fairway.dubins(question.start, question.goal, question.turnRadius) };
        case "turn": {
            const { start, goal, turnRadius } = question;
            const curves = SIDES.flatMap((side) => {
                const curve = fairway.turnThenStraight(start, [goal.x, goal.y], turnRadius, side);
                return curve ? [{ word: side, ...curve }] : [];
            });
            return { ...NO_REPLY, curves: curves.sort((a, b) => a.length - b.length) };
        }
        case "mask":
            return touched(fairway, question);
    }
}

function amongTrees(fairway: Fairway, { trees, start, goal, radius }: Extract<Question, { kind: "forest" }>): Reply {
    const forest = new fairway.Forest();
    trees.forEach(({ x, y, radius: r }) => forest.add({ x, y, radius: r }));
    const planner = new fairway.ForestPlanner(forest);
    const path: Path | null = planner.findPath({ start: [start.x, start.y], goal: [goal.x, goal.y], radius });
    const reply = { ...NO_REPLY, segments: path?.segments ?? [], edges: path ? planner.edges() : [], expanded: Number(planner.statistics.expanded) };
    path?.free();
    planner.free();
    forest.free();
    return reply;
}

/** The tiles that a body touches on the shortest curve between two poses: those that it could not drive over if they were
 * blocked. */
function touched(fairway: Fairway, { start, goal, turnRadius, radius, side }: Extract<Question, { kind: "mask" }>): Reply {
    const [{ segments }] = fairway.dubins(start, goal, turnRadius);
    const map = new fairway.GridMap(side, side);
    const overlay = new fairway.Overlay(side, side);
    map.commit();
    const unit = map.addUnit({ size: 0, footprint: { kind: "circle", radius }, methods: ["on-demand"] });
    const isInside = segments.every((segment) => fairway.canDrive(map, unit, segment));
    const mask = Array.from({ length: side * side }, (_, i) => {
        overlay.clear();
        overlay.block(i % side, Math.floor(i / side));
        return isInside && segments.some((segment) => !fairway.canDrive(map, unit, segment, overlay));
    });
    overlay.free();
    map.free();
    return { ...NO_REPLY, segments, mask };
}
