// Asks an installed library for a path, with functions of its own whose names the library uses inside.
#include <stdio.h>
#include <string.h>

#include <fairway/fairway.h>

int memory_get(void);
int layer_row(void);
int map_find_unit(void);

int memory_get(void)
{
    return 1;
}

int layer_row(void)
{
    return 2;
}

int map_find_unit(void)
{
    return 3;
}

static fw_result find_path(const fw_map *map, fw_unit_id unit, fw_path *path)
{
    fw_planner *planner = NULL;
    fw_result result = fw_planner_create(map, NULL, &planner);
    if (result != FW_OK)
        return result;
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = fw_pose_on_tile(3, 4, 1);
    ask.goal = fw_goal_at(40.5, 20.5);
    result = fw_find_path(planner, &ask, path);
    fw_planner_destroy(planner);
    return result;
}

int main(void)
{
    if (strcmp(fw_version(), EXPECTED_VERSION) != 0) {
        fprintf(stderr, "the library says %s, its package %s\n", fw_version(), EXPECTED_VERSION);
        return 1;
    }
    fw_map_def def = fw_default_map_def();
    fw_unit_def walker = fw_default_unit_def();
    fw_map *map = NULL;
    fw_path *path = NULL;
    fw_unit_id unit = 0;
    fw_result result = fw_map_create(&def, &map);
    if (result == FW_OK)
        result = fw_map_add_unit(map, &walker, &unit);
    if (result == FW_OK)
        result = fw_path_create(NULL, &path);
    if (result == FW_OK)
        result = find_path(map, unit, path);
    printf("%s, %.3f tiles, %d\n", fw_result_text(result), fw_path_length(path),
           memory_get() + layer_row() + map_find_unit());
    fw_path_destroy(path);
    fw_map_destroy(map);
    return result == FW_OK ? 0 : 1;
}
