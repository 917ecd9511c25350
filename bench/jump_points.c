#define _POSIX_C_SOURCE 199309L
/// Grid search on the public maps: the textbook's A* and method `grid` of the library on the same queries in one run.
///
///     bench_jump_points [--every K] [--repeat N] [NAME...]
///
/// takes every K-th query of each scenario (10), the least time of N passes (3), and only maps whose name holds one of
/// the words. "edited" is the first query after a tile was blocked and freed again somewhere, "new" the first one
/// after the whole map was. Run in the project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/random.h"
#include "common/contest.h"
#include "common/give_up.h"
#include "common/must.h"
#include "common/sampling.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"

typedef struct bench_map {
    const char *name;
    double goal; ///< how many times faster than the textbook `grid` is to be; 0 = nothing is set
} bench_map;

static const bench_map maps[] = {
    { "dao/arena", 140 },
    { "dao/brc202d", 80 },
    { "bg512/AR0072SR", 1250 },
    { "sc1/Aftershock", 270 },
    { "mazes/maze512-4-0", 75 },
    { "rooms/32room_000", 580 },
    { "cities/Berlin_0_512", 500 },
    { "cities/Boston_0_1024", 520 },
    { "random/random512-10-0", 5.5 },
    { "bg512/AR0011SR", 0 },
    { "bg512/AR0400SR", 0 },
    { "dao/den520d", 0 },
    { "dao/hrt201n", 0 },
    { "mazes/maze512-32-0", 0 },
    { "random/random512-35-0", 0 },
    { "rooms/8room_000", 0 },
    { "sc1/Octopus", 0 },
};

typedef struct totals {
    double textbook_us, grid_us; ///< of all queries
    double edited_us;            ///< of all queries, each after an edit
    double new_us;               ///< of all queries, each on a map that is new to the planner
    double expanded;
    size_t queries, wrong;
} totals;

static fw_request request_of(const contest *contest, const io_query *query)
{
    const fw_pose goal = io_place_pose(&query->goal, 1);
    fw_request ask = fw_default_request();
    ask.unit = contest->unit;
    ask.method = FW_GRID;
    ask.start = io_place_pose(&query->start, 1);
    ask.goal = fw_goal_at(goal.x, goal.y);
    return ask;
}

/// One query, as both sides are asked it.
typedef struct question {
    fw_request ask;
    int32_t from_x, from_y, to_x, to_y;
} question;

static question question_of(const contest *contest, const io_query *query)
{
    return (question){ .ask = request_of(contest, query),
                       .from_x = (int32_t)query->start.x,
                       .from_y = (int32_t)query->start.y,
                       .to_x = (int32_t)query->goal.x,
                       .to_y = (int32_t)query->goal.y };
}

static void answer_by_grid(contest *contest, const question *query)
{
    fw_find_path(contest->planner, &query->ask, contest->path);
}

static void answer_by_textbook(contest *contest, const question *query)
{
    textbook_find(contest->textbook, query->from_x, query->from_y, query->to_x, query->to_y);
}

/// Microseconds of one query. What is shorter than the clock can tell is repeated.
static double time_of(void (*answer)(contest *, const question *), contest *contest, const question *query)
{
    double start = stopwatch_us();
    answer(contest, query);
    const double once = stopwatch_us() - start;
    if (once >= 1.0)
        return once;
    int times = 0;
    start = stopwatch_us();
    double now;
    do {
        for (int i = 0; i < 16; i++)
            answer(contest, query);
        times += 16;
        now = stopwatch_us();
    } while (now - start < 20.0);
    return (now - start) / times;
}

/// Least times of several passes over all queries. Queries come one after the other, as in a game, so that caches and
/// branch predictors hold what a query in the middle of others finds there.
static void time_all(void (*answer)(contest *, const question *), contest *contest, const sampling *how,
                     double *least)
{
    for (int pass = 0; pass < how->repeat; pass++)
        for (size_t i = 0; i < contest->queries.count; i += how->every) {
            const question query = question_of(contest, &contest->queries.items[i]);
            const double us = time_of(answer, contest, &query);
            least[i] = pass > 0 ? fmin(least[i], us) : us;
        }
}

/// Blocks a tile somewhere and frees it again: paths stay, but what planners know of the map around it does not.
static void edit_somewhere(contest *contest, random_source *source)
{
    int32_t x, y;
    do {
        x = (int32_t)random_below(source, (uint32_t)fw_map_width(contest->map));
        y = (int32_t)random_below(source, (uint32_t)fw_map_height(contest->map));
    } while (!fw_map_fits(contest->map, contest->unit, x, y));
    const uint8_t terrain = fw_map_terrain(contest->map, x, y);
    must(fw_map_set_tile(contest->map, x, y, FW_BLOCKED));
    must(fw_map_commit(contest->map));
    must(fw_map_set_tile(contest->map, x, y, terrain));
    must(fw_map_commit(contest->map));
}

/// Blocks the whole map and frees it again: planners know nothing of it any more.
static void edit_everything(contest *contest, const uint8_t *terrains)
{
    const int32_t width = fw_map_width(contest->map);
    const int32_t height = fw_map_height(contest->map);
    must(fw_map_set_rect(contest->map, 0, 0, width, height, FW_BLOCKED));
    must(fw_map_commit(contest->map));
    must(fw_map_set_tiles(contest->map, 0, 0, width, height, terrains, (size_t)width));
    must(fw_map_commit(contest->map));
}

static uint8_t *copy_of_terrains(const fw_map *map)
{
    const int32_t width = fw_map_width(map);
    const int32_t height = fw_map_height(map);
    uint8_t *terrains = malloc((size_t)width * (size_t)height);
    for (int32_t i = 0; terrains && i < width * height; i++)
        terrains[i] = fw_map_terrain(map, i % width, i / width);
    return terrains;
}

/// The time of all queries, each the first one after an edit: the least of several passes for each.
///
/// @param terrains  the map's, to edit all of it; null = one tile at random
static double time_after_edits(contest *contest, const sampling *how, const uint8_t *terrains)
{
    random_source source = { 1 };
    const double clock_us = stopwatch_cost_us(CLOCK_MONOTONIC);
    double *least = calloc(contest->queries.count, sizeof *least);
    if (!least)
        give_up("no memory");
    for (int pass = 0; pass < how->repeat; pass++)
        for (size_t i = 0; i < contest->queries.count; i += how->every) {
            const question query = question_of(contest, &contest->queries.items[i]);
            if (terrains)
                edit_everything(contest, terrains);
            else
                edit_somewhere(contest, &source);
            const double start = stopwatch_us();
            answer_by_grid(contest, &query);
            const double us = stopwatch_us() - start - clock_us;
            least[i] = pass > 0 ? fmin(least[i], us) : us;
        }
    double sum = 0.0;
    for (size_t i = 0; i < contest->queries.count; i += how->every)
        sum += least[i];
    free(least);
    return sum;
}

static totals measure(contest *contest, const sampling *how)
{
    totals sum = { 0 };
    const size_t count = contest->queries.count;
    double *textbook = calloc(count, sizeof *textbook);
    double *grid = calloc(count, sizeof *grid);
    if (!textbook || !grid)
        give_up("no memory");
    time_all(answer_by_grid, contest, how, grid); // to warm up
    time_all(answer_by_grid, contest, how, grid);
    time_all(answer_by_textbook, contest, how, textbook);
    for (size_t i = 0; i < count; i += how->every) {
        const question query = question_of(contest, &contest->queries.items[i]);
        answer_by_grid(contest, &query);
        fw_statistics statistics;
        fw_planner_statistics(contest->planner, &statistics);
        sum.textbook_us += textbook[i];
        sum.grid_us += grid[i];
        sum.expanded += (double)statistics.expanded;
        sum.wrong += fabs(fw_path_length(contest->path) - contest->queries.items[i].optimum) > 0.006;
        sum.queries++;
    }
    uint8_t *terrains = copy_of_terrains(contest->map);
    if (!terrains)
        give_up("no memory");
    sum.edited_us = time_after_edits(contest, how, NULL);
    sum.new_us = time_after_edits(contest, how, terrains);
    free(terrains);
    free(grid);
    free(textbook);
    return sum;
}

int main(int count, char **arguments)
{
    const sampling how = sampling_from(count, arguments);
    const fw_unit_def def = fw_default_unit_def();
    double logs = 0.0;
    int with_goal = 0;
    printf("%-24s %7s %11s %9s %7s %7s %9s %8s | %9s %7s | %9s %7s %6s\n", "map", "queries", "textbook us",
           "grid us", "ratio", "goal", "expanded", "ns each", "edited us", "ratio", "new us", "ratio",
           "wrong");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        contest contest = { 0 };
        if (!sampling_takes(&how, maps[i].name))
            continue;
        if (!contest_open(&contest, maps[i].name, CONTEST_SCENARIO, &def, false)) {
            printf("%-24s is not here: skipped\n", maps[i].name);
            continue;
        }
        const totals sum = measure(&contest, &how);
        const double queries = (double)sum.queries;
        const double ratio = sum.textbook_us / sum.grid_us;
        printf("%-24s %7zu %11.2f %9.3f %7.1f %7.1f %9.1f %8.1f | %9.3f %7.1f | %9.3f %7.1f %6zu\n",
               maps[i].name, sum.queries, sum.textbook_us / queries, sum.grid_us / queries, ratio,
               maps[i].goal, sum.expanded / queries, sum.expanded > 0 ? 1e3 * sum.grid_us / sum.expanded : 0,
               sum.edited_us / queries, sum.textbook_us / sum.edited_us, sum.new_us / queries,
               sum.textbook_us / sum.new_us, sum.wrong);
        fflush(stdout);
        if (maps[i].goal > 0) {
            logs += log(ratio);
            with_goal++;
        }
        contest_close(&contest);
    }
    if (with_goal)
        printf("geometric mean of %d ratios with a goal: %.1f\n", with_goal, exp(logs / with_goal));
    return 0;
}
