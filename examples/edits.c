// A map that changes: a bridge falls, paths made before are stale, and a new one goes another way. Before that
// a request sees a cart parked on the bridge, which nobody else does.
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

static void show(const char *when, fw_planner *planner, const fw_request *ask, fw_path *path)
{
    const fw_result result = fw_find_path(planner, ask, path);
    printf("%-32s %s, %.2f tiles\n", when, fw_result_text(result), fw_path_length(path));
}

int main(void)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    must(fw_map_set_rect(map, 0, 30, 64, 4, FW_WATER));  // a river
    must(fw_map_set_rect(map, 20, 30, 2, 4, FW_GROUND)); // and two bridges
    must(fw_map_set_rect(map, 50, 30, 2, 4, FW_GROUND));
    must(fw_map_commit(map));

    const fw_unit_def walker = fw_default_unit_def();
    fw_request ask = fw_default_request();
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    fw_overlay *parked = NULL;
    must(fw_map_add_unit(map, &walker, &ask.unit));
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));
    ask.start = fw_pose_on_tile(20, 20, 1);
    ask.goal = fw_goal_at(20.5, 40.5);
    show("over the bridge:", planner, &ask, path);

    must(fw_overlay_create(64, 64, NULL, &parked));
    must(fw_overlay_block(parked, 20, 31, 2, 1)); // for this request alone
    ask.overlay = parked;
    show("a cart is parked on the bridge:", planner, &ask, path);
    ask.overlay = NULL;

    show("nobody else sees the cart:", planner, &ask, path);
    must(fw_map_set_rect(map, 20, 30, 2, 4, FW_WATER)); // noted
    must(fw_map_commit(map));                           // done: a new version of the map
    fw_path_summary summary;
    must(fw_path_summarise(path, &summary));
    printf("%-32s version %d, the path is of version %d\n", "the bridge falls:", (int)fw_map_version(map),
           (int)summary.map_version);
    show("a new path:", planner, &ask, path);

    must(fw_map_set_rect(map, 50, 30, 2, 4, FW_WATER));
    must(fw_map_commit(map));
    show("the other one falls too:", planner, &ask, path);
    ask.nearest = true;
    show("as near as it gets:", planner, &ask, path);

    fw_overlay_destroy(parked);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return EXIT_SUCCESS;
}
