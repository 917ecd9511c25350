// The kinds of units of a world: scouts, lorries, ships. One of them is chosen: the panel edits it, its path is shown, and new
// units are of this kind.
import { MARKS } from "./colors.js";
import { usual, type Group } from "./dials.js";
import type { Look } from "./draw.js";
import type { Agent, AgentDials, Dials, Order, UnitDials } from "./messages.js";
import { TERRAINS } from "./terrains.js";
import { agentRadiusOf } from "./unit.js";
import type { Settings } from "./world.js";

export interface Kind {
    /** each kind has a name of its own */
    name: string;
    unit: UnitDials;
    /** cost of each terrain; 0: not passable */
    costs: number[];
    /** its speeds */
    agent: AgentDials;
}

export const MOST_KINDS = 16, MOST_LETTERS = 24;

export const usualKind = (): Kind => ({
    name: "Scout", unit: usual("unit"), costs: TERRAINS.map(({ cost }) => cost), agent: usual("agent"),
});

export const chosenOf = ({ kinds, kind }: Settings): Kind => kinds[kind];

/** Settings, and the chosen kind: what a path is found for. */
export type Asked = Settings & Kind;

export const asked = (settings: Settings): Asked => ({ ...settings, ...chosenOf(settings) });

/** The dials of a group as they are: those of units belong to the chosen kind. */
export const dialsIn = (settings: Settings, group: Group): Dials =>
    group === "unit" || group === "agent" ? chosenOf(settings)[group] : settings[group];

/** A name that no other kind has. */
export function freeName(kinds: Kind[], wanted: string, index = -1): string {
    const isTaken = (name: string) => kinds.some((kind, i) => i !== index && kind.name === name);
    let name = wanted;
    for (let number = 2; isTaken(name); number++)
        name = `${wanted.slice(0, MOST_LETTERS - 3)} ${number}`;
    return name;
}

export const tidied = (name: string) => name.replace(/\s+/g, " ").trim().slice(0, MOST_LETTERS);

/** Gives a kind the name that a user has typed. */
export function rename({ kinds }: Settings, index: number, typed: string) {
    const name = tidied(typed);
    if (name)
        kinds[index].name = freeName(kinds, name, index);
}

/** Adds a kind, and chooses it. */
export function addKind(settings: Settings, kind: Kind) {
    settings.kinds.push({ ...kind, name: freeName(settings.kinds, kind.name) });
    settings.kind = settings.kinds.length - 1;
}

/** Removes a kind with its units and their orders. */
export function removeKind(settings: Settings, index: number) {
    removeUnits(settings, unitsOf(settings, index));
    settings.kinds.splice(index, 1);
    for (const agent of settings.agents)
        agent.kind -= agent.kind > index ? 1 : 0;
    settings.kind = Math.min(settings.kind, settings.kinds.length - 1);
}

/** The numbers of a kind's units. */
export const unitsOf = ({ agents }: Settings, index: number) => new Set(agents.filter(({ kind }) => kind === index).map(({ id }) => id));

/** Removes units with their orders. */
export function removeUnits(settings: Settings, ids: Set<number>) {
    settings.agents = settings.agents.filter(({ id }) => !ids.has(id));
    settings.orders = ordersWithout(settings.orders, ids);
}

export const ordersWithout = (orders: Order[], ids: Set<number>) =>
    orders.map((order) => without(order, ids)).filter((order) => order !== null);

/** An order without some of its units; null: nobody is left. */
function without(order: Order, ids: Set<number>): Order | null {
    if (order.kind === "places") {
        const places = order.places.filter(({ id }) => !ids.has(id));
        return places.length > 0 ? { kind: "places", places } : null;
    }
    const left = order.ids.filter((id) => !ids.has(id));
    return left.length > 0 ? { ...order, ids: left } : null;
}

/** All of a kind but its name. */
const bodyOf = ({ unit, costs, agent }: Kind) => JSON.stringify([unit, costs, agent]);

/** True if a unit of both settings is another one now: it must begin anew where it was dropped. */
export function haveChanged(before: Settings, after: Settings): boolean {
    const bodies = [before, after].map(({ kinds }) => kinds.map(bodyOf));
    const older = new Map<number, Agent>(before.agents.map((agent) => [agent.id, agent]));
    return after.agents.some((agent) => {
        const old = older.get(agent.id);
        return old && (bodies[0][old.kind] !== bodies[1][agent.kind] || old.x !== agent.x || old.y !== agent.y);
    });
}

/** The first letter of a kind's name, or the first two if another kind begins with the same one. */
export function lettersOf(kinds: Kind[], index: number): string {
    const initial = (name: string) => [...name][0].toUpperCase(), { name } = kinds[index];
    const isAlone = kinds.every((other, i) => i === index || initial(other.name) !== initial(name));
    return isAlone ? initial(name) : initial(name) + ([...name][1] ?? "");
}

/** How units are drawn, by their numbers. */
export function looksOf({ agents, kinds }: Settings, showsKinds: boolean): (id: number) => Look {
    const looks = kinds.map(({ unit }, index) => ({
        radius: agentRadiusOf(unit), color: showsKinds ? colorOf(index) : "", letters: kinds.length > 1 ? lettersOf(kinds, index) : "",
    }));
    const byId = new Map(agents.map(({ id, kind }) => [id, looks[kind]]));
    return (id) => byId.get(id) ?? looks[0];
}

/** Colours of kinds, by their index; all of them differ for everybody, and the letters of a kind tell the further ones apart. */
const COLORS = [MARKS.path, MARKS.reverse, MARKS.bad, MARKS.good, MARKS.still];

export const colorOf = (index: number) => COLORS[index % COLORS.length];
