// The diagrams of Red Blob Games, "Circular Obstacle Pathfinding": paths among circles.
import type { Diagram, State } from "./diagram.js";
import { angleTo, between, distance, polar, shareAlong, type Circle, type Point } from "./geometry.js";
import { amongTrees, arcOf, bitangents, sightOf, type Fairway, type Tangent } from "./library.js";
import { arc, circle, degreesOf, dot, line, number, path, text } from "./picture.js";

const grown = (one: Circle, by: number): Circle => ({ ...one, radius: one.radius + by });
const withName = (one: Circle, name: string, kind = "") => circle(one, `tree ${kind}`) + dot(one) + text({ x: one.x + 0.2, y: one.y + 0.5 }, name);

/** The tangent from a circle to a place that leaves it in a direction. */
const tangentTo = (fairway: Fairway, round: Circle, place: Point, turn: number) =>
    bitangents(fairway, round, { ...place, radius: 0 }).find((tangent) => tangent.isInternal && tangent.turnFrom === turn);

/** The arc of a circle from the end of a tangent that arrives to that of one that leaves. */
function hugBetween(round: Circle, arriving: Tangent, leaving: Tangent, kind: string, radius = round.radius): string {
    const from = angleTo(round, arriving.from), to = angleTo(round, leaving.from);
    return arriving.turnFrom === 1 ? arc(round, radius, to, from, kind) : arc(round, radius, from, to, kind);
}

function bitangent(isInternal: boolean): Diagram {
    return {
        name: isInternal ? "internal-bitangents" : "external-bitangents",
        title: isInternal ? "Internal bitangents" : "External bitangents",
        about: isInternal ? "Lines that cross between two circles, like a crossed belt. They vanish when the circles touch."
            : "Lines along the outside of two circles, like a belt. They vanish when one circle contains the other.",
        things: [{ kind: "circle", name: "A", x: 7, y: 8, radius: 2.6 }, { kind: "circle", name: "B", x: 16, y: 5.5, radius: 1.8 }],
        draw: (state, fairway) => {
            const a = state.circle("A"), b = state.circle("B"), way = angleTo(a, b);
            const tangents = bitangents(fairway, a, b).filter((tangent) => tangent.isInternal === isInternal);
            const theta = tangents[0]?.theta ?? NaN;
            const names = isInternal ? ["C", "F", "D", "E"] : ["C", "D", "E", "F"];
            const radii = tangents.map(({ from, to }) => line(a, from, "thin") + line(b, to, "thin")).join("");
            const out = tangents[0] ? angleTo(a, tangents[0].from) : way;
            return {
                picture: withName(a, "A") + withName(b, "B") + line(a, b, "thin") + radii +
                    tangents.map(({ from, to }, i) => line(from, to, "strong") + dot(from, names[2 * i]) + dot(to, names[2 * i + 1])).join("") +
                    (tangents[0] ? arc(a, 1, way, out, "angle") + text(polar(a, way + 0.5 * (out - way), 1.5), "θ") : ""),
                lines: [
                    `d = ${number(distance(a, b))}, r<sub>A</sub> = ${number(a.radius)}, r<sub>B</sub> = ${number(b.radius)}`,
                    isInternal ? `θ = arccos((r<sub>A</sub> + r<sub>B</sub>) / d) = arccos(${number((a.radius + b.radius) / distance(a, b), 3)}) = ${degreesOf(theta)}`
                        : `θ = arccos((r<sub>A</sub> − r<sub>B</sub>) / d) = arccos(${number((a.radius - b.radius) / distance(a, b), 3)}) = ${degreesOf(theta)}`,
                    tangents.length > 0 ? `${tangents.length} lines touch both circles.`
                        : isInternal ? "The circles touch or overlap: there is no internal bitangent." : "One circle contains the other: there is no external bitangent.",
                ],
            };
        },
    };
}

const sight: Diagram = {
    name: "line-of-sight", title: "Line of sight", about: "Drag the circle over the line: the sentence flips.",
    things: [{ kind: "point", name: "A", x: 4, y: 10 }, { kind: "point", name: "B", x: 20, y: 6 }, { kind: "circle", name: "C", x: 12, y: 4.5, radius: 2 }],
    switches: { "clamp u": true },
    draw: (state, fairway) => {
        const a = state.point("A"), b = state.point("B"), c = state.circle("C"), clamped = sightOf(fairway, c, a, b);
        const u = shareAlong(a, b, c), isOutside = u < 0 || u > 1;
        // The library clamps u. Without that, E may lie off the line, and circles over its ends are missed.
        const e = state.switches["clamp u"] ? clamped.e : between(a, b, u);
        const d = state.switches["clamp u"] ? clamped.d : distance(c, e), isBlocked = state.switches["clamp u"] ? !clamped.isClear : d < c.radius;
        return {
            picture: withName(c, "C", isBlocked ? "hit" : "") + line(a, b, isBlocked ? "gone" : "strong") + (state.switches["clamp u"] ? "" : line(a, e, "thin")) +
                line(c, e, "thin") + dot(a, "A") + dot(b, "B") + dot(e, "E"),
            lines: [
                `u = (C − A)·(B − A) / (B − A)·(B − A) = ${number(u, 3)}${isOutside ? ", outside of [0, 1]" : ""}`,
                `E = A + ${state.switches["clamp u"] ? "clamp(u, 0, 1)" : "u"} (B − A) = (${number(e.x)}, ${number(e.y)})`,
                `d = |E − C| = ${number(d)}, r = ${number(c.radius)}`,
                isBlocked ? `<b>d &lt; r</b>: the circle blocks the line.` : `<b>d ≥ r</b>: the line is free.`,
                isOutside && !state.switches["clamp u"] ? "If circles may overlap, u must be clamped, or a circle over an end of the line is missed." : "",
            ],
        };
    },
};

/** Tangents of one circle that no other circle blocks. */
function tangentsOf(fairway: Fairway, circles: Circle[], i: number): Tangent[] {
    return circles.flatMap((other, j) => (j === i ? [] : bitangents(fairway, circles[i], other)
        .filter(({ from, to }) => circles.every((each, k) => k === i || k === j || sightOf(fairway, each, from, to).isClear))));
}

const THREE: Diagram["things"] = [
    { kind: "circle", name: "A", x: 6, y: 8, radius: 2.2 }, { kind: "circle", name: "B", x: 13, y: 4, radius: 1.6 }, { kind: "circle", name: "C", x: 18, y: 10, radius: 2 },
];

const nodes: Diagram = {
    name: "one-node", title: "A node and its edges", about: "Point at a node of circle A, or slide along them: from a node lead one surfing edge, and hugging edges around the circle.",
    things: THREE, sliders: { node: [0, 7, 1, 0] }, switches: { "all hugging edges of A": false },
    point: (state, fairway, place) => {
        const index = tangentsOf(fairway, state.circles, 0).findIndex(({ from }) => distance(from, place) < 0.35);
        const isNew = index >= 0 && index !== state.sliders.node;
        if (isNew)
            state.sliders.node = index;
        return isNew;
    },
    draw: (state, fairway) => {
        const circles = state.circles, all = tangentsOf(fairway, circles, 0);
        const chosen = all[Math.min(all.length - 1, state.sliders.node)];
        const turn = chosen?.turnFrom;
        const there = all.filter((tangent) => tangent.turnFrom === -turn);
        const [first] = circles;
        const arriving = all.filter((tangent) => tangent.turnFrom === turn);
        // Arcs lie over each other: each is drawn a little further in.
        const others = state.switches["all hugging edges of A"]
            ? arriving.flatMap((one, i) => there.map((other, k) => hugBetween(first, one, other, "used hug", first.radius * (1 - 0.04 * (1 + i * there.length + k))))).join("") : "";
        const hugs = others + (chosen ? there.map((tangent) => hugBetween(first, chosen, tangent, "strong hug")).join("") : "");
        return {
            picture: circles.map((each, i) => withName(each, "ABC"[i])).join("") + all.map(({ from, to }) => line(from, to, "thin")).join("") + hugs +
                (chosen ? line(chosen.from, chosen.to, "strong") : "") + all.map(({ from }) => dot(from)).join("") +
                (chosen ? dot(chosen.from, "node", "start") : ""),
            lines: [`Circle A has ${all.length} nodes: ends of surfing edges that no circle blocks.`,
                `From this node lead 1 surfing edge and ${there.length} hugging edges: those that go on in the direction in which the surfing edge arrives.`,
                state.switches["all hugging edges of A"] ? `In this direction, circle A has ${arriving.length * there.length} hugging edges, drawn inside of each other; in the other one as many.` : ""],
        };
    },
};

const hugging: Diagram = {
    name: "hugging-edge", title: "A hugging edge and a second circle", about: "Drag circle B over the arc: it is blocked if a part of it lies inside of B.",
    things: [{ kind: "circle", name: "A", x: 9, y: 7, radius: 4 }, { kind: "circle", name: "B", x: 17, y: 4, radius: 1.8 }],
    draw: (state, fairway) => {
        const a = state.circle("A"), b = state.circle("B"), from = -1.2, to = 0.9;
        const { crossings, isBlocked } = fairway.radicalOf(arcOf(a, from, to), b);
        return {
            picture: withName(a, "A") + withName(b, "B", isBlocked ? "hit" : "") + arc(a, a.radius, from, to, isBlocked ? "gone" : "strong") +
                dot(polar(a, from, a.radius), "P") + dot(polar(a, to, a.radius), "Q") + crossings.map((point) => dot(point, "", "hit")).join(""),
            lines: [crossings.length > 0 ? `The circles cross at ${crossings.map((point) => degreesOf(angleTo(a, point))).join(" and ")}, seen from A.` : "The circles do not cross.",
                `The arc leads from ${degreesOf(from)} to ${degreesOf(to)}.`,
                isBlocked ? "<b>A part of the arc lies inside of B: the edge is blocked.</b>" : "<b>No part of the arc lies inside of B: the edge is free.</b>"],
        };
    },
};

function caseOf(a: Circle, b: Circle): string {
    const d = distance(a, b), sum = a.radius + b.radius, difference = Math.abs(a.radius - b.radius), near = 0.02;
    if (d < near && difference < near)
        return "coincident: d = 0 and both radii are equal";
    if (Math.abs(d - sum) < near || Math.abs(d - difference) < near)
        return "tangent: both intersections are one";
    if (d > sum)
        return "apart: d > r<sub>A</sub> + r<sub>B</sub>";
    return d < difference ? "one inside the other: d < |r<sub>A</sub> − r<sub>B</sub>|" : "they cross in two points";
}

const radical: Diagram = {
    name: "radical-line", title: "The radical line", about: "Where two circles cross. Five cases: apart, tangent, crossing, inside, coincident.",
    things: [{ kind: "circle", name: "A", x: 9, y: 7, radius: 3.6 }, { kind: "circle", name: "B", x: 14, y: 7, radius: 2.6 }],
    draw: (state, fairway) => {
        const a = state.circle("A"), b = state.circle("B"), d = distance(a, b), way = angleTo(a, b);
        const { a: far, theta, crossings } = fairway.radicalOf(arcOf(a, way, way + Math.PI), b);
        const doCross = crossings.length > 0, c = polar(a, way, far), along = way + Math.PI / 2;
        return {
            picture: withName(a, "A") + withName(b, "B") + line(a, b, "thin") + (doCross ? line(polar(c, along, 6), polar(c, along, -6), "thin dashed") +
                line(a, crossings[0], "thin") + dot(c, "C") + crossings.map((point) => dot(point, "", "hit")).join("") : ""),
            lines: [`d = ${number(d)}, r<sub>A</sub> = ${number(a.radius)}, r<sub>B</sub> = ${number(b.radius)}`,
                `a = (r<sub>A</sub>² − r<sub>B</sub>² + d²) / 2d = ${number(doCross ? far : NaN)}`,
                `θ = arccos(a / r<sub>A</sub>) = ${degreesOf(doCross ? theta : NaN)}`, `<b>${caseOf(a, b)}</b>`],
        };
    },
};

const WOOD: Diagram["things"] = [
    { kind: "point", name: "start", x: 1.5, y: 11 }, { kind: "point", name: "goal", x: 22.5, y: 3 },
    { kind: "circle", name: "1", x: 6, y: 9, radius: 2 }, { kind: "circle", name: "2", x: 11, y: 5, radius: 2.3 }, { kind: "circle", name: "3", x: 13, y: 10.5, radius: 1.8 },
    { kind: "circle", name: "4", x: 17.5, y: 6.2, radius: 1.7 }, { kind: "circle", name: "5", x: 5.5, y: 3.5, radius: 1.4 }, { kind: "circle", name: "6", x: 19.5, y: 10.6, radius: 1.2 },
];

const search = (fairway: Fairway, state: State, trees: Circle[]) =>
    amongTrees(fairway, trees, state.point("start"), state.point("goal"), state.sliders["radius of the body"] ?? 0);

const ends = (state: State) => dot(state.point("start"), "start", "start") + dot(state.point("goal"), "goal", "hit");

const OVERLAP = 0.9; // tiles by which circles grow so that some overlap

const wood = (state: State) => state.circles.map((each) => grown(each, state.switches.overlaps ? OVERLAP : 0));

/** All lines between circles, and between circles and the ends; free or not. */
function graphOf(fairway: Fairway, state: State): { from: Point; to: Point; isFree: boolean }[] {
    const all = [{ ...state.point("start"), radius: 0 }, { ...state.point("goal"), radius: 0 }, ...wood(state)];
    return all.flatMap((one, i) => all.slice(0, i).flatMap((other, j) => {
        const isEnd = one.radius === 0 || other.radius === 0;
        const lines = bitangents(fairway, one, other).filter((tangent) => !(isEnd && !tangent.isInternal));
        return lines.map(({ from, to }) => ({
            from, to, isFree: all.every((each, k) => k === i || k === j || sightOf(fairway, each, from, to).isClear),
        }));
    }));
}

const graph: Diagram = {
    name: "whole-graph", title: "The whole graph", about: "All surfing edges, and the path that A* finds among them. Turn overlaps on, or drag circles over each other.",
    things: WOOD, switches: { overlaps: false, "blocked edges": false },
    draw: (state, fairway) => {
        const edges = graphOf(fairway, state), { segments } = search(fairway, state, wood(state)), free = edges.filter(({ isFree }) => isFree);
        const shown = state.switches["blocked edges"] ? edges.filter(({ isFree }) => !isFree) : [];
        const circles = wood(state);
        const pairs = circles.flatMap((one, i) => circles.slice(0, i).filter((other) => distance(one, other) < one.radius + other.radius));
        return {
            picture: circles.map((each) => circle(each, "tree")).join("") + shown.map(({ from, to }) => line(from, to, "gone")).join("") +
                free.map(({ from, to }) => line(from, to, "thin")).join("") + path(segments, "strong") + ends(state),
            lines: [`${free.length} surfing edges are free, ${edges.length - free.length} are blocked.`,
                pairs.length > 0 ? `${pairs.length} pairs of circles overlap: they have no internal bitangents, and hide parts of each other.` : "No circles overlap.",
                segments.length > 0 ? `The path has ${segments.length} pieces and ${number(segments.reduce((sum, { length }) => sum + length, 0))} tiles.` : "No path leads there."],
        };
    },
};

const minkowski: Diagram = {
    name: "minkowski", title: "A round body", about: "A body of radius r among circles is a point among circles that are larger by r.",
    things: WOOD, sliders: { "radius of the body": [0, 1.5, 0.05, 0.5] },
    draw: (state, fairway) => {
        const radius = state.sliders["radius of the body"], { segments } = search(fairway, state, state.circles);
        const bodies = segments.map(({ start }) => circle({ ...start, radius }, "body")).join("");
        return {
            picture: state.circles.map((each) => circle(grown(each, radius), "halo") + circle(each, "tree")).join("") + path(segments, "strong") + bodies + ends(state),
            lines: [`r<sub>circle</sub> + r = for example ${number(state.circles[0].radius)} + ${number(radius)} = ${number(state.circles[0].radius + radius)}`,
                segments.length > 0 ? "The path touches the larger circles." : "The larger circles close all gaps."],
        };
    },
};

const lazy: Diagram = {
    name: "lazy-or-eager", title: "Lazy or eager", about: "A lazy search makes edges when it comes to a circle: most of the graph is never looked at.",
    things: WOOD, switches: { lazy: true },
    draw: (state, fairway) => {
        const all = graphOf(fairway, state), found = search(fairway, state, state.circles);
        const looked = found.edges.filter(({ kind }) => kind === "surfing-edge").length;
        const edges = state.switches.lazy
            ? found.edges.map((mark) => (mark.shape === "line" ? path([mark.line], mark.kind === "blocked-arc" ? "gone" : mark.numbers.reached ? "used" : "thin") : "")).join("")
            : all.map(({ from, to, isFree }) => line(from, to, isFree ? "thin" : "gone")).join("");
        return {
            picture: state.circles.map((each) => circle(each, "tree")).join("") + edges + path(found.segments, "strong") + ends(state),
            lines: [`Eager: ${all.length} lines are made, and each is tested against ${state.circles.length} circles: O(n³).`,
                `Lazy: the library looked at ${looked} free lines, and expanded ${found.expanded} nodes.`],
        };
    },
};

const cusps: Diagram = {
    name: "cusps", title: "Cusps", about: "Who arrives clockwise must go on clockwise: other exits make a cusp, which no shortest path has. Turn the entry round.",
    things: [{ kind: "circle", name: "circle", x: 12, y: 7, radius: 3 }, { kind: "point", name: "from", x: 3, y: 11 }, { kind: "point", name: "to 1", x: 21, y: 10 },
        { kind: "point", name: "to 2", x: 20, y: 2 }, { kind: "point", name: "to 3", x: 5, y: 2 }],
    switches: { "clockwise": true },
    draw: (state, fairway) => {
        const round = state.circle("circle"), turn = state.switches.clockwise ? 1 : -1, marks = ["↺", "↻"]; // counter-clockwise, clockwise
        const entry = tangentTo(fairway, round, state.point("from"), -turn);
        const exits = ["to 1", "to 2", "to 3"].flatMap((name) => [1, -1].map((way) => ({ way, tangent: tangentTo(fairway, round, state.point(name), way), isAllowed: way === turn })));
        const allowed = exits.filter(({ tangent, isAllowed }) => tangent && isAllowed);
        return {
            picture: circle(round, "tree") + (entry ? allowed.map(({ tangent }) => hugBetween(round, entry, tangent!, "strong hug")).join("") + line(entry.to, entry.from, "strong") : "") +
                exits.map(({ tangent, isAllowed, way }) => (tangent ? line(tangent.from, tangent.to, isAllowed ? "strong" : "gone") + dot(tangent.from, `${isAllowed ? "" : "✕ "}${marks[(way + 1) / 2]}`, isAllowed ? "start" : "hit") : "")).join("") +
                (entry ? dot(entry.from, `A ${marks[(turn + 1) / 2]}`) : ""),
            lines: [`The entry at A goes ${turn === 1 ? "clockwise ↻" : "counter-clockwise ↺"}.`,
                `${allowed.length} exits go on in this direction, ${exits.filter(({ tangent, isAllowed }) => tangent && !isAllowed).length} would make a cusp (✕).`],
        };
    },
};

function areCrossing(a: Point, b: Point, c: Point, d: Point): boolean {
    const side = (p: Point, q: Point, r: Point) => Math.sign((q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x));
    return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b);
}

const culled: Diagram = {
    name: "crossing-cull", title: "Crossing cull", about: "A path that crosses its last line but one is never the shortest: it can be left out.",
    things: [{ kind: "point", name: "from", x: 3, y: 4 }, { kind: "circle", name: "circle", x: 11, y: 9, radius: 2.2 }, { kind: "point", name: "to", x: 8, y: 2 }],
    switches: { "cull crossings": true },
    draw: (state, fairway) => {
        const round = state.circle("circle"), from = state.point("from"), to = state.point("to");
        const ways = ([1, -1] as const).map((turn) => {
            const entry = tangentTo(fairway, round, from, -turn);
            const exit = tangentTo(fairway, round, to, turn);
            return entry && exit ? { entry, exit, isCrossed: areCrossing(from, entry.from, exit.from, to) } : null;
        }).filter((way) => way !== null);
        const drawn = ways.map(({ entry, exit, isCrossed }) => {
            const kind = isCrossed && state.switches["cull crossings"] ? "gone" : isCrossed ? "thin" : "strong";
            return line(from, entry.from, kind) + hugBetween(round, entry, exit, kind) + line(exit.from, to, kind);
        }).join("");
        const crossed = ways.filter(({ isCrossed }) => isCrossed).length;
        return {
            picture: circle(round, "tree") + drawn + dot(from, "from", "start") + dot(to, "to", "hit"),
            lines: [`${ways.length} ways lead around the circle; ${crossed} of them cross${crossed === 1 ? "es" : ""} itself.`,
                state.switches["cull crossings"] ? "Crossed ways are left out." : "Without the cull, they stay on the list."],
        };
    },
};

export const CIRCLES: Diagram[] = [bitangent(true), bitangent(false), sight, nodes, hugging, radical, graph, minkowski, lazy, cusps, culled];
