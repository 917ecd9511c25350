#define _POSIX_C_SOURCE 200809L
/// The hybrid against the textbook A* between the same tiles and against directional search, on pose queries of public
/// maps: how often directional search along the path on the grid does (step 2), what that costs, and what the repairs
/// add; and how many queries the same solves along a path through clusters.
///
///     bench_hybrid [--repeat N] [--radius R] [--body CIRCLE_RADIUS] [--goals places] [NAME...]
///
/// takes the least time of N passes (3), R = 3 tiles, a round body of radius 0.33, and only maps whose name holds one
/// of the words. With `--goals places` the goals have no heading, as those of the article. Run in the project's root;
/// maps and queries are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/arguments.h"
#include "common/contest.h"
#include "common/median.h"
#include "common/sampling.h"
#include "common/stopwatch.h"
#include "fairway/hybrid.h"

enum { MOST_QUERIES = 512 };

typedef enum contender { ALONG, STRICT, EXTENDED, CLUSTERS, DIRECTIONAL, CONTENDERS } contender;

typedef struct options {
    int repeat;
    double radius, body;
    const char *goals; ///< "poses", or "places" without headings
    sampling maps;     ///< only which are wanted
} options;

typedef struct measured {
    fw_pose start, goal;
    double us[CONTENDERS];
    double length[CONTENDERS]; ///< smoothed; 0: none, or not drivable
    double textbook_us;
    bool is_valid; ///< the unit can stand at both ends
    bool on_grid;  ///< there is a path on the grid
    bool repaired; ///< the article's hybrid needed its repair
} measured;

typedef struct trial {
    contest contest;
    int32_t size; ///< of the unit
    bool places;  ///< goals without headings
    measured all[MOST_QUERIES];
    size_t count;
    size_t illegal;
} trial;

static bool prepare(trial *trial, const char *name, const options *how)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = trial->size = (int32_t)ceil(2 * how->body - FW_TOUCH);
    def.footprint = fw_circle(how->body);
    def.turn_radius = how->radius;
    def.methods = FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_HYBRID_STRICT) | FW_METHOD_BIT(FW_HIERARCHY);
    if (!contest_open(&trial->contest, name, CONTEST_POSES, &def, false))
        return false;
    const io_queries *queries = &trial->contest.queries;
    trial->places = strcmp(how->goals, "places") == 0;
    trial->count = queries->count < MOST_QUERIES ? queries->count : MOST_QUERIES;
    for (size_t i = 0; i < trial->count; i++) {
        trial->all[i].start = io_place_pose(&queries->items[i].start, trial->size);
        trial->all[i].goal = io_place_pose(&queries->items[i].goal, trial->size);
    }
    return true;
}

static fw_request request_of(const trial *trial, const measured *query, contender which)
{
    static const fw_method methods[] = { FW_GRID, FW_HYBRID_STRICT, FW_HYBRID, FW_HIERARCHY, FW_DIRECTIONAL };
    fw_request ask = fw_default_request();
    ask.unit = trial->contest.unit;
    ask.method = methods[which];
    ask.allow_violations = true;
    ask.pre_smooth = which == ALONG ? FW_PRE_SMOOTH_48 : FW_PRE_SMOOTH_NONE;
    ask.start = query->start;
    ask.goal = trial->places ? fw_goal_at(query->goal.x, query->goal.y) : fw_goal_pose(query->goal);
    return ask;
}

/// The length of a drivable path after smoothing, or 0.
static double drivable_length(trial *trial, const fw_request *ask)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.has_start = def.has_goal = true;
    def.start = ask->start;
    def.goal = ask->goal;
    const bool is_legal =
        fw_path_check(trial->contest.map, trial->contest.unit, trial->contest.path, &def, &report) == FW_OK &&
        report.legal;
    if (!is_legal) {
        trial->illegal += ask->pre_smooth == FW_PRE_SMOOTH_NONE;
        return 0;
    }
    fw_path_smooth(trial->contest.planner, NULL, FW_SMOOTH_CURVED, trial->contest.path);
    return fw_path_length(trial->contest.path);
}

/// Passes over the queries as a game does, one after the other; the first pass only warms up.
static void measure(trial *trial, const options *how, contender which)
{
    for (int pass = 0; pass <= how->repeat; pass++)
        for (size_t i = 0; i < trial->count; i++) {
            measured *into = &trial->all[i];
            const fw_request ask = request_of(trial, into, which);
            const double start = stopwatch_us();
            const fw_result found = fw_find_path(trial->contest.planner, &ask, trial->contest.path);
            const double spent = stopwatch_us() - start;
            into->us[which] = pass <= 1 ? spent : fmin(into->us[which], spent);
            if (pass > 0)
                continue;
            into->length[which] = found == FW_OK ? drivable_length(trial, &ask) : 0;
            into->is_valid = found != FW_START_BLOCKED && found != FW_GOAL_BLOCKED;
            fw_hybrid_report steps;
            if (which == STRICT && fw_planner_hybrid_report(trial->contest.planner, &steps) == FW_OK)
                into->repaired = steps.has_gap;
            if (which == ALONG)
                into->on_grid = found == FW_OK;
        }
}

static void measure_textbook(trial *trial, const options *how)
{
    for (int pass = 0; pass <= how->repeat; pass++)
        for (size_t i = 0; i < trial->count; i++) {
            measured *into = &trial->all[i];
            const double half = trial->size / 2.0;
            const int32_t from_x = (int32_t)(into->start.x - half), from_y = (int32_t)(into->start.y - half);
            const int32_t to_x = (int32_t)(into->goal.x - half), to_y = (int32_t)(into->goal.y - half);
            const double start = stopwatch_us();
            textbook_find(trial->contest.textbook, from_x, from_y, to_x, to_y);
            const double spent = stopwatch_us() - start;
            into->textbook_us = pass <= 1 ? spent : fmin(into->textbook_us, spent);
        }
}

/// Times and lengths of the article's hybrid against ours, over queries that both solve.
static void report_strict(const trial *trial)
{
    double us = 0, ours_us = 0, length = 0, ours = 0;
    size_t solved = 0, plain = 0;
    for (size_t i = 0; i < trial->count; i++) {
        const measured *it = &trial->all[i];
        if (it->length[STRICT] == 0 || it->length[EXTENDED] == 0)
            continue;
        solved++;
        plain += !it->repaired;
        us += it->us[STRICT];
        ours_us += it->us[EXTENDED];
        length += it->length[STRICT];
        ours += it->length[EXTENDED];
    }
    printf("%-22s strict: %zu of %zu without a repair; strict / hybrid: time %.2f, length %.4f\n", "", plain,
           solved, us / ours_us, length / ours);
}

/// Ratios to the textbook's time, of a map or as logarithms summed over maps.
typedef struct ratios {
    double along;        ///< means, of queries where step 2 does
    double median, mean; ///< of all
} ratios;

/// Prints a map's line.
static ratios report(const trial *trial, const char *name)
{
    size_t valid = 0, on_grid = 0, solved[CONTENDERS] = { 0 };
    double along_us = 0, along_book = 0, us = 0, book = 0, hybrid = 0, directional = 0;
    double medians[2][MOST_QUERIES], unsolved[MOST_QUERIES];
    size_t unsolved_count = 0;
    for (size_t i = 0; i < trial->count; i++) {
        const measured *it = &trial->all[i];
        valid += it->is_valid;
        on_grid += it->on_grid;
        for (int which = 0; which < CONTENDERS; which++)
            solved[which] += it->length[which] > 0;
        us += medians[0][i] = it->us[EXTENDED];
        book += medians[1][i] = it->textbook_us;
        if (it->length[ALONG] > 0) {
            along_us += it->us[EXTENDED];
            along_book += it->textbook_us;
        }
        if (it->length[EXTENDED] == 0)
            unsolved[unsolved_count++] = it->us[EXTENDED];
        if (it->length[EXTENDED] > 0 && it->length[DIRECTIONAL] > 0) {
            hybrid += it->length[EXTENDED];
            directional += it->length[DIRECTIONAL];
        }
    }
    const ratios result = { along_us / along_book,
                            median_of(medians[0], trial->count) / median_of(medians[1], trial->count),
                            us / book };
    printf("%-22s %5zu %5zu %5zu %6zu %6zu %8zu %6zu %7.1f%% %8.3f %7.3f %7.3f %8.1f %8.4f %4zu\n", name,
           valid, on_grid, solved[ALONG], solved[STRICT], solved[EXTENDED], solved[CLUSTERS],
           solved[DIRECTIONAL],
           solved[EXTENDED] ? 100.0 * (double)solved[ALONG] / (double)solved[EXTENDED] : 0.0, result.along,
           result.median, result.mean, median_of(unsolved, unsolved_count),
           directional > 0 ? hybrid / directional : 0.0, trial->illegal);
    report_strict(trial);
    fflush(stdout);
    return result;
}

static options options_from(int count, char **arguments)
{
    options how = { .repeat = 3, .radius = 3, .body = 0.33, .goals = "poses" };
    const argument known[] = { { "--repeat", .whole = &how.repeat },
                               { "--radius", .real = &how.radius },
                               { "--body", .real = &how.body },
                               { "--goals", .text = &how.goals },
                               { 0 } };
    const int next = arguments_read(known, count, arguments);
    how.maps = (sampling){ .words = arguments + next, .word_count = count - next };
    return how;
}

int main(int count, char **arguments)
{
    const options how = options_from(count, arguments);
    ratios sums = { 0 };
    int measured_maps = 0;
    printf("%-22s %5s %5s %5s %6s %6s %8s %6s %8s %8s %7s %7s %8s %8s %4s\n", "map", "valid", "grid", "step2",
           "strict", "hybrid", "clusters", "direct", "share", "r step2", "r med", "r mean", "unsolved",
           "length", "bad");
    for (size_t i = 0; i < POSE_MAPS; i++) {
        static trial run;
        memset(&run, 0, sizeof run);
        if (!sampling_takes(&how.maps, pose_maps[i]))
            continue;
        if (!prepare(&run, pose_maps[i], &how)) {
            printf("%-22s is not here: skipped\n", pose_maps[i]);
            continue;
        }
        for (contender which = 0; which < CONTENDERS; which++)
            measure(&run, &how, which);
        measure_textbook(&run, &how);
        const ratios found = report(&run, pose_maps[i]);
        contest_close(&run.contest);
        if (!(found.along > 0)) // the body gets nowhere
            continue;
        sums = (ratios){ sums.along + log(found.along), sums.median + log(found.median),
                         sums.mean + log(found.mean) };
        measured_maps++;
    }
    if (measured_maps)
        printf("geometric means of %d maps: step 2 %.3f, medians %.3f, means %.3f\n", measured_maps,
               exp(sums.along / measured_maps), exp(sums.median / measured_maps),
               exp(sums.mean / measured_maps));
    return 0;
}
