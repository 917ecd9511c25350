// The units that drive by traffic: what the worker makes of the page's list of them.
import type { Fairway, GridMap, Mark, Traffic } from "../../bindings/js/src/index.js";
import { BUDGET, MOST_MARKS, TICK, type AgentDials, type Fleet, type GroupDials, type Order, type UnitDials } from "./messages.js";
import { tilesOfRing } from "./rings.js";
import { agentRadiusOf } from "./unit.js";

interface Command {
    ids: number[];
    x: number;
    y: number;
    heading: number;
    group: GroupDials;
}

export class Crowd {
    private traffic: Traffic;
    private kind: number;
    private ids = new Set<number>();
    private radius: number;

    /** Round bodies of the size that the unit's dial says, which never cut corners. */
    constructor(private fairway: Fairway, private map: GridMap, unit: UnitDials, costs: number[]) {
        this.radius = agentRadiusOf(unit);
        const { turnRadius, reverse } = unit;
        this.kind = map.addUnit({
            size: 0, terrainCost: costs, footprint: { kind: "circle", radius: this.radius }, turnRadius, reverse,
        });
        this.traffic = new fairway.Traffic(map);
    }

    free() {
        this.traffic.free();
        this.map.removeUnit(this.kind);
    }

    get time() {
        return this.traffic.time;
    }

    /** Adds the units that are new in the list, and removes those that are missing. A new traffic gets its orders, too.
     * Returns the units that fit nowhere. */
    keep({ agents, orders, speeds }: Fleet): { ids: number[]; text: string } {
        const isNew = this.ids.size === 0;
        const wanted = new Set(agents.map((agent) => agent.id));
        for (const id of this.ids)
            if (!wanted.has(id)) {
                this.traffic.remove(id);
                this.ids.delete(id);
            }
        const unplaced = { ids: [] as number[], text: "" };
        for (const { id, x, y, heading } of [...agents].sort((a, b) => a.id - b.id))
            if (!this.ids.has(id))
                try {
                    this.traffic.add({ id, unit: this.kind, start: [x, y, heading], ...this.speedsOf(speeds) });
                    this.ids.add(id);
                } catch (error) {
                    unplaced.ids.push(id);
                    unplaced.text = (error as Error).message;
                }
        if (isNew)
            this.repeat(orders);
        return unplaced;
    }

    private speedsOf({ top, acceleration, braking, lateral }: AgentDials) {
        return { top, acceleration, braking, lateral };
    }

    /** Gives orders as a scenario does: first those to places, by the units' numbers, then those to formations. */
    private repeat(orders: Order[]) {
        const places = orders.flatMap((order) => (order.kind === "places" ? order.places : []));
        for (const { id, x, y } of places.sort((a, b) => a.id - b.id))
            if (this.ids.has(id))
                this.traffic.order(id, [x, y]);
        for (const order of orders)
            if (order.kind === "formation")
                this.form(order);
    }

    private form({ ids, to, group }: Extract<Order, { kind: "formation" }>) {
        const known = ids.filter((id) => this.ids.has(id));
        if (known.length === 0)
            return;
        const places = this.fairway.Traffic.places(group.formation as "box", to, group.spacing, known.length);
        const { ownSteps, keepsAbreast } = group;
        this.traffic.orderGroup(known, places, group.together ? { ownSteps, keepsAbreast } : false);
    }

    /** Orders units to a place, or to places around it. Returns the order as it can be given again. */
    order({ ids, x, y, heading, group }: Command): Order | null {
        const known = ids.filter((id) => this.ids.has(id));
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

    /** A place for each unit: the nearest pairs first. */
    private assigned(ids: number[], x: number, y: number, isSpread: boolean) {
        const free = isSpread ? this.placesNear(ids[0], x, y, ids.length) : [];
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

    /** Places that the first unit can reach, ring by ring around one. */
    private placesNear(first: number, x: number, y: number, count: number): [number, number][] {
        const { map, kind } = this;
        const size = Math.max(1, Math.ceil(2 * this.radius)), step = Math.ceil(3 * this.radius); // room to pass
        const anchor = (value: number) => Math.floor(value - (size - 1) / 2);
        const { pose } = this.traffic.state(first);
        const places: [number, number][] = [];
        for (let ring = 0; places.length < count && ring * step < map.width + map.height; ring++)
            for (const [dx, dy] of tilesOfRing(ring)) {
                const tileX = anchor(x) + dx * step, tileY = anchor(y) + dy * step;
                if (places.length < count && map.fits(kind, tileX, tileY) &&
                    map.connected(kind, anchor(pose.x), anchor(pose.y), tileX, tileY))
                    places.push([tileX + size / 2, tileY + size / 2]);
            }
        return places;
    }

    marks(): Mark[] {
        return this.fairway.inspect.traffic(this.traffic, MOST_MARKS);
    }

    /** Lets ticks pass. */
    run(ticks: number) {
        for (let i = 0; i < ticks; i++)
            this.traffic.step(TICK, BUDGET);
        if (ticks === 0)
            this.traffic.step(0, 0);
        return this.traffic.states();
    }
}
