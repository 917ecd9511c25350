// One map, units of many sizes and abilities: each gets the shortest way that it fits through.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fairway/fairway.h"

static const char *const town[] = {
    "....................", // from here
    "....................", "....................", "....................",
    "#.####..####...#WWWW", // gates of 1, 2 and 3 tiles, and a canal of 4
    "#.####..####...#WWWW", "....................", "....................",
    "....................", "....................", // to here
};

enum { WIDTH = 20, HEIGHT = sizeof town / sizeof *town };

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(EXIT_FAILURE);
}

static fw_map *build_town(void)
{
    fw_map_def def = fw_default_map_def();
    def.width = WIDTH;
    def.height = HEIGHT;
    fw_map *map = NULL;
    must(fw_map_create(&def, &map));
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++) {
            const char letter = town[y][x];
            const uint8_t terrain = letter == '#' ? FW_BLOCKED : letter == 'W' ? FW_WATER : FW_GROUND;
            must(fw_map_set_tile(map, x, y, terrain));
        }
    must(fw_map_commit(map)); // all edits take effect at once
    return map;
}

int main(void)
{
    fw_map *map = build_town();
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));

    for (int32_t size = 1; size <= 4; size++)
        for (int swims = 0; swims <= 1; swims++) {
            fw_unit_def def = fw_default_unit_def();
            def.size = size;
            def.terrain_cost[FW_WATER] = swims ? 2.0F : 0.0F; // 0 = may not enter
            fw_unit_id unit = 0;
            must(fw_map_add_unit(map, &def, &unit));

            fw_request ask = fw_default_request();
            ask.unit = unit;
            ask.start = fw_pose_on_tile(0, 0, size);
            ask.goal = fw_goal_pose(fw_pose_on_tile(0, 6, size));
            const fw_result result = fw_find_path(planner, &ask, path);
            printf("size %d%s: %s", size, swims ? ", swims" : "", fw_result_text(result));
            printf(result == FW_OK ? ", %.2f tiles\n" : "\n", fw_path_length(path));
        }

    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    return EXIT_SUCCESS;
}
