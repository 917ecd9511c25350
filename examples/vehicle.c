// A van with a reverse gear drives to a bay in a wall and backs into it: an exact pose at both ends, a path that the
// independent checker finds legal, and where the van is, and how fast, twice a second.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

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
    def.width = 20;
    def.height = 12;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    must(fw_map_set_rect(map, 0, 5, 20, 7, FW_BLOCKED)); // a wall along the south
    must(fw_map_set_rect(map, 8, 5, 2, 3, FW_GROUND));   // and a bay in it
    must(fw_map_commit(map));
    return map;
}

static fw_unit_def van(void)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_rectangle(2.0, 1.2); // length along the heading, width across it, in tiles
    def.turn_radius = 1.6;                  // tiles
    def.reverse = true;
    def.reverse_penalty = 1.5; // a tile backward costs as much as 1.5 forward
    return def;
}

/// Judges what the request promised. Shares no code with the search, and takes microseconds: fit for every debug build.
static void check(const fw_map *map, const fw_request *ask, const fw_path *path)
{
    fw_check_report report;
    fw_check_def def = fw_default_check_def();
    def.has_start = true;
    def.start = ask->start;
    def.has_goal = true;
    def.goal = ask->goal;
    must(fw_path_check(map, ask->unit, path, &def, &report));
    printf("the path %s\n", report.legal ? "is legal" : fw_fault_text(report.first));
}

int main(void)
{
    fw_map *map = build_yard();
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    const fw_unit_def def = van();
    fw_request ask = fw_default_request();
    must(fw_map_add_unit(map, &def, &ask.unit)); // with a turning radius: also the motions for FW_AUTO
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));

    ask.start = (fw_pose){ 1.5, 3.0, 0.0 };                       // facing east
    ask.goal = fw_goal_pose((fw_pose){ 9.0, 6.8, -0.5 * FW_PI }); // in the bay, facing north
    ask.smoothing = FW_SMOOTH_AUTO;                               // shorter, and fewer changes of gear
    must(fw_find_path(planner, &ask, path));
    check(map, &ask, path);

    fw_speed_def limits = fw_default_speed_def();
    limits.top = 3.0;     // tiles per second
    limits.lateral = 1.0; // tiles per second^2: it slows down in arcs
    must(fw_path_profile(map, &limits, path, NULL));
    for (double time = 0.0; time < fw_path_duration(path) + 0.5; time += 0.5) {
        fw_pose pose = { 0 };
        double speed = 0.0;
        must(fw_path_pose_at_time(path, time, &pose, &speed));
        printf("after %4.1f s: at %5.2f, %5.2f, facing %4.0f degrees, %.2f tiles/s\n", time, pose.x, pose.y,
               pose.heading * 180.0 / FW_PI, speed);
    }

    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return EXIT_SUCCESS;
}
