// What the programs and commands that the page writes have in common.
import { dialsOf, type Dial, type Group } from "./dials.js";
import { asked, type Asked } from "./kinds.js";
import type { Pose } from "./messages.js";
import type { Settings } from "./world.js";

/** Names of terrains in C and in the command, by the library's numbers; 0 is blocked. */
export const TERRAIN_NAMES = ["blocked", "ground", "swamp", "water", "shallow", "tree", "road", "sand"];

/** The kinds, each with the settings as if it were chosen. */
export const eachKind = (settings: Settings): Asked[] => settings.kinds.map((_, kind) => asked({ ...settings, kind }));

/** The places to which units are ordered, one for each. */
export const goalsOf = ({ orders }: Settings) =>
    orders.flatMap((order) => (order.kind === "places" ? order.places : [])).sort((a, b) => a.id - b.id);

/** Orders to formations. */
export const formationsOf = ({ orders }: Settings) => orders.flatMap((order) => (order.kind === "formation" ? [order] : []));

/** Dials of a group that are not as the library has them if nobody says more. */
export const changed = (settings: Asked, group: Group): Dial[] =>
    dialsOf(group).filter((dial) => settings[group][dial.name] !== dial.initial);

/** Fields of a request that are written where the goal and the speeds are. */
const WITH_GOAL = new Set(["hasHeading", "goalRadius", "fastest", "partition"]);

export const changedOptions = (settings: Asked) => changed(settings, "request").filter((dial) => !WITH_GOAL.has(dial.name));

/** Fields of a unit that are numbers or names, and not its body. */
export const changedUnit = (settings: Asked) =>
    changed(settings, "unit").filter(({ name, field }) => field !== "footprint" && name !== "size");

/** A number of C: with a point. */
export const decimal = (value: number) => (Number.isInteger(value) ? `${value}.0` : String(value));

export const degrees = (radians: number) => (radians * 180) / Math.PI;


export const poseInC = ({ x, y, heading }: Pose) => `{ ${decimal(x)}, ${decimal(y)}, ${decimal(heading)} }`;
