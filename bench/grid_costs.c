#define _POSIX_C_SOURCE 199309L
/// A* over three terrains of different cost: the textbook's A*, extended by costs, and method `astar` of the library on
/// the same queries in one run. Free tiles of the public maps are sown with patches of ground, swamp and sand.
///
///     bench_grid_costs [--every K] [--repeat N] [NAME...]
///
/// takes every K-th query of each scenario (10), the least time of N passes (3), and only maps whose name holds one of
/// the words. Run in the project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/sampling.h"
#include "common/sown_map.h"
#include "common/stopwatch.h"
#include "common/textbook_astar.h"
#include "fairway/fairway.h"
#include "io/map_file.h"
#include "io/queries.h"

static const char *const names[] = { "bg512/AR0072SR", "cities/Berlin_0_512", "dao/brc202d" };

/// All that answers queries on one map.
typedef struct contest {
    fw_map *map;
    fw_unit_id unit;
    fw_planner *planner;
    fw_path *path;
    textbook_astar *textbook;
    io_queries queries;
} contest;

typedef struct totals {
    double textbook_us, astar_us; ///< of all queries
    double textbook_expanded, astar_expanded;
    size_t queries, wrong;
} totals;

static void give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static bool prepare(contest *on, const char *name)
{
    char file[256];
    io_fault fault;
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
    if (!io_map_load(file, NULL, &on->map, &fault))
        return false;
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map.scen", name);
    fw_unit_def def = fw_default_unit_def();
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        def.terrain_cost[terrain] = (float)sown_costs[terrain];
    if (!sow_map(on->map) || !io_queries_read(file, &on->queries, &fault) ||
        fw_map_add_unit(on->map, &def, &on->unit) != FW_OK ||
        fw_planner_create(on->map, NULL, &on->planner) != FW_OK || fw_path_create(NULL, &on->path) != FW_OK ||
        !(on->textbook = textbook_on(on->map, on->unit, sown_costs)))
        give_up("no memory, or a broken scenario");
    return true;
}

static void finish(contest *on)
{
    textbook_destroy(on->textbook);
    fw_path_destroy(on->path);
    fw_planner_destroy(on->planner);
    fw_map_destroy(on->map);
    io_queries_free(&on->queries);
}

/// Microseconds of one query by A*.
static double time_astar(contest *on, const io_query *query)
{
    const fw_pose goal = io_place_pose(&query->goal, 1);
    fw_request ask = fw_default_request();
    ask.unit = on->unit;
    ask.method = FW_ASTAR;
    ask.start = io_place_pose(&query->start, 1);
    ask.goal = fw_goal_at(goal.x, goal.y);
    const double start = stopwatch_us();
    fw_find_path(on->planner, &ask, on->path);
    return stopwatch_us() - start;
}

/// Microseconds of one query by the textbook.
static double time_textbook(const contest *on, const io_query *query, textbook_answer *answer)
{
    const double start = stopwatch_us();
    *answer = textbook_find(on->textbook, (int32_t)query->start.x, (int32_t)query->start.y,
                            (int32_t)query->goal.x, (int32_t)query->goal.y);
    return stopwatch_us() - start;
}

/// Asks both for one path and adds up what they took.
static void compare(contest *on, const io_query *query, int repeat, totals *sum)
{
    double astar = INFINITY;
    double textbook = INFINITY;
    textbook_answer answer = { 0 };
    fw_statistics statistics;
    fw_path_summary summary;
    for (int pass = 0; pass < repeat; pass++) {
        astar = fmin(astar, time_astar(on, query));
        textbook = fmin(textbook, time_textbook(on, query, &answer));
    }
    fw_planner_statistics(on->planner, &statistics);
    fw_path_summarise(on->path, &summary);
    sum->astar_us += astar;
    sum->textbook_us += textbook;
    sum->astar_expanded += (double)statistics.expanded;
    sum->textbook_expanded += (double)answer.expanded;
    sum->wrong += fabs(summary.cost - answer.cost) > 1e-5;
    sum->queries++;
}

int main(int count, char **arguments)
{
    const sampling how = sampling_from(count, arguments);
    printf("%-24s %7s %12s %10s %6s %10s %8s %10s %8s %6s\n", "map", "queries", "textbook us", "astar us",
           "ratio", "expanded", "ns each", "expanded", "ns each", "wrong");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        contest on = { 0 };
        totals sum = { 0 };
        if (!sampling_takes(&how, names[i]))
            continue;
        if (!prepare(&on, names[i])) {
            printf("%-24s is not here: skipped\n", names[i]);
            continue;
        }
        for (size_t at = 0; at < on.queries.count; at += how.every)
            compare(&on, &on.queries.items[at], how.repeat, &sum);
        const double queries = (double)sum.queries;
        printf("%-24s %7zu %12.1f %10.1f %6.2f %10.1f %8.1f %10.1f %8.1f %6zu\n", names[i], sum.queries,
               sum.textbook_us / queries, sum.astar_us / queries, sum.textbook_us / sum.astar_us,
               sum.textbook_expanded / queries, 1e3 * sum.textbook_us / sum.textbook_expanded,
               sum.astar_expanded / queries, 1e3 * sum.astar_us / sum.astar_expanded, sum.wrong);
        fflush(stdout);
        finish(&on);
    }
    return 0;
}
