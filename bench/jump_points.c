#define _POSIX_C_SOURCE 199309L
/// Grid search on the public maps: the textbook's A* and method `grid` of the library on the same queries in one run.
///
///     bench_jump_points [--every K] [--repeat N] [NAME...]
///
/// takes every K-th query of each scenario (10), the least time of N passes (3), and only maps whose name holds one of
/// the words. Run in the project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/sampling.h"
#include "common/stopwatch.h"
#include "common/textbook_astar.h"
#include "fairway/fairway.h"
#include "io/map_file.h"
#include "io/queries.h"

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
    double textbook_us, grid_us; ///< of all queries
    double first_us;             ///< mean of the first query after a commit
    double expanded;
    size_t queries, wrong;
} totals;

static void give_up(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static textbook_astar *textbook_of(const fw_map *map, fw_unit_id unit)
{
    const int32_t width = fw_map_width(map);
    const int32_t height = fw_map_height(map);
    bool *blocked = malloc((size_t)width * (size_t)height * sizeof *blocked);
    if (!blocked)
        give_up("no memory");
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            blocked[(size_t)y * (size_t)width + (size_t)x] = !fw_map_fits(map, unit, x, y);
    textbook_astar *book = textbook_create(width, height, blocked, NULL, NULL);
    free(blocked);
    return book;
}

static bool prepare(contest *on, const char *name)
{
    char file[256];
    io_fault fault;
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map", name);
    if (!io_map_load(file, NULL, &on->map, &fault))
        return false;
    snprintf(file, sizeof file, "../shared/data/movingai/%s.map.scen", name);
    const fw_unit_def def = fw_default_unit_def();
    if (!io_queries_read(file, &on->queries, &fault) || fw_map_add_unit(on->map, &def, &on->unit) != FW_OK ||
        fw_planner_create(on->map, NULL, &on->planner) != FW_OK || fw_path_create(NULL, &on->path) != FW_OK ||
        !(on->textbook = textbook_of(on->map, on->unit)))
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

static fw_request request_of(const contest *on, const io_query *query)
{
    const fw_pose goal = io_place_pose(&query->goal, 1);
    fw_request ask = fw_default_request();
    ask.unit = on->unit;
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

static question question_of(const contest *on, const io_query *query)
{
    return (question){ .ask = request_of(on, query),
                       .from_x = (int32_t)query->start.x,
                       .from_y = (int32_t)query->start.y,
                       .to_x = (int32_t)query->goal.x,
                       .to_y = (int32_t)query->goal.y };
}

static void answer_by_grid(contest *on, const question *query)
{
    fw_find_path(on->planner, &query->ask, on->path);
}

static void answer_by_textbook(contest *on, const question *query)
{
    textbook_find(on->textbook, query->from_x, query->from_y, query->to_x, query->to_y);
}

/// Microseconds of one query. What is shorter than the clock can tell is repeated.
static double time_of(void (*answer)(contest *, const question *), contest *on, const question *query)
{
    double start = stopwatch_us();
    answer(on, query);
    const double once = stopwatch_us() - start;
    if (once >= 1.0)
        return once;
    int times = 0;
    start = stopwatch_us();
    double now;
    do {
        for (int i = 0; i < 16; i++)
            answer(on, query);
        times += 16;
        now = stopwatch_us();
    } while (now - start < 20.0);
    return (now - start) / times;
}

/// Least times of several passes over all queries. Queries come one after the other, as in a game, so that caches and
/// branch predictors hold what a query in the middle of others finds there.
static void time_all(void (*answer)(contest *, const question *), contest *on, const sampling *how,
                     double *least)
{
    for (int pass = 0; pass < how->repeat; pass++)
        for (size_t i = 0; i < on->queries.count; i += how->every) {
            const question query = question_of(on, &on->queries.items[i]);
            const double us = time_of(answer, on, &query);
            least[i] = pass > 0 ? fmin(least[i], us) : us;
        }
}

/// Changes a tile that nobody can enter into another such tile: a new version of the map, with the same paths.
static void commit_something(contest *on)
{
    const int32_t width = fw_map_width(on->map);
    int32_t tile = 0;
    while (tile < width * fw_map_height(on->map) - 1 &&
           fw_map_fits(on->map, on->unit, tile % width, tile / width))
        tile++;
    const uint8_t terrain =
        fw_map_terrain(on->map, tile % width, tile / width) == FW_WATER ? FW_BLOCKED : FW_WATER;
    if (fw_map_fits(on->map, on->unit, tile % width, tile / width) ||
        fw_map_set_tile(on->map, tile % width, tile / width, terrain) != FW_OK ||
        fw_map_commit(on->map) != FW_OK)
        give_up("no memory, or a map without a wall");
}

/// Mean time of the first query after a commit, when the planner knows nothing of the map yet.
static double time_after_commits(contest *on, const sampling *how)
{
    double sum = 0.0;
    int count = 0;
    for (size_t i = 0; i < on->queries.count; i += how->every) {
        const question query = question_of(on, &on->queries.items[i]);
        double least = INFINITY;
        for (int pass = 0; pass < how->repeat; pass++) {
            commit_something(on);
            const double start = stopwatch_us();
            answer_by_grid(on, &query);
            least = fmin(least, stopwatch_us() - start);
        }
        sum += least;
        count++;
    }
    return sum / count;
}

static totals measure(contest *on, const sampling *how)
{
    totals sum = { 0 };
    const size_t count = on->queries.count;
    double *textbook = calloc(count, sizeof *textbook);
    double *grid = calloc(count, sizeof *grid);
    if (!textbook || !grid)
        give_up("no memory");
    time_all(answer_by_grid, on, how, grid); // to warm up
    time_all(answer_by_grid, on, how, grid);
    time_all(answer_by_textbook, on, how, textbook);
    for (size_t i = 0; i < count; i += how->every) {
        const question query = question_of(on, &on->queries.items[i]);
        answer_by_grid(on, &query);
        fw_statistics statistics;
        fw_planner_statistics(on->planner, &statistics);
        sum.textbook_us += textbook[i];
        sum.grid_us += grid[i];
        sum.expanded += (double)statistics.expanded;
        sum.wrong += fabs(fw_path_length(on->path) - on->queries.items[i].optimum) > 0.006;
        sum.queries++;
    }
    sum.first_us = time_after_commits(on, how);
    free(grid);
    free(textbook);
    return sum;
}

int main(int count, char **arguments)
{
    const sampling how = sampling_from(count, arguments);
    double logs = 0.0;
    int with_goal = 0;
    printf("%-24s %7s %12s %10s %8s %7s %9s %8s %14s %6s\n", "map", "queries", "textbook us", "grid us",
           "ratio", "goal", "expanded", "ns each", "after a commit", "wrong");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        contest on = { 0 };
        if (!sampling_takes(&how, maps[i].name))
            continue;
        if (!prepare(&on, maps[i].name)) {
            printf("%-24s is not here: skipped\n", maps[i].name);
            continue;
        }
        const totals sum = measure(&on, &how);
        const double queries = (double)sum.queries;
        const double ratio = sum.textbook_us / sum.grid_us;
        printf("%-24s %7zu %12.2f %10.3f %8.1f %7.1f %9.1f %8.1f %14.3f %6zu\n", maps[i].name, sum.queries,
               sum.textbook_us / queries, sum.grid_us / queries, ratio, maps[i].goal, sum.expanded / queries,
               1e3 * sum.grid_us / sum.expanded, sum.first_us, sum.wrong);
        fflush(stdout);
        if (maps[i].goal > 0) {
            logs += log(ratio);
            with_goal++;
        }
        finish(&on);
    }
    if (with_goal)
        printf("geometric mean of %d ratios with a goal: %.1f\n", with_goal, exp(logs / with_goal));
    return 0;
}
