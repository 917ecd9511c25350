// 1,000 queries by fw_find_path(), one after the other: what bindings/python/bench/compare.py is compared with.
#define _POSIX_C_SOURCE 199309L

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "fairway/fairway.h"

enum { ROUNDS = 40 };

static void must(fw_result result)
{
    if (result == FW_OK)
        return;
    fprintf(stderr, "%s\n", fw_result_text(result));
    exit(1);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/// usage: loop QUERIES: a binary file of width, height, number of queries, tiles, and four doubles for each query.
/// Prints the seconds of the fastest of some rounds, and the sum of all lengths.
int main(int count, char **arguments)
{
    int32_t head[3];
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file || fread(head, sizeof head, 1, file) != 1)
        return 1;
    const size_t tiles = (size_t)head[0] * (size_t)head[1], queries = (size_t)head[2];
    uint8_t *terrains = malloc(tiles);
    double(*ends)[4] = malloc(queries * sizeof *ends);
    if (!terrains || !ends || fread(terrains, tiles, 1, file) != 1 ||
        fread(ends, sizeof *ends, queries, file) != queries)
        return 1;
    fclose(file);

    fw_map_def def = fw_default_map_def();
    def.width = head[0];
    def.height = head[1];
    fw_map *map = NULL;
    fw_planner *planner = NULL;
    fw_path *path = NULL;
    fw_request ask = fw_default_request();
    const fw_unit_def unit = fw_default_unit_def();
    must(fw_map_create(&def, &map));
    must(fw_map_set_tiles(map, 0, 0, def.width, def.height, terrains, (size_t)def.width));
    must(fw_map_commit(map));
    must(fw_map_add_unit(map, &unit, &ask.unit));
    must(fw_planner_create(map, NULL, &planner));
    must(fw_path_create(NULL, &path));
    double best = 1e9, length = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const double began = now();
        length = 0;
        for (size_t i = 0; i < queries; i++) {
            ask.start = (fw_pose){ ends[i][0], ends[i][1], 0 };
            ask.goal = fw_goal_at(ends[i][2], ends[i][3]);
            if (fw_find_path(planner, &ask, path) == FW_OK)
                length += fw_path_length(path);
        }
        const double took = now() - began;
        best = took < best ? took : best;
    }
    printf("%.9f %.6f\n", best, length);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
    free(ends);
    free(terrains);
    return 0;
}
