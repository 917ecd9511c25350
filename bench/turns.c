#define _POSIX_C_SOURCE 199309L
/// The four ways to turn on public maps, for turning radii of 1, 2 and 3 tiles and a round body of radius 0.45: the
/// share of paths that are legal, their length beside the grid path's, and time. Tighter turns also along paths on four
/// neighbours, as the article has them. Units start facing the way that the grid path leaves; for `back up` they have a
/// reverse gear.
///
///     bench_turns [--every K] [--repeat N] [NAME...]
///
/// takes every K-th query of each scenario (10), the least time of N passes (3), and only maps whose name holds one of
/// the words. Run in the project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>

#include "common/sampling.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "io/map_file.h"
#include "io/queries.h"

#define BODY_RADIUS 0.45

static const char *const names[] = { "bg512/AR0072SR",   "dao/arena",           "dao/brc202d",
                                     "sc1/Aftershock",   "cities/Berlin_0_512", "cities/Boston_0_1024",
                                     "rooms/32room_000", "mazes/maze512-4-0",   "random/random512-10-0" };

static const struct {
    fw_turns turns;
    const char *name;
    bool is_orthogonal;
} ways[] = { { FW_TURNS_NONE, "none", false },
             { FW_TURNS_IGNORE, "ignore", false },
             { FW_TURNS_RECALCULATE, "recalculate", false },
             { FW_TURNS_TIGHTEN, "tighten", false },
             { FW_TURNS_TIGHTEN, "tighten by 4", true },
             { FW_TURNS_BACK_UP, "back up", false } };
enum { WAYS = sizeof ways / sizeof *ways, MOST_RADIUS = 3 };

typedef struct contest {
    fw_map *map;
    fw_planner *planner;
    fw_path *path;
    fw_unit_id plain, unit; ///< without a turning radius, and with one
    fw_unit_id orthogonal;  ///< with one, and four neighbours
} contest;

/// Sums over the queries of a map.
typedef struct figures {
    int queries, found, legal;
    double grid_length, length; ///< of the paths found
    double us;
    double blocked, too_tight, heading_jumps, rounds, lost;
} figures;

static fw_result open_contest(contest *contest, double turn_radius)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = fw_circle(BODY_RADIUS);
    fw_result result = fw_map_add_unit(contest->map, &def, &contest->plain);
    def.turn_radius = turn_radius;
    def.reverse = true;
    if (result == FW_OK)
        result = fw_map_add_unit(contest->map, &def, &contest->unit);
    def.corners = FW_CORNERS_ORTHOGONAL;
    if (result == FW_OK)
        result = fw_map_add_unit(contest->map, &def, &contest->orthogonal);
    if (result == FW_OK)
        result = fw_planner_create(contest->map, NULL, &contest->planner);
    return result == FW_OK ? fw_path_create(NULL, &contest->path) : result;
}

static void close_contest(contest *contest)
{
    fw_path_destroy(contest->path);
    fw_planner_destroy(contest->planner);
    fw_map_remove_unit(contest->map, contest->unit);
    fw_map_remove_unit(contest->map, contest->orthogonal);
    fw_map_remove_unit(contest->map, contest->plain);
}

/// The query for a unit that faces the way that its grid path leaves; tells that path's length, 0 = there is none.
static fw_request request_of(contest *contest, const io_query *query, double *grid_length)
{
    fw_request ask = fw_default_request();
    const fw_pose goal = io_place_pose(&query->goal, 1);
    ask.method = FW_GRID;
    ask.allow_violations = true;
    ask.unit = contest->plain;
    ask.start = io_place_pose(&query->start, 1);
    ask.goal = fw_goal_at(goal.x, goal.y);
    fw_pose leaves = ask.start;
    *grid_length = 0;
    if (fw_find_path(contest->planner, &ask, contest->path) == FW_OK &&
        fw_path_pose_at(contest->path, 0, &leaves) == FW_OK)
        *grid_length = fw_path_length(contest->path);
    ask.start.heading = leaves.heading;
    ask.unit = contest->unit;
    return ask;
}

static void note(const contest *contest, const fw_request *ask, double grid_length, figures *into)
{
    fw_path_summary summary;
    fw_check_report report;
    fw_statistics did;
    fw_check_def def = fw_default_check_def();
    def.has_start = def.has_goal = true;
    def.start = ask->start;
    def.goal = ask->goal;
    fw_planner_statistics(contest->planner, &did);
    into->rounds += did.turn_rounds;
    into->lost += did.lost_approaches;
    if (fw_path_check(contest->map, contest->unit, contest->path, &def, &report) != FW_OK)
        return;
    fw_path_summarise(contest->path, &summary);
    into->found++;
    into->legal += report.legal;
    into->grid_length += grid_length;
    into->length += summary.length;
    into->blocked += summary.violations.blocked;
    into->too_tight += summary.violations.too_tight;
    into->heading_jumps += ask->turns ? summary.violations.heading_jumps : report.faults[FW_FAULT_HEADING];
}

static void measure_query(contest *contest, const io_query *query, int repeat, figures each[WAYS])
{
    double grid_length;
    fw_request ask = request_of(contest, query, &grid_length);
    for (int way = 0; way < WAYS && grid_length > 0; way++) {
        double best = INFINITY;
        ask.turns = ways[way].turns;
        ask.unit = ways[way].is_orthogonal ? contest->orthogonal : contest->unit;
        for (int pass = 0; pass < repeat; pass++) {
            const double begun = stopwatch_us();
            fw_find_path(contest->planner, &ask, contest->path);
            best = fmin(best, stopwatch_us() - begun);
        }
        each[way].queries++;
        each[way].us += best;
        note(contest, &ask, grid_length, &each[way]);
    }
}

static void report(const char *name, double turn_radius, const figures each[WAYS])
{
    for (int way = 0; way < WAYS; way++) {
        const figures *figures = &each[way];
        const double all = figures->queries ? figures->queries : 1,
                     found = figures->found ? figures->found : 1;
        printf("%-22s %4g %-12s %6d %8.1f %8.1f %8.4f %9.1f %8.2f %8.2f %8.2f %7.2f %7.2f\n", name,
               turn_radius, ways[way].name, figures->queries, 100 * figures->found / all,
               100 * figures->legal / all, figures->length / fmax(figures->grid_length, 1), figures->us / all,
               figures->blocked / found, figures->too_tight / found, figures->heading_jumps / found,
               figures->rounds / all, figures->lost / all);
    }
    fflush(stdout);
}

static void add(figures *sum, const figures *added)
{
    sum->queries += added->queries;
    sum->found += added->found;
    sum->legal += added->legal;
    sum->grid_length += added->grid_length;
    sum->length += added->length;
    sum->us += added->us;
    sum->blocked += added->blocked;
    sum->too_tight += added->too_tight;
    sum->heading_jumps += added->heading_jumps;
    sum->rounds += added->rounds;
    sum->lost += added->lost;
}

static void measure_map(const char *name, const sampling *how, figures sums[MOST_RADIUS][WAYS])
{
    char file[256];
    io_fault fault;
    contest contest = { 0 };
    io_queries queries = { 0 };
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
    const bool is_there = io_map_load(file, NULL, &contest.map, &fault);
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map.scen", name);
    if (!is_there || !io_queries_read(file, &queries, &fault)) {
        printf("%-22s is not there\n", name);
        fw_map_destroy(contest.map);
        return;
    }
    for (int radius = 1; radius <= MOST_RADIUS; radius++) {
        figures each[WAYS] = { { 0 } };
        if (open_contest(&contest, radius) != FW_OK)
            break;
        for (size_t i = 0; i < queries.count; i += how->every)
            measure_query(&contest, &queries.items[i], how->repeat, each);
        close_contest(&contest);
        report(name, radius, each);
        for (int way = 0; way < WAYS; way++)
            add(&sums[radius - 1][way], &each[way]);
    }
    io_queries_free(&queries);
    fw_map_destroy(contest.map);
}

int main(int count, char **arguments)
{
    const sampling how = sampling_from(count, arguments);
    figures sums[MOST_RADIUS][WAYS] = { { { 0 } } };
    printf("%-22s %4s %-12s %6s %8s %8s %8s %9s %8s %8s %8s %7s %7s\n", "map", "R", "turns", "paths",
           "found %", "legal %", "length", "mean us", "blocked", "tight", "jumps", "rounds", "lost");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sampling_takes(&how, names[i]))
            measure_map(names[i], &how, sums);
    for (int radius = 1; radius <= MOST_RADIUS; radius++)
        report("all", radius, sums[radius - 1]);
    return 0;
}
