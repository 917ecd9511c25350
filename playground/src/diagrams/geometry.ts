// Geometry of circles and lines, for the constructions that the diagrams explain.

export interface Point {
    x: number;
    y: number;
}

export interface Circle extends Point {
    radius: number;
}

export const distance = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);
export const angleTo = (a: Point, b: Point) => Math.atan2(b.y - a.y, b.x - a.x);
export const polar = (from: Point, angle: number, length: number): Point =>
    ({ x: from.x + length * Math.cos(angle), y: from.y + length * Math.sin(angle) });
export const between = (a: Point, b: Point, share: number): Point => ({ x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) });

/** A line that touches two circles, and how it turns around each: 1 is clockwise on the screen. */
export interface Tangent {
    from: Point;
    to: Point;
    turnFrom: 1 | -1;
    turnTo: 1 | -1;
    isInternal: boolean;
}

/** The angle theta of the bitangents of one kind; NaN if there are none. */
export const thetaOf = (a: Circle, b: Circle, isInternal: boolean) =>
    Math.acos((isInternal ? a.radius + b.radius : Math.abs(a.radius - b.radius)) / distance(a, b));

/** The lines that touch two circles: up to two internal and two external ones. */
export function bitangents(a: Circle, b: Circle): Tangent[] {
    const far = distance(a, b), way = angleTo(a, b);
    const tangents: Tangent[] = [];
    for (const isInternal of [true, false])
        for (const side of [1, -1] as const) {
            const theta = Math.acos((a.radius + (isInternal ? b.radius : -b.radius)) / far);
            if (Number.isNaN(theta))
                continue;
            const out = way + side * theta;
            tangents.push({
                from: polar(a, out, a.radius), to: polar(b, isInternal ? out + Math.PI : out, b.radius),
                turnFrom: -side as 1 | -1, turnTo: (isInternal ? side : -side) as 1 | -1, isInternal,
            });
        }
    return tangents;
}

/** How far along a line, as a share of it, a point is nearest to it: u; not clamped. */
export const shareAlong = (a: Point, b: Point, c: Point) =>
    ((c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y)) / ((b.x - a.x) ** 2 + (b.y - a.y) ** 2);

export const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Distance from a point to a line between two others. */
export const distanceToLine = (a: Point, b: Point, c: Point) => distance(c, between(a, b, clamp(shareAlong(a, b, c), 0, 1)));

/** Where two circles cross: a, theta and both points; null if they do not. */
export function crossing(one: Circle, other: Circle) {
    const far = distance(one, other);
    const a = (one.radius ** 2 - other.radius ** 2 + far ** 2) / (2 * far);
    const theta = Math.acos(a / one.radius);
    if (Number.isNaN(theta))
        return null;
    const way = angleTo(one, other);
    return { a, theta, c: polar(one, way, a), points: [polar(one, way + theta, one.radius), polar(one, way - theta, one.radius)] };
}

/** An angle from 0 to a full turn. */
export const positive = (angle: number) => ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);

/** True if an angle lies on the arc from one to another, in the direction of increasing angles. */
export const isOnArc = (angle: number, from: number, to: number) => positive(angle - from) <= positive(to - from);
