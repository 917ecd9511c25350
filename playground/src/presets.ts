// Kinds of units to begin with.
import { chosenOf, freeName, removeUnits, unitsOf, type Kind } from "./kinds.js";
import type { Agent, UnitDials } from "./messages.js";
import { tilesOfRing } from "./rings.js";
import { GROUND, WATER } from "./terrains.js";
import { agentRadiusOf, radiusOf } from "./unit.js";
import type { Settings, World } from "./world.js";

interface Preset {
    about: string;
    unit: Partial<UnitDials>;
    costs: { [terrain: number]: number };
    /** tiles a second */
    top: number;
    /** so many units are dropped around the start */
    count?: number;
}

const ROUND = { body: "usual", turnRadius: 0, reverse: false, reversePenalty: 1, gearChangeCost: 0 };
const ON_LAND = { 1: 1, 2: 2.5, 3: 0, 4: 2, 5: 0, 6: 1, 7: 1.5 };

export const PRESETS: { [name: string]: Preset } = {
    Scout: { about: "One tile, turns on the spot", unit: { ...ROUND, size: 1 }, costs: ON_LAND, top: 4 },
    Tank: { about: "Two tiles wide, turns on the spot, no swamps", unit: { ...ROUND, size: 2 }, costs: { ...ON_LAND, 2: 0 }, top: 3 },
    Car: {
        about: "Turning radius 1.5, with a reverse gear",
        unit: { ...ROUND, body: "rectangle", length: 1.4, width: 0.8, turnRadius: 1.5, reverse: true, reversePenalty: 2, gearChangeCost: 1 },
        costs: { ...ON_LAND, 2: 0, 4: 0 }, top: 4,
    },
    Lorry: {
        about: "Long, turning radius 2.5, seeks roads",
        unit: { ...ROUND, body: "rectangle", length: 2.4, width: 0.9, turnRadius: 2.5, reverse: true, reversePenalty: 2, gearChangeCost: 1 },
        costs: { ...ON_LAND, 1: 3, 2: 0, 4: 0, 7: 4 }, top: 3,
    },
    Ship: {
        about: "On water only, turning radius 3, no reverse gear",
        unit: { ...ROUND, body: "rectangle", length: 2.2, width: 0.9, turnRadius: 3 },
        costs: { 1: 0, 2: 0, 3: 1, 4: 0, 5: 0, 6: 0, 7: 0 }, top: 2,
    },
    Crowd: {
        about: "Two dozen small units around the start, which avoid each other",
        unit: { ...ROUND, body: "circle", width: 0.7, size: 1 }, costs: ON_LAND, top: 4, count: 24,
    },
    Giant: { about: "Four tiles wide", unit: { ...ROUND, size: 4 }, costs: ON_LAND, top: 2 },
};

/** A name that a preset has given, not the user. */
const isGiven = (name: string) => name.replace(/ \d+$/, "") in PRESETS;

/** Makes the chosen kind what a preset says. */
export function begun(world: World, settings: Settings, name: string) {
    const kind = chosenOf(settings), { unit, costs, top, count } = PRESETS[name];
    Object.assign(kind.unit, unit);
    Object.assign(kind.costs, costs);
    kind.agent.top = top;
    if (isGiven(kind.name))
        kind.name = freeName(settings.kinds, name, settings.kind);
    if (!count)
        return;
    removeUnits(settings, unitsOf(settings, settings.kind));
    settings.agents.push(...agentsAround(world, settings, count));
}

/** The name of the preset that a kind resembles. */
export function likeness({ unit, costs }: Kind): string {
    if (costs[GROUND] === 0 && costs[WATER] > 0)
        return "Ship";
    if (unit.turnRadius > 0)
        return unit.body === "rectangle" && unit.length > 2 ? "Lorry" : "Car";
    const width = 2 * radiusOf(unit);
    return width > 3 ? "Giant" : width > 1.5 ? "Tank" : "Scout";
}

/** Units of the chosen kind on the free tiles around the start, ring by ring. */
function agentsAround(world: World, settings: Settings, count: number): Agent[] {
    const { start, agents: others, kinds, kind } = settings, { costs, unit } = kinds[kind];
    const agents: Agent[] = [], most = Math.max(world.width, world.height), first = 1 + Math.max(0, ...others.map(({ id }) => id));
    const isTaken = (x: number, y: number) =>
        others.some((other) => Math.hypot(other.x - x, other.y - y) < agentRadiusOf(unit) + agentRadiusOf(kinds[other.kind].unit));
    for (let ring = 0; ring <= most && agents.length < count; ring++)
        for (const [dx, dy] of tilesOfRing(ring)) {
            const x = Math.floor(start.x) + dx, y = Math.floor(start.y) + dy;
            if (agents.length < count && world.contains(x, y) && costs[world.terrainAt(x, y)] > 0 && !isTaken(x + 0.5, y + 0.5))
                agents.push({ id: first + agents.length, kind, x: x + 0.5, y: y + 0.5, heading: 0 });
        }
    return agents;
}
