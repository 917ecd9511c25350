#include <math.h>
#include <stdio.h>

#include "command.h"
#include "complain.h"
#include "fairway/forest.h"
#include "io/forest_picture.h"
#include "io/number.h"
#include "io/path_json.h"
#include "io/scene.h"
#include "outputs.h"
#include "progress.h"
#include "stopwatch.h"
#include "terminal.h"

/// Largest size that a unit has.
enum { MOST_SIZE = 64 };

/// A scene, and the answer to its query.
typedef struct forest_query {
    const options *given;
    io_scene scene;
    fw_forest *forest;
    fw_forest_planner *planner;
    fw_path *path;
    fw_map *names; ///< names of terrains: a path file names the terrains that its unit may enter
    fw_result result;
    fw_statistics statistics;
    double time_us;
} forest_query;

static fw_result plant(forest_query *query)
{
    fw_result result = fw_forest_create(NULL, &query->forest);
    for (int32_t i = 0; i < query->scene.count && result == FW_OK; i++)
        result = fw_forest_add(query->forest, query->scene.trees[i], NULL);
    if (result == FW_OK)
        result = fw_forest_planner_create(query->forest, NULL, &query->planner);
    return result == FW_OK ? fw_path_create(NULL, &query->path) : result;
}

static bool open_query(forest_query *query)
{
    io_fault fault;
    const fw_map_def def = fw_default_map_def();
    if (!outputs_fit(query->given))
        return false;
    if (!io_scene_load(query->given->arguments[0], &query->scene, &fault))
        return complain("%s", fault.text);
    fw_result result = plant(query);
    if (result == FW_OK)
        result = fw_map_create(&def, &query->names);
    return result == FW_OK || complain("%s: %s", query->given->arguments[0], fw_result_text(result));
}

static void close_query(forest_query *query)
{
    fw_map_destroy(query->names);
    fw_path_destroy(query->path);
    fw_forest_planner_destroy(query->planner);
    fw_forest_destroy(query->forest);
    io_scene_free(&query->scene);
}

static void run_query(forest_query *query)
{
    fw_forest_request ask = fw_default_forest_request();
    ask.radius = query->scene.radius;
    ask.start_x = query->scene.start_x;
    ask.start_y = query->scene.start_y;
    ask.goal_x = query->scene.goal_x;
    ask.goal_y = query->scene.goal_y;
    progress bar;
    progress_begin(&bar, query->given->quiet, "searching", PROGRESS_AT_MOST);
    const double began = stopwatch_us();
    query->result = fw_forest_find_path(query->planner, &ask, query->path);
    query->time_us = stopwatch_us() - began;
    progress_end(&bar);
    fw_forest_planner_statistics(query->planner, &query->statistics);
}

static bool write_json(FILE *to, const void *what, io_fault *fault)
{
    const forest_query *query = what;
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_circle(query->scene.radius);
    unit.size = (int32_t)fmin(fmax(ceil(2 * query->scene.radius - FW_TOUCH), 1), MOST_SIZE);
    const io_path_facts facts = {
        .map = query->names, .unit = &unit, .time_us = query->time_us, .expanded = query->statistics.expanded
    };
    (void)fault;
    io_path_write(to, query->path, &facts);
    return true;
}

static bool write_svg(FILE *to, const void *what, io_fault *fault)
{
    const forest_query *query = what;
    (void)fault;
    io_forest_svg(to, &query->scene, query->planner, query->path);
    return true;
}

static void print_summary(const forest_query *query)
{
    int32_t segments = 0;
    fw_path_segments(query->path, &segments);
    printf("%sfound%s: length %.6g, %d lines and arcs; %d trees, %llu nodes expanded, %s\n",
           ink_on(stdout, INK_GOOD), ink_off(stdout, INK_GOOD), fw_path_length(query->path), (int)segments,
           (int)query->scene.count, (unsigned long long)query->statistics.expanded,
           io_duration(query->time_us).text);
    if (!query->given->verbose)
        return;
    const fw_statistics *did = &query->statistics;
    printf("body of radius %.6g from %.6g,%.6g to %.6g,%.6g: %.4g times the straight distance\n",
           query->scene.radius, query->scene.start_x, query->scene.start_y, query->scene.goal_x,
           query->scene.goal_y,
           fw_path_length(query->path) /
               hypot(query->scene.goal_x - query->scene.start_x, query->scene.goal_y - query->scene.start_y));
    printf("generated %llu, improved %llu, work %llu, memory %s\n", (unsigned long long)did->generated,
           (unsigned long long)did->improved, (unsigned long long)did->work, io_size(did->bytes).text);
}

/// Runs the query and writes its outputs. Returns the exit status.
static int answer(forest_query *query)
{
    run_query(query);
    const bool is_answer = query->result == FW_OK || query->result == FW_UNREACHABLE ||
                           query->result == FW_START_BLOCKED || query->result == FW_GOAL_BLOCKED;
    if (!is_answer) {
        complain("%s: %s", query->given->arguments[0], fw_result_text(query->result));
        return EXIT_BAD;
    }
    if (!write_file(query->given->svg, write_svg, query) ||
        !draw_in_terminal(query->given, write_svg, query) ||
        !write_file(query->given->json, write_json, query))
        return EXIT_BAD;
    if (query->result != FW_OK) {
        complain("%s", fw_result_text(query->result));
        return EXIT_NO_PATH;
    }
    if (wants_summary(query->given))
        print_summary(query);
    return EXIT_DONE;
}

int run_forest(const options *given)
{
    forest_query query = { .given = given };
    const int status = open_query(&query) ? answer(&query) : EXIT_BAD;
    close_query(&query);
    return status;
}
