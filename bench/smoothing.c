#define _POSIX_C_SOURCE 199309L
/// What smoothing gains and costs: lengths against the any-angle optimum on cuts of maps, costs against nearly the
/// optimum where terrains differ, and time beside the search that made the path.
///
///     bench_smoothing [QUERIES]
///
/// takes so many queries of each kind of map (40). Run in the project's root; the maps are read from ../shared/data.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/contest.h"
#include "common/median.h"
#include "common/steiner.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "io/map_file.h"
#include "tests/common/tangents.h"

enum { CUT = 48, CUTS = 20, FIELD = 32, MOST = 8192, REPEATS = 7 };

#define DATA   "../shared/data/movingai/"
#define RADIUS 0.4

static const fw_smoothing kinds[] = { FW_SMOOTH_NONE, FW_SMOOTH_SIMPLE, FW_SMOOTH_SIMPLE_SAMPLED,
                                      FW_SMOOTH_TAUT };
static const char *const kind_names[] = { "grid", "simple", "simple-sampled", "taut" };
enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct figures {
    double values[MOST];
    int count, illegal;
} figures;

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double mean_of(const figures *figures)
{
    double sum = 0;
    for (int i = 0; i < figures->count; i++)
        sum += figures->values[i];
    return figures->count ? sum / figures->count : 0;
}

static double p99_of(figures *figures)
{
    qsort(figures->values, (size_t)figures->count, sizeof *figures->values, by_value);
    return figures->count ? figures->values[(int)(0.99 * (figures->count - 1) + 0.5)] : 0;
}

static fw_map *new_map(int32_t side)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = side;
    fw_map *map = NULL;
    return fw_map_create(&def, &map) == FW_OK ? map : NULL;
}

/// A square cut out of a map at random, or one of random tiles.
static fw_map *cut_of(const fw_map *whole, uint32_t percent, random_source *random)
{
    fw_map *map = new_map(CUT);
    const int32_t x0 = whole ? (int32_t)random_below(random, (uint32_t)(fw_map_width(whole) - CUT + 1)) : 0;
    const int32_t y0 = whole ? (int32_t)random_below(random, (uint32_t)(fw_map_height(whole) - CUT + 1)) : 0;
    for (int32_t y = 0; y < CUT; y++)
        for (int32_t x = 0; x < CUT; x++) {
            const uint8_t random_tile = random_below(random, 100) < percent ? FW_BLOCKED : FW_GROUND;
            fw_map_set_tile(map, x, y, whole ? fw_map_terrain(whole, x0 + x, y0 + y) : random_tile);
        }
    fw_map_commit(map);
    return map;
}

static fw_request request_at_random(fw_unit_id unit, int32_t side, random_source *random)
{
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.start = fw_pose_on_tile((int32_t)random_below(random, (uint32_t)side),
                                (int32_t)random_below(random, (uint32_t)side), 1);
    const double x = random_below(random, (uint32_t)side) + 0.5;
    ask.goal = fw_goal_at(x, random_below(random, (uint32_t)side) + 0.5);
    return ask;
}

static void note(figures *to, const fw_map *map, const fw_request *ask, const fw_path *path, double ratio)
{
    fw_check_report report;
    fw_path_check(map, ask->unit, path, NULL, &report);
    to->illegal += !report.legal;
    if (to->count < MOST)
        to->values[to->count++] = 1e-6 * rint(1e8 * (ratio - 1)) + 0.0;
}

/// One query on a cut, by every kind of smoothing.
static void judge_query(const fw_map *map, fw_planner *planner, fw_unit_id unit, const tangents *all,
                        random_source *random, figures *lengths)
{
    static fw_path *paths[KINDS];
    fw_request ask = request_at_random(unit, CUT, random);
    double best = INFINITY;
    for (int kind = 0; kind < KINDS; kind++) {
        if (!paths[kind])
            fw_path_create(NULL, &paths[kind]);
        ask.smoothing = kinds[kind];
        if (fw_find_path(planner, &ask, paths[kind]) != FW_OK || fw_path_length(paths[kind]) < 5)
            return;
        best = kinds[kind] == FW_SMOOTH_TAUT ? fw_path_length(paths[kind]) : best;
    }
    const double optimum =
        tangents_shortest(all, ask.start.x, ask.start.y, ask.goal.pose.x, ask.goal.pose.y, NULL, best + 1e-3);
    for (int kind = 0; kind < KINDS && optimum < INFINITY; kind++)
        note(&lengths[kind], map, &ask, paths[kind], fw_path_length(paths[kind]) / optimum);
}

static void print_lengths(const char *name, figures *lengths)
{
    printf("%-22s %4d", name, lengths[0].count);
    for (int kind = 0; kind < KINDS; kind++)
        printf("  %6.2f /%6.1f%s", mean_of(&lengths[kind]), p99_of(&lengths[kind]),
               lengths[kind].illegal ? "*" : " ");
    printf("\n");
}

static void add_to(figures *all, const figures *more)
{
    for (int i = 0; i < more->count && all->count < MOST; i++)
        all->values[all->count++] = more->values[i];
    all->illegal += more->illegal;
}

static void judge_lengths(const char *name, const fw_map *whole, uint32_t percent, int queries, figures *all)
{
    static figures lengths[KINDS];
    memset(lengths, 0, sizeof lengths);
    random_source random = { 1 };
    for (int cut = 0; cut < CUTS; cut++) {
        fw_map *map = cut_of(whole, percent, &random);
        fw_unit_def def = fw_default_unit_def();
        def.footprint = fw_circle(RADIUS);
        fw_unit_id unit;
        fw_planner *planner = NULL;
        fw_map_add_unit(map, &def, &unit);
        fw_planner_create(map, NULL, &planner);
        tangents *corners = tangents_of(map, unit, RADIUS - FW_TOUCH / 4);
        for (int i = 0; i < 2 * queries / CUTS; i++)
            judge_query(map, planner, unit, corners, &random, lengths);
        tangents_free(corners);
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    print_lengths(name, lengths);
    for (int kind = 0; kind < KINDS; kind++)
        add_to(&all[kind], &lengths[kind]);
}

/// Ground with round patches of swamp and sand, or crossed by roads.
static void lay_terrain(fw_map *map, bool roads, random_source *random)
{
    fw_map_set_rect(map, 0, 0, FIELD, FIELD, FW_GROUND);
    for (int i = 0; i < (roads ? 5 : 14); i++) {
        const double x = FIELD * random_unit(random), y = FIELD * random_unit(random);
        const double heading = 2 * FW_PI * random_unit(random), radius = 1.5 + 3.5 * random_unit(random);
        for (int32_t ty = 0; ty < FIELD; ty++)
            for (int32_t tx = 0; tx < FIELD; tx++) {
                const double dx = tx + 0.5 - x, dy = ty + 0.5 - y;
                const bool on_road = fabs(dx * sin(heading) - dy * cos(heading)) < 0.9;
                if (roads ? on_road : hypot(dx, dy) < radius)
                    fw_map_set_tile(map, tx, ty, roads ? FW_ROAD : i % 2 ? FW_SWAMP : FW_SAND);
            }
    }
    fw_map_commit(map);
}

static void judge_costs(const char *name, bool roads, int queries)
{
    static figures costs[KINDS];
    static double tiles[FIELD * FIELD];
    memset(costs, 0, sizeof costs);
    random_source random = { 2 };
    fw_path *path = NULL;
    fw_path_create(NULL, &path);
    double spent[2] = { 0 };
    for (int i = 0; i < 2 * queries; i++) {
        fw_map *map = new_map(FIELD);
        lay_terrain(map, roads, &random);
        fw_unit_def def = fw_default_unit_def();
        def.footprint = fw_circle(RADIUS);
        def.terrain_cost[FW_SAND] = 2;
        def.terrain_cost[FW_SWAMP] = 4;
        def.terrain_cost[FW_ROAD] = 0.5f;
        fw_unit_id unit;
        fw_planner *planner = NULL;
        fw_map_add_unit(map, &def, &unit);
        fw_planner_create(map, NULL, &planner);
        for (int32_t tile = 0; tile < FIELD * FIELD; tile++)
            tiles[tile] = (double)def.terrain_cost[fw_map_terrain(map, tile % FIELD, tile / FIELD)];
        fw_request ask = request_at_random(unit, FIELD, &random);
        // Bodies stay off the edge of the map, where a point could go.
        const double optimum = steiner_cost(tiles, FIELD, (int32_t)ask.start.x, (int32_t)ask.start.y,
                                            (int32_t)ask.goal.pose.x, (int32_t)ask.goal.pose.y);
        for (int kind = 0; kind < KINDS && optimum > 3; kind++) {
            ask.smoothing = kinds[kind];
            const double time = contest_least_us(planner, &ask, path, REPEATS);
            spent[0] += kinds[kind] == FW_SMOOTH_NONE ? time : 0;
            spent[1] += kinds[kind] == FW_SMOOTH_TAUT ? time : 0;
            fw_path_summary summary;
            fw_path_summarise(path, &summary);
            note(&costs[kind], map, &ask, path, summary.cost / optimum);
        }
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    fw_path_destroy(path);
    printf("%-22s %4d", name, costs[0].count);
    for (int kind = 0; kind < KINDS; kind++)
        printf("  %6.2f /%6.1f%s", mean_of(&costs[kind]), p99_of(&costs[kind]),
               costs[kind].illegal ? "*" : " ");
    printf("   %.0f us a path\n", (spent[1] - spent[0]) / costs[0].count);
}

static double rows_crossed(const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    double rows = 0;
    for (int32_t i = 0; i < count; i++)
        rows += fabs(segments[i].length * sin(segments[i].start.heading));
    return rows;
}

/// Times summed over queries.
typedef struct times {
    double jumps, astar; ///< of searches; jump points with a graph that is warm
    double taut, simple; ///< of smoothing on top, along runs that the planner knows
    double rows;         ///< that the paths cross
    size_t count;
    double new_jumps[MOST]; ///< of each search when the query was new
    double new_taut[MOST];  ///< of smoothing then
} times;

static void time_query(fw_planner *planner, fw_request *ask, fw_path *path, times *sums)
{
    const double found_us = stopwatch_us();
    fw_find_path(planner, ask, path);
    sums->new_jumps[sums->count] = stopwatch_us() - found_us;
    sums->rows += rows_crossed(path);
    const double search = contest_least_us(planner, ask, path, REPEATS);
    sums->jumps += search;
    ask->smoothing = FW_SMOOTH_TAUT;
    sums->new_taut[sums->count++] = contest_least_us(planner, ask, path, 1) - search;
    sums->taut += contest_least_us(planner, ask, path, REPEATS) - search;
    ask->smoothing = FW_SMOOTH_SIMPLE;
    sums->simple += contest_least_us(planner, ask, path, REPEATS) - search;
    ask->smoothing = FW_SMOOTH_NONE;
    ask->method = FW_ASTAR;
    sums->astar += contest_least_us(planner, ask, path, REPEATS);
}

/// @param ratios  [2] of smoothing to the search that made the path: on top of them, warm and new
static void judge_time(const char *name, fw_map *map, int queries, double *ratios)
{
    fw_unit_def def = fw_default_unit_def();
    fw_unit_id unit;
    fw_planner *planner = NULL, *scout = NULL;
    fw_path *path = NULL;
    fw_map_add_unit(map, &def, &unit);
    fw_planner_create(map, NULL, &planner);
    fw_planner_create(map, NULL, &scout);
    fw_path_create(NULL, &path);
    random_source random = { 3 };
    static times sums;
    memset(&sums, 0, sizeof sums);
    for (int i = 0, found = 0; i < 40 * queries && found < queries && found < MOST; i++) {
        fw_request ask = request_at_random(unit, fw_map_width(map), &random);
        if (fw_find_path(scout, &ask, path) != FW_OK)
            continue;
        found++;
        time_query(planner, &ask, path, &sums);
    }
    const double warm = sums.taut / sums.jumps;
    const double new = median_of(sums.new_taut, sums.count) / median_of(sums.new_jumps, sums.count);
    ratios[0] += warm;
    ratios[1] += new;
    printf("%-22s %8.2f %8.2f %8.2f %8.3f %9.2f %10.1f\n", name, sums.taut / queries, warm, new,
           sums.taut / sums.astar, sums.simple / sums.jumps, 1e3 * sums.taut / sums.rows);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_planner_destroy(scout);
}

static fw_map *load(const char *name)
{
    char file[256];
    snprintf(file, sizeof file, DATA "%s.map", name);
    fw_map *map = NULL;
    io_fault fault;
    return io_map_load(file, NULL, &map, &fault) ? map : NULL;
}

/// Maps of one kind, which are judged together.
typedef enum map_group { GAMES_AND_CITIES, ROOMS, MAZES, RANDOM_MAPS, GROUPS } map_group;

static const char *const group_names[GROUPS] = { "games and cities", "rooms", "mazes", "random maps" };

static const struct {
    const char *name;
    map_group group;
} maps[] = { { "bg512/AR0072SR", GAMES_AND_CITIES },
             { "dao/brc202d", GAMES_AND_CITIES },
             { "cities/Berlin_0_512", GAMES_AND_CITIES },
             { "cities/Boston_0_1024", GAMES_AND_CITIES },
             { "rooms/32room_000", ROOMS },
             { "rooms/8room_000", ROOMS },
             { "mazes/maze512-32-0", MAZES } };
enum { MAPS = sizeof maps / sizeof *maps };

static void judge_all_lengths(int queries)
{
    static figures together[GROUPS][KINDS];
    printf("longer than the any-angle optimum, mean / p99 %%, body of radius %g; * some paths are illegal\n",
           RADIUS);
    printf("%-22s %4s", "", "");
    for (int kind = 0; kind < KINDS; kind++)
        printf("  %-15s", kind_names[kind]);
    printf("\n");
    for (int i = 0; i < MAPS; i++) {
        fw_map *whole = load(maps[i].name);
        if (whole)
            judge_lengths(maps[i].name, whole, 0, queries, together[maps[i].group]);
        else
            printf("%-22s is not there\n", maps[i].name);
        fw_map_destroy(whole);
    }
    judge_lengths("random, 10 % blocked", NULL, 10, queries, together[RANDOM_MAPS]);
    judge_lengths("random, 25 % blocked", NULL, 25, queries, together[RANDOM_MAPS]);
    for (int group = 0; group < GROUPS; group++)
        print_lengths(group_names[group], together[group]);
}

int main(int count, char **words)
{
    const int queries = count > 1 ? atoi(words[1]) : 40;
    judge_all_lengths(queries);
    printf("\ndearer than nearly the optimum, mean / p99 %%\n");
    judge_costs("blobs", false, queries);
    judge_costs("roads", true, queries);
    printf("\n%-22s %8s %8s %8s %8s %9s %10s\n", "time of taut smoothing", "us", "/ jumps", "if new", "/ A*",
           "simple/j.", "ns a row");
    double ratios[2] = { 0 };
    for (int i = 0; i < MAPS; i++) {
        fw_map *whole = load(maps[i].name);
        if (whole)
            judge_time(maps[i].name, whole, queries, ratios);
        fw_map_destroy(whole);
    }
    printf("%-22s %8s %8.2f %8.2f\n", "mean", "", ratios[0] / MAPS, ratios[1] / MAPS);
    return 0;
}
