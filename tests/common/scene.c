#include "common/scene.h"

#include "common/drawing.h"
#include "common/unit.h"
#include "fairway/check.h"

static float cost_at_random(random_source *source, scene_costs costs)
{
    switch (costs) {
    case COSTS_EQUAL:
        return 1.0f;
    case COSTS_ROUND:
        return 0.25f * (float)(1 + random_below(source, 12));
    case COSTS_ANY:
        break;
    }
    return (float)(16 + random_below(source, 1500)) / 256.0f;
}

scene scene_at_random(random_source *source, int32_t most_side, scene_costs costs)
{
    const int32_t width = 1 + (int32_t)random_below(source, (uint32_t)most_side);
    const int32_t height = 1 + (int32_t)random_below(source, (uint32_t)most_side);
    const uint32_t terrains = 1 + random_below(source, 4);
    const int32_t size = 1 + (int32_t)random_below(source, 4);
    const uint32_t blocked = random_below(source, size == 1 ? 45 : size == 2 ? 25 : 10);
    fw_map *map = map_at_random(source, width, height, blocked, terrains);
    fw_unit_def unit = unit_of_size(size);
    const float equal = cost_at_random(source, COSTS_ANY);
    for (uint32_t terrain = 1; terrain <= terrains; terrain++)
        unit.terrain_cost[terrain] = costs == COSTS_EQUAL ? equal : cost_at_random(source, costs);
    if (terrains > 1 && random_below(source, 8) == 0)
        unit.terrain_cost[terrains] = 0.0f;
    unit.corners = (fw_corner_rule)random_below(source, 4);
    return scene_of(map, unit);
}

scene scene_with_clusters_at_random(random_source *source)
{
    scene made = scene_at_random(source, 24, (scene_costs)random_below(source, 3));
    fw_unit_def def;
    assert_int_equal(fw_map_unit(made.map, made.unit, &def), FW_OK);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY);
    def.cluster = 4 + (int32_t)random_below(source, 9);
    def.dominance = random_below(source, 2) ? FW_DOMINANCE_WEAK : FW_DOMINANCE_STRONG;
    made.unit = add_unit(made.map, def);
    return made;
}

scene scene_with_unit(fw_map *map, fw_unit_def unit)
{
    scene made = { .map = map, .unit = add_unit(map, unit) };
    made.seen.width = fw_map_width(map);
    made.seen.height = fw_map_height(map);
    made.seen.size = unit.size;
    assert_int_equal(fw_planner_create(map, NULL, &made.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &made.path), FW_OK);
    return made;
}

scene scene_with_patches(random_source *source, int32_t side, int patches, fw_unit_def unit)
{
    static const uint8_t terrains[] = { FW_GROUND, FW_SWAMP, FW_SAND, FW_BLOCKED };
    fw_map_def def = fw_default_map_def();
    def.width = def.height = side;
    fw_map *map;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int i = 0; i < patches; i++) {
        const int32_t width = 1 + (int32_t)random_below(source, 16),
                      height = 1 + (int32_t)random_below(source, 16);
        const int32_t x = (int32_t)random_below(source, (uint32_t)(side - width));
        const int32_t y = (int32_t)random_below(source, (uint32_t)(side - height));
        assert_int_equal(fw_map_set_rect(map, x, y, width, height, terrains[random_below(source, 4)]), FW_OK);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return scene_with_unit(map, unit);
}

scene scene_of(fw_map *map, fw_unit_def unit)
{
    scene made = scene_with_unit(map, unit);
    world_of(map, made.unit, &made.seen);
    return made;
}

void scene_end(scene *scene)
{
    fw_path_destroy(scene->path);
    fw_planner_destroy(scene->planner);
    fw_overlay_destroy(scene->overlay);
    fw_map_destroy(scene->map);
}

void scene_edit_at_random(const scene *scene, random_source *source, uint32_t most)
{
    for (uint32_t edits = 1 + random_below(source, most); edits > 0; edits--) {
        const int32_t x = (int32_t)random_below(source, (uint32_t)scene->seen.width);
        const int32_t y = (int32_t)random_below(source, (uint32_t)scene->seen.height);
        assert_int_equal(fw_map_set_tile(scene->map, x, y, (uint8_t)random_below(source, 5)), FW_OK);
    }
    assert_int_equal(fw_map_commit(scene->map), FW_OK);
}

fw_map *scene_map_anew(const scene *scene)
{
    fw_map_def def = fw_default_map_def();
    def.width = scene->seen.width;
    def.height = scene->seen.height;
    fw_map *map;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    for (int32_t y = 0; y < def.height; y++)
        for (int32_t x = 0; x < def.width; x++)
            assert_int_equal(fw_map_set_tile(map, x, y, fw_map_terrain(scene->map, x, y)), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

void scene_overlay_at_random(scene *scene, random_source *source)
{
    if (!scene->overlay)
        assert_int_equal(fw_overlay_create(scene->seen.width, scene->seen.height, NULL, &scene->overlay),
                         FW_OK);
    for (uint32_t changes = 1 + random_below(source, 6); changes > 0; changes--)
        world_overlay_at_random(&scene->seen, scene->overlay, source);
}

bool scene_pick(const scene *scene, random_source *source, int32_t *x, int32_t *y)
{
    for (int tries = 0; tries < 50; tries++) {
        *x = (int32_t)random_below(source, (uint32_t)scene->seen.width);
        *y = (int32_t)random_below(source, (uint32_t)scene->seen.height);
        const bool is_seen = scene->seen.width * scene->seen.height <= WORLD_TILES;
        if (is_seen ? world_fits(&scene->seen, *x, *y) : fw_map_fits(scene->map, scene->unit, *x, *y))
            return true;
    }
    return false;
}

bool scene_pick_ends(const scene *scene, random_source *source, int32_t from[2], int32_t to[2])
{
    return scene_pick(scene, source, &from[0], &from[1]) && scene_pick(scene, source, &to[0], &to[1]);
}

fw_request scene_request(const scene *scene, int32_t from_x, int32_t from_y, int32_t to_x, int32_t to_y)
{
    const fw_pose goal = fw_pose_on_tile(to_x, to_y, scene->seen.size);
    fw_request ask = fw_default_request();
    ask.unit = scene->unit;
    ask.start = fw_pose_on_tile(from_x, from_y, scene->seen.size);
    ask.goal = fw_goal_at(goal.x, goal.y);
    ask.overlay = scene->overlay;
    return ask;
}

fw_result scene_ask(const scene *scene, const fw_request *request)
{
    const fw_result result = fw_find_path(scene->planner, request, scene->path);
    if (result != FW_OK)
        return result;
    fw_check_def judge = fw_default_check_def();
    judge.overlay = request->overlay;
    judge.has_start = true;
    judge.start = request->start;
    judge.check_cost = true;
    if (scene_summary(scene).outcome == FW_OUTCOME_FOUND) {
        judge.has_goal = true;
        judge.goal = request->goal;
    }
    fw_check_report report;
    assert_int_equal(fw_path_check(scene->map, scene->unit, scene->path, &judge, &report), FW_OK);
    if (!report.legal)
        fail_msg("segment %d, after %g tiles at tile (%d, %d): %s; cost %.12g, claimed %.12g",
                 (int)report.first_segment, report.first_at, (int)report.first_tile_x,
                 (int)report.first_tile_y, fw_fault_text(report.first), report.cost,
                 scene_summary(scene).cost);
    return result;
}

fw_path_summary scene_summary(const scene *scene)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(scene->path, &summary), FW_OK);
    return summary;
}

bool scene_query_at_random(random_source *source, int number, scene *scene, fw_request *ask)
{
    static const fw_method methods[] = { FW_AUTO, FW_ASTAR, FW_ON_DEMAND, FW_GRID };
    int32_t x, y, to_x, to_y;
    *scene = scene_at_random(source, 24, number % 2 ? COSTS_ANY : COSTS_EQUAL);
    if (number % 3 == 0)
        scene_overlay_at_random(scene, source);
    if (!scene_pick(scene, source, &x, &y) || !scene_pick(scene, source, &to_x, &to_y))
        return false;
    *ask = scene_request(scene, x, y, to_x, to_y);
    ask->method = methods[number % 4];
    return true;
}
