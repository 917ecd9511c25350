// The units that drive by traffic: what the worker makes of the page's list of them.
import type { Fairway, GridMap, Traffic } from "../../bindings/js/src/index.js";
import type { Agent, UnitDials } from "./messages.js";

const BUDGET = 20000; // expansions of a step
const TOP = 4, ACCELERATION = 6; // tiles per second, and per second^2

export class Crowd {
    private traffic: Traffic;
    private kind: number;
    private ids = new Set<number>();
    private size: number;

    /** Round bodies of the size that the unit's dial says, which never cut corners. */
    constructor(private fairway: Fairway, private map: GridMap, { size, costs }: UnitDials) {
        this.size = size;
        this.kind = map.addUnit({
            size, terrainCost: costs, footprint: { kind: "circle", radius: 0.4 * size },
        });
        this.traffic = new fairway.Traffic(map);
    }

    free() {
        this.traffic.free();
        this.map.removeUnit(this.kind);
    }

    /** Adds the units that are new in the list, and removes those that are missing. Returns those that fit nowhere. */
    keep(agents: Agent[]): { ids: number[]; text: string } {
        const wanted = new Set(agents.map((agent) => agent.id));
        for (const id of this.ids)
            if (!wanted.has(id)) {
                this.traffic.remove(id);
                this.ids.delete(id);
            }
        const unplaced = { ids: [] as number[], text: "" };
        for (const { id, x, y } of agents)
            if (!this.ids.has(id))
                try {
                    this.traffic.add({
                        id, unit: this.kind, start: [x, y], top: TOP, acceleration: ACCELERATION, braking: ACCELERATION,
                        lateral: ACCELERATION,
                    });
                    this.ids.add(id);
                } catch (error) {
                    unplaced.ids.push(id);
                    unplaced.text = (error as Error).message;
                }
        return unplaced;
    }

    /** Orders units to the places nearest to one, where they can stand and which the first of them can reach. */
    order(ids: number[], x: number, y: number) {
        const known = ids.filter((id) => this.ids.has(id));
        if (known.length === 0)
            return;
        const places = this.placesNear(this.traffic.state(known[0]).pose, x, y, known.length);
        if (places.length === known.length)
            this.traffic.orderGroup(known, places, true);
        else
            known.forEach((id) => this.traffic.order(id, [x, y])); // the library says that they are blocked
    }

    private placesNear(from: { x: number; y: number }, x: number, y: number, count: number): [number, number][] {
        const { size, map, kind } = this;
        const [fromX, fromY, toX, toY] = [from.x, from.y, x, y].map((value) => Math.floor(value - (size - 1) / 2));
        const places: [number, number][] = [];
        for (let ring = 0; places.length < count && ring * size < map.width + map.height; ring++)
            for (const [dx, dy] of tilesOfRing(ring)) {
                const tileX = toX + dx * size, tileY = toY + dy * size;
                if (places.length < count && map.fits(kind, tileX, tileY) && map.connected(kind, fromX, fromY, tileX, tileY))
                    places.push([tileX + size / 2, tileY + size / 2]);
            }
        return places;
    }

    step(seconds: number) {
        this.traffic.step(seconds, BUDGET);
        return this.traffic.states();
    }
}

/** The tiles at this distance from the middle one, by rows and columns. */
function tilesOfRing(ring: number): [number, number][] {
    const tiles: [number, number][] = [];
    for (let dy = -ring; dy <= ring; dy++)
        for (let dx = -ring; dx <= ring; dx += Math.abs(dy) === ring ? 1 : Math.max(1, 2 * ring))
            tiles.push([dx, dy]);
    return tiles;
}
