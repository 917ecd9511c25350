// The units that drive by traffic, as programs have them: all kinds, all orders, and the same steps as on the page.
import { decimal, formationsOf, goalsOf, poseInC } from "./export_parts.js";
import { BUDGET, TICK } from "./messages.js";
import { agentRadiusOf } from "./unit.js";
import type { Settings } from "./world.js";

const MOST_SECONDS = 600;
const MOST_TICKS = Math.round(MOST_SECONDS / TICK);

const STEPS_IN_C = `    bool is_over = false;
    for (int tick = 0; tick < ${MOST_TICKS} && !is_over; tick++) {
        int32_t count = 0;
        must(fw_traffic_step(traffic, 1.0 / ${Math.round(1 / TICK)}, ${BUDGET}));
        const fw_agent_state *states = fw_traffic_states(traffic, &count);
        is_over = true;
        for (int32_t i = 0; i < count; i++)
            is_over = is_over && (states[i].activity == FW_AGENT_STANDS || states[i].activity >= FW_AGENT_ARRIVED);
    }
    int32_t count = 0;
    const fw_agent_state *states = fw_traffic_states(traffic, &count);
    for (int32_t i = 0; i < count; i++)
        printf("unit %u %.17g %.17g\\n", (unsigned)states[i].id, states[i].pose.x, states[i].pose.y);
    fw_traffic_destroy(traffic);
}`;

/** A function drive(), which is given the map and the kinds of units. */
export function trafficInC(settings: Settings): string[] {
    const { kinds, agents } = settings, goals = goalsOf(settings);
    const kindLines = kinds.map(({ unit, agent: { top, acceleration, braking, lateral } }) =>
        `        { ${[agentRadiusOf(unit), top, acceleration, braking, lateral].map(decimal).join(", ")} },`);
    return [
        "/* Lets the units drive until nobody is under way. In a traffic, units are round. */", "static void drive(fw_map *map, const fw_unit_def *kinds)", "{",
        "    static const struct { double radius, top, acceleration, braking, lateral; } drives[KINDS] = {", ...kindLines, "    };",
        "    static const struct { fw_agent_id id; int kind; fw_pose start; } agents[] = {",
        ...[...agents].sort((a, b) => a.id - b.id).map(({ id, kind, ...start }) => `        { ${id}, ${kind}, ${poseInC(start)} },`), "    };",
        "    fw_unit_id bodies[KINDS];", "    fw_traffic *traffic = NULL;", "    for (int kind = 0; kind < KINDS; kind++) {",
        "        fw_unit_def body = kinds[kind];", "        body.size = 0;", "        body.footprint = fw_circle(drives[kind].radius);",
        "        body.corners = FW_CORNERS_NEVER;", "        must(fw_map_add_unit(map, &body, &bodies[kind]));", "    }",
        "    must(fw_traffic_create(map, NULL, &traffic));", "    for (size_t i = 0; i < sizeof agents / sizeof *agents; i++) {",
        "        const int kind = agents[i].kind;", "        fw_agent_def agent = fw_default_agent_def();", "        agent.id = agents[i].id;",
        "        agent.unit = bodies[kind];", "        agent.start = agents[i].start;",
        ...["top", "acceleration", "braking", "lateral"].map((name) => `        agent.${name} = drives[kind].${name};`),
        "        must(fw_traffic_add(traffic, &agent));", "    }",
        ...goals.map(({ id, x, y }) => `    must(fw_traffic_order(traffic, ${id}, ${decimal(x)}, ${decimal(y)}));`),
        ...formationsOf(settings).flatMap(({ ids, to, group: { formation, spacing, together, ownSteps, keepsAbreast } }) => [
            "    {", `        const fw_agent_id ids[] = { ${ids.join(", ")} };`, `        fw_pose places[${ids.length}];`,
            `        must(fw_formation_places(FW_FORMATION_${formation.toUpperCase()}, (fw_pose)${poseInC(to)}, ${decimal(spacing)}, places, ${ids.length}));`,
            ...(together ? ["        fw_group_def group = fw_default_group_def();", `        group.own_steps = ${decimal(ownSteps)};`,
                `        group.keeps_abreast = ${keepsAbreast};`, `        must(fw_traffic_order_together(traffic, &group, ids, places, ${ids.length}));`]
                : [`        must(fw_traffic_order_group(traffic, ids, places, ${ids.length}));`]),
            "    }",
        ]),
        STEPS_IN_C, "",
    ];
}

/** Statements that let the units drive; kinds are those of the map, by their indices. */
export function trafficInJavaScript(settings: Settings): string[] {
    const { kinds, agents } = settings, text = JSON.stringify;
    return [
        "", "// The units, which are round in a traffic.",
        `const drives = ${text(kinds.map(({ unit, agent: { top, acceleration, braking, lateral } }) => ({ radius: agentRadiusOf(unit), top, acceleration, braking, lateral })))};`,
        "const bodies = kinds.map((kind, i) => map.addUnit({ ...kind, size: 0, footprint: { kind: \"circle\", radius: drives[i].radius }, corners: \"never\" }));",
        "const traffic = new Traffic(map);", "for (const [id, kind, ...start] of [",
        ...[...agents].sort((a, b) => a.id - b.id).map(({ id, kind, x, y, heading }) => `    ${text([id, kind, x, y, heading])},`), "]) {",
        "    const { radius, ...speeds } = drives[kind];", "    traffic.add({ id, unit: bodies[kind], start, ...speeds });", "}",
        ...goalsOf(settings).map(({ id, x, y }) => `traffic.order(${id}, ${text([x, y])});`),
        ...formationsOf(settings).map(({ ids, to, group: { formation, spacing, together, ownSteps, keepsAbreast } }) =>
            `traffic.orderGroup(${text(ids)}, Traffic.places(${text(formation)}, ${text(to)}, ${spacing}, ${ids.length}), ${text(together ? { ownSteps, keepsAbreast } : false)});`),
        "const size = Traffic.columns.length, rests = [\"stands\", \"arrived\", \"blocked\", \"infeasible\"];",
        "const states = () => {", "    const all = traffic.states();",
        "    return Array.from({ length: all.length / size }, (_, i) => all.subarray(i * size, (i + 1) * size));", "};",
        `for (let tick = 0; tick < ${MOST_TICKS}; tick++) {`, `    traffic.step(1 / ${Math.round(1 / TICK)}, ${BUDGET});`,
        "    if (states().every(([, activity]) => rests.includes(Traffic.activities[activity])))", "        break;", "}",
        "for (const [id, , , x, y] of states())", "    console.log(`unit ${id} ${x} ${y}`);",
    ];
}
