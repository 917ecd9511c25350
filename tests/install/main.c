// Asks an installed library for a path, with functions of its own whose names the library uses inside.
#include <stdio.h>
#include <string.h>

#include <fairway/fairway.h>

/// Calls of the functions below: the library must not take any for its own.
static int calls;

int memory_get(void);
int layer_row(void);
int map_find_unit(void);
int clock_us(void);
int line_cost(void);
int path_push_line(void);

int memory_get(void)
{
    return ++calls;
}

int layer_row(void)
{
    return ++calls;
}

int map_find_unit(void)
{
    return ++calls;
}

int clock_us(void)
{
    return ++calls;
}

int line_cost(void)
{
    return ++calls;
}

int path_push_line(void)
{
    return ++calls;
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
    ask.goal = fw_goal_at(40.4, 20.7);
    ask.max_time_us = 1000000;
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
    printf("%s, %.3f tiles\n", fw_result_text(result), fw_path_length(path));
    fw_path_destroy(path);
    fw_map_destroy(map);
    const int of_library = calls;
    const int own =
        memory_get() + layer_row() + map_find_unit() + clock_us() + line_cost() + path_push_line();
    return result == FW_OK && of_library == 0 && own == 21 ? 0 : 1;
}
