// A long search in slices of 200 nodes, a slice a frame, while short queries are answered in between.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

enum { SIDE = 512, NODES_A_FRAME = 200 };

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

/// Walls with a gap at alternate ends: a long way from the north edge to the south.
static fw_map *build_serpentine(void)
{
    fw_map_def def = fw_default_map_def();
    def.width = SIDE;
    def.height = SIDE;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    for (int32_t y = 32, row = 0; y < SIDE; y += 32, row++)
        must(fw_map_set_rect(map, row % 2 ? 8 : 0, y, SIDE - 8, 1, FW_BLOCKED));
    must(fw_map_commit(map));
    return map;
}

int main(void)
{
    fw_map *map = build_serpentine();
    const fw_unit_def walker = fw_default_unit_def();
    fw_request far = fw_default_request();
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    fw_search *search = NULL;
    must(fw_map_add_unit(map, &walker, &far.unit));
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));

    far.start = fw_pose_on_tile(0, 0, 1);
    far.goal = fw_goal_at(SIDE - 0.5, SIDE - 0.5);
    far.method = FW_ASTAR; // slower than need be, for the sake of the example
    fw_request near = far;
    near.goal = fw_goal_at(20.5, 20.5);

    must(fw_search_begin(planner, &far, &search));
    fw_result result = FW_PENDING;
    int frames = 0;
    for (; result == FW_PENDING; frames++) {
        result = fw_search_step(search, NODES_A_FRAME);
        if (frames % 200 == 0)
            printf("frame %4d: %3.0f %%\n", frames, 100.0 * fw_search_progress(search));
        must(fw_find_path(planner, &near, path)); // somebody else's query, answered at once
    }
    must(result);
    must(fw_search_best_so_far(search, path));
    printf("frame %4d: %.2f tiles\n", frames, fw_path_length(path));

    fw_search_end(search);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return EXIT_SUCCESS;
}
