// Units that stand on a map of Tiled or LDtk, and their kinds.
import type { NamedUnit } from "../../bindings/js/src/index.js";
import { dialsOf } from "./dials.js";
import { freeName, MOST_KINDS, tidied, usualKind, type Kind } from "./kinds.js";
import { likeness } from "./presets.js";
import type { Settings, World } from "./world.js";

/** A footprint as files have it, with all its parts. */
interface Body {
    kind: string;
    radius: number;
    length: number;
    width: number;
    ahead: number;
    aside: number;
    corners: { ahead: number; aside: number }[];
}

/** The body of a unit, as the page's dials say it. */
function bodyOf({ name, unit: { footprint: given, size } }: NamedUnit, warnings: string[]): Partial<Kind["unit"]> {
    const { kind, radius, length, width, ahead, aside, corners } = given as unknown as Body;
    if (kind === "polygon" || ahead !== 0 || aside !== 0)
        warnings.push(`The body of the unit '${name}' is ${kind === "polygon" ? "a polygon, and is shown as a circle" : "not around its pose, and is shown there"}`);
    if (kind === "rectangle")
        return { body: "rectangle", length, width };
    const reach = Math.max(...corners.map((corner) => Math.hypot(corner.ahead, corner.aside)));
    return kind === "by-size" ? { body: "usual", size: size || 1 } : { body: "circle", width: 2 * (kind === "polygon" ? reach : radius) };
}

function kindOf(given: NamedUnit, others: Kind[], warnings: string[]): Kind {
    const kind = usualKind(), def = given.unit as unknown as { [field: string]: unknown };
    for (const { name, field, initial } of dialsOf("unit"))
        if (field !== "footprint" && name !== "size" && def[name] !== undefined)
            kind.unit[name] = typeof initial === "string" ? String(def[name]) : (def[name] as number);
    Object.assign(kind.unit, bodyOf(given, warnings));
    kind.costs = kind.costs.map((_, terrain) => (def.terrainCost as number[])[terrain]);
    return { ...kind, name: freeName(others, tidied(given.kind) || likeness(kind)) };
}

/** Puts the units of a file into the world: those that are alike are of one kind. */
export function addUnits({ settings }: World, units: NamedUnit[], warnings: string[]) {
    const kinds: Kind[] = [], known = new Map<string, number>(), agents: Settings["agents"] = [];
    for (const each of units) {
        const key = JSON.stringify([each.kind, each.unit]);
        if (!known.has(key) && kinds.length === MOST_KINDS) {
            warnings.push(`The unit '${each.name}' is left out: this page shows up to ${MOST_KINDS} kinds`);
            continue;
        }
        const kind = known.get(key) ?? kinds.push(kindOf(each, kinds, warnings)) - 1;
        known.set(key, kind);
        agents.push({ id: agents.length + 1, kind, ...each.at });
    }
    if (agents.length > 0)
        Object.assign(settings, { kinds, kind: 0, agents });
}
