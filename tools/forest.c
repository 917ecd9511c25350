#include <math.h>
#include <stdio.h>

#include "command.h"
#include "complain.h"
#include "fairway/forest.h"
#include "io/forest_picture.h"
#include "io/path_json.h"
#include "io/scene.h"
#include "outputs.h"
#include "stopwatch.h"

/// Largest size that a unit has.
enum { MOST_SIZE = 64 };

/// A scene, and the answer to its query.
typedef struct forest_query {
    const options *given;
    io_scene scene;
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
    fw_map *names; ///< of terrains: a path file names those that its unit enters
    fw_result result;
    fw_statistics statistics;
    double time_us;
} forest_query;

static fw_result plant(forest_query *of)
{
    fw_result result = fw_forest_create(NULL, &of->forest);
    for (int32_t i = 0; i < of->scene.count && result == FW_OK; i++)
        result = fw_forest_add(of->forest, of->scene.trees[i], NULL);
    if (result == FW_OK)
        result = fw_forest_planner_create(of->forest, NULL, &of->planner);
    return result == FW_OK ? fw_path_create(NULL, &of->path) : result;
}

static bool open_query(forest_query *of)
{
    io_fault fault;
    const fw_map_def def = fw_default_map_def();
    if (!outputs_are_apart(of->given))
        return false;
    if (!io_scene_load(of->given->arguments[0], &of->scene, &fault))
        return complain("%s", fault.text);
    fw_result result = plant(of);
    if (result == FW_OK)
        result = fw_map_create(&def, &of->names);
    return result == FW_OK || complain("%s: %s", of->given->arguments[0], fw_result_text(result));
}

static void close_query(forest_query *of)
{
    fw_map_destroy(of->names);
    fw_path_destroy(of->path);
    fw_forest_planner_destroy(of->planner);
    fw_forest_destroy(of->forest);
    io_scene_free(&of->scene);
}

static void run_query(forest_query *of)
{
    fw_forest_request ask = fw_default_forest_request();
    ask.radius = of->scene.radius;
    ask.start_x = of->scene.start_x;
    ask.start_y = of->scene.start_y;
    ask.goal_x = of->scene.goal_x;
    ask.goal_y = of->scene.goal_y;
    const double began = stopwatch_us();
    of->result = fw_forest_find_path(of->planner, &ask, of->path);
    of->time_us = stopwatch_us() - began;
    fw_forest_planner_statistics(of->planner, &of->statistics);
}

static bool write_json(FILE *to, const void *what, io_fault *fault)
{
    const forest_query *of = what;
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(of->scene.radius);
    unit.size = (int32_t)fmin(fmax(ceil(2 * of->scene.radius - FW_TOUCH), 1), MOST_SIZE);
    const io_path_facts facts = {
        .map = of->names, .unit = &unit, .time_us = of->time_us, .expanded = of->statistics.expanded
    };
    (void)fault;
    io_path_write(to, of->path, &facts);
    return true;
}

static bool write_svg(FILE *to, const void *what, io_fault *fault)
{
    const forest_query *of = what;
    (void)fault;
    io_forest_svg(to, &of->scene, of->planner, of->path);
    return true;
}

static void print_summary(const forest_query *of)
{
    int32_t segments = 0;
    fw_path_segments(of->path, &segments);
    printf("found: length %.6g, %d lines and arcs; %d trees, %llu nodes expanded, %.0f us\n",
           fw_path_length(of->path), (int)segments, (int)of->scene.count,
           (unsigned long long)of->statistics.expanded, of->time_us);
}

/// Runs the query and writes what was asked for; the exit status.
static int answer(forest_query *of)
{
    run_query(of);
    const bool is_answer = of->result == FW_OK || of->result == FW_UNREACHABLE ||
                           of->result == FW_START_BLOCKED || of->result == FW_GOAL_BLOCKED;
    if (!is_answer) {
        complain("%s: %s", of->given->arguments[0], fw_result_text(of->result));
        return EXIT_BAD;
    }
    if (!write_file(of->given->svg, write_svg, of) || !write_file(of->given->json, write_json, of))
        return EXIT_BAD;
    if (of->result != FW_OK) {
        complain("%s", fw_result_text(of->result));
        return EXIT_NO_PATH;
    }
    if (wants_summary(of->given))
        print_summary(of);
    return EXIT_DONE;
}

int run_forest(const options *given)
{
    forest_query query = { .given = given };
    const int status = open_query(&query) ? answer(&query) : EXIT_BAD;
    close_query(&query);
    return status;
}
