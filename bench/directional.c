#define _POSIX_C_SOURCE 200809L
/// Directional search against the textbook A* between the same tiles, on pose queries of public maps, beside what a
/// well-known Hybrid-A* planner finds on them: R = 3 tiles, a round body of radius 0.33, forward only.
///
///     bench_directional [--repeat N] [--heuristic NAME] [--poses exact|any] [--radius R] [--rectangle LxW]
///                       [--reverse PENALTY] [--gear-change COST] [--turn-charge COST] [--sown 1] [--headings N]
///                       [--method NAME] [NAME...]
///
/// takes the least time of N passes (3), with --heuristic (straight, curve, table, grid) a search that does not hurry,
/// with --poses two poses at random in the tiles of each query (headings +-22.5 degrees; `any`: any heading at the
/// goal), and only maps whose name holds one of the words. The other options change the unit; queries where it cannot
/// stand are not `valid`; --sown draws patches of three terrains of different cost. `cost` and `turns` are the means of
/// the paths before smoothing, turns in full ones. The last line is about the valid queries of all maps that were not
/// solved. Run in the project's root; maps and queries are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/contest.h"
#include "common/give_up.h"
#include "common/median.h"
#include "common/sampling.h"
#include "common/sown_map.h"
#include "common/stopwatch.h"

enum { MOST_QUERIES = 512, MOST_TRIES = 1000 };

static const char data[] = "../shared/data";

typedef struct options {
    int repeat;
    fw_heuristic heuristic;
    bool between;     ///< exact poses, between lattice poses
    bool any_heading; ///< at the goal
    double radius;
    fw_footprint body;
    double reverse; ///< penalty; 0: no reverse gear
    double gear_change;
    double turn_charge;
    int headings;
    fw_method method;
    double sown;   ///< not 0: the map, with terrains of different cost
    sampling maps; ///< only which are wanted
} options;

/// What is known of one query.
typedef struct measured {
    fw_pose start;
    fw_goal goal;
    int32_t tiles[4]; ///< of start and goal
    double us, textbook_us, smoothing_us;
    double length;           ///< of the path; 0: none
    double smoothed_length;  ///< after curved smoothing
    double reference_length; ///< what the reference found; 0: nothing
    double expanded;
    double cost, turns; ///< of the path, in full turns
    bool legal;
    bool valid; ///< the unit can stand at both ends
} measured;

typedef struct trial {
    contest contest;
    measured all[MOST_QUERIES];
    size_t count;
} trial;

/// What all maps have in common.
typedef struct conclusion {
    int maps;
    double log_medians, log_means; ///< summed up
    double unsolvable_us[POSE_MAPS * MOST_QUERIES];
    size_t unsolvable;
} conclusion;

static const char *base_of(const char *name)
{
    return strrchr(name, '/') + 1;
}

/// Reads the lengths that the reference found: column 10, on the lines of this map, in order.
static void read_reference(trial *trial, const char *name)
{
    char file[256], line[512];
    snprintf(file, sizeof file, "%s/poses/hybrid_astar_R3.csv", data);
    FILE *from = fopen(file, "r");
    const size_t length = strlen(name);
    size_t next = 0;
    while (from && next < trial->count && fgets(line, sizeof line, from)) {
        if (strncmp(line, name, length) != 0 || line[length] != ',')
            continue;
        const char *field = line;
        for (int comma = 0; comma < 9 && field; comma++)
            field = strchr(field, ',') ? strchr(field, ',') + 1 : NULL;
        trial->all[next++].reference_length = field ? strtod(field, NULL) : 0;
    }
    if (from)
        fclose(from);
}

/// A pose in the same tile where the body is free, or, where none is found soon, any.
static fw_pose perturbed(const trial *trial, fw_pose centre, random_source *source)
{
    for (int tries = 1;; tries++) {
        const fw_pose pose = { floor(centre.x) + random_unit(source), floor(centre.y) + random_unit(source),
                               centre.heading + (random_unit(source) - 0.5) * (FW_PI / 4) };
        const fw_segment still = { .start = pose };
        bool is_free = false;
        if ((fw_sweep(trial->contest.map, trial->contest.unit, NULL, &still, &is_free) == FW_OK && is_free) ||
            tries == MOST_TRIES)
            return pose;
    }
}

/// Sets up the queries as the options ask for them.
static void set_queries(trial *trial, const options *how)
{
    random_source source = { 1 };
    const size_t copies = how->between ? 2 : 1;
    trial->count = copies * trial->contest.queries.count;
    for (size_t i = 0; i < trial->count; i++) {
        const io_query *query = &trial->contest.queries.items[i / copies];
        measured *into = &trial->all[i];
        fw_pose goal = io_place_pose(&query->goal, 1);
        into->start = io_place_pose(&query->start, 1);
        into->tiles[0] = (int32_t)query->start.x;
        into->tiles[1] = (int32_t)query->start.y;
        into->tiles[2] = (int32_t)query->goal.x;
        into->tiles[3] = (int32_t)query->goal.y;
        if (how->between) {
            into->start = perturbed(trial, into->start, &source);
            goal = perturbed(trial, goal, &source);
        }
        into->goal = how->any_heading ? fw_goal_at(goal.x, goal.y) : fw_goal_pose(goal);
    }
}

static bool prepare(trial *trial, const char *name, const options *how)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = 1;
    def.footprint = how->body;
    def.turn_radius = how->radius;
    def.headings = how->headings;
    def.reverse = how->reverse > 0;
    def.reverse_penalty = fmax(1, how->reverse);
    def.gear_change_cost = how->gear_change;
    def.methods = FW_METHOD_BIT(how->method);
    for (int terrain = 0; how->sown > 0 && terrain < FW_TERRAIN_COUNT; terrain++)
        def.terrain_cost[terrain] = (float)sown_costs[terrain];
    if (!contest_open(&trial->contest, name, CONTEST_POSES, &def, how->sown > 0))
        return false;
    if (2 * trial->contest.queries.count > MOST_QUERIES)
        give_up("too many queries");
    set_queries(trial, how);
    if (!how->between && !how->any_heading)
        read_reference(trial, base_of(name));
    return true;
}

static fw_request request_of(const trial *trial, const measured *query, const options *how)
{
    fw_request ask = fw_default_request();
    ask.unit = trial->contest.unit;
    ask.method = how->method;
    ask.turn_charge = how->turn_charge;
    ask.heuristic = how->heuristic;
    ask.start = query->start;
    ask.goal = query->goal;
    return ask;
}

static bool path_is_legal(const trial *trial, const fw_request *ask)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.has_start = def.has_goal = true;
    def.start = ask->start;
    def.goal = ask->goal;
    def.check_cost = true;
    return fw_path_length(trial->contest.path) == 0 ||
           (fw_path_check(trial->contest.map, trial->contest.unit, trial->contest.path, &def, &report) ==
                FW_OK &&
            report.legal);
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    return fw_path_summarise(path, &summary) == FW_OK ? summary.cost : 0;
}

static double turns_of(const fw_path *path)
{
    int32_t count = 0;
    double turn = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++)
        turn += fabs(segments[i].curvature) * segments[i].length;
    return turn / (2 * FW_PI);
}

static void note_answer(trial *trial, const fw_request *ask, fw_result result, measured *into)
{
    fw_statistics statistics;
    into->valid = result != FW_START_BLOCKED && result != FW_GOAL_BLOCKED;
    into->length = fw_path_length(trial->contest.path);
    into->cost = cost_of(trial->contest.path);
    into->turns = turns_of(trial->contest.path);
    into->legal = path_is_legal(trial, ask);
    fw_planner_statistics(trial->contest.planner, &statistics);
    into->expanded = (double)statistics.expanded;
}

static void smooth(trial *trial, const fw_request *ask, int pass, measured *into)
{
    const double start = stopwatch_us();
    fw_path_smooth(trial->contest.planner, NULL, FW_SMOOTH_CURVED, trial->contest.path);
    const double spent = stopwatch_us() - start;
    into->smoothing_us = pass <= 1 ? spent : fmin(into->smoothing_us, spent);
    into->smoothed_length = fw_path_length(trial->contest.path);
    into->legal = into->legal && path_is_legal(trial, ask);
}

/// Passes over the queries as a game does, one after the other; the first pass only warms up.
static void measure(trial *trial, const options *how)
{
    for (int pass = 0; pass <= how->repeat; pass++)
        for (size_t i = 0; i < trial->count; i++) {
            measured *into = &trial->all[i];
            const fw_request ask = request_of(trial, into, how);
            const double start = stopwatch_us();
            const fw_result result = fw_find_path(trial->contest.planner, &ask, trial->contest.path);
            const double spent = stopwatch_us() - start;
            into->us = pass <= 1 ? spent : fmin(into->us, spent);
            if (pass == 0)
                note_answer(trial, &ask, result, into);
            smooth(trial, &ask, pass, into);
        }
    for (int pass = 0; pass <= how->repeat; pass++)
        for (size_t i = 0; i < trial->count; i++) {
            measured *into = &trial->all[i];
            const int32_t *tiles = into->tiles;
            const double start = stopwatch_us();
            textbook_find(trial->contest.textbook, tiles[0], tiles[1], tiles[2], tiles[3]);
            const double spent = stopwatch_us() - start;
            into->textbook_us = pass <= 1 ? spent : fmin(into->textbook_us, spent);
        }
}

/// Prints a map's line.
static void report(const trial *trial, const char *name, conclusion *into)
{
    double times[MOST_QUERIES], textbook[MOST_QUERIES], unsolved[MOST_QUERIES];
    double sum = 0, textbook_sum = 0, expanded = 0, length = 0, reference_length = 0;
    double cost = 0, turns = 0, smoothed_length = 0, smoothing_sum = 0;
    size_t solved = 0, valid = 0, lost = 0, illegal = 0, unsolved_count = 0;
    for (size_t i = 0; i < trial->count; i++) {
        const measured *it = &trial->all[i];
        sum += times[i] = it->us;
        textbook_sum += textbook[i] = it->textbook_us;
        smoothing_sum += it->smoothing_us;
        expanded += it->expanded;
        cost += it->cost;
        turns += it->turns;
        solved += it->length > 0;
        valid += it->valid;
        lost += it->length == 0 && it->reference_length > 0;
        illegal += !it->legal;
        if (it->length == 0)
            unsolved[unsolved_count++] = it->us;
        if (it->length == 0 && it->valid)
            into->unsolvable_us[into->unsolvable++] = it->us;
        if (it->length > 0 && it->reference_length > 0) {
            length += it->length;
            smoothed_length += it->smoothed_length;
            reference_length += it->reference_length;
        }
    }
    const double count = (double)trial->count, median = median_of(times, trial->count);
    const double textbook_median = median_of(textbook, trial->count);
    const double median_ratio = median / textbook_median, mean_ratio = sum / textbook_sum;
    into->log_medians += log(median_ratio);
    into->log_means += log(mean_ratio);
    into->maps++;
    const double reference = reference_length > 0 ? reference_length : INFINITY;
    printf("%-22s %4zu %5zu %4zu %4zu %8.4f %8.4f %8.3f %9.1f %9.1f %9.1f %9.1f %7.3f %7.3f %8.0f %8.1f "
           "%7.1f %6.3f\n",
           name, solved, valid, lost, illegal, length / reference, smoothed_length / reference,
           smoothing_sum / sum, textbook_median, textbook_sum / count, median, sum / count, median_ratio,
           mean_ratio, expanded / count, median_of(unsolved, unsolved_count), cost / fmax(1, (double)solved),
           turns / fmax(1, (double)solved));
    fflush(stdout);
}

/// Prints the last lines.
static void conclude(conclusion *conclusion)
{
    if (conclusion->maps == 0)
        return;
    printf("geometric means of %d ratios: medians %.3f, means %.3f\n", conclusion->maps,
           exp(conclusion->log_medians / conclusion->maps), exp(conclusion->log_means / conclusion->maps));
    printf("unsolvable queries: %zu, median %.1f us\n", conclusion->unsolvable,
           median_of(conclusion->unsolvable_us, conclusion->unsolvable));
}

static fw_footprint rectangle_from(const char *text)
{
    char *end;
    const double length = strtod(text, &end);
    if (*end != 'x')
        give_up("--rectangle takes LxW");
    return fw_rectangle(length, strtod(end + 1, NULL));
}

static fw_heuristic heuristic_from(const char *name)
{
    static const char *const names[] = { "auto", "straight", "curve", "table", "grid", "turn", "turn-table" };
    for (int i = 0; i <= FW_HEURISTIC_TURN_TABLE; i++)
        if (strcmp(name, names[i]) == 0)
            return (fw_heuristic)i;
    give_up("no such heuristic");
    return FW_HEURISTIC_AUTO;
}

static options options_from(int count, char **arguments)
{
    const char *heuristic = "auto", *poses = "", *rectangle = "", *method = "directional";
    options how = { .repeat = 3, .radius = 3, .body = fw_circle(0.33), .headings = 8 };
    const argument known[] = { { "--repeat", .whole = &how.repeat },
                               { "--heuristic", .text = &heuristic },
                               { "--poses", .text = &poses },
                               { "--radius", .real = &how.radius },
                               { "--rectangle", .text = &rectangle },
                               { "--reverse", .real = &how.reverse },
                               { "--gear-change", .real = &how.gear_change },
                               { "--turn-charge", .real = &how.turn_charge },
                               { "--method", .text = &method },
                               { "--sown", .real = &how.sown },
                               { "--headings", .whole = &how.headings },
                               { 0 } };
    const int next = arguments_read(known, count, arguments);
    how.heuristic = heuristic_from(heuristic);
    how.any_heading = strcmp(poses, "any") == 0;
    how.between = how.any_heading || strcmp(poses, "exact") == 0;
    if (*poses && !how.between)
        give_up("--poses takes exact or any");
    if (*rectangle)
        how.body = rectangle_from(rectangle);
    if (fw_method_from_name(method, &how.method) != FW_OK)
        give_up("no such method");
    how.maps = (sampling){ .words = arguments + next, .word_count = count - next };
    return how;
}

int main(int count, char **arguments)
{
    const options how = options_from(count, arguments);
    static conclusion all;
    printf("%-22s %4s %5s %4s %4s %8s %8s %8s %9s %9s %9s %9s %7s %7s %8s %8s %7s %6s\n", "map", "ok",
           "valid", "lost", "bad", "length", "smoothed", "on top", "book med", "book mean", "med us",
           "mean us", "r med", "r mean", "expanded", "unsolved", "cost", "turns");
    for (size_t i = 0; i < POSE_MAPS; i++) {
        static trial run;
        memset(&run, 0, sizeof run);
        if (!sampling_takes(&how.maps, pose_maps[i]))
            continue;
        if (!prepare(&run, pose_maps[i], &how)) {
            printf("%-22s is not here: skipped\n", pose_maps[i]);
            continue;
        }
        measure(&run, &how);
        report(&run, pose_maps[i], &all);
        contest_close(&run.contest);
    }
    conclude(&all);
    return 0;
}
