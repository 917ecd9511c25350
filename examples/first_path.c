// A first path: 64x64 tiles of ground with a wall across, and a unit of 2x2 tiles that has to go round it.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

/// Every call that can fail says how it went; this program gives up when one does.
static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

int main(void)
{
    fw_map *map = NULL;
    fw_unit_id tank_id = 0;
    fw_planner *planner = NULL;
    fw_path *path = NULL;

    fw_map_def def = fw_default_map_def(); // 64x64 tiles of ground
    must(fw_map_create(&def, &map));
    must(fw_map_set_rect(map, 30, 0, 2, 50, FW_BLOCKED)); // a wall from the north edge down
    must(fw_map_commit(map));

    fw_unit_def tank = fw_default_unit_def();
    tank.size = 2; // needs 2x2 tiles
    must(fw_map_add_unit(map, &tank, &tank_id));

    must(fw_planner_create(map, NULL, &planner)); // one for each thread
    must(fw_path_create(NULL, &path));            // used again for query after query
    fw_request ask = fw_default_request();
    ask.unit = tank_id;
    ask.start = fw_pose_on_tile(10, 10, 2);
    ask.goal = fw_goal_at(50.0, 12.0);
    must(fw_find_path(planner, &ask, path));

    for (double at = 0.0; at <= fw_path_length(path); at += 10.0) {
        fw_pose pose = { 0 };
        must(fw_path_pose_at(path, at, &pose));
        printf("after %4.1f tiles: at %5.2f, %5.2f, facing %4.0f degrees\n", at, pose.x, pose.y,
               pose.heading * 180.0 / FW_PI);
    }
    printf("%.2f tiles in all\n", fw_path_length(path));

    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return EXIT_SUCCESS;
}
