/// What an honest "no path" costs on a map of 512 x 512 tiles: a start that faces a wall, and yards of several sizes
/// whose only gap is too narrow for the body, so that all poses within have to be looked at. For each turning radius:
/// processor time, poses expanded and the memory that the planner holds afterward.

#include <stdio.h>
#include <time.h>

#include "common/give_up.h"
#include "fairway/fairway.h"

enum { SIDE = 512 };

#define MIDDLE (SIDE / 2 + 0.5)

/// Walls around the start: a yard of so many tiles in a square, with a gap of one tile.
static fw_map *map_with_yard(int32_t yard)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    def.width = def.height = SIDE;
    const int32_t first = (SIDE - yard) / 2;
    if (fw_map_create(&def, &map) != FW_OK ||
        fw_map_set_rect(map, first - 1, first - 1, yard + 2, yard + 2, FW_BLOCKED) != FW_OK ||
        fw_map_set_rect(map, first, first, yard, yard, FW_GROUND) != FW_OK ||
        fw_map_set_tile(map, first - 1, SIDE / 2, FW_GROUND) != FW_OK)
        give_up("no memory for the map");
    return map;
}

static fw_unit_def driver_of(double radius)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = 1;
    def.footprint = fw_circle(0.6);
    def.turn_radius = radius;
    def.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    return def;
}

/// Prints a line: the second of two queries, so that no memory is asked for.
static void measure(const char *name, int32_t yard, double radius, fw_pose start)
{
    fw_map *map = map_with_yard(yard);
    const fw_unit_def def = driver_of(radius);
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    fw_request ask = fw_default_request();
    if (fw_map_add_unit(map, &def, &ask.unit) != FW_OK || fw_map_commit(map) != FW_OK ||
        fw_planner_create(map, NULL, &planner) != FW_OK || fw_path_create(NULL, &path) != FW_OK)
        give_up("no memory for the planner");
    ask.method = FW_DIRECTIONAL;
    ask.start = start;
    ask.goal = fw_goal_pose((fw_pose){ 100.5, 100.5, 0 });
    fw_result result = FW_OK;
    double spent = 0;
    for (int pass = 0; pass < 2; pass++) {
        const clock_t begun = clock();
        result = fw_find_path(planner, &ask, path);
        spent = 1e3 * (double)(clock() - begun) / CLOCKS_PER_SEC;
    }
    fw_statistics statistics;
    if (result != FW_NOT_FOUND || fw_planner_statistics(planner, &statistics) != FW_OK)
        give_up("there is a path");
    printf("%-24s %6.0f %12.3f %10llu %10.1f\n", name, radius, spent, (unsigned long long)statistics.expanded,
           (double)statistics.bytes / (1 << 20));
    fflush(stdout);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

int main(void)
{
    static const double radii[] = { 1, 3, 16 };
    printf("%-24s %6s %12s %10s %10s\n", "start", "radius", "ms", "expanded", "MB");
    for (int i = 0; i < 3; i++) {
        measure("facing a wall", SIDE - 2, radii[i], (fw_pose){ SIDE - 2.2, MIDDLE, 0 });
        measure("in a yard of 16 x 16", 16, radii[i], (fw_pose){ MIDDLE, MIDDLE, 0 });
        measure("in a yard of 64 x 64", 64, radii[i], (fw_pose){ MIDDLE, MIDDLE, 0 });
    }
    return 0;
}
