#define _POSIX_C_SOURCE 199309L
/// Walks over areas beside A*, and Pinter's table of areas beside the regions of the map, on the public maps.
///
///     bench_areas [--every K] [--repeat N] [NAME...]
///
/// takes every K-th query of each scenario (10), the least time of N passes (3), and only maps whose name holds one of
/// the words. "build" is the time to cut the map into areas. "found" and "longer" are of FW_AREAS, times are means of
/// both methods. For the table of one bit for each pair of squares, PAIRS random pairs of free tiles: how many are not
/// joined, and in how many of these the table says "yes". Run in the project's root; the maps are read from
/// ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "areas/area_map.h"
#include "base/random.h"
#include "common/contest.h"
#include "common/give_up.h"
#include "common/sampling.h"
#include "common/stopwatch.h"

enum { PAIRS = 100000 };

static const char *const maps[] = { "dao/arena",          "dao/brc202d",       "dao/den520d",
                                    "bg512/AR0072SR",     "bg512/AR0400SR",    "sc1/Aftershock",
                                    "rooms/32room_000",   "mazes/maze512-4-0", "random/random512-35-0",
                                    "cities/Berlin_0_512" };

/// What FW_AREAS and FW_ASTAR made of the queries.
typedef struct answers {
    size_t queries, found;
    double walked, shortest; ///< lengths of what both found
    double areas_us, astar_us;
} answers;

static answers ask_all(contest *contest, const sampling *how, const fw_area_map *areas)
{
    answers sum = { 0 };
    for (size_t i = 0; i < contest->queries.count; i += how->every) {
        const io_query *query = &contest->queries.items[i];
        const fw_pose goal = io_place_pose(&query->goal, 1);
        fw_request ask = fw_default_request();
        ask.unit = contest->unit;
        ask.start = io_place_pose(&query->start, 1);
        ask.goal = fw_goal_at(goal.x, goal.y);
        ask.method = FW_ASTAR;
        sum.astar_us += contest_least_us(contest->planner, &ask, contest->path, how->repeat);
        const double shortest = fw_path_length(contest->path);
        ask.method = FW_AREAS;
        ask.areas = areas;
        sum.areas_us += contest_least_us(contest->planner, &ask, contest->path, how->repeat);
        sum.queries++;
        if (fw_path_length(contest->path) > 0 || shortest == 0) {
            sum.found++;
            sum.walked += fw_path_length(contest->path);
            sum.shortest += shortest;
        }
    }
    return sum;
}

/// The table of pairs of squares: true if a way joins any tile of one to any tile of the other.
typedef struct pair_table {
    int32_t side, columns, count; ///< of the squares
    bool *joined;                 ///< [square * count + square]
} pair_table;

static int32_t square_of(const pair_table *table, int32_t x, int32_t y)
{
    return y / table->side * table->columns + x / table->side;
}

/// A free tile at random.
static void draw_tile(const contest *contest, random_source *source, int32_t *x, int32_t *y)
{
    do {
        *x = (int32_t)random_below(source, (uint32_t)fw_map_width(contest->map));
        *y = (int32_t)random_below(source, (uint32_t)fw_map_height(contest->map));
    } while (!fw_map_fits(contest->map, contest->unit, *x, *y));
}

/// Joins all squares that hold tiles of one region.
static pair_table table_of(const contest *contest)
{
    const int32_t width = fw_map_width(contest->map), height = fw_map_height(contest->map);
    pair_table table = { .side = area_map_side(map_version_of(contest->map)) };
    table.columns = (width + table.side - 1) / table.side;
    table.count = table.columns * ((height + table.side - 1) / table.side);
    const size_t count = (size_t)table.count, tiles = (size_t)width * (size_t)height;
    table.joined = calloc(count * count, sizeof *table.joined);
    bool *is_done = calloc(tiles, sizeof *is_done);
    int32_t *squares = malloc(count * sizeof *squares);
    bool *holds = malloc(count * sizeof *holds);
    if (!table.joined || !is_done || !squares || !holds)
        give_up("no memory");
    for (size_t first = 0; first < tiles; first++) {
        const int32_t at_x = (int32_t)(first % (size_t)width), at_y = (int32_t)(first / (size_t)width);
        const uint32_t region = fw_map_region(contest->map, contest->unit, at_x, at_y);
        if (region == 0 || is_done[first])
            continue;
        int32_t found = 0;
        for (size_t i = 0; i < count; i++)
            holds[i] = false;
        for (size_t i = first; i < tiles; i++) {
            const int32_t x = (int32_t)(i % (size_t)width), y = (int32_t)(i / (size_t)width);
            if (is_done[i] || fw_map_region(contest->map, contest->unit, x, y) != region)
                continue;
            const int32_t square = square_of(&table, x, y);
            is_done[i] = true;
            if (!holds[square])
                squares[found++] = square;
            holds[square] = true;
        }
        for (int32_t a = 0; a < found; a++)
            for (int32_t b = 0; b < found; b++)
                table.joined[(size_t)squares[a] * count + (size_t)squares[b]] = true;
    }
    free(holds);
    free(squares);
    free(is_done);
    return table;
}

/// Random pairs of free tiles that no way joins, and those of them of which the table says that one does.
static void ask_table(const contest *contest, const pair_table *table, int *apart, int *wrong)
{
    random_source source = { 1 };
    *apart = *wrong = 0;
    for (int i = 0; i < PAIRS; i++) {
        int32_t from_x, from_y, to_x, to_y;
        draw_tile(contest, &source, &from_x, &from_y);
        draw_tile(contest, &source, &to_x, &to_y);
        const bool says = table->joined[(size_t)square_of(table, from_x, from_y) * (size_t)table->count +
                                        (size_t)square_of(table, to_x, to_y)];
        const bool is = fw_map_connected(contest->map, contest->unit, from_x, from_y, to_x, to_y);
        if (is && !says)
            give_up("the table misses a way");
        *apart += !is;
        *wrong += !is && says;
    }
}

static void measure(contest *contest, const sampling *how, const char *name)
{
    fw_area_map *areas = NULL;
    const double start = stopwatch_us();
    if (fw_area_map_create(contest->map, contest->unit, NULL, &areas) != FW_OK)
        give_up("the map cannot be cut into areas");
    const double build_ms = 1e-3 * (stopwatch_us() - start);
    const answers sum = ask_all(contest, how, areas);
    pair_table table = table_of(contest);
    int apart, wrong;
    ask_table(contest, &table, &apart, &wrong);
    printf("%-24s %7zu %6zu %7.1f %9.1f %9.1f %7d %8.2f %7zu | %7d %7d %7d %7.1f\n", name, sum.queries,
           sum.found, 100 * (sum.walked / sum.shortest - 1), sum.areas_us / (double)sum.queries,
           sum.astar_us / (double)sum.queries, fw_area_map_count(areas), build_ms,
           fw_area_map_bytes(areas) / 1024, table.count, apart, wrong, apart ? 100.0 * wrong / apart : 0);
    fflush(stdout);
    free(table.joined);
    fw_area_map_destroy(areas);
}

int main(int count, char **arguments)
{
    const sampling how = sampling_from(count, arguments);
    const fw_unit_def def = fw_default_unit_def();
    printf("%-24s %7s %6s %7s %9s %9s %7s %8s %7s | %7s %7s %7s %7s\n", "map", "queries", "found", "longer%",
           "areas us", "astar us", "areas", "build ms", "KiB", "squares", "apart", "wrong", "wrong%");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        contest contest = { 0 };
        if (!sampling_takes(&how, maps[i]))
            continue;
        if (!contest_open(&contest, maps[i], CONTEST_SCENARIO, &def, false)) {
            printf("%-24s is not here: skipped\n", maps[i]);
            continue;
        }
        measure(&contest, &how, maps[i]);
        contest_close(&contest);
    }
    return 0;
}
