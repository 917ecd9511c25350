// The body of a unit, as its dials say.
import type { UnitDials } from "./messages.js";

export type Footprint =
    | { kind: "by-size" }
    | { kind: "circle"; radius: number }
    | { kind: "rectangle"; length: number; width: number };

/** A vehicle that turns needs a body that does not fill its tiles. */
const USUAL_SHARE = 0.45;

export function footprintOf({ body, size, turnRadius, length, width }: UnitDials): Footprint {
    if (body === "rectangle")
        return { kind: "rectangle", length, width };
    if (body === "circle")
        return { kind: "circle", radius: width / 2 };
    return turnRadius > 0 ? { kind: "circle", radius: USUAL_SHARE * size } : { kind: "by-size" };
}

/** The library derives the size of a body that was given. */
export const sizeOf = ({ body, size }: UnitDials) => (body === "usual" ? size : 0);

/** Half of the body's width, to draw it. */
export function radiusOf(unit: UnitDials): number {
    const footprint = footprintOf(unit);
    if (footprint.kind === "rectangle")
        return footprint.width / 2;
    return footprint.kind === "circle" ? footprint.radius : USUAL_SHARE * unit.size;
}

/** The radius of round units of a traffic. */
export const agentRadiusOf = (unit: UnitDials) => (unit.body === "circle" ? unit.width / 2 : 0.4 * unit.size);
