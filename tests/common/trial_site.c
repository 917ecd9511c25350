#include <string.h>

#include "common/trial.h"

static fw_result add_units(const trial *drawn, site_order order, site *made)
{
    fw_result result = FW_OK;
    if (drawn->has_companion && order == COMPANION_FIRST)
        result = fw_map_add_unit(made->map, &drawn->companion, &made->companion);
    if (result == FW_OK)
        result = fw_map_add_unit(made->map, &drawn->unit, &made->unit);
    if (result == FW_OK && drawn->has_companion && order == UNIT_FIRST)
        result = fw_map_add_unit(made->map, &drawn->companion, &made->companion);
    return result == FW_OK ? fw_map_unit(made->map, made->unit, &made->def) : result;
}

static fw_result create_map(const trial *drawn, site *made)
{
    fw_map_def def = fw_default_map_def();
    def.width = drawn->width;
    def.height = drawn->height;
    def.allocator = &made->hooks;
    fw_result result = fw_map_create(&def, &made->map);
    if (result == FW_OK)
        result = fw_map_set_tiles(made->map, 0, 0, def.width, def.height, drawn->tiles, (size_t)def.width);
    return result == FW_OK ? fw_map_commit(made->map) : result;
}

/// A path along a row or a column of anchors.
static fw_result path_along(const overlay_edit *edit, int32_t size, fw_path *path)
{
    fw_segment line = { .start = fw_pose_on_tile(edit->x, edit->y, size),
                        .length = edit->width + edit->height - 2,
                        .gear = FW_FORWARD };
    line.start.heading = edit->height > 1 ? FW_PI / 2 : 0;
    const fw_path_summary summary = { .outcome = FW_OUTCOME_FOUND, .length = line.length };
    return fw_path_set(path, &line, 1, &summary);
}

/// Adds the anchors within a margin around a row or a column of anchors, by a path along it if it lies on the map.
static fw_result add_corridor_along(fw_overlay *overlay, const overlay_edit *edit, const trial *drawn)
{
    const int32_t size = trial_unit_size(&drawn->unit), margin = edit->margin;
    fw_path *path = NULL;
    if (edit->x < 0 || edit->y < 0 || edit->x + edit->width + size - 1 > drawn->width ||
        edit->y + edit->height + size - 1 > drawn->height)
        return fw_overlay_corridor(overlay, edit->x - margin, edit->y - margin, edit->width + 2 * margin,
                                   edit->height + 2 * margin);
    fw_result result = fw_path_create(NULL, &path);
    if (result == FW_OK)
        result = path_along(edit, size, path);
    if (result == FW_OK)
        result = fw_overlay_corridor_along(overlay, path, size, margin);
    fw_path_destroy(path);
    return result;
}

/// Sets all costs of a rectangle to one byte; an unknown one counts as forbidden.
static fw_result set_costs(fw_overlay *overlay, const overlay_edit *edit)
{
    uint8_t row[TRIAL_TILES];
    memset(row, edit->byte, sizeof row);
    fw_result result = FW_OK;
    for (int32_t y = edit->y; y < edit->y + edit->height && result == FW_OK; y++)
        result = fw_overlay_set_costs(overlay, edit->x, y, edit->width, 1, row, sizeof row, 254);
    return result;
}

static fw_result apply_edit(fw_overlay *overlay, const overlay_edit *edit, const trial *drawn)
{
    const int32_t size = trial_unit_size(&drawn->unit);
    fw_result result = FW_OK;
    switch (edit->kind) {
    case EDIT_BLOCK:
        return fw_overlay_block(overlay, edit->x, edit->y, edit->width, edit->height);
    case EDIT_ADD_COST:
        return fw_overlay_add_cost(overlay, edit->x, edit->y, edit->width, edit->height, edit->cost);
    case EDIT_SET_COSTS:
        return set_costs(overlay, edit);
    case EDIT_CORRIDOR:
        return fw_overlay_corridor(overlay, edit->x, edit->y, edit->width, edit->height);
    case EDIT_CORRIDOR_ALONG:
        return add_corridor_along(overlay, edit, drawn);
    default: // of anchors whose square lies on the map, as a turned world has them all
        for (int32_t y = edit->y; y < edit->y + edit->height && result == FW_OK; y++)
            for (int32_t x = edit->x; x < edit->x + edit->width && result == FW_OK; x++)
                if (x >= 0 && y >= 0 && x + size <= drawn->width && y + size <= drawn->height)
                    result = fw_overlay_forbid(overlay, x, y, edit->moves);
        return result;
    }
}

static fw_result create_overlay(const trial *drawn, site *made)
{
    fw_result result = fw_overlay_create(drawn->width, drawn->height, &made->hooks, &made->overlay);
    for (int32_t i = 0; i < drawn->edit_count && result == FW_OK; i++)
        result = apply_edit(made->overlay, &drawn->edits[i], drawn);
    return result;
}

/// An area map of squares, or of stripes; none for a unit without a layer.
static fw_result create_areas(const trial *drawn, site *made)
{
    static uint16_t labels[TRIAL_TILES];
    fw_area_map_def def = fw_default_area_map_def();
    def.allocator = &made->hooks;
    def.side = drawn->area_side;
    def.partition = drawn->area_side % 3 ? FW_PARTITION_SQUARES : FW_PARTITION_QUADTREE;
    for (int32_t i = 0; i < drawn->width * drawn->height; i++)
        labels[i] = (uint16_t)(i % drawn->width / drawn->area_side % 3);
    def.labels = drawn->areas == AREAS_STRIPES ? labels : NULL;
    const fw_result result = fw_area_map_create(made->map, made->unit, &def, &made->areas);
    return result == FW_NOT_PREPARED ? FW_OK : result;
}

static void follow(const fw_trace_event *event, void *user)
{
}

/// The request, with all that it points to.
static void fill_in_request(const trial *drawn, site *made)
{
    made->ask = drawn->ask;
    made->ask.unit = made->unit;
    made->speeds = drawn->speeds;
    memcpy(made->places, drawn->places, sizeof made->places);
    if (drawn->ask.goal.kind == FW_GOAL_SET)
        made->ask.goal.set = made->places;
    if (drawn->is_timed)
        made->ask.fastest = &made->speeds;
    made->ask.overlay = made->overlay;
    made->ask.areas = made->areas;
    made->ask.trace = drawn->is_traced ? follow : NULL;
}

fw_result site_open(const trial *drawn, site_order order, site *made)
{
    *made = (site){ .ration = { .left = UNRATIONED } };
    made->hooks = rationed(&made->ration);
    fw_planner_def def = fw_default_planner_def();
    def.allocator = &made->hooks;
    fw_result result = create_map(drawn, made);
    if (result == FW_OK)
        result = add_units(drawn, order, made);
    if (result == FW_OK)
        result = fw_planner_create(made->map, &def, &made->planner);
    if (result == FW_OK)
        result = fw_path_create(&made->hooks, &made->path);
    if (result == FW_OK && drawn->edit_count > 0)
        result = create_overlay(drawn, made);
    if (result == FW_OK && drawn->areas != AREAS_NONE)
        result = create_areas(drawn, made);
    fill_in_request(drawn, made);
    return result;
}

void site_close(site *made)
{
    fw_overlay_destroy(made->overlay);
    fw_area_map_destroy(made->areas);
    fw_path_destroy(made->path);
    fw_planner_destroy(made->planner);
    fw_map_destroy(made->map);
}
