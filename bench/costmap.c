#define _POSIX_C_SOURCE 200809L
/// Costs near walls: what they cost a search over poses, and how far they keep paths from walls; and the times of
/// fw_map_distances(), fw_overlay_set_costs(), and fw_map_inflate() at first and after a commit of one tile.
///
///     bench_costmap [--repeat N] [--radius R] [--body CIRCLE_RADIUS] [--smooth curved|none] [NAME...]
///
/// takes the least time of N passes (3), R = 3 tiles, a round body of radius 0.33, and only maps whose name holds one
/// of the words. Run in the project's root; maps and queries are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/contest.h"
#include "common/give_up.h"
#include "common/median.h"
#include "common/sampling.h"
#include "common/stopwatch.h"

enum { MOST_QUERIES = 512, METHODS = 2, GROUND = 1 << FW_GROUND | 1 << FW_SWAMP };

static const fw_method methods[METHODS] = { FW_DIRECTIONAL, FW_HYBRID };

/// The costs of the table: byte at the wall, and decay per tile. 0: no costs.
static const struct {
    uint8_t highest;
    double decay;
} levels[] = { { 0, 0 }, { 16, 1 }, { 48, 1 }, { 48, 0.5 }, { 253, 1 }, { 253, 0.5 } };
enum { LEVELS = sizeof levels / sizeof *levels };

typedef struct options {
    int repeat;
    double radius, body;
    const char *smooth; ///< "curved" or "none"
    sampling maps;      ///< only which are wanted
} options;

typedef struct run {
    contest contest;
    fw_overlay *overlay;
    int32_t size;
    bool is_smoothed;
    size_t count;
    bool is_solved[MOST_QUERIES]; ///< by all that was measured so far
    double us[LEVELS][METHODS][MOST_QUERIES];
    double length[LEVELS][METHODS][MOST_QUERIES];
    double clearance[LEVELS][METHODS][MOST_QUERIES]; ///< mean distance from walls along the path
    double near[LEVELS][METHODS][MOST_QUERIES];      ///< length within a tile of a wall
} run;

static fw_request request_of(const run *run, size_t query, fw_method method, int level)
{
    const io_query *item = &run->contest.queries.items[query];
    fw_request ask = fw_default_request();
    ask.unit = run->contest.unit;
    ask.method = method;
    ask.smoothing = run->is_smoothed ? FW_SMOOTH_CURVED : FW_SMOOTH_NONE;
    ask.overlay = level ? run->overlay : NULL;
    ask.start = io_place_pose(&item->start, run->size);
    ask.goal = fw_goal_pose(io_place_pose(&item->goal, run->size));
    return ask;
}

/// @param[out] near  length of the path within a tile of a wall
static double mean_clearance(const run *run, double *near)
{
    const double length = fw_path_length(run->contest.path);
    const int count = 1 + (int)(4 * length);
    double sum = 0;
    *near = 0;
    for (int i = 0; i < count; i++) {
        fw_pose pose;
        double distance = 0;
        fw_path_pose_at(run->contest.path, (i + 0.5) * length / count, &pose);
        fw_map_distance(run->contest.map, GROUND, pose.x, pose.y, &distance);
        sum += distance;
        *near += distance < 1 ? length / count : 0;
    }
    return sum / count;
}

static void measure(run *run, const options *how, int level)
{
    for (int pass = 0; pass <= how->repeat; pass++)
        for (int method = 0; method < METHODS; method++)
            for (size_t i = 0; i < run->count; i++) {
                const fw_request ask = request_of(run, i, methods[method], level);
                double *least = &run->us[level][method][i];
                const double began = stopwatch_thread_us();
                const fw_result found = fw_find_path(run->contest.planner, &ask, run->contest.path);
                const double spent = stopwatch_thread_us() - began;
                *least = pass <= 1 ? spent : fmin(*least, spent);
                run->is_solved[i] = run->is_solved[i] && found == FW_OK;
                if (pass > 0 || found != FW_OK)
                    continue;
                run->length[level][method][i] = fw_path_length(run->contest.path);
                run->clearance[level][method][i] = mean_clearance(run, &run->near[level][method][i]);
            }
}

/// Sums over the queries that all have solved.
static double sum_of(const run *run, const double values[MOST_QUERIES])
{
    double sum = 0;
    for (size_t i = 0; i < run->count; i++)
        sum += run->is_solved[i] ? values[i] : 0;
    return sum;
}

static double median_us(const run *run, const double values[MOST_QUERIES])
{
    double kept[MOST_QUERIES];
    size_t count = 0;
    for (size_t i = 0; i < run->count; i++)
        if (run->is_solved[i])
            kept[count++] = values[i];
    return median_of(kept, count);
}

static void report(const run *run, const char *name)
{
    double solved = 0;
    for (size_t i = 0; i < run->count; i++)
        solved += run->is_solved[i];
    for (int method = 0; method < METHODS; method++)
        for (int level = 0; level < LEVELS; level++) {
            const double us = sum_of(run, run->us[level][method]),
                         length = sum_of(run, run->length[level][method]);
            printf("%-20s %-12s %7d %6.2f %6.0f %9.1f %9.1f %7.2f %7.3f %9.2f %6.1f\n", name,
                   fw_method_name(methods[method]), levels[level].highest, levels[level].decay, solved,
                   us / solved, median_us(run, run->us[level][method]), us / sum_of(run, run->us[0][method]),
                   length / sum_of(run, run->length[0][method]),
                   sum_of(run, run->clearance[level][method]) / solved,
                   100 * sum_of(run, run->near[level][method]) / length);
        }
    fflush(stdout);
}

static void inflate(run *run, const options *how, int level)
{
    const fw_inflation inflation = { .capability = GROUND,
                                     .radius = how->body,
                                     .decay = levels[level].decay,
                                     .highest = levels[level].highest };
    if (fw_map_inflate(run->contest.map, &inflation, run->overlay) != FW_OK)
        give_up("the costs cannot be made");
}

/// Times of the functions themselves.
static void report_functions(const char *name, run *run, const options *how)
{
    const int32_t width = fw_map_width(run->contest.map), height = fw_map_height(run->contest.map);
    const size_t tiles = (size_t)width * (size_t)height;
    float *distances = malloc(tiles * sizeof *distances);
    uint8_t *costs = malloc(tiles);
    double us[5];
    if (!distances || !costs)
        give_up("there is not enough memory");
    us[0] = stopwatch_thread_us();
    fw_map_distances(run->contest.map, GROUND, 0, 0, width, height, INFINITY, NULL, distances, (size_t)width);
    us[1] = stopwatch_thread_us();
    fw_overlay_clear(run->overlay);
    inflate(run, how, LEVELS - 1);
    us[2] = stopwatch_thread_us();
    fw_overlay_get_costs(run->overlay, 0, 0, width, height, costs, (size_t)width);
    const fw_pose start = io_place_pose(&run->contest.queries.items[0].start, run->size);
    fw_map_set_tile(run->contest.map, (int32_t)start.x, (int32_t)start.y, FW_BLOCKED);
    fw_map_commit(run->contest.map);
    const double committed = stopwatch_thread_us();
    inflate(run, how, LEVELS - 1);
    us[3] = stopwatch_thread_us() - committed;
    const double began = stopwatch_thread_us();
    fw_overlay_set_costs(run->overlay, 0, 0, width, height, costs, (size_t)width, 0);
    us[4] = stopwatch_thread_us() - began;
    printf(
        "%-20s %zu tiles: distances %.1f ms, inflation %.1f ms, after a commit %.2f ms, set costs %.2f ms\n",
        name, tiles, 1e-3 * (us[1] - us[0]), 1e-3 * (us[2] - us[1]), 1e-3 * us[3], 1e-3 * us[4]);
    free(distances);
    free(costs);
}

static bool prepare(run *run, const char *name, const options *how)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = run->size = (int32_t)ceil(2 * how->body - FW_TOUCH);
    def.footprint = fw_circle(how->body);
    def.turn_radius = how->radius;
    def.methods = FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_DIRECTIONAL);
    if (!contest_open(&run->contest, name, CONTEST_POSES, &def, false))
        return false;
    if (fw_overlay_create(fw_map_width(run->contest.map), fw_map_height(run->contest.map), NULL,
                          &run->overlay) != FW_OK)
        give_up("there is not enough memory");
    run->is_smoothed = strcmp(how->smooth, "none") != 0;
    const size_t count = run->contest.queries.count;
    run->count = count < MOST_QUERIES ? count : MOST_QUERIES;
    for (size_t i = 0; i < run->count; i++)
        run->is_solved[i] = true;
    return true;
}

int main(int count, char **arguments)
{
    options how = { .repeat = 3, .radius = 3, .body = 0.33, .smooth = "curved" };
    const argument known[] = { { "--repeat", .whole = &how.repeat },
                               { "--radius", .real = &how.radius },
                               { "--body", .real = &how.body },
                               { "--smooth", .text = &how.smooth },
                               { 0 } };
    const int next = arguments_read(known, count, arguments);
    how.maps = (sampling){ .words = arguments + next, .word_count = count - next };
    printf("%-20s %-12s %7s %6s %6s %9s %9s %7s %7s %9s %6s\n", "map", "method", "highest", "decay", "solved",
           "mean us", "median us", "x time", "x length", "clearance", "near %");
    for (size_t i = 0; i < POSE_MAPS; i++) {
        static run run;
        if (!sampling_takes(&how.maps, pose_maps[i]))
            continue;
        if (!prepare(&run, pose_maps[i], &how)) {
            printf("%-20s is not here: skipped\n", pose_maps[i]);
            continue;
        }
        for (int level = 0; level < LEVELS; level++) {
            if (level > 0)
                inflate(&run, &how, level);
            measure(&run, &how, level);
        }
        report(&run, pose_maps[i]);
        report_functions(pose_maps[i], &run, &how);
        fw_overlay_destroy(run.overlay);
        contest_close(&run.contest);
    }
    return 0;
}
