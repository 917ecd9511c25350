#define _POSIX_C_SOURCE 199309L
/// What roads cost a request: the same drive of some 130 tiles, over roads two tiles wide that cross every 32 tiles, on
/// maps of 256 x 256 to 4096 x 4096 tiles. Least of N passes, and the first one, which finds nothing warm.
///
///     bench_roads [--repeat N]

#include <math.h>
#include <stdio.h>

#include "common/sampling.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"

enum { APART = 32, WIDE = 2 };

static const struct {
    const char *name;
    fw_roads roads;
    bool keep_right;
} ways[] = { { "none", FW_ROADS_NONE, false },      { "follow", FW_ROADS_FOLLOW, false },
             { "lanes", FW_ROADS_LANES, false },    { "cones", FW_ROADS_CONES, false },
             { "keep right", FW_ROADS_NONE, true }, { "lanes, keep right", FW_ROADS_LANES, true } };

static fw_map *countryside(int32_t side)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.width = def.height = side;
    if (fw_map_create(&def, &map) != FW_OK)
        return NULL;
    for (int32_t at = APART / 2; at + WIDE <= side; at += APART)
        if (fw_map_set_rect(map, at, 0, WIDE, side, FW_ROAD) != FW_OK ||
            fw_map_set_rect(map, 0, at, side, WIDE, FW_ROAD) != FW_OK)
            return NULL;
    return fw_map_commit(map) == FW_OK ? map : NULL;
}

static fw_request drive_across(fw_unit_id unit, int32_t side)
{
    fw_request ask = fw_default_request();
    const int32_t middle = side / 2 + APART / 2;
    ask.unit = unit;
    ask.method = FW_GRID;
    ask.smoothing = FW_SMOOTH_AUTO;
    ask.start = fw_pose_on_tile(middle - 2 * APART, middle - APART, 1);
    const fw_pose goal = fw_pose_on_tile(middle + APART + 8, middle + 5, 1);
    ask.goal = fw_goal_at(goal.x, goal.y);
    return ask;
}

static void measure(fw_map *map, fw_unit_id unit, int32_t side, int repeat)
{
    fw_planner *planner;
    fw_path *path;
    if (fw_planner_create(map, NULL, &planner) != FW_OK || fw_path_create(NULL, &path) != FW_OK)
        return;
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
        fw_request ask = drive_across(unit, side);
        ask.roads = ways[way].roads;
        ask.keep_right = ways[way].keep_right;
        double first = 0, least = INFINITY;
        fw_result result = FW_OK;
        for (int pass = 0; pass <= repeat; pass++) {
            const double begun = stopwatch_us();
            result = fw_find_path(planner, &ask, path);
            const double us = stopwatch_us() - begun;
            first = pass == 0 ? us : first;
            least = fmin(least, us);
        }
        printf("%6d  %-18s %12.1f %12.1f %10.2f  %s\n", (int)side, ways[way].name, first, least,
               fw_path_length(path), fw_result_text(result));
        fflush(stdout);
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
}

int main(int count, char **arguments)
{
    const sampling how = sampling_from(count, arguments);
    printf("%6s  %-18s %12s %12s %10s\n", "side", "roads", "first us", "least us", "length");
    for (int32_t side = 256; side <= 4096; side *= 4) {
        fw_map *map = countryside(side);
        fw_unit_def car = fw_default_unit_def();
        fw_unit_id unit;
        car.footprint = fw_circle(0.4);
        car.terrain_cost[FW_GROUND] = 4;
        car.terrain_cost[FW_ROAD] = 1;
        if (!map || fw_map_add_unit(map, &car, &unit) != FW_OK)
            return 1;
        measure(map, unit, side, how.repeat);
        fw_map_destroy(map);
    }
    return 0;
}
