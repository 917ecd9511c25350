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

#include "common/contest.h"
#include "common/sampling.h"
#include "common/sown_map.h"
#include "common/stopwatch.h"

static const char *const names[] = { "bg512/AR0072SR", "cities/Berlin_0_512", "dao/brc202d" };

typedef struct totals {
    double textbook_us, astar_us; ///< of all queries
    double textbook_expanded, astar_expanded;
    size_t queries, wrong;
} totals;

/// Microseconds of one query by A*.
static double time_astar(contest *contest, const io_query *query)
{
    const fw_pose goal = io_place_pose(&query->goal, 1);
    fw_request ask = fw_default_request();
    ask.unit = contest->unit;
    ask.method = FW_ASTAR;
    ask.start = io_place_pose(&query->start, 1);
    ask.goal = fw_goal_at(goal.x, goal.y);
    const double start = stopwatch_us();
    fw_find_path(contest->planner, &ask, contest->path);
    return stopwatch_us() - start;
}

/// Microseconds of one query by the textbook.
static double time_textbook(const contest *contest, const io_query *query, textbook_answer *answer)
{
    const double start = stopwatch_us();
    *answer = textbook_find(contest->textbook, (int32_t)query->start.x, (int32_t)query->start.y,
                            (int32_t)query->goal.x, (int32_t)query->goal.y);
    return stopwatch_us() - start;
}

/// Asks both for one path and adds up what they took.
static void compare(contest *contest, const io_query *query, int repeat, totals *sum)
{
    double astar = INFINITY;
    double textbook = INFINITY;
    textbook_answer answer = { 0 };
    fw_statistics statistics;
    fw_path_summary summary;
    for (int pass = 0; pass < repeat; pass++) {
        astar = fmin(astar, time_astar(contest, query));
        textbook = fmin(textbook, time_textbook(contest, query, &answer));
    }
    fw_planner_statistics(contest->planner, &statistics);
    fw_path_summarise(contest->path, &summary);
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
    fw_unit_def def = fw_default_unit_def();
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        def.terrain_cost[terrain] = (float)sown_costs[terrain];
    printf("%-24s %7s %12s %10s %6s %10s %8s %10s %8s %6s\n", "map", "queries", "textbook us", "astar us",
           "ratio", "expanded", "ns each", "expanded", "ns each", "wrong");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        contest contest = { 0 };
        totals sum = { 0 };
        if (!sampling_takes(&how, names[i]))
            continue;
        if (!contest_open(&contest, names[i], CONTEST_SCENARIO, &def, true)) {
            printf("%-24s is not here: skipped\n", names[i]);
            continue;
        }
        for (size_t at = 0; at < contest.queries.count; at += how.every)
            compare(&contest, &contest.queries.items[at], how.repeat, &sum);
        const double queries = (double)sum.queries;
        printf("%-24s %7zu %12.1f %10.1f %6.2f %10.1f %8.1f %10.1f %8.1f %6zu\n", names[i], sum.queries,
               sum.textbook_us / queries, sum.astar_us / queries, sum.textbook_us / sum.astar_us,
               sum.textbook_expanded / queries, 1e3 * sum.textbook_us / sum.textbook_expanded,
               sum.astar_expanded / queries, 1e3 * sum.astar_us / sum.astar_expanded, sum.wrong);
        fflush(stdout);
        contest_close(&contest);
    }
    return 0;
}
