#define _POSIX_C_SOURCE 200809L
/// Vehicles at the scale of real maps: times and paths of `auto` while tiles become smaller, and on a robot's map.
///
///     bench_wide [--gears 1|2] [NAME...]
///
/// The pose queries of public maps, where each tile becomes k x k tiles, for a round body of radius k / 3 with a
/// turning radius of 3 k, penalty 2 and a gear change of k; k = 1 is searched on the lattice. Then the robot's map
/// with bodies and radii in cells, and a gear change of 20. With `--gears 1` without reverse gear. Only maps whose
/// name holds one of the words. Processor time of the thread, one pass, in which the first query of each row computes
/// the distance map. Run in the project's root; maps and queries are read from ../shared/data.

#include <math.h>
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

enum { MOST_QUERIES = 128, FILE_CHARACTERS = 256 };

#define DATA "../shared/data/"

/// A vehicle in a world, with the results of its queries.
typedef struct row {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    double ms[MOST_QUERIES];
    size_t count, solved, illegal;
    double length, cost;
    int gear_changes;
} row;

static int count_gear_changes(const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    int changes = 0;
    for (int32_t i = 1; i < count; i++)
        changes += segments[i].gear != segments[i - 1].gear;
    return changes;
}

static void ask(row *row, fw_pose start, fw_pose goal)
{
    fw_request request = fw_default_request();
    request.unit = row->unit;
    request.start = start;
    request.goal = fw_goal_pose(goal);
    request.smoothing = FW_SMOOTH_AUTO;
    const double begin = stopwatch_thread_us();
    const fw_result found = fw_find_path(row->planner, &request, row->path);
    row->ms[row->count++] = (stopwatch_thread_us() - begin) / 1000;
    if (found != FW_OK)
        return;
    fw_check_report report;
    fw_path_summary summary;
    must(fw_path_check(row->map, row->unit, row->path, NULL, &report));
    must(fw_path_summarise(row->path, &summary));
    row->solved++;
    row->illegal += !report.legal;
    row->length += summary.length;
    row->cost += summary.cost;
    row->gear_changes += count_gear_changes(row->path);
}

/// Asks all queries of a file and prints the row.
///
/// @param k  lengths are printed in tiles of the original map
static void run(const char *name, const char *queries_file, fw_map *map, const fw_unit_def *def, int32_t k)
{
    io_fault fault;
    io_queries queries;
    row row = { .map = map };
    if (!map || !io_queries_read(queries_file, &queries, &fault)) {
        printf("| %s | - |\n", name);
        return;
    }
    must(fw_map_add_unit(map, def, &row.unit));
    must(fw_planner_create(map, NULL, &row.planner));
    must(fw_path_create(NULL, &row.path));
    for (size_t i = 0; i < queries.count && i < MOST_QUERIES; i++) {
        fw_pose start = io_place_pose(&queries.items[i].start, 1),
                goal = io_place_pose(&queries.items[i].goal, 1);
        start = (fw_pose){ start.x * k, start.y * k, start.heading };
        goal = (fw_pose){ goal.x * k, goal.y * k, goal.heading };
        ask(&row, start, goal);
    }
    double sum = 0;
    for (size_t i = 0; i < row.count; i++)
        sum += row.ms[i];
    const double middle = median_of(row.ms, row.count);
    printf("| %s | %g | %zu of %zu | %.2f | %.2f | %.1f | %.1f | %.0f | %.0f | %d | %.1f |\n", name,
           def->turn_radius, row.solved - row.illegal, row.count, sum / (double)row.count, middle,
           row.ms[(size_t)(0.95 * (double)row.count)], row.ms[row.count - 1], row.length / k, row.cost / k,
           row.gear_changes, (double)fw_planner_bytes(row.planner) / 1e6);
    fflush(stdout);
    fw_path_destroy(row.path);
    fw_planner_destroy(row.planner);
    io_queries_free(&queries);
    fw_map_destroy(map);
}

static void run_scaled(const char *name, int32_t k, int gears)
{
    char map[FILE_CHARACTERS], queries[FILE_CHARACTERS], label[FILE_CHARACTERS];
    const char *last = strrchr(name, '/') + 1;
    snprintf(map, sizeof map, DATA "movingai/%s.map", name);
    snprintf(queries, sizeof queries, DATA "poses/%s.csv", last);
    snprintf(label, sizeof label, "%s, k = %d", last, (int)k);
    const fw_unit_def def = wide_vehicle(fw_circle(k / 3.0), 3.0 * k, gears, k);
    run(label, queries, wide_map(map, k), &def, k);
}

static void run_robot(double length, double width, double radius, int gears)
{
    char label[FILE_CHARACTERS];
    snprintf(label, sizeof label, "robot, %g x %g", length, width);
    const fw_unit_def def = wide_vehicle(fw_rectangle(length, width), radius, gears, 20);
    run(label, DATA "robot/bays.csv", wide_map(DATA "robot/bays.map", 1), &def, 1);
}

int main(int count, char **words)
{
    static const int32_t scales[] = { 1, 3, 5, 9, 15 };
    static const double bodies[][2] = { { 84, 36 }, { 24, 10 }, { 10, 6 } }, radii[] = { 90, 45, 24, 14 };
    int gears = 2;
    const argument known[] = { { .name = "--gears", .whole = &gears }, { 0 } };
    const int first = arguments_read(known, count, words);
    const sampling maps = { .words = words + first, .word_count = count - first };
    printf("| map | R | legal | mean ms | median | 95 %% | most | length | cost | gear changes | MB |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 0; i < POSE_MAPS; i++)
        for (size_t k = 0; k < sizeof scales / sizeof *scales; k++)
            if (sampling_takes(&maps, pose_maps[i]))
                run_scaled(pose_maps[i], scales[k], gears);
    for (size_t body = 0; body < 3; body++)
        for (size_t radius = 0; radius < 4; radius++)
            if (sampling_takes(&maps, "robot"))
                run_robot(bodies[body][0], bodies[body][1], radii[radius], gears);
    return 0;
}
