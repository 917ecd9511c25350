// The world as texts for a shell: a command that finds the path, and one that lets the units drive.
import { changedOptions, changedUnit, decimal, degrees, TERRAIN_NAMES } from "./export_parts.js";
import { TICK, type Pose } from "./messages.js";
import { isEmpty, overlayText } from "./overlay.js";
import { agentRadiusOf, footprintOf, sizeOf } from "./unit.js";
import type { Settings, World } from "./world.js";

const hereDocument = (name: string, text: string) => `cat > ${name} <<'END'\n${text}${text.endsWith("\n") ? "" : "\n"}END\n`;

const place = ({ x, y, heading }: Pose, hasHeading: boolean) =>
    `${decimal(x)},${decimal(y)}${hasHeading ? `,${degrees(heading)}` : ""}`;

const entered = (costs: number[]) => costs.map((cost, terrain) => (cost > 0 ? `${TERRAIN_NAMES[terrain]}=${cost}` : "")).filter(Boolean);

function unitOptions(settings: Settings): string[] {
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
    for (const { name, option } of changedUnit(settings))
        if (option)
            options.push(unit[name] === true ? option : `${option} ${unit[name]}`);
    return options;
}

function requestOptions(settings: Settings): string[] {
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
    const { settings } = world;
    const { trees, unit } = settings;
    let text = hereDocument("world.map", world.toText());
    let options = [...unitOptions(settings), ...requestOptions(settings)];
    if (trees.length > 0) { // paths among trees are the shortest ones, whatever terrains cost
        text += hereDocument("world.trees", trees.map(({ x, y, radius }) => `${x} ${y} ${radius}`).join("\n"));
        options = [`--enter ${entered(settings.costs.map((cost) => (cost > 0 ? 1 : 0))).join(",")}`, `--footprint circle:${agentRadiusOf(unit)}`,
            ...(unit.turnRadius > 0 ? [`--turn-radius ${unit.turnRadius}`] : []), ...requestOptions(settings), "--trees world.trees"];
    }
    if (!isEmpty(settings.overlay) && trees.length === 0) {
        text += hereDocument("overlay.json", overlayText(settings.overlay));
        options.push("--overlay overlay.json");
    }
    return `${text}fairway route world.map ${options.join(" \\\n    ")}\n`;
}

/** The units as the file of a scenario, whose map is world.map. */
export function scenarioOf({ settings }: World): string {
    const { unit, costs, agents, orders, agent } = settings;
    const enter = Object.fromEntries(costs.map((cost, terrain) => [TERRAIN_NAMES[terrain], cost]).filter(([, cost]) => Number(cost) > 0));
    const kind = {
        footprint: { circle: agentRadiusOf(unit) }, enter,
        ...(unit.turnRadius > 0 ? { turn_radius: unit.turnRadius, reverse: unit.reverse } : {}),
    };
    const speed = { top: agent.top, accelerate: agent.acceleration, brake: agent.braking, lateral: agent.lateral };
    const goals = new Map(orders.flatMap((order) => (order.kind === "places" ? order.places : [])).map(({ id, x, y }) => [id, [x, y]]));
    const units = agents.map(({ id, x, y, heading }) =>
        ({ id, unit: kind, speed, at: [x, y, degrees(heading)], ...(goals.has(id) ? { to: goals.get(id) } : {}) }));
    const groups = orders.flatMap((order) => (order.kind === "formation" ? [order] : [])).map(({ ids, to, group }) => ({
        units: ids, to: [to.x, to.y, degrees(to.heading)], formation: group.formation, spacing: group.spacing, together: group.together,
    }));
    return JSON.stringify({ fairway_scenario: 1, map: "world.map", dt: TICK, time: 600, units, groups }, null, 1);
}

/** The units as a scenario: the run that "Restart" shows. */
export function toScenario(world: World): string {
    return hereDocument("world.map", world.toText()) + hereDocument("world.json", scenarioOf(world)) +
        "fairway simulate world.json --json world.result.json --poses world.csv --svg world.svg\n";
}
