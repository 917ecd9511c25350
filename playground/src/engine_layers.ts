// What the library knows of all tiles, for the layers that the page shows.
import type { Fairway, GridMap } from "../../bindings/js/src/index.js";
import type { Grove } from "./engine_grove.js";
import type { Layer, LayerData, Pose } from "./messages.js";

export function readLayer(fairway: Fairway, map: GridMap, unit: number, costs: number[], grove: Grove | null, layer: Layer, goal: Pose): LayerData {
    const data: LayerData = { layer, values: new Float32Array(), edges: [] };
    switch (layer) {
        case "clearance":
            data.values = Float32Array.from(map.clearances(costs.map((_, terrain) => terrain).filter((terrain) => costs[terrain] > 0)));
            break;
        case "regions":
            data.values = numbered(map.regions(unit));
            break;
        case "where it fits":
            data.values = Float32Array.from(map.regions(unit), (region) => (region > 0 ? 1 : 0));
            break;
        case "flow field": {
            const field = new fairway.Field(map);
            try {
                field.fill(unit, [[Math.floor(goal.x), Math.floor(goal.y)]]);
                data.values = Float32Array.from(field.costs());
            } finally {
                field.free();
            }
            break;
        }
        case "forest edges":
            data.edges = grove?.edges() ?? [];
            break;
    }
    return data;
}

/** Labels as small numbers, by the order in which they come. */
function numbered(labels: Uint32Array): Float32Array {
    const numbers = new Map([[0, 0]]);
    return Float32Array.from(labels, (label) => {
        if (!numbers.has(label))
            numbers.set(label, numbers.size);
        return numbers.get(label)!;
    });
}
