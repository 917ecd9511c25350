// The world and its request as a complete program in C.
import { areasInC } from "./areas.js";
import { asked, type Asked } from "./kinds.js";
import { isEmpty, overlayInC } from "./overlay.js";
import { trafficInC } from "./export_traffic.js";
import { changedOptions, changedUnit, decimal, eachKind, poseInC as pose, TERRAIN_NAMES } from "./export_parts.js";
import type { Dial } from "./dials.js";
import { TERRAINS } from "./terrains.js";
import { agentRadiusOf, footprintOf, sizeOf } from "./unit.js";
import type { World } from "./world.js";

/** The value of a dial, as C writes it. */
function valueOf(dial: Dial, value: unknown): string {
    if (typeof value === "string")
        return dial.prefix ? dial.prefix + value.toUpperCase().replaceAll("-", "_") : value;
    return String(value);
}

function mapLines({ width, height, tiles }: World): string[] {
    const letters = TERRAINS.map((terrain) => terrain.letter).join("");
    const rows = Array.from({ length: height }, (_, y) =>
        `    "${Array.from(tiles.subarray(y * width, (y + 1) * width), (terrain) => letters[terrain]).join("")}",`);
    return [
        `enum { WIDTH = ${width}, HEIGHT = ${height} };`, "",
        "/* The map: a letter for each tile, at the place of its terrain's number. */",
        `static const char letters[] = "${letters}";`,
        "static const char *const rows[HEIGHT] = {", ...rows, "};",
    ];
}

const HELPERS = `static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\\n", fw_result_text(result));
    exit(1);
}

static fw_map *read_map(void)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.width = WIDTH;
    def.height = HEIGHT;
    must(fw_map_create(&def, &map));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            must(fw_map_set_tile(map, x, y, (uint8_t)(strchr(letters, rows[y][x]) - letters)));
    must(fw_map_commit(map));
    return map;
}

static void print(const fw_path *path)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    printf("length %.17g\\n", fw_path_length(path));
    for (int32_t i = 0; i < count; i++)
        printf("%.17g %.17g %.17g %.17g %.17g %s\\n", segments[i].start.x, segments[i].start.y, segments[i].start.heading,
               segments[i].curvature, segments[i].length, segments[i].gear == FW_REVERSE ? "reverse" : "forward");
}`;

/** A function for each kind. */
function unitLines(settings: Asked, index: number): string[] {
    const { name, unit, costs } = settings;
    const footprint = footprintOf(unit);
    const lines = [`/* ${plain(name)} */`, `static fw_unit_def unit_${index}(void)`, "{", "    fw_unit_def unit = fw_default_unit_def();", `    unit.size = ${sizeOf(unit)};`];
    if (footprint.kind === "circle")
        lines.push(`    unit.footprint = fw_circle(${decimal(footprint.radius)});`);
    if (footprint.kind === "rectangle")
        lines.push(`    unit.footprint = fw_rectangle(${decimal(footprint.length)}, ${decimal(footprint.width)});`);
    for (const dial of changedUnit(settings))
        lines.push(`    unit.${dial.field} = ${valueOf(dial, unit[dial.name])};`);
    costs.forEach((cost, terrain) => {
        if (terrain > 0)
            lines.push(`    unit.terrain_cost[FW_${TERRAIN_NAMES[terrain].toUpperCase()}] = ${decimal(cost)}F;`);
    });
    return [...lines, "    return unit;", "}", ""];
}

/** A name in a comment. */
const plain = (name: string) => name.replace(/[*/\\]/g, " ");

function goalOf({ goals, request: { hasHeading, goalRadius } }: Asked): string {
    const [{ x, y }] = goals;
    const place = `${decimal(x)}, ${decimal(y)}`;
    if (goals.length > 1)
        return `${hasHeading ? "fw_goal_nearest_pose_of" : "fw_goal_nearest_of"}(goals, ${goals.length})`;
    if (goalRadius > 0)
        return hasHeading ? `fw_goal_pose_within((fw_pose)${pose(goals[0])}, ${decimal(goalRadius)})`
            : `fw_goal_within(${place}, ${decimal(goalRadius)})`;
    return hasHeading ? `fw_goal_pose((fw_pose)${pose(goals[0])})` : `fw_goal_at(${place})`;
}

function requestLines(settings: Asked): string[] {
    const { start, goals, request, agent } = settings;
    const lines: string[] = [];
    if (goals.length > 1)
        lines.push(`    const fw_pose goals[] = { ${goals.map(pose).join(", ")} };`);
    if (request.fastest)
        lines.push("    fw_speed_def speeds = fw_default_speed_def();",
            ...["top", "acceleration", "braking", "lateral"].map((name) => `    speeds.${name} = ${decimal(agent[name] as number)};`));
    lines.push("    fw_request ask = fw_default_request();", "    ask.unit = id;", `    ask.start = (fw_pose)${pose(start)};`,
        `    ask.goal = ${goalOf(settings)};`);
    for (const dial of changedOptions(settings))
        lines.push(`    ask.${dial.field} = ${valueOf(dial, request[dial.name])};`);
    if (request.fastest)
        lines.push("    ask.fastest = &speeds;");
    return lines;
}

/** The area map that the method needs. */
const areaLines = ({ request: { partition }, overlay }: Asked, { width, height }: World) => [
    "    fw_area_map_def cut = fw_default_area_map_def();", "    fw_area_map *areas = NULL;",
    ...areasInC(overlay.named, width, height), `    cut.partition = FW_PARTITION_${partition.toUpperCase()};`, "    must(fw_area_map_create(map, id, &cut, &areas));",
];

const isPrepared = (method: string) => method !== "auto";

function gridLines(settings: Asked, world: World): string[] {
    const { method } = settings.request, hasOverlay = !isEmpty(settings.overlay), hasAreas = method === "areas";
    return [
        "    fw_unit_id ids[KINDS];", "    for (int kind = 0; kind < KINDS; kind++)", "        must(fw_map_add_unit(map, &kinds[kind], &ids[kind]));",
        `    const fw_unit_id id = ids[${settings.kind}]; /* ${plain(settings.name)} */`,
        ...(isPrepared(method) ? [`    must(fw_map_prepare(map, id, FW_${method.toUpperCase().replaceAll("-", "_")}));`] : []),
        ...(hasAreas ? areaLines(settings, world) : []), "", "    fw_planner *planner = NULL;", "    must(fw_planner_create(map, NULL, &planner));",
        ...(hasOverlay ? overlayInC(settings.overlay, world.width, world.height) : []), ...requestLines(settings),
        ...(hasOverlay ? ["    ask.overlay = overlay;"] : []), ...(hasAreas ? ["    ask.areas = areas;"] : []), "    must(fw_find_path(planner, &ask, path));", "    print(path);", "",
        "    fw_planner_destroy(planner);", ...(hasOverlay ? ["    fw_overlay_destroy(overlay);"] : []),
        ...(hasAreas ? ["    fw_area_map_destroy(areas);"] : []),
    ];
}

function forestLines({ trees, start, goals, unit, costs, request }: Asked): string[] {
    const capability = costs.map((cost, terrain) => (cost > 0 ? `1u << FW_${TERRAIN_NAMES[terrain].toUpperCase()}` : ""))
        .filter(Boolean).join(" | ");
    return [
        "    static const fw_tree trees[] = {",
        ...trees.map(({ x, y, radius }) => `        { ${decimal(x)}, ${decimal(y)}, ${decimal(radius)} },`), "    };",
        "    fw_forest *forest = NULL;", "    must(fw_forest_create(NULL, &forest));",
        "    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++) {", "        fw_tree_id id = 0;",
        "        must(fw_forest_add(forest, trees[i], &id));", "    }", `    must(fw_forest_set_map(forest, map, ${capability || "0"}));`, "",
        "    fw_forest_planner *planner = NULL;", "    must(fw_forest_planner_create(forest, NULL, &planner));",
        "    fw_forest_request ask = fw_default_forest_request();",
        `    ask.radius = ${decimal(agentRadiusOf(unit))};`, `    ask.turn_radius = ${decimal(unit.turnRadius)};`,
        `    ask.start_x = ${decimal(start.x)};`, `    ask.start_y = ${decimal(start.y)};`,
        `    ask.goal_x = ${decimal(goals[0].x)};`, `    ask.goal_y = ${decimal(goals[0].y)};`, `    ask.max_work = ${request.maxWork};`,
        "    must(fw_forest_find_path(planner, &ask, path));", "    print(path);", "",
        "    fw_forest_planner_destroy(planner);", "    fw_forest_destroy(forest);",
    ];
}

export function toC(world: World): string {
    const settings = asked(world.settings), { kinds, trees, agents } = settings;
    const hasKinds = trees.length === 0 || agents.length > 0, all = kinds.map((_, index) => `unit_${index}()`).join(", ");
    return [
        `// A path${agents.length > 0 ? ", and units that drive," : ""} as in the playground of Fairway. Build: cc path.c $(pkg-config --cflags --libs fairway) -lm`,
        "#include <stdint.h>", "#include <stdio.h>", "#include <stdlib.h>", "#include <string.h>", "", '#include "fairway/fairway.h"', "",
        ...mapLines(world), "", HELPERS, "",
        ...(hasKinds ? [`enum { KINDS = ${kinds.length} };`, "", ...eachKind(settings).flatMap(unitLines)] : []),
        ...(agents.length > 0 ? trafficInC(settings) : []), "int main(void)", "{", "    fw_map *map = read_map();", "    fw_path *path = NULL;",
        ...(hasKinds ? [`    const fw_unit_def kinds[KINDS] = { ${all} };`] : []), "    must(fw_path_create(NULL, &path));",
        ...(trees.length > 0 ? forestLines(settings) : gridLines(settings, world)),
        ...(agents.length > 0 ? ["    drive(map, kinds);"] : []),
        "    fw_path_destroy(path);", "    fw_map_destroy(map);", "    return 0;", "}", "",
    ].join("\n");
}
