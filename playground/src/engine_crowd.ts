// The units that drive by traffic: what the worker makes of the page's list of them.
import type { Fairway, GridMap, Mark, Traffic } from "../../bindings/js/src/index.js";
import type { Kind } from "./kinds.js";
import { BUDGET, MOST_MARKS, TICK, type Fleet, type GroupDials, type Order } from "./messages.js";
import { tilesOfRing } from "./rings.js";
import { agentRadiusOf, drivenDials, valueIn } from "./unit.js";

/** Where a unit is ordered to. */
interface Place {
    id: number;
    x: number;
    y: number;
}

interface Command {
    ids: number[];
    x: number;
    y: number;
    heading: number;
    group: GroupDials;
}

/** A kind of unit as the traffic has it. */
interface Body {
    /** number of the kind on the map */
    unit: number;
    radius: number;
    /** tiles between two of them that are ordered to one place, so that others can pass */
    room: number;
}

export class Crowd {
    private traffic: Traffic;
    private bodies = new Map<string, Body>();
    /** the units, by their numbers */
    private units = new Map<number, Body>();

    constructor(private fairway: Fairway, private map: GridMap) {
        this.traffic = new fairway.Traffic(map);
    }

    free() {
        this.traffic.free();
        for (const { unit } of this.bodies.values())
            this.map.removeUnit(unit);
    }

    /** The round body of a kind, of the size that its dial says, which never cuts corners. */
    private bodyOf({ unit, costs }: Kind): Body {
        const radius = agentRadiusOf(unit), driven = Object.fromEntries(drivenDials(unit).map(({ name }) => [name, valueIn(unit, name)]));
        const def: Parameters<GridMap["addUnit"]>[0] = { size: 0, terrainCost: costs, footprint: { kind: "circle", radius }, ...driven };
        const key = JSON.stringify(def), body = this.bodies.get(key) ?? { radius, room: Math.max(3 * radius, unit.turnRadius), unit: this.map.addUnit(def) };
        this.bodies.set(key, body);
        return body;
    }

    get time() {
        return this.traffic.time;
    }

    /** Adds the units that are new in the list, and removes those that are missing. A new traffic gets its orders, too.
     * Returns the units that fit nowhere. */
    keep({ kinds, agents, orders }: Fleet): { ids: number[]; text: string } {
        const isNew = this.units.size === 0;
        const wanted = new Set(agents.map((agent) => agent.id));
        for (const id of this.units.keys())
            if (!wanted.has(id)) {
                this.traffic.remove(id);
                this.units.delete(id);
            }
        const unplaced = { ids: [] as number[], text: "" };
        for (const { id, kind, x, y, heading } of [...agents].sort((a, b) => a.id - b.id))
            if (!this.units.has(id))
                try {
                    const body = this.bodyOf(kinds[kind]), { top, acceleration, braking, lateral } = kinds[kind].agent;
                    this.traffic.add({ id, unit: body.unit, start: [x, y, heading], top, acceleration, braking, lateral });
                    this.units.set(id, body);
                } catch (error) {
                    unplaced.ids.push(id);
                    unplaced.text = (error as Error).message;
                }
        if (isNew)
            this.repeat(orders);
        return unplaced;
    }

    /** Gives orders as a scenario does: first those to places, by the units' numbers, then those to formations. */
    private repeat(orders: Order[]) {
        const places = orders.flatMap((order) => (order.kind === "places" ? order.places : []));
        for (const { id, x, y } of places.sort((a, b) => a.id - b.id))
            if (this.units.has(id))
                this.traffic.order(id, [x, y]);
        for (const order of orders)
            if (order.kind === "formation")
                this.form(order);
    }

    private form({ ids, to, group }: Extract<Order, { kind: "formation" }>) {
        const known = ids.filter((id) => this.units.has(id));
        if (known.length === 0)
            return;
        const places = this.fairway.Traffic.places(group.formation as "box", to, group.spacing, known.length);
        const { ownSteps, keepsAbreast } = group;
        this.traffic.orderGroup(known, places, group.together ? { ownSteps, keepsAbreast } : false);
    }

    /** Orders units to a place, or to places around it. Returns the order as it can be given again. */
    order({ ids, x, y, heading, group }: Command): Order | null {
        const known = ids.filter((id) => this.units.has(id));
        if (known.length === 0)
            return null;
        if (group.formation === "spread" || group.formation === "one place") {
            const order: Order = { kind: "places", places: this.assigned(known, x, y, group.formation === "spread") };
            this.repeat([order]);
            return order;
        }
        const order: Order = { kind: "formation", ids: known, to: { x, y, heading }, group };
        this.form(order);
        return order;
    }

    /** A place for each unit, kind by kind: the largest choose first. */
    private assigned(ids: number[], x: number, y: number, isSpread: boolean): Place[] {
        const groups = new Map<Body, number[]>(), taken: (Place & Body)[] = [];
        for (const id of ids) {
            const body = this.units.get(id)!;
            groups.set(body, [...(groups.get(body) ?? []), id]);
        }
        for (const [body, group] of [...groups].sort(([a], [b]) => b.radius - a.radius))
            taken.push(...this.assignedTo(group, isSpread ? this.placesNear(group[0], x, y, group.length, taken) : [], { x, y })
                .map((place) => ({ ...place, ...body })));
        return taken.map(({ id, x: toX, y: toY }) => ({ id, x: toX, y: toY })).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    }

    /** A place for each unit of a kind: the nearest pairs first. */
    private assignedTo(ids: number[], free: [number, number][], { x, y }: { x: number; y: number }): Place[] {
        if (free.length < ids.length)
            return ids.map((id) => ({ id, x, y })); // the library says that they are blocked
        const pairs: { id: number; place: number; distance: number }[] = [];
        for (const id of ids) {
            const { pose } = this.traffic.state(id);
            free.forEach(([toX, toY], place) => pairs.push({ id, place, distance: Math.hypot(pose.x - toX, pose.y - toY) }));
        }
        pairs.sort((a, b) => a.distance - b.distance || a.id - b.id);
        const taken = new Set<number>(), served = new Map<number, number>();
        for (const { id, place } of pairs)
            if (!served.has(id) && !taken.has(place)) {
                served.set(id, place);
                taken.add(place);
            }
        return ids.map((id) => ({ id, x: free[served.get(id)!][0], y: free[served.get(id)!][1] }));
    }

    /** Places that the first unit can reach, ring by ring around one, and apart from those that are taken. */
    private placesNear(first: number, x: number, y: number, count: number, taken: (Place & Body)[]): [number, number][] {
        const { map } = this, { radius, room, unit } = this.units.get(first)!;
        const size = Math.max(1, Math.ceil(2 * radius)), step = Math.ceil(room);
        const anchor = (value: number) => Math.floor(value - (size - 1) / 2);
        const isFree = (placeX: number, placeY: number) =>
            taken.every((other) => Math.hypot(other.x - placeX, other.y - placeY) >= 0.5 * (room + other.room));
        const { pose } = this.traffic.state(first);
        const places: [number, number][] = [];
        for (let ring = 0; places.length < count && ring * step < map.width + map.height; ring++)
            for (const [dx, dy] of tilesOfRing(ring)) {
                const tileX = anchor(x) + dx * step, tileY = anchor(y) + dy * step;
                if (places.length < count && map.fits(unit, tileX, tileY) && isFree(tileX + size / 2, tileY + size / 2) &&
                    map.connected(unit, anchor(pose.x), anchor(pose.y), tileX, tileY))
                    places.push([tileX + size / 2, tileY + size / 2]);
            }
        return places;
    }

    marks(): Mark[] {
        return this.fairway.inspect.traffic(this.traffic, MOST_MARKS);
    }

    /** Lets ticks pass. None is no step: even a step of no length lets units plan, and the run would be another one than that of
     * `fairway simulate`. */
    run(ticks: number) {
        for (let i = 0; i < ticks; i++)
            this.traffic.step(TICK, BUDGET);
        return this.traffic.states();
    }
}
