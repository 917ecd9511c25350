// Published optima: every scenario of the benchmark maps, sampled so that the tests take seconds. FAIRWAY_SCEN_EVERY=1
// in the environment runs all of their queries.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/planner.h"
#include "io/map_file.h"
#include "io/queries.h"

/// The files round lengths to two digits and more.
#define ROUNDING 0.006

static const char *const names[] = {
    "bg512/AR0011SR",        "bg512/AR0072SR",     "bg512/AR0400SR",    "cities/Berlin_0_512",
    "cities/Boston_0_1024",  "dao/arena",          "dao/brc202d",       "dao/den520d",
    "dao/hrt201n",           "mazes/maze512-32-0", "mazes/maze512-4-0", "random/random512-10-0",
    "random/random512-35-0", "rooms/32room_000",   "rooms/8room_000",   "sc1/Aftershock",
    "sc1/Octopus",
};

static bool file_exists(const char *name)
{
    FILE *file = fopen(name, "rb");
    if (file)
        fclose(file);
    return file != NULL;
}

/// A benchmark map, its unit of size 1, and its queries.
typedef struct benchmark {
    fw_map *map;
    fw_unit_id unit;
    io_queries queries;
} benchmark;

/// Reads a map and its queries; false if the files are not there.
static bool benchmark_read(const char *name, benchmark *read)
{
    char map_file[256], scen_file[264];
    io_fault fault;
    snprintf(map_file, sizeof map_file, FAIRWAY_SOURCE_DIR "/../shared/data/movingai/%s.map", name);
    snprintf(scen_file, sizeof scen_file, "%s.scen", map_file);
    if (!file_exists(map_file) || !file_exists(scen_file)) {
        print_message("%s is not there\n", map_file);
        return false;
    }
    if (!io_map_load(map_file, NULL, &read->map, &fault) ||
        !io_queries_read(scen_file, &read->queries, &fault))
        fail_msg("%s", fault.text);
    assert_int_equal(read->queries.width, fw_map_width(read->map));
    assert_int_equal(read->queries.height, fw_map_height(read->map));
    read->unit = add_unit(read->map, unit_of_size(1));
    return true;
}

static void benchmark_free(benchmark *read)
{
    io_queries_free(&read->queries);
    fw_map_destroy(read->map);
}

/// Asks about `samples` queries of a map, or all of them, and compares the paths with the published lengths.
static void assert_published_lengths(const benchmark *map, fw_method method, size_t samples)
{
    const char *every = getenv("FAIRWAY_SCEN_EVERY");
    const size_t count = map->queries.count;
    const size_t stride = every ? strtoul(every, NULL, 10) : count > samples ? count / samples : 1;
    fw_path *path = new_path();
    int wrong = 0;
    fw_planner *planner = new_planner(map->map);
    for (size_t i = count % stride; i < count; i += stride) {
        const io_query *query = &map->queries.items[i];
        const fw_pose goal = io_place_pose(&query->goal, 1);
        fw_request ask = fw_default_request();
        ask.unit = map->unit;
        ask.start = io_place_pose(&query->start, 1);
        ask.goal = fw_goal_at(goal.x, goal.y);
        ask.method = method;
        const fw_result result = fw_find_path(planner, &ask, path);
        if (result == FW_OK && fabs(fw_path_length(path) - query->optimum) <= ROUNDING)
            continue;
        print_error("line %d, %s: %s, length %.8f instead of %.8f\n", (int)query->line,
                    fw_method_name(method), fw_result_text(result), fw_path_length(path), query->optimum);
        wrong++;
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    assert_int_equal(wrong, 0);
}

TEST(paths_have_the_published_lengths)
{
    int absent = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        benchmark map;
        if (!benchmark_read(names[i], &map)) {
            absent++;
            continue;
        }
        assert_published_lengths(&map, FW_GRID, 24);
        assert_published_lengths(&map, FW_ASTAR, 24);
        assert_published_lengths(&map, FW_JUMP_POINTS, 100);
        benchmark_free(&map);
    }
    if (absent > 0)
        skip();
}

/// Here many queries have paths that differ by less than a bucket of the open list is wide.
TEST(paths_that_are_nearly_as_short_are_told_apart)
{
    static const char *const close[] = { "sc1/Aftershock", "cities/Boston_0_1024" };
    for (int i = 0; i < 2; i++) {
        benchmark map;
        if (!benchmark_read(close[i], &map))
            skip();
        assert_published_lengths(&map, FW_JUMP_POINTS, SIZE_MAX);
        benchmark_free(&map);
    }
}
