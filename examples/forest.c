// The shortest path of a round body through a forest, before and after a tree falls on it.
#include <stdio.h>
#include <stdlib.h>

#include "fairway/fairway.h"

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(1);
}

int main(void)
{
    const fw_tree trees[] = { { 4, 1, 1 }, { 7, -1, 1.5 }, { 11, 1.5, 1.2 }, { 14, -0.5, 0.7 } };
    fw_forest *forest = NULL;
    fw_forest_planner *planner = NULL;
    fw_path *path = NULL;
    must(fw_forest_create(NULL, &forest));
    for (size_t i = 0; i < sizeof trees / sizeof *trees; i++)
        must(fw_forest_add(forest, trees[i], NULL));
    must(fw_forest_planner_create(forest, NULL, &planner)); // one for each thread
    must(fw_path_create(NULL, &path));                      // used again for query after query

    fw_forest_request ask = fw_default_forest_request();
    ask.radius = 0.4;
    ask.goal_x = 18; // from the origin
    must(fw_forest_find_path(planner, &ask, path));
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    printf("length %.3f\n", fw_path_length(path));
    for (int32_t i = 0; i < count; i++)
        printf("  %s of %.3f from (%.3f, %.3f)\n", segments[i].curvature == 0 ? "line" : "arc",
               segments[i].length, segments[i].start.x, segments[i].start.y);

    must(fw_forest_add(forest, (fw_tree){ 9, 0.5, 0.5 }, NULL));
    must(fw_forest_find_path(planner, &ask, path));
    printf("length %.3f with one more tree\n", fw_path_length(path));

    fw_path_destroy(path);
    fw_forest_planner_destroy(planner);
    fw_forest_destroy(forest);
    return 0;
}
