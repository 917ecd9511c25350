// The world as texts for a shell: a command that finds the path, and one that lets the units drive.
import { areasText } from "./areas.js";
import type { Dial } from "./dials.js";
import { changedOptions, changedUnit, decimal, degrees, eachKind, formationsOf, goalsOf, TERRAIN_NAMES } from "./export_parts.js";
import { TICK, type Pose } from "./messages.js";
import { asked, type Asked, type Kind } from "./kinds.js";
import { isEmpty, overlayText } from "./overlay.js";
import { agentRadiusOf, drivenDials, footprintOf, sizeOf, valueIn } from "./unit.js";
import type { World } from "./world.js";

/** A dial's field in files of units and in scenarios. */
export const keyOf = ({ name, field }: Dial) => (name === "gearChangeCost" ? "gear_change" : field);

/** Costs of the terrains that a unit enters. */
const enterOf = (costs: number[]) =>
    Object.fromEntries(costs.map((cost, terrain) => [TERRAIN_NAMES[terrain], cost] as const).filter(([, cost]) => cost > 0));

const hereDocument = (name: string, text: string) => `cat > ${name} <<'END'\n${text}${text.endsWith("\n") ? "" : "\n"}END\n`;

const place = ({ x, y, heading }: Pose, hasHeading: boolean) =>
    `${decimal(x)},${decimal(y)}${hasHeading ? `,${degrees(heading)}` : ""}`;

const entered = (costs: number[]) => costs.map((cost, terrain) => (cost > 0 ? `${TERRAIN_NAMES[terrain]}=${cost}` : "")).filter(Boolean);

function unitOptions(settings: Asked): string[] {
    const { unit, costs } = settings;
    const footprint = footprintOf(unit);
    const options = [`--enter ${entered(costs).join(",")}`];
    if (sizeOf(unit) > 0)
        options.push(`--size ${unit.size}`);
    if (footprint.kind === "circle")
        options.push(`--footprint circle:${footprint.radius}`);
    if (footprint.kind === "rectangle")
        options.push(`--footprint rect:${footprint.length}x${footprint.width}`);
    if (unit.reverse)
        options.push(`--reverse=${unit.reversePenalty}`);
    return [...options, ...optionsOf(settings, () => true)];
}

const optionsOf = (settings: Asked, isMeant: (name: string) => boolean) =>
    changedUnit(settings).filter(({ name, option }) => option && isMeant(name))
        .map(({ name, option }) => (settings.unit[name] === true ? option! : `${option} ${settings.unit[name]}`));

/** Fields that files of units do not have. */
const NOT_IN_FILES = ["dominance", "placement"];

/** A unit as its file has it. */
function unitFile(settings: Asked): string {
    const { unit, costs } = settings, footprint = footprintOf(unit);
    const fields = changedUnit(settings).filter(({ name }) => !NOT_IN_FILES.includes(name)).map((dial) => [keyOf(dial), valueIn(unit, dial.name)]);
    return JSON.stringify({
        ...(sizeOf(unit) > 0 ? { size: unit.size } : {}), enter: enterOf(costs),
        ...(footprint.kind === "circle" ? { footprint: { circle: footprint.radius } } : {}),
        ...(footprint.kind === "rectangle" ? { footprint: { rect: [footprint.length, footprint.width] } } : {}),
        ...Object.fromEntries(fields),
    }, null, 1);
}

/** Names of the files of kinds. */
export const fileNames = (kinds: Kind[]) =>
    kinds.map(({ name }, i) => `unit-${`${i + 1}-${name.toLowerCase()}`.replace(/[^a-z0-9]+/g, "-").replace(/-$/, "")}.json`);

function requestOptions(settings: Asked): string[] {
    const { start, goals, request, agent, trees } = settings;
    const options = [`--from ${place(start, true)}`, `--to ${goals.map((goal) => place(goal, request.hasHeading)).join("/")}`];
    if (trees.length > 0)
        return options;
    options.push(`--smooth ${request.smoothing}`);
    if (request.goalRadius > 0)
        options.push(`--within ${request.goalRadius}`);
    if (request.fastest)
        options.push("--fastest", `--speed ${agent.top},${agent.acceleration},${agent.braking},${agent.lateral}`);
    if (request.method === "areas" && request.partition !== "squares")
        options.push(`--partition ${request.partition}`);
    for (const { name, option } of changedOptions(settings))
        if (option && name !== "smoothing")
            options.push(request[name] === true ? option : `${option} ${request[name]}`);
    return options;
}

/** The world's path by the command. */
export function toCommand(world: World): string {
    const settings = asked(world.settings);
    const { trees, unit } = settings;
    const files = fileNames(settings.kinds), hasFiles = files.length > 1 && trees.length === 0;
    let text = hereDocument("world.map", world.toText());
    if (hasFiles)
        text += eachKind(settings).map((kind, i) => hereDocument(files[i], unitFile(kind))).join("");
    let options = hasFiles ? [`--unit ${files[settings.kind]}`, ...optionsOf(settings, (name) => NOT_IN_FILES.includes(name))] : unitOptions(settings);
    options.push(...requestOptions(settings));
    if (trees.length > 0) { // paths among trees are the shortest ones, whatever terrains cost
        text += hereDocument("world.trees", trees.map(({ x, y, radius }) => `${x} ${y} ${radius}`).join("\n"));
        options = [`--enter ${entered(settings.costs.map((cost) => (cost > 0 ? 1 : 0))).join(",")}`, `--footprint circle:${agentRadiusOf(unit)}`,
            ...(unit.turnRadius > 0 ? [`--turn-radius ${unit.turnRadius}`] : []), ...requestOptions(settings), "--trees world.trees"];
    }
    if (!isEmpty(settings.overlay) && trees.length === 0) {
        text += hereDocument("overlay.json", overlayText(settings.overlay));
        options.push("--overlay overlay.json");
    }
    if (settings.request.method === "areas" && settings.overlay.named.length > 0) {
        text += hereDocument("areas.json", areasText(settings.overlay.named));
        options.push("--area-map areas.json");
    }
    return `${text}fairway route world.map ${options.join(" \\\n    ")}\n`;
}

/** A kind of unit with its speeds, as a scenario has them: what drives by traffic is round. */
function kindOf({ name, unit, costs, agent }: Kind) {
    const driven = Object.fromEntries(drivenDials(unit).map((dial) => [keyOf(dial), valueIn(unit, dial.name)]));
    return {
        kind: name, unit: { footprint: { circle: agentRadiusOf(unit) }, enter: enterOf(costs), ...driven },
        speed: { top: agent.top, accelerate: agent.acceleration, brake: agent.braking, lateral: agent.lateral },
    };
}

/** The units as the file of a scenario, whose map is world.map. */
export function scenarioOf({ settings }: World): string {
    const kinds = settings.kinds.map(kindOf), goals = new Map(goalsOf(settings).map(({ id, x, y }) => [id, [x, y]]));
    const units = settings.agents.map(({ id, kind, x, y, heading }) =>
        ({ id, ...kinds[kind], at: [x, y, degrees(heading)], ...(goals.has(id) ? { to: goals.get(id) } : {}) }));
    const groups = formationsOf(settings).map(({ ids, to, group }) => ({
        units: ids, to: [to.x, to.y, degrees(to.heading)], formation: group.formation, spacing: group.spacing,
        ...(group.together ? { together: true, own_steps: group.ownSteps, keeps_abreast: group.keepsAbreast } : {}),
    }));
    return JSON.stringify({ fairway_scenario: 1, map: "world.map", dt: TICK, time: 600, units, groups }, null, 1);
}

/** The units as a scenario: the run that "Restart" shows. */
export function toScenario(world: World): string {
    return hereDocument("world.map", world.toText()) + hereDocument("world.json", scenarioOf(world)) +
        "fairway simulate world.json --json world.result.json --poses world.csv --svg world.svg\n";
}
