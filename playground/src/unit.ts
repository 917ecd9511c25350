// The body of a unit, as its dials say.
import { dialsOf } from "./dials.js";
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

/** Fields of a unit that a traffic regards beside its body and its costs. */
const DRIVEN = ["turnRadius", "reverse", "reversePenalty", "gearChangeCost", "curvatureRate", "headings", "allCurves"];

export const DRIVEN_DIALS = dialsOf("unit").filter(({ name }) => DRIVEN.includes(name));

/** Those of them that are not as the library has them if nobody says more. */
export const drivenDials = (unit: UnitDials) => DRIVEN_DIALS.filter(({ name, initial }) => unit[name] !== initial);

/** Their values; numbers of lists are numbers. */
export const valueIn = (unit: UnitDials, name: string) => (name === "headings" ? Number(unit[name]) : unit[name]);

/** The radius of round units of a traffic: as wide as the body. */
export const agentRadiusOf = ({ body, width, size }: UnitDials) => (body === "usual" ? 0.4 * size : width / 2);
