#define _POSIX_C_SOURCE 199309L
/// Exact any-angle paths of a round body on whole maps, and how much longer taut paths are.
///
///     bench_forest_map [--queries N]
///
/// Run in the project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/forest_way.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "io/map_file.h"

#define DATA   "../shared/data/movingai/"
#define RADIUS 0.4

/// Tries to draw a query that has a path, for each query that is asked for.
enum { TRIES = 40 };

static const char *const maps[] = {
    "dao/arena",           "dao/den520d",       "rooms/32room_000",     "sc1/Aftershock",
    "cities/Berlin_0_512", "mazes/maze512-4-0", "random/random512-10-0"
};

/// A map as its planners see it.
typedef struct ground {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_forest *forest;
    fw_forest_planner *exact;
    fw_path *taut_path, *path;
} ground;

typedef struct figures {
    int count, wrong;
    double longer, most_longer;
    double taut_us, cold_us, warm_us, expanded;
} figures;

static bool open_ground(const char *name, ground *opened)
{
    char file[256];
    io_fault fault;
    fw_unit_def def = fw_default_unit_def();
    uint32_t capability = 0;
    def.size = 0;
    def.footprint = fw_circle(RADIUS);
    for (int terrain = 1; terrain < FW_TERRAIN_COUNT; terrain++)
        capability |= (uint32_t)(def.terrain_cost[terrain] > 0) << terrain;
    *opened = (ground){ .map = NULL };
    snprintf(file, sizeof file, DATA "%s.map", name);
    return io_map_load(file, NULL, &opened->map, &fault) &&
           fw_map_add_unit(opened->map, &def, &opened->unit) == FW_OK &&
           fw_planner_create(opened->map, NULL, &opened->planner) == FW_OK &&
           fw_forest_create(NULL, &opened->forest) == FW_OK &&
           fw_forest_set_map(opened->forest, opened->map, capability) == FW_OK &&
           fw_forest_planner_create(opened->forest, NULL, &opened->exact) == FW_OK &&
           fw_path_create(NULL, &opened->taut_path) == FW_OK && fw_path_create(NULL, &opened->path) == FW_OK;
}

static void close_ground(ground *closed)
{
    fw_path_destroy(closed->path);
    fw_path_destroy(closed->taut_path);
    fw_forest_planner_destroy(closed->exact);
    fw_forest_destroy(closed->forest);
    fw_planner_destroy(closed->planner);
    fw_map_destroy(closed->map);
}

/// Finds the exact path, and adds to `spent` how long that took.
static fw_result find_exact(const ground *ground, const fw_request *ask, double radius, double *spent)
{
    const forest_way way = { radius, ask->start.x, ask->start.y, ask->goal.pose.x, ask->goal.pose.y };
    const double begin = stopwatch_computed_us();
    const fw_result result = forest_way_find(ground->exact, way, ground->path);
    *spent += stopwatch_computed_us() - begin;
    return result;
}

/// Compares both paths of a query that has a taut one; cold: for a radius that was never seen, but differs by next to
/// nothing.
static void compare(const ground *ground, const fw_request *ask, figures *all)
{
    fw_statistics spent;
    fw_result found = find_exact(ground, ask, RADIUS - 1e-10 * (all->count + 1), &all->cold_us);
    fw_forest_planner_statistics(ground->exact, &spent);
    if (found == FW_OK)
        found = find_exact(ground, ask, RADIUS, &all->warm_us);
    const double ratio = fw_path_length(ground->taut_path) / fw_path_length(ground->path);
    all->count++;
    all->expanded += (double)spent.expanded;
    all->wrong += found != FW_OK || ratio < 1 - 1e-6;
    all->longer += ratio - 1;
    all->most_longer = fmax(all->most_longer, ratio - 1);
}

static void measure(const char *name, int queries)
{
    ground ground;
    random_source from = { 3 };
    figures all = { .count = 0 };
    if (!open_ground(name, &ground)) {
        printf("%-22s is not there\n", name);
        close_ground(&ground);
        return;
    }
    const uint32_t width = (uint32_t)fw_map_width(ground.map), height = (uint32_t)fw_map_height(ground.map);
    for (int i = 0; i < TRIES * queries && all.count < queries; i++) {
        fw_request ask = fw_default_request();
        ask.unit = ground.unit;
        ask.smoothing = FW_SMOOTH_TAUT;
        ask.start = (fw_pose){ random_below(&from, width) + 0.5, random_below(&from, height) + 0.5, 0 };
        ask.goal = fw_goal_at(random_below(&from, width) + 0.5, random_below(&from, height) + 0.5);
        const double begin = stopwatch_computed_us();
        const bool is_found = fw_find_path(ground.planner, &ask, ground.taut_path) == FW_OK;
        const double spent = stopwatch_computed_us() - begin;
        if (!is_found || fw_path_length(ground.taut_path) == 0)
            continue;
        all.taut_us += spent;
        compare(&ground, &ask, &all);
    }
    const double count = all.count;
    printf("%-22s %5d %10.3f %8.2f %10.0f %10.0f %10.0f %8.0f %6d\n", name, all.count,
           100 * all.longer / count, 100 * all.most_longer, all.cold_us / count, all.warm_us / count,
           all.taut_us / count, all.expanded / count, all.wrong);
    fflush(stdout);
    close_ground(&ground);
}

int main(int argc, char **argv)
{
    int queries = 100;
    const argument known[] = { { .name = "--queries", .whole = &queries }, { .name = NULL } };
    arguments_read(known, argc, argv);
    printf("taut paths against exact ones, a body of radius %g; times are means, in us\n", RADIUS);
    printf("%-22s %5s %10s %8s %10s %10s %10s %8s %6s\n", "map", "paths", "longer %", "most %", "cold",
           "known", "taut", "expand", "wrong");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
        measure(maps[i], queries);
    return 0;
}
