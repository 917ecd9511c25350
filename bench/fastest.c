#define _POSIX_C_SOURCE 200809L
/// Directional search for the least time against that for the shortest path, on pose queries of public maps: R = 3
/// tiles, a round body of radius 0.33, forward only.
///
///     bench_fastest [--every K] [--repeat N] [NAME...]
///
/// asks every K-th query (10) of the maps whose name holds one of the words, the least time of N passes (3), with three
/// sets of speeds, by a search that is exact (--heuristic grid) and by one that hurries. `seconds` is how long paths
/// last, of those that both searches find, over those of the shortest: as they were searched for, and after smoothing.
/// Run in the project's root; maps and queries are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/sampling.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "io/map_file.h"
#include "io/queries.h"

enum { SPEEDS = 3, SEARCHES = 2 };

/// Top speed, acceleration, braking, lateral acceleration.
static const double speeds[SPEEDS][4] = { { 2, 1, 1, 2 }, { 4, 1, 2, 1 }, { 8, 2, 2, 1 } };
static const fw_heuristic heuristics[SEARCHES] = { FW_HEURISTIC_MOTIONS, FW_HEURISTIC_AUTO };

typedef struct contest {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    io_queries queries;
} contest;

/// Sums over the queries of a map.
typedef struct tally {
    int asked, found, legal;
    double expanded, us, shortest_us;
    double searched, smoothed;                   ///< seconds
    double shortest_searched, shortest_smoothed; ///< the same of the shortest paths
} tally;

static bool prepare(contest *ready, const char *name)
{
    char file[256];
    io_fault fault;
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(0.33);
    def.turn_radius = 3;
    def.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    *ready = (contest){ 0 };
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
    if (!io_map_load(file, NULL, &ready->map, &fault))
        return false;
    snprintf(file, sizeof file, "../shared/data/poses/%s.csv", strrchr(name, '/') + 1);
    if (!io_queries_read(file, &ready->queries, &fault) ||
        fw_map_add_unit(ready->map, &def, &ready->unit) != FW_OK ||
        fw_planner_create(ready->map, NULL, &ready->planner) != FW_OK ||
        fw_path_create(NULL, &ready->path) != FW_OK) {
        fprintf(stderr, "no memory, or a broken list of queries\n");
        exit(1);
    }
    return true;
}

static void finish(contest *contest)
{
    fw_path_destroy(contest->path);
    fw_planner_destroy(contest->planner);
    fw_map_destroy(contest->map);
    io_queries_free(&contest->queries);
}

/// The least time of asking.
static double spent_on(const contest *contest, const fw_request *ask, int repeat)
{
    double least = INFINITY;
    for (int i = 0; i <= repeat; i++) {
        const double start = stopwatch_us();
        fw_find_path(contest->planner, ask, contest->path);
        least = i > 0 || repeat == 0 ? fmin(least, stopwatch_us() - start) : least;
    }
    return least;
}

/// How long the unit takes for a request's path; 0: it finds none.
static double seconds_for(const contest *contest, fw_request ask, fw_smoothing smoothing,
                          const fw_speed_def *at)
{
    ask.smoothing = smoothing;
    const bool found = fw_find_path(contest->planner, &ask, contest->path) == FW_OK &&
                       fw_path_profile(contest->map, at, contest->path, NULL) == FW_OK;
    return found ? fw_path_duration(contest->path) : 0;
}

static bool is_legal(const contest *contest, const fw_request *ask)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.has_start = def.has_goal = true;
    def.start = ask->start;
    def.goal = ask->goal;
    return fw_path_check(contest->map, contest->unit, contest->path, &def, &report) == FW_OK && report.legal;
}

static void ask_both(contest *contest, const io_query *query, const fw_speed_def *at, fw_heuristic heuristic,
                     int repeat, tally *all)
{
    fw_statistics statistics;
    fw_request ask = fw_default_request();
    ask.unit = contest->unit;
    ask.method = FW_DIRECTIONAL;
    ask.start = io_place_pose(&query->start, 1);
    ask.goal = fw_goal_pose(io_place_pose(&query->goal, 1));
    const double shortest = seconds_for(contest, ask, FW_SMOOTH_NONE, at);
    const double shortest_smoothed = seconds_for(contest, ask, FW_SMOOTH_AUTO, at);
    const double shortest_us = spent_on(contest, &ask, repeat);
    ask.fastest = at;
    ask.heuristic = heuristic;
    const double us = spent_on(contest, &ask, repeat);
    all->asked++;
    fw_planner_statistics(contest->planner, &statistics);
    all->us += us;
    all->shortest_us += shortest_us;
    all->expanded += (double)statistics.expanded;
    const double searched = seconds_for(contest, ask, FW_SMOOTH_NONE, at);
    if (searched == 0 || shortest == 0)
        return;
    all->legal += is_legal(contest, &ask);
    all->found++;
    all->searched += searched;
    all->shortest_searched += shortest;
    all->smoothed += seconds_for(contest, ask, FW_SMOOTH_AUTO, at);
    all->shortest_smoothed += shortest_smoothed;
}

static void report(const char *name, const double *limits, fw_heuristic heuristic, const tally *all)
{
    char at[64];
    snprintf(at, sizeof at, "%g,%g,%g,%g", limits[0], limits[1], limits[2], limits[3]);
    printf("%-22s %-9s %6s %3d of %-3d %5d %10.0f %8.0f %10.2f %10.2f %9.3f %9.3f\n", name, at,
           heuristic == FW_HEURISTIC_MOTIONS ? "exact" : "", all->found, all->asked, all->legal,
           all->expanded / all->asked, 1e3 * all->us / all->expanded, 1e-3 * all->us / all->asked,
           1e-3 * all->shortest_us / all->asked, all->searched / all->shortest_searched,
           all->smoothed / all->shortest_smoothed);
    fflush(stdout);
}

int main(int count, char **arguments)
{
    sampling how = sampling_from(count, arguments);
    printf("%-22s %-9s %6s %10s %5s %10s %8s %10s %10s %9s %9s\n", "map", "speeds", "search", "found",
           "legal", "expanded", "ns each", "ms", "shortest", "seconds", "smoothed");
    for (int i = 0; i < POSE_MAPS; i++) {
        contest contest;
        if (!sampling_takes(&how, pose_maps[i]))
            continue;
        if (!prepare(&contest, pose_maps[i])) {
            printf("%-22s is not here: skipped\n", pose_maps[i]);
            continue;
        }
        for (int which = 0; which < SPEEDS * SEARCHES; which++) {
            const double *limits = speeds[which / SEARCHES];
            const fw_heuristic heuristic = heuristics[which % SEARCHES];
            fw_speed_def at = fw_default_speed_def();
            tally all = { 0 };
            at.top = limits[0];
            at.acceleration = limits[1];
            at.braking = limits[2];
            at.lateral = limits[3];
            for (size_t q = 0; q < contest.queries.count; q += how.every)
                ask_both(&contest, &contest.queries.items[q], &at, heuristic, how.repeat - 1, &all);
            report(pose_maps[i], limits, heuristic, &all);
        }
        finish(&contest);
    }
    return 0;
}
