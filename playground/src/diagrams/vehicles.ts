// The diagrams of Pinter 2001, "Toward More Realistic Pathfinding": turns, motions, smoothing, roads.
import { poseAlong } from "../draw.js";
import type { Pose, Segment } from "../messages.js";
import type { Diagram, State } from "./diagram.js";
import { angleTo, distance, polar, positive, type Point } from "./geometry.js";
import { amongTrees, bentAtAngles, centresOf, tilesUnder, turnsTo } from "./library.js";
import { arc, arrow, box, circle, degreesOf, dot, line, number, path, text } from "./picture.js";

const RADIUS: { [name: string]: [number, number, number, number] } = { "turning radius": [0.5, 4, 0.1, 2] };
const radiusOf = (state: State) => state.sliders["turning radius"];

/** The centre of the turning circle of a pose on a side: 1 is the right one. */
const centreOf = ({ x, y, heading }: Pose, side: number, radius: number): Point => polar({ x, y }, heading + (side * Math.PI) / 2, radius);

const turn: Diagram = {
    name: "turn-then-straight", title: "Turn, then go straight", about: "Drag the goal, and the arrow of the start: the shorter of two turns is taken.",
    things: [{ kind: "pose", name: "start", x: 5, y: 9, heading: -1 }, { kind: "point", name: "goal", x: 18, y: 8 }],
    sliders: RADIUS,
    draw: (state, fairway) => {
        const start = state.pose("start"), goal = state.point("goal"), radius = radiusOf(state), curves = turnsTo(fairway, start, goal, radius);
        const [best, ...others] = curves;
        const side = best && best.segments[0].curvature < 0 ? -1 : 1;
        const p = centresOf(fairway, best?.segments ?? [])[0] ?? centreOf(start, side, radius), h = distance(p, goal), d = Math.sqrt(h * h - radius * radius);
        const theta = Math.acos(radius / h), q = best?.segments[1]?.start ?? start;
        return {
            picture: [1, -1].map((each) => circle({ ...centreOf(start, each, radius), radius }, "halo")).join("") + others.map(({ segments }) => path(segments, "thin")).join("") +
                line(p, goal, "thin dashed") + line(p, q, "thin") + path(best?.segments ?? [], "strong") + dot(p, "P") + dot(q, "Q") + dot(goal, "goal", "hit") + arrow(start, 1.8, "start"),
            lines: [`h = |goal − P| = ${number(h)}`, `d = √(h² − r²) = √(${number(h * h)} − ${number(radius * radius)}) = ${number(d)}`,
                `θ = arccos(r / h) = ${degreesOf(theta)}, φ = ${degreesOf(angleTo(p, goal))}`, `Q lies at φ ${side === 1 ? "−" : "+"} θ = ${degreesOf(angleTo(p, goal) - side * theta)}, seen from P.`,
                curves.length > 1 ? `The turn to the other side is ${number(others[0].length - best.length)} tiles longer.` : "The goal lies inside the other circle: only one side reaches it."],
        };
    },
};

const WORDS: { [word: string]: string } = { lsl: "left, straight, left", rsr: "right, straight, right", lsr: "left, straight, right", rsl: "right, straight, left" };

const curves: Diagram = {
    name: "four-curves", title: "The four curves", about: "Turn, line, turn: four ways to arrive with a heading. The library takes the shortest.",
    things: [{ kind: "pose", name: "start", x: 6, y: 9, heading: -1.5 }, { kind: "pose", name: "goal", x: 17, y: 6, heading: 1.5 }],
    sliders: RADIUS,
    draw: (state, fairway) => {
        const ends = [state.pose("start"), state.pose("goal")] as const, radius = radiusOf(state);
        const four = fairway.dubins(...ends, radius).filter(({ word }) => word in WORDS);
        return {
            picture: ends.flatMap((end) => [1, -1].map((side) => circle({ ...centreOf(end, side, radius), radius }, "halo") + dot(centreOf(end, side, radius)))).join("") +
                four.slice(1).reverse().map(({ segments }) => path(segments, "thin")).join("") + path(four[0]?.segments ?? [], "strong") + arrow(ends[0], 1.8, "start") + arrow(ends[1], 1.8, "hit"),
            lines: four.map(({ word, length }, i) => `${i === 0 ? "<b>" : ""}${WORDS[word]}: ${number(length)} tiles${i === 0 ? "</b>" : ""}`),
        };
    },
};

const SIDE = 11; // tiles of the mask of a motion
const LEFT = (24 - SIDE) / 2, TOP = (14 - SIDE) / 2;

const mask: Diagram = {
    name: "mask-of-a-motion", title: "The mask of a motion", about: "All tiles that the body touches on its way. A search tests them with one AND.",
    things: [{ kind: "pose", name: "goal", x: LEFT + 8.5, y: TOP + 7.5, heading: 0.785 }],
    sliders: { "turning radius": [0.5, 4, 0.1, 1.5], "radius of the body": [0.1, 1.5, 0.05, 0.33] },
    draw: (state, fairway) => {
        const radius = state.sliders["radius of the body"], { x, y, heading } = state.pose("goal");
        const goal = { x: x - LEFT, y: y - TOP, heading };
        const [{ segments }] = fairway.dubins({ x: SIDE / 2, y: SIDE / 2, heading: 0 }, goal, radiusOf(state));
        const mask = tilesUnder(fairway, segments, radius, SIDE), count = mask.filter(Boolean).length;
        const tiles = mask.map((isTouched, i) => box(LEFT + (i % SIDE), TOP + Math.floor(i / SIDE), 1, 1, isTouched ? "tile hit" : "tile")).join("");
        const moved = segments.map((segment): Segment => ({ ...segment, start: { ...segment.start, x: segment.start.x + LEFT, y: segment.start.y + TOP } }));
        const start = { x: 12, y: 7, heading: 0 };
        return {
            picture: tiles + path(moved, "strong") + circle({ ...start, radius }, "body") + circle({ ...state.pose("goal"), radius }, "body") + arrow(start, 0.9, "start"),
            lines: [`The motion touches ${count} of ${SIDE} × ${SIDE} tiles: ${SIDE * SIDE} bits.`, `It is ${number(moved.reduce((sum, { length }) => sum + length, 0))} tiles long.`],
        };
    },
};

const walkable: Diagram = {
    name: "walkable", title: "Walkable's diamond", about: "Points along a line, at the four ends of a diamond around the body: coarse steps miss the corner of a wall.",
    things: [{ kind: "point", name: "A", x: 3, y: 4 }, { kind: "point", name: "B", x: 20, y: 9 }],
    sliders: { "distance of points": [0.1, 1.5, 0.1, 0.2], "radius of the body": [0.1, 1, 0.05, 0.4] },
    draw: (state) => {
        const a = state.point("A"), b = state.point("B"), step = state.sliders["distance of points"], radius = state.sliders["radius of the body"];
        const wall = { x: 10, y: 7, width: 4, height: 2 };
        const isIn = ({ x, y }: Point) => x > wall.x && x < wall.x + wall.width && y > wall.y && y < wall.y + wall.height;
        const length = distance(a, b), count = Math.floor(length / step), way = angleTo(a, b);
        const places = Array.from({ length: count + 1 }, (_, i) => polar(a, way, i * step));
        const points = places.flatMap((place) => [0, 1, 2, 3].map((quarter) => polar(place, (quarter * Math.PI) / 2, radius)));
        const first = points.findIndex(isIn);
        const shown = first < 0 ? points : points.slice(0, first + 1);
        return {
            picture: box(wall.x, wall.y, wall.width, wall.height, "wall") + line(a, b, first < 0 ? "strong" : "gone") + circle({ ...a, radius }, "body") + circle({ ...b, radius }, "body") +
                shown.map((point) => circle({ ...point, radius: 0.05 }, isIn(point) ? "dot hit" : "dot")).join("") + dot(a, "A") + dot(b, "B"),
            lines: [`${places.length} places, ${number(step, 1)} tiles apart, four points each.`,
                first < 0 ? "<b>All points are free: the waypoint between is dropped.</b>" : `<b>Point ${first + 1} of ${points.length} is blocked: the waypoint stays.</b>`],
        };
    },
};

const cones: Diagram = {
    name: "cones", title: "Cones", about: "Cones at the inner side of a bend keep the smoothed way on the road: it turns around them.",
    things: [{ kind: "point", name: "bend", x: 12, y: 7 }], switches: { cones: true }, sliders: { "width of the road": [1, 4, 0.5, 3] },
    draw: (state, fairway) => {
        const bend = state.point("bend"), width = state.sliders["width of the road"];
        const put = state.switches.cones ? conesOf(bend, width) : [];
        const { segments } = amongTrees(fairway, put, { x: 1.5, y: bend.y }, { x: bend.x, y: 0.5 }, 0.3);
        const length = segments.reduce((sum, segment) => sum + segment.length, 0);
        return {
            picture: box(0, bend.y - width / 2, bend.x + width / 2, width, "road") + box(bend.x - width / 2, 0, width, bend.y + width / 2, "road") +
                put.map((cone) => circle(cone, "cone")).join("") + path(segments, "strong") + dot({ x: 1.5, y: bend.y }, "", "start") + dot({ x: bend.x, y: 0.5 }, "", "hit"),
            lines: [state.switches.cones ? `${put.length} cones along the inner side; the way has ${number(length)} tiles, and stays on the road.` : `Without cones, the way cuts the bend: ${number(length)} tiles.`],
        };
    },
};

/** Cones from the inner corner of a bend along both roads. */
const conesOf = (bend: Point, width: number) => {
    const corner = { x: bend.x - width / 2, y: bend.y - width / 2 };
    const far = [0.3, 1.3, 2.3, 3.3, 4.3];
    return far.flatMap((away) => [{ x: corner.x - away, y: corner.y, radius: 0.35 }, { x: corner.x, y: corner.y - away, radius: 0.35 }]);
};

const ANGLES = 16;

/** The pose after a share of a path; null: there is none. */
const poseAt = (segments: Segment[], share: number): Pose | null =>
    (segments.length > 0 ? poseAlong(segments, share * segments.reduce((sum, { length }) => sum + length, 0)) : null);

const STEP = (2 * Math.PI) / ANGLES;

const angles: Diagram = {
    name: "16-angles", title: "16 angles", about: "Art in 16 directions: rounding a smooth way lets the unit slide sideways; on a way that bends at fixed angles (dashed) it does not.",
    things: [{ kind: "pose", name: "start", x: 4, y: 10, heading: -0.6 }, { kind: "point", name: "goal", x: 20, y: 6 }],
    sliders: { "turning radius": [1, 5, 0.1, 3.5], "along the way": [0, 1, 0.01, 0.3] },
    draw: (state, fairway) => {
        const start = state.pose("start"), goal = state.point("goal"), share = state.sliders["along the way"];
        const segments = turnsTo(fairway, start, goal, radiusOf(state))[0]?.segments ?? [];
        const bent = bentAtAngles(fairway, start, goal, radiusOf(state), ANGLES), other = poseAt(bent, share);
        const pose = poseAt(segments, share) ?? start, shown = Math.round(pose.heading / STEP) * STEP;
        const slip = Math.abs(Math.sin(pose.heading - shown));
        const rays = Array.from({ length: ANGLES }, (_, i) => line(pose, polar(pose, i * STEP, 1.6), "thin")).join("");
        return {
            picture: path(bent, "strong dashed") + path(segments, "strong") + rays + arrow({ ...pose, heading: shown }, 1.8, "hit") + arrow(pose, 1.4, "start") + dot(goal, "goal", "hit") +
                arc(pose, 1.1, Math.min(shown, pose.heading), Math.max(shown, pose.heading), "angle") + (other ? dot(other) + arrow(other, 1.8, "hit") : ""),
            lines: [`The unit on the smooth way drives at ${degreesOf(positive(pose.heading))}; its picture shows ${degreesOf(positive(shown))}.`,
                `It slides sideways by ${number(100 * slip, 0)} % of its speed; at most ${number(100 * Math.sin(Math.PI / ANGLES), 0)} %.`,
                other ? `The other one drives at ${degreesOf(positive(other.heading))}, which is one of the 16 angles: it does not slide.` : "No way that bends at fixed angles leads there."],
        };
    },
};

export const VEHICLES: Diagram[] = [turn, curves, mask, walkable, cones, angles];
