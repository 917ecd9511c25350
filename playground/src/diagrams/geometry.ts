// Places of a diagram. Constructions come from the library: library.ts.

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

/** How far along a line, as a share of it, a point is nearest to it: u; not clamped. */
export const shareAlong = (a: Point, b: Point, c: Point) =>
    ((c.x - a.x) * (b.x - a.x) + (c.y - a.y) * (b.y - a.y)) / ((b.x - a.x) ** 2 + (b.y - a.y) ** 2);

/** An angle from 0 to a full turn. */
export const positive = (angle: number) => ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
