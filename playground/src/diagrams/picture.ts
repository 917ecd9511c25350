// Shapes of a diagram as SVG.
import type { Pose, Segment } from "../messages.js";
import { polar, type Circle, type Point } from "./geometry.js";

export const number = (value: number, digits = 2) => (Number.isNaN(value) ? "–" : value.toFixed(digits));
export const degreesOf = (angle: number) => `${number((angle * 180) / Math.PI, 1)}°`;

const at = (value: number) => value.toFixed(4);

export const line = (a: Point, b: Point, kind = "") => `<line class="${kind}" x1="${at(a.x)}" y1="${at(a.y)}" x2="${at(b.x)}" y2="${at(b.y)}"/>`;
export const circle = ({ x, y, radius }: Circle, kind = "") => `<circle class="${kind}" cx="${at(x)}" cy="${at(y)}" r="${at(radius)}"/>`;
export const box = (x: number, y: number, width: number, height: number, kind = "") =>
    `<rect class="${kind}" x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}"/>`;
export const text = ({ x, y }: Point, words: string, kind = "") => `<text class="${kind}" x="${at(x)}" y="${at(y)}">${words}</text>`;
export const dot = (place: Point, name = "", kind = "") => circle({ ...place, radius: 0.11 }, `dot ${kind}`) +
    (name ? text({ x: place.x + 0.2, y: place.y - 0.2 }, name) : "");

/** An arc of a circle in the direction of increasing angles. */
export function arc(centre: Point, radius: number, from: number, to: number, kind = ""): string {
    const turn = (((to - from) % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
    const a = polar(centre, from, radius), b = polar(centre, from + turn, radius);
    return `<path class="${kind}" d="M${at(a.x)} ${at(a.y)}A${at(radius)} ${at(radius)} 0 ${turn > Math.PI ? 1 : 0} 1 ${at(b.x)} ${at(b.y)}"/>`;
}

/** Lines and arcs of a path of the library. */
export function path(segments: Segment[], kind = ""): string {
    return segments.map(({ start, curvature, length }) => {
        if (Math.abs(curvature) < 1e-12)
            return line(start, polar(start, start.heading, length), kind);
        const radius = 1 / curvature;
        const centre = { x: start.x - radius * Math.sin(start.heading), y: start.y + radius * Math.cos(start.heading) };
        const from = start.heading - (Math.sign(curvature) * Math.PI) / 2, turned = from + length * curvature;
        return curvature > 0 ? arc(centre, radius, from, turned, kind) : arc(centre, -radius, turned, from, kind);
    }).join("");
}

/** An arrow that shows a heading. */
export function arrow({ x, y, heading }: Pose, length: number, kind = ""): string {
    const tip = polar({ x, y }, heading, length);
    return line({ x, y }, tip, kind) + line(tip, polar(tip, heading + 2.6, 0.35), kind) + line(tip, polar(tip, heading - 2.6, 0.35), kind);
}
