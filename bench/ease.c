#define _POSIX_C_SOURCE 200809L
/// Transition curves: the share of places that get them, the time that they take, and the length that they add.
///
///     bench_ease [--gears 1|2] [NAME...]
///
/// Smoothed paths of `auto` for the pose queries of public maps, as in bench_wide, then on the robot's map. Transition
/// curves are R / 4, R / 2 and R long. Columns: places where the curvature jumps, the share of them that is eased,
/// paths that are driven without a stop, time of the pass for each path, growth of the length, illegal paths. Processor
/// time of the thread. Run in the project's root; maps and queries are read from ../shared/data.

#include <stdio.h>
#include <string.h>

#include "common/arguments.h"
#include "common/median.h"
#include "common/must.h"
#include "common/sampling.h"
#include "common/stopwatch.h"
#include "common/wide_worlds.h"
#include "fairway/fairway.h"
#include "io/queries.h"

enum { MOST_QUERIES = 128 };

#define DATA "../shared/data/"

/// A vehicle in a world, with the sums over its queries.
typedef struct row {
    fw_map *map;
    fw_unit_id quick; ///< turns its wheels at once
    fw_unit_id slow;
    fw_planner *planner;
    fw_path *path;
    double ms[MOST_QUERIES], sum, most;
    size_t count, stopless, illegal;
    double before, after; ///< tiles
    int32_t places, stops;
} row;

/// Finds a path as if wheels turned at once, and eases it.
static void ask(row *row, fw_pose start, fw_pose goal)
{
    fw_request request = fw_default_request();
    fw_path_summary summary;
    fw_check_report rough, eased;
    int32_t stops;
    request.unit = row->quick;
    request.start = start;
    request.goal = fw_goal_pose(goal);
    request.smoothing = FW_SMOOTH_AUTO;
    if (fw_find_path(row->planner, &request, row->path) != FW_OK)
        return;
    must(fw_path_summarise(row->path, &summary));
    summary.unit = row->slow;
    int32_t count;
    const fw_segment *segments = fw_path_segments(row->path, &count);
    fw_path *copy;
    must(fw_path_create(NULL, &copy));
    must(fw_path_set(copy, segments, count, &summary));
    must(fw_path_check(row->map, row->slow, copy, NULL, &rough));
    const double begin = stopwatch_thread_us();
    must(fw_path_ease(row->planner, NULL, copy, &stops));
    const double ms = (stopwatch_thread_us() - begin) / 1000;
    must(fw_path_check(row->map, row->slow, copy, NULL, &eased));
    row->ms[row->count++] = ms;
    row->sum += ms;
    row->most = ms > row->most ? ms : row->most;
    row->stopless += stops == 0;
    row->illegal += !eased.legal || eased.steering_stops != stops;
    row->before += rough.length;
    row->after += eased.length;
    row->places += rough.steering_stops;
    row->stops += stops;
    fw_path_destroy(copy);
}

/// Asks all queries of a file and prints a row for each length of transition curves.
static void run(const char *name, const char *queries_file, fw_map *map, const fw_unit_def *def, int32_t k)
{
    static const double lengths[] = { 0.25, 0.5, 1 };
    io_fault fault;
    io_queries queries;
    if (!map || !io_queries_read(queries_file, &queries, &fault)) {
        printf("| %s | - |\n", name);
        return;
    }
    for (size_t each = 0; each < sizeof lengths / sizeof *lengths; each++) {
        row row = { .map = map };
        fw_unit_def slow = *def;
        slow.curvature_rate = 1 / (lengths[each] * def->turn_radius * def->turn_radius);
        must(fw_map_add_unit(map, def, &row.quick));
        must(fw_map_add_unit(map, &slow, &row.slow));
        must(fw_planner_create(map, NULL, &row.planner));
        must(fw_path_create(NULL, &row.path));
        for (size_t i = 0; i < queries.count && i < MOST_QUERIES; i++) {
            const fw_pose start = io_place_pose(&queries.items[i].start, 1),
                          goal = io_place_pose(&queries.items[i].goal, 1);
            ask(&row, (fw_pose){ start.x * k, start.y * k, start.heading },
                (fw_pose){ goal.x * k, goal.y * k, goal.heading });
        }
        printf("| %s | %g | %g R | %d | %.1f %% | %zu of %zu | %.2f | %.2f | %.1f | %.2f %% | %zu |\n", name,
               def->turn_radius, lengths[each], row.places,
               100 - 100.0 * row.stops / (row.places ? row.places : 1), row.stopless, row.count,
               row.sum / (double)row.count, median_of(row.ms, row.count), row.most,
               100 * (row.after / row.before - 1), row.illegal);
        fflush(stdout);
        fw_path_destroy(row.path);
        fw_planner_destroy(row.planner);
    }
    io_queries_free(&queries);
    fw_map_destroy(map);
}

static void run_scaled(const char *name, int32_t k, int gears)
{
    char map[256], queries[256], label[256];
    const char *last = strrchr(name, '/') + 1;
    snprintf(map, sizeof map, DATA "movingai/%s.map", name);
    snprintf(queries, sizeof queries, DATA "poses/%s.csv", last);
    snprintf(label, sizeof label, "%s, k = %d", last, (int)k);
    const fw_unit_def def = wide_vehicle(fw_circle(k / 3.0), 3.0 * k, gears, k);
    run(label, queries, wide_map(map, k), &def, k);
}

static void run_robot(double length, double width, double radius, int gears)
{
    char label[256];
    snprintf(label, sizeof label, "robot, %g x %g", length, width);
    const fw_unit_def def = wide_vehicle(fw_rectangle(length, width), radius, gears, 20);
    run(label, DATA "robot/bays.csv", wide_map(DATA "robot/bays.map", 1), &def, 1);
}

int main(int count, char **words)
{
    static const int32_t scales[] = { 1, 3, 9 };
    static const double bodies[][2] = { { 84, 36 }, { 10, 6 } }, radii[] = { 90, 24 };
    int gears = 2;
    const argument known[] = { { .name = "--gears", .whole = &gears }, { 0 } };
    const int first = arguments_read(known, count, words);
    const sampling maps = { .words = words + first, .word_count = count - first };
    printf("| map | R | transition | places | eased | without a stop | mean ms | median | most | longer | "
           "illegal |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < POSE_MAPS; i++)
        for (size_t k = 0; k < sizeof scales / sizeof *scales; k++)
            if (sampling_takes(&maps, pose_maps[i]))
                run_scaled(pose_maps[i], scales[k], gears);
    for (size_t body = 0; body < 2; body++)
        for (size_t radius = 0; radius < 2; radius++)
            if (sampling_takes(&maps, "robot"))
                run_robot(bodies[body][0], bodies[body][1], radii[radius], gears);
    return 0;
}
