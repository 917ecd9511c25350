// A truck's path on the grid becomes one that it can drive: turned in four ways, smoothed, with speeds.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

static const char *const yard[] = {
    ".....................", //
    ".....................", //
    ".....................", //
    ".......#######.......", //
    ".............#.......", // the dock
    ".............#.......", //
    ".......#######.......", //
    ".......#.............", //
    ".......#.............", //
    ".......#.............", //
};

enum { WIDTH = 21, HEIGHT = sizeof yard / sizeof *yard };

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

static fw_map *build_yard(void)
{
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++)
            must(fw_map_set_tile(map, x, y, yard[y][x] == '#' ? FW_BLOCKED : FW_GROUND));
    must(fw_map_commit(map));
    return map;
}

static fw_unit_id add_truck(fw_map *map)
{
    fw_unit_def truck = fw_default_unit_def();
    truck.footprint = fw_rectangle(1.4, 0.9); // along the heading, across it
    truck.turn_radius = 2.0;
    truck.reverse = true;
    fw_unit_id id = 0;
    must(fw_map_add_unit(map, &truck, &id));
    return id;
}

/// Turns a copy of the path on the grid, smooths it, and tells how long the drive takes.
static void drive(fw_planner *planner, const fw_map *map, const fw_path *found, double heading, fw_turns way,
                  const char *name)
{
    fw_path *path = NULL;
    must(fw_path_create(NULL, &path));
    must(fw_path_copy(found, path));
    const fw_result turned = fw_path_turn(planner, NULL, way, &heading, NULL, path);
    printf("%-12s %s", name, fw_result_text(turned));
    if (turned == FW_OK) {
        must(fw_path_smooth(planner, NULL, FW_SMOOTH_CURVED, path));
        fw_path_summary summary;
        must(fw_path_summarise(path, &summary));
        fw_speed_def limits = fw_default_speed_def();
        limits.top = 4.0; // tiles per second
        must(fw_path_profile(map, &limits, path, NULL));
        printf(": %.1f tiles, %.1f s, touches %d, too tight %d", summary.length, fw_path_duration(path),
               (int)summary.violations.blocked, (int)summary.violations.too_tight);
    }
    printf("\n");
    fw_path_destroy(path);
}

int main(void)
{
    fw_map *map = build_yard();
    fw_planner *planner = NULL;
    fw_path *found = NULL;
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &found));

    fw_request ask = fw_default_request();
    ask.unit = add_truck(map);
    ask.method = FW_GRID; // lines, which turn on the spot:
    ask.allow_violations = true;
    ask.start = fw_pose_on_tile(11, 4, 1);
    ask.start.heading = FW_PI; // west, out of the dock
    const fw_pose goal = fw_pose_on_tile(17, 7, 1);
    ask.goal = fw_goal_at(goal.x, goal.y);
    must(fw_find_path(planner, &ask, found));
    printf("on the grid  %.1f tiles\n", fw_path_length(found));

    drive(planner, map, found, ask.start.heading, FW_TURNS_IGNORE, "ignore");
    drive(planner, map, found, ask.start.heading, FW_TURNS_RECALCULATE, "legal");
    drive(planner, map, found, ask.start.heading, FW_TURNS_TIGHTEN, "tighten");
    drive(planner, map, found, ask.start.heading, FW_TURNS_BACK_UP, "back up");

    fw_path_destroy(found);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return EXIT_SUCCESS;
}
