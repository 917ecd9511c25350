// What a diagram is: things that one can drag, and a picture with formulas made from where they are.
import type { Fairway } from "../../../bindings/js/src/index.js";
import type { Pose } from "../messages.js";
import type { Circle, Point } from "./geometry.js";
import { polar } from "./geometry.js";

/** A place, a circle (its border is a second handle) or a pose (its arrow is one). */
export type Thing =
    | { kind: "point"; name: string; x: number; y: number }
    | { kind: "circle"; name: string; x: number; y: number; radius: number }
    | { kind: "pose"; name: string; x: number; y: number; heading: number };

export interface Diagram {
    name: string;
    title: string;
    about: string;
    things: Thing[];
    /** switches that one can turn, and whether they are on at first */
    switches?: { [name: string]: boolean };
    /** a number that one can slide: least, most, step, at first */
    sliders?: { [name: string]: [number, number, number, number] };
    /** the pointer is at a place; true: that has changed the state */
    point?: (state: State, fairway: Fairway, place: Point) => boolean;
    draw: (state: State, fairway: Fairway) => { picture: string; lines: string[] };
}

export const WIDTH = 24, HEIGHT = 14; // of the plane that all diagrams show

/** Where the things of a diagram are now. */
export class State {
    readonly things: Map<string, Thing>;
    readonly switches: { [name: string]: boolean };
    readonly sliders: { [name: string]: number };

    constructor(diagram: Diagram) {
        this.things = new Map(diagram.things.map((thing) => [thing.name, { ...thing }]));
        this.switches = { ...diagram.switches };
        this.sliders = Object.fromEntries(Object.entries(diagram.sliders ?? {}).map(([name, [, , , first]]) => [name, first]));
    }

    point(name: string): Point {
        const { x, y } = this.things.get(name)!;
        return { x, y };
    }

    circle(name: string): Circle {
        const { x, y, radius } = this.things.get(name) as Extract<Thing, { kind: "circle" }>;
        return { x, y, radius };
    }

    pose(name: string): Pose {
        const { x, y, heading } = this.things.get(name) as Extract<Thing, { kind: "pose" }>;
        return { x, y, heading };
    }

    get circles(): Circle[] {
        return [...this.things.values()].filter(({ kind }) => kind === "circle").map(({ name }) => this.circle(name));
    }
}

const HANDLE_OF_POSE = 1.8;

/** Where the second handle of a thing is; null: it has none. */
export function secondHandle(thing: Thing): Point | null {
    if (thing.kind === "circle")
        return polar(thing, Math.PI / 4, thing.radius);
    return thing.kind === "pose" ? polar(thing, thing.heading, HANDLE_OF_POSE) : null;
}

const LEAST_RADIUS = 0.3;

/** Moves a handle of a thing to a place. */
export function moveHandle(thing: Thing, isSecond: boolean, { x, y }: Point) {
    if (!isSecond)
        Object.assign(thing, { x: Math.min(WIDTH, Math.max(0, x)), y: Math.min(HEIGHT, Math.max(0, y)) });
    else if (thing.kind === "circle")
        thing.radius = Math.max(LEAST_RADIUS, Math.hypot(x - thing.x, y - thing.y));
    else if (thing.kind === "pose")
        thing.heading = Math.atan2(y - thing.y, x - thing.x);
}
