// Published optima: every scenario of the benchmark maps, sampled so that the test takes seconds. FAIRWAY_SCEN_EVERY=1
// in the environment runs all of their queries.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "fairway/planner.h"
#include "io/map_file.h"
#include "io/queries.h"

/// The files round lengths to two digits and more.
#define ROUNDING 0.006

enum { QUERIES_A_MAP = 24 };

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

/// Every how many queries one is asked.
static size_t stride_of(size_t count)
{
    const char *every = getenv("FAIRWAY_SCEN_EVERY");
    const size_t stride = every ? (size_t)strtoul(every, NULL, 10) : count / QUERIES_A_MAP;
    return stride ? stride : 1;
}

/// How many of a map's queries a method answers with another length than the published one.
static int count_wrong(const fw_map *map, fw_unit_id unit, const io_queries *queries, fw_method method)
{
    fw_planner *planner;
    fw_path *path;
    int wrong = 0;
    assert_int_equal(fw_planner_create(map, NULL, &planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
    const size_t stride = stride_of(queries->count);
    for (size_t i = queries->count % stride; i < queries->count; i += stride) {
        const io_query *query = &queries->items[i];
        const fw_pose goal = io_place_pose(&query->goal, 1);
        fw_request ask = fw_default_request();
        ask.unit = unit;
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
    return wrong;
}

static int count_wrong_on(const char *name)
{
    char map_file[256];
    char scen_file[264];
    snprintf(map_file, sizeof map_file, FAIRWAY_SOURCE_DIR "/../shared/data/movingai/%s.map", name);
    snprintf(scen_file, sizeof scen_file, "%s.scen", map_file);
    if (!file_exists(map_file) || !file_exists(scen_file)) {
        print_message("%s: not there, skipped\n", name);
        return 0;
    }
    fw_map *map = NULL;
    io_queries queries;
    io_fault fault;
    if (!io_map_load(map_file, NULL, &map, &fault) || !io_queries_read(scen_file, &queries, &fault))
        fail_msg("%s", fault.text);
    assert_int_equal(queries.width, fw_map_width(map));
    assert_int_equal(queries.height, fw_map_height(map));
    const fw_unit_id unit = add_unit(map, unit_of_size(1));
    const int wrong = count_wrong(map, unit, &queries, FW_GRID) + count_wrong(map, unit, &queries, FW_ASTAR);
    io_queries_free(&queries);
    fw_map_destroy(map);
    return wrong;
}

static void paths_have_the_published_lengths(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        wrong += count_wrong_on(names[i]);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_have_the_published_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
