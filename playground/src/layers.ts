// What the library shows of its inside, and the layers of the page that draw it.
import type { MarkKind } from "../../bindings/js/src/index.js";

/** When a subject changes: with the map or the unit, with each question, with each answer, or while units drive. */
export type Cause = "map" | "query" | "answer" | "ticks";

/** What the library is asked for, and when it changes. */
export const SUBJECTS = {
    anchors: "map", regions: "map", "jump points": "map", clusters: "map", areas: "map", motions: "query", forest: "answer",
    bitangents: "query", sight: "query", walkable: "query", construction: "answer", cones: "answer", traffic: "ticks",
} as const satisfies { [name: string]: Cause };
export type Subject = keyof typeof SUBJECTS;

/** Numbers of all tiles. */
export const NUMBERS = { nothing: "", clearance: "map", "flow field": "query", guide: "answer" } as const;
export type Numbers = keyof typeof NUMBERS;

/** A layer that can be switched on. */
export interface LayerDef {
    name: string;
    /** beside its name */
    color: string;
    about: string;
    subject: Subject;
    kinds: MarkKind[];
    /** the world must have some of these */
    needs?: "trees" | "units";
}

export const LAYERS: LayerDef[] = [
    { name: "where it fits", color: "#0b57d0", about: "tiles on which the unit may be anchored", subject: "anchors", kinds: ["anchors"] },
    { name: "regions", color: "#2c9e62", about: "within one, the unit can go everywhere", subject: "regions", kinds: ["region"] },
    { name: "jump points", color: "#7a1fa2", about: "where straight runs of a search stop", subject: "jump points", kinds: ["jump-point"] },
    { name: "clusters", color: "#7a1fa2", about: "with the entrances and transitions between them", subject: "clusters", kinds: ["cluster", "entrance", "transition"] },
    { name: "abstract edges", color: "#b48ac8", about: "the cheapest ways through clusters", subject: "clusters", kinds: ["abstract-edge"] },
    { name: "areas", color: "#2c9e62", about: "those of the method areas, squares or a quadtree; their midpoints, and the steps between them", subject: "areas", kinds: ["area", "midpoint", "area-step"] },
    { name: "motions", color: "#0029fc", about: "those that leave the start; point at one to see the tiles that it touches", subject: "motions", kinds: ["motion", "hit-mask"] },
    { name: "constructions", color: "#5b6a8b", about: "centres, angles and distances of the path's curves", subject: "construction", kinds: ["curve-part", "centre", "centre-line"] },
    { name: "cones", color: "#d6452f", about: "tiles beside roads that smoothing regards as blocked, if roads are used with cones", subject: "cones", kinds: ["cone"] },
    { name: "Walkable's samples", color: "#154014", about: "points at which simple smoothing looks from start to goal, up to the first one that is blocked", subject: "walkable", kinds: ["sample"] },
    { name: "forest edges", color: "#b46600", about: "those that the planner considered; orange: it used them", subject: "forest", kinds: ["surfing-edge", "hugging-edge"], needs: "trees" },
    { name: "blocked arcs", color: "#8b005c", about: "arcs on which another circle lies", subject: "forest", kinds: ["blocked-arc"], needs: "trees" },
    { name: "bitangents", color: "#007070", about: "lines that touch two circles", subject: "bitangents", kinds: ["bitangent"], needs: "trees" },
    { name: "line of sight", color: "#8b005c", about: "d against r for each circle, from start to goal", subject: "sight", kinds: ["circle", "sight"], needs: "trees" },
    { name: "reservations", color: "#0029fc", about: "where units are about to be, and where they stop", subject: "traffic", kinds: ["reservation", "stop", "joint-move"], needs: "units" },
    { name: "who waits for whom", color: "#b46600", about: "from a unit to the one in its way", subject: "traffic", kinds: ["wait"], needs: "units" },
    { name: "gates", color: "#8b005c", about: "narrow parts of ways, and the unit that passes first", subject: "traffic", kinds: ["gate"], needs: "units" },
];
