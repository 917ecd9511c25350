#define _POSIX_C_SOURCE 199309L // clock_gettime

/// How long the longest of many commits takes.
///
///     bench_steady_commits [--side N] [--units N] [--tiles N] [--commits N]
///
/// writes for each way in which readers hold versions of a rough map: what the commits copied, compared and looked at,
/// as the library counts it, and their processor time; the median, and the longest. Without options: four tiles a
/// commit, 1024 x 1024 tiles with one and three units, 4096 x 4096 with six, and 5,000 commits.

#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/median.h"
#include "common/must.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "map/editor.h"

enum { MOST_UNITS = 6, MOST_SEARCHES = 4 };

typedef struct live_map {
    random_source random;
    int side;
    fw_map *map;
    fw_unit_id walker;
    fw_planner *planner;
    fw_search *searches[MOST_SEARCHES];
} live_map;

static int32_t anywhere(live_map *live)
{
    return (int32_t)random_below(&live->random, (uint32_t)live->side);
}

static live_map open_map(int side, int units)
{
    live_map live = { .random = { 46 }, .side = side };
    fw_map_def def = fw_default_map_def();
    def.width = def.height = side;
    must(fw_map_create(&def, &live.map));
    for (int i = 0; i < side * side / 8; i++)
        must(fw_map_set_tile(live.map, anywhere(&live), anywhere(&live), FW_BLOCKED));
    must(fw_map_commit(live.map));
    for (int i = 0; i < units; i++) {
        fw_unit_def unit = fw_default_unit_def();
        fw_unit_id id;
        unit.size = 1 + i;
        must(fw_map_add_unit(live.map, &unit, &id));
        live.walker = i == 0 ? id : live.walker;
    }
    must(fw_planner_create(live.map, NULL, &live.planner));
    return live;
}

static void search_anew(live_map *live, int which)
{
    fw_request ask = fw_default_request();
    fw_search_end(live->searches[which]);
    live->searches[which] = NULL;
    ask.unit = live->walker;
    ask.start = fw_pose_on_tile(anywhere(live), anywhere(live), 1);
    ask.goal = fw_goal_on_tile(anywhere(live), anywhere(live), 1);
    if (fw_search_begin(live->planner, &ask, &live->searches[which]) == FW_OK)
        fw_search_step(live->searches[which], 2);
}

static void edit(live_map *live, int tiles)
{
    for (int i = 0; i < tiles; i++) {
        const int32_t x = anywhere(live), y = anywhere(live);
        const uint8_t other = fw_map_terrain(live->map, x, y) == FW_BLOCKED ? FW_GROUND : FW_BLOCKED;
        must(fw_map_set_tile(live->map, x, y, other));
    }
}

static void write_row(const char *unit, double *values, int count)
{
    const double median = median_of(values, (size_t)count), most = values[count - 1];
    printf("  %s %.1f, longest %.1f (%.1f times)", unit, median, most, most / median);
}

/// Commits while so many searches hold versions, each for as many commits.
static void measure(int side, int units, int tiles, int commits, int searches)
{
    live_map live = open_map(side, units);
    double *words = calloc((size_t)commits, sizeof *words), *times = calloc((size_t)commits, sizeof *times);
    if (!words || !times)
        give_up("no memory");
    for (int i = 0; i < commits; i++) {
        if (searches > 0)
            search_anew(&live, i % searches);
        edit(&live, tiles);
        const uint64_t visited = live.map->editor->memory.visited;
        const double begun = stopwatch_thread_us();
        must(fw_map_commit(live.map));
        times[i] = stopwatch_thread_us() - begun;
        words[i] = (double)(live.map->editor->memory.visited - visited) / 1000;
    }
    printf("%4d, %d units, %d tiles, %d versions held:", side, units, tiles, searches);
    write_row("k words", words, commits);
    write_row("us", times, commits);
    printf("\n");
    free(words);
    free(times);
    for (int i = 0; i < searches; i++)
        fw_search_end(live.searches[i]);
    fw_planner_destroy(live.planner);
    fw_map_destroy(live.map);
}

static void measure_all(int side, int units, int tiles, int commits)
{
    measure(side, units, tiles, commits, 0);
    measure(side, units, tiles, commits, 1);
    measure(side, units, tiles, commits, MOST_SEARCHES);
}

int main(int count, char **words)
{
    int side = 0, units = MOST_UNITS, tiles = 4, commits = 5000;
    const argument known[] = { { "--side", .whole = &side },
                               { "--units", .whole = &units },
                               { "--tiles", .whole = &tiles },
                               { "--commits", .whole = &commits },
                               { .name = NULL } };
    arguments_read(known, count, words);
    if (side > 0) {
        measure_all(side, units, tiles, commits);
        return 0;
    }
    measure_all(1024, 1, tiles, commits);
    measure_all(1024, 3, tiles, commits);
    measure_all(4096, MOST_UNITS, tiles, commits);
    return 0;
}
