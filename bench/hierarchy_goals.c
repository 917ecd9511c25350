#define _POSIX_C_SOURCE 199309L
/// Goals that cannot be reached, and many kinds of units, by the hierarchy.
///
///     bench_hierarchy_goals [SIDE...]
///
/// takes noise of SIDE x SIDE tiles (512 1024) with a closed yard of 7 x 7 tiles in every block of 32 x 32. Goals lie
/// in yards, starts outside. Microseconds of wall time, each the least of three: the answer that there is no path; the
/// place nearest to the goal that can be reached; the path there. Then 12 classes of units, of size 1 to 4 and with
/// three sets of terrains and costs, get their graphs: processor time and bytes a tile of all.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/give_up.h"
#include "common/noise_map.h"
#include "common/stopwatch.h"

enum { QUERIES = 1000, BLOCK = 32, YARD = 9 };

static void build_yards(fw_map *map, int32_t side)
{
    for (int32_t y = 8; y + YARD < side; y += BLOCK)
        for (int32_t x = 8; x + YARD < side; x += BLOCK) {
            fw_map_set_rect(map, x, y, YARD, YARD, FW_BLOCKED);
            fw_map_set_rect(map, x + 1, y + 1, YARD - 2, YARD - 2, FW_GROUND);
        }
    if (fw_map_commit(map) != FW_OK)
        give_up("no memory");
}

static int compare_times(const void *a, const void *b)
{
    const double one = *(const double *)a, other = *(const double *)b;
    return one < other ? -1 : one > other;
}

static void print_times(const char *what, double *times)
{
    double sum = 0;
    for (int i = 0; i < QUERIES; i++)
        sum += times[i];
    qsort(times, QUERIES, sizeof *times, compare_times);
    printf("  %-12s mean %8.2f us, 99 %% %8.2f us\n", what, sum / QUERIES, times[QUERIES * 99 / 100]);
}

/// A start outside of all yards and a goal in one.
static fw_request request_into_yard(int32_t side, fw_unit_id unit, random_source *source)
{
    const uint32_t blocks = (uint32_t)(side / BLOCK);
    const int32_t x = (int32_t)random_below(source, blocks) * BLOCK,
                  y = (int32_t)random_below(source, blocks) * BLOCK;
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = FW_HIERARCHY;
    ask.start = fw_pose_on_tile((int32_t)random_below(source, blocks) * BLOCK, y, 1);
    ask.goal = fw_goal_on_tile(x + 9 + (int32_t)random_below(source, YARD - 2),
                               y + 9 + (int32_t)random_below(source, YARD - 2), 1);
    return ask;
}

static void measure_goals(fw_map *map, int32_t side, fw_unit_id unit)
{
    static double refused[QUERIES], nearest[QUERIES], walked[QUERIES];
    random_source source = { 7 };
    fw_planner *planner;
    fw_path *path;
    if (fw_planner_create(map, NULL, &planner) != FW_OK || fw_path_create(NULL, &path) != FW_OK)
        give_up("no memory");
    for (int i = 0; i < QUERIES; i++) {
        fw_request ask = request_into_yard(side, unit, &source);
        refused[i] = nearest[i] = walked[i] = INFINITY;
        for (int pass = 0; pass < 3; pass++) {
            int32_t x, y;
            ask.nearest = false;
            double start = stopwatch_us();
            if (fw_find_path(planner, &ask, path) != FW_UNREACHABLE)
                give_up("a yard has a door");
            refused[i] = fmin(refused[i], stopwatch_us() - start);
            const uint32_t region = fw_map_region(map, unit, (int32_t)ask.start.x, (int32_t)ask.start.y);
            start = stopwatch_us();
            fw_map_nearest(map, unit, region, ask.goal.pose.x, ask.goal.pose.y, &x, &y);
            nearest[i] = fmin(nearest[i], stopwatch_us() - start);
            ask.nearest = true;
            start = stopwatch_us();
            if (fw_find_path(planner, &ask, path) != FW_OK)
                give_up("no path to a yard");
            walked[i] = fmin(walked[i], stopwatch_us() - start);
        }
    }
    printf("%d x %d\n", side, side);
    print_times("unreachable", refused);
    print_times("nearest", nearest);
    print_times("path there", walked);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
}

static void measure_classes(fw_map *map, int32_t side)
{
    double ms = 0, bytes = 0;
    for (int kind = 0; kind < 12; kind++) {
        fw_unit_def def = fw_default_unit_def();
        def.size = 1 + kind % 4;
        def.terrain_cost[FW_SAND] = kind / 4 == 2 ? 0.0f : 1.5f;
        def.terrain_cost[FW_SWAMP] = kind / 4 == 1 ? 0.0f : 2.5f;
        fw_unit_id unit;
        fw_map_memory before, after;
        if (fw_map_add_unit(map, &def, &unit) != FW_OK)
            give_up("no memory");
        fw_map_memory_use(map, &before);
        const double start = stopwatch_computed_us();
        if (fw_map_prepare(map, unit, FW_HIERARCHY) != FW_OK)
            give_up("no memory");
        ms += 1e-3 * (stopwatch_computed_us() - start);
        fw_map_memory_use(map, &after);
        bytes += (double)(after.tables - before.tables) / ((double)side * side);
    }
    printf("  12 classes   %.1f ms, %.2f bytes a tile\n", ms, bytes);
}

int main(int argc, char **argv)
{
    static const int32_t sides[] = { 512, 1024 };
    for (int i = 0; i < (argc > 1 ? argc - 1 : 2); i++) {
        const int32_t side = argc > 1 ? atoi(argv[i + 1]) : sides[i];
        fw_map *map = noise_map(side);
        build_yards(map, side);
        fw_unit_def def = fw_default_unit_def();
        def.terrain_cost[FW_SAND] = 1.5f;
        def.terrain_cost[FW_SWAMP] = 2.6f;
        def.methods |= FW_METHOD_BIT(FW_HIERARCHY);
        fw_unit_id unit;
        if (fw_map_add_unit(map, &def, &unit) != FW_OK)
            give_up("no memory");
        measure_goals(map, side, unit);
        measure_classes(map, side);
        fw_map_destroy(map);
    }
    return 0;
}
