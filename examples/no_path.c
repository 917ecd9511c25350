// A cart that does not fit through a door, and what the library says about it.
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

int main(void)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    must(fw_map_set_rect(map, 30, 0, 2, 64, FW_BLOCKED));
    must(fw_map_set_rect(map, 30, 40, 2, 2, FW_GROUND)); // a door two tiles wide
    must(fw_map_commit(map));

    fw_unit_def cart = fw_default_unit_def();
    cart.size = 3;
    fw_request ask = fw_default_request();
    must(fw_map_add_unit(map, &cart, &ask.unit));
    ask.start = fw_pose_on_tile(5, 5, 3);
    ask.goal = fw_goal_on_tile(50, 5, 3);

    fw_planner *planner = NULL;
    must(fw_planner_create(map, NULL, &planner));
    fw_explanation why;
    must(fw_explain(planner, &ask, &why, sizeof why));
    printf("%s: %s\n", fw_barrier_name(why.barrier), why.text);
    if (why.has_place)
        printf("look at %.1f, %.1f\n", why.place.x, why.place.y);
    if (why.has_nearest)
        printf("it gets as far as %.1f, %.1f\n", why.nearest.x, why.nearest.y);

    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return why.barrier == FW_BARRIER_SIZE ? 0 : 1;
}
