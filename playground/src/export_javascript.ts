// The world and its request as a program in JavaScript.
import { areasInJavaScript } from "./areas.js";
import { trafficInJavaScript } from "./export_traffic.js";
import { changedOptions, changedUnit, eachKind, TERRAIN_NAMES } from "./export_parts.js";
import { asked, type Asked } from "./kinds.js";
import { isEmpty, overlayInJavaScript } from "./overlay.js";
import { TERRAINS } from "./terrains.js";
import { agentRadiusOf, footprintOf, sizeOf } from "./unit.js";
import type { World } from "./world.js";

const NUMBERS = new Set(["headings", "fixedAngles"]); // lists whose options are numbers

const text = (value: unknown) => JSON.stringify(value);
const fields = (values: { [name: string]: unknown }) => Object.entries(values).map(([name, value]) => `    ${name}: ${text(value)},`);

function unitOf(settings: Asked) {
    const { unit, costs } = settings;
    const changed = changedUnit(settings).map(({ name }) => [name, NUMBERS.has(name) ? Number(unit[name]) : unit[name]]);
    return {
        size: sizeOf(unit), footprint: footprintOf(unit),
        terrainCost: Object.fromEntries(costs.map((cost, terrain) => [TERRAIN_NAMES[terrain], cost]).slice(1)),
        ...Object.fromEntries(changed),
    };
}

function requestOf(settings: Asked) {
    const { start, goals, request, agent } = settings;
    const places = goals.map(({ x, y, heading }) => (request.hasHeading ? { x, y, heading } : { x, y }));
    const goal = goals.length > 1 ? { nearestOf: places }
        : request.goalRadius > 0 ? { ...places[0], radius: request.goalRadius } : places[0];
    const changed = changedOptions(settings).map(({ name }) => [name, NUMBERS.has(name) ? Number(request[name]) : request[name]]);
    const { top, acceleration, braking, lateral } = agent;
    return {
        start, goal, ...Object.fromEntries(changed), ...(request.fastest ? { fastest: { top, acceleration, braking, lateral } } : {}),
    };
}

function forestLines({ trees, start, goals, unit, costs, request }: Asked): string[] {
    const free = TERRAIN_NAMES.filter((_, terrain) => costs[terrain] > 0);
    return [
        "const forest = new Forest();", `for (const tree of ${text(trees)})`, "    forest.add(tree);", `forest.setMap(map, ${text(free)});`,
        "const path = new ForestPlanner(forest).findPath({",
        ...fields({ start, goal: goals[0], radius: agentRadiusOf(unit), turnRadius: unit.turnRadius, maxWork: request.maxWork }), "});",
    ];
}

function gridLines(settings: Asked): string[] {
    const { method, partition } = settings.request, hasOverlay = !isEmpty(settings.overlay), hasAreas = method === "areas";
    return [
        "const units = kinds.map((kind) => map.addUnit(kind));", `const unit = units[${settings.kind}]; // ${settings.name}`,
        ...(method === "auto" ? [] : [`map.prepare(unit, ${text(method)});`]),
        ...(hasOverlay ? overlayInJavaScript(settings.overlay) : []),
        ...(hasAreas ? [...areasInJavaScript(settings.overlay.named),
            `const areas = new AreaMap(map, unit, { partition: ${text(partition)}${settings.overlay.named.length > 0 ? ", labels" : ""} });`] : []),
        "const path = new Planner(map).findPath({", `    unit,${hasOverlay ? " overlay," : ""}${hasAreas ? " areas," : ""}`,
        ...fields(requestOf(settings)), "});",
    ];
}

export function toJavaScript(world: World): string {
    const settings = asked(world.settings), { agents, trees } = settings, hasKinds = trees.length === 0 || agents.length > 0;
    const classes = trees.length > 0 ? ["Forest", "ForestPlanner", "GridMap"]
        : [...(settings.request.method === "areas" ? ["AreaMap"] : []), "GridMap", ...(isEmpty(settings.overlay) ? [] : ["Overlay"]), "Planner"];
    if (agents.length > 0)
        classes.push("Traffic");
    const rows = world.toText().trimEnd().split("\n").slice(4);
    const letters = Object.fromEntries(TERRAINS.map(({ letter }, terrain) => [letter, TERRAIN_NAMES[terrain]]));
    return [
        "// A path, as the playground of Fairway found it.", 'import { load } from "fairway";', "",
        `const { ${classes.join(", ")} } = await load();`,
        "const map = GridMap.fromRows([", ...rows.map((row) => `    ${text(row)},`), `], ${text(letters)});`,
        ...(hasKinds ? ["const kinds = [", ...eachKind(settings).flatMap((kind) => [`    { // ${kind.name}`, ...fields(unitOf(kind)).map((line) => `    ${line}`), "    },"]), "];"] : []),
        ...(settings.trees.length > 0 ? forestLines(settings) : gridLines(settings)),
        "console.log(path?.length, path?.segments);", ...(agents.length > 0 ? trafficInJavaScript(settings) : []), "",
    ].join("\n");
}
