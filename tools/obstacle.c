#include "obstacle.h"

#include <math.h>
#include <stdio.h>

#include "fairway/check.h"

static bool is_on_map(const fw_map *map, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < fw_map_width(map) && y < fw_map_height(map);
}

/// Writes why the unit may not enter a tile. Returns false if the unit may enter it: nothing was written.
static bool describe_tile(const job *work, int32_t x, int32_t y, char *text, size_t size)
{
    if (!is_on_map(work->map, x, y))
        return snprintf(text, size, ": its body would leave the map at tile %d,%d", x, y) > 0;
    const uint8_t terrain = fw_map_terrain(work->map, x, y);
    if (work->def.terrain_cost[terrain] > 0)
        return false;
    return snprintf(text, size, ": tile %d,%d is %s%s", x, y, fw_map_terrain_name(work->map, terrain),
                    terrain == FW_BLOCKED ? "" : ", which it may not enter") > 0;
}

/// Asks the checker for a tile that the unit's body touches at a pose.
static bool find_touched(const job *work, const fw_overlay *overlay, const fw_pose *at, int32_t *x,
                         int32_t *y)
{
    const fw_segment stand = { .start = *at };
    fw_check_def def = fw_default_check_def();
    def.overlay = overlay;
    fw_path *path = NULL;
    fw_check_report report = { 0 };
    const bool is_judged = fw_path_create(NULL, &path) == FW_OK &&
                           fw_path_set(path, &stand, 1, NULL) == FW_OK &&
                           fw_path_check(work->map, work->unit, path, &def, &report) == FW_OK;
    fw_path_destroy(path);
    *x = report.first_tile_x;
    *y = report.first_tile_y;
    return is_judged && report.first == FW_FAULT_BLOCKED;
}

void describe_obstacle(const job *work, const fw_overlay *overlay, const fw_pose *at, char *text, size_t size)
{
    int32_t x = 0;
    int32_t y = 0;
    text[0] = '\0';
    if (find_touched(work, overlay, at, &x, &y)) {
        if (!describe_tile(work, x, y, text, size))
            snprintf(text, size, ": the overlay blocks tile %d,%d", x, y);
        return;
    }
    const int32_t side = work->def.size;
    const int32_t left = (int32_t)floor(at->x - 0.5 * side + 0.5);
    const int32_t top = (int32_t)floor(at->y - 0.5 * side + 0.5);
    for (int32_t i = 0; i < side * side; i++)
        if (describe_tile(work, left + i % side, top + i / side, text, size))
            return;
}
