// A unit that walks the first leg of a long path while the rest is still searched.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { SIDE = 1024, WORK_A_STEP = 64, SEGMENT = 64 /* tiles */ };

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

/// Meadows with squares of swamp, and now and then a rock.
static fw_map *build_country(void)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    for (int32_t y = 8; y < SIDE; y += 32)
        for (int32_t x = 8; x < SIDE; x += 32)
            must(fw_map_set_rect(map, x, y, 16, 16, (x + 3 * y) / 32 % 5 ? FW_SWAMP : FW_BLOCKED));
    must(fw_map_commit(map));
    return map;
}

int main(void)
{
    fw_map *map = build_country();
    fw_unit_def cart = fw_default_unit_def();
    cart.terrain_cost[FW_SWAMP] = 2.5f;
    cart.methods = FW_METHOD_BIT(FW_HIERARCHY);
    cart.dominance = FW_DOMINANCE_WEAK; // less to search before the first leg
    fw_request ask = fw_default_request();
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    fw_search *search = NULL;
    must(fw_map_add_unit(map, &cart, &ask.unit));
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));

    ask.start = fw_pose_on_tile(0, 0, 1);
    ask.goal = fw_goal_on_tile(SIDE - 1, SIDE - 5, 1);
    ask.method = FW_HIERARCHY;
    ask.segment = SEGMENT;
    must(fw_search_begin(planner, &ask, &search));
    fw_statistics so_far = { 0 };
    fw_result result = FW_PENDING;
    for (uint32_t segments = 0; result == FW_PENDING; segments = so_far.legs) {
        result = fw_search_step(search, WORK_A_STEP);
        must(fw_search_statistics(search, &so_far));
        if (so_far.legs == segments)
            continue;
        must(fw_search_best_so_far(search, path)); // the unit may walk as far as that
        if (segments == 0)
            printf("after %5llu units of work: %7.2f tiles to walk\n", (unsigned long long)so_far.work,
                   fw_path_length(path));
    }
    must(result);
    must(fw_search_best_so_far(search, path));
    printf("after %5llu units of work: %7.2f tiles, the whole path in %u segments\n",
           (unsigned long long)so_far.work, fw_path_length(path), (unsigned)so_far.legs);

    fw_search_end(search);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return EXIT_SUCCESS;
}
