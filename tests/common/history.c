#include "common/history.h"

#include <stdlib.h>

#include "common/answer_hash.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"

static void add_units(fw_map *map, fw_unit_id *ids)
{
    fw_unit_def costly = unit_of_size(1), vehicle = unit_of_size(1);
    costly.terrain_cost[FW_SWAMP] = 2.5F;
    vehicle.footprint = fw_circle(0.4);
    vehicle.turn_radius = 1;
    vehicle.methods = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_HYBRID);
    ids[0] = add_unit(map, unit_of_size(1));
    ids[1] = add_unit(map, unit_of_size(2));
    ids[2] = add_unit(map, costly);
    ids[3] = add_unit(map, vehicle);
}

static fw_map *map_of_terrains(const uint8_t *terrains, int32_t width, int32_t height, int32_t old_versions)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.width = width;
    def.height = height;
    def.fill = FW_WATER; // so that the first commit changes something
    def.old_versions = old_versions;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_set_tiles(map, 0, 0, width, height, terrains, (size_t)width), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

history *history_begin(random_source *source, int32_t width, int32_t height, int32_t old_versions)
{
    static const uint8_t mix[] = { FW_GROUND, FW_GROUND, FW_GROUND, FW_SWAMP, FW_BLOCKED };
    history *made = calloc(1, sizeof *made);
    assert_non_null(made);
    made->width = width;
    made->height = height;
    made->first = malloc((size_t)width * (size_t)height);
    assert_non_null(made->first);
    for (int32_t i = 0; i < width * height; i++)
        made->first[i] = mix[random_below(source, sizeof mix)];
    made->map = map_of_terrains(made->first, width, height, old_versions);
    add_units(made->map, made->units);
    return made;
}

void history_end(history *history)
{
    fw_map_destroy(history->map);
    free(history->first);
    free(history);
}

fw_result history_edit(history *history, random_source *source)
{
    fw_map *map = history->map;
    assert_true(history->count < HISTORY_EDITS);
    past_rect rect = { .width = 1 + (int32_t)random_below(source, 4),
                       .height = 1 + (int32_t)random_below(source, 4) };
    rect.x = (int32_t)random_below(source, (uint32_t)(fw_map_width(map) - rect.width));
    rect.y = (int32_t)random_below(source, (uint32_t)(fw_map_height(map) - rect.height));
    rect.terrain = fw_map_terrain(map, rect.x, rect.y) == FW_BLOCKED ? FW_GROUND : FW_BLOCKED;
    const uint64_t version = fw_map_version(map);
    assert_int_equal(fw_map_set_rect(map, rect.x, rect.y, rect.width, rect.height, rect.terrain), FW_OK);
    const fw_result committed = fw_map_commit(map);
    assert_true(fw_map_version(map) == version + (committed == FW_OK));
    if (committed == FW_OK)
        history->edits[history->count++] = rect;
    return committed;
}

fw_map *history_map_of(const history *history, uint64_t version, fw_unit_id *units)
{
    const int32_t width = history->width, height = history->height;
    uint8_t *terrains = malloc((size_t)width * (size_t)height);
    assert_non_null(terrains);
    for (int32_t i = 0; i < width * height; i++)
        terrains[i] = history->first[i];
    for (uint64_t i = 0; i + 2 < version; i++) {
        const past_rect *rect = &history->edits[i];
        for (int32_t y = rect->y; y < rect->y + rect->height; y++)
            for (int32_t x = rect->x; x < rect->x + rect->width; x++)
                terrains[y * width + x] = rect->terrain;
    }
    fw_map *map = map_of_terrains(terrains, width, height, 0);
    add_units(map, units);
    free(terrains);
    return map;
}

fw_request history_request(const history *history, random_source *source)
{
    static const fw_method methods[] = { FW_AUTO, FW_ASTAR, FW_JUMP_POINTS, FW_GRID };
    const uint32_t width = (uint32_t)history->width, height = (uint32_t)history->height;
    fw_request ask = fw_default_request();
    const uint32_t unit = random_below(source, 8);
    ask.unit = history->units[unit < HISTORY_UNITS ? unit : unit % 3];
    ask.start =
        fw_pose_on_tile((int32_t)random_below(source, width), (int32_t)random_below(source, height), 1);
    ask.goal =
        fw_goal_on_tile((int32_t)random_below(source, width), (int32_t)random_below(source, height), 1);
    ask.method = methods[random_below(source, 4)];
    if (ask.unit == history->units[2] && ask.method == FW_JUMP_POINTS)
        ask.method = FW_ASTAR;
    if (ask.unit == history->units[3])
        ask.method = random_below(source, 2) ? FW_DIRECTIONAL : FW_HYBRID;
    ask.nearest = random_below(source, 3) == 0;
    ask.smoothing = random_below(source, 3) ? FW_SMOOTH_NONE : FW_SMOOTH_AUTO;
    return ask;
}

uint64_t history_hash(fw_result result, const fw_path *path)
{
    const uint64_t hash = fnv_bits(FNV_OF_NOTHING, (uint64_t)result);
    return result == FW_OK ? fingerprint_path(hash, path) : hash;
}

uint64_t history_answer(const history *history, uint64_t version, const fw_request *ask)
{
    fw_unit_id units[HISTORY_UNITS];
    fw_map *map = history_map_of(history, version, units);
    fw_request same = *ask;
    for (int i = 0; i < HISTORY_UNITS; i++)
        if (history->units[i] == ask->unit)
            same.unit = units[i];
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    const fw_result result = fw_find_path(planner, &same, path);
    const uint64_t hash = history_hash(result, path);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return hash;
}
