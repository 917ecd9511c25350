#define _POSIX_C_SOURCE 199309L
/// One abstract graph for all kinds of units, as Harabor & Botea 2008 have it, beside a graph for each of them.
///
///     bench_shared_graph [--queries N] [--cluster N] [--even 1] [--dominance N] [--clearance 1] [NAME...]
///
/// takes public maps whose name holds one of the words (all of the list below), sown with three terrains, and 1, 2, 3,
/// 4, 6 and 12 kinds of units: sizes 1 to 4; all terrains, no sand, no swamp. The costs of terrains differ, or are
/// equal with --even 1. The shared graph has weak dominance between transitions that are near to each other, or with
/// --dominance 1 strong and 2 weak dominance; with 2 the graphs for each unit have weak dominance, too. N queries a
/// kind (40), clusters of N tiles (16). Columns, own and shared beside each other, with the ratio:
///
/// kinds | edges | kilobytes of the graphs with their landmarks | expansions of a query, on the graph | microseconds of
/// a query, least of three | by how much paths are longer than the cheapest one, in per cent | milliseconds to add the
/// units | microseconds of a commit of one tile
///
/// Run in the project's root; the maps are read from ../shared/data.

#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/give_up.h"
#include "common/must.h"
#include "common/sown_map.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "io/map_file.h"

enum { KINDS = 12, COUNTS = 6, COMMITS = 40, REPEAT = 3 };

static const int counts[COUNTS] = { 1, 2, 3, 4, 6, KINDS };

static const char *const names[] = { "dao/arena",           "bg512/AR0072SR",       "bg512/AR0400SR",
                                     "rooms/32room_000",    "sc1/Aftershock",       "mazes/maze512-32-0",
                                     "cities/Berlin_0_512", "wc3maps512/darkforest" };

typedef struct options {
    int queries, cluster, even, dominance, clearance;
} options;

/// What graphs take, and queries on average.
typedef struct toll {
    double edges, kilobytes, expanded, us, longer, build_ms, commit_us;
} toll;

typedef struct world {
    fw_map *map;
    fw_unit_id units[KINDS];
    fw_planner *planner;
    fw_path *path;
} world;

/// Every third kind lacks no terrain, one lacks sand, one swamp.
static fw_unit_def kind_of(const options *how, int kind, fw_abstraction abstraction)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = 1 + kind / 3;
    def.cluster = how->cluster;
    def.placement = how->clearance ? FW_PLACEMENT_CLEARANCE : FW_PLACEMENT_CHEAPEST;
    def.dominance = (fw_dominance)how->dominance;
    def.abstraction = abstraction;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        def.terrain_cost[terrain] = (float)(how->even && sown_costs[terrain] > 0 ? 1.0 : sown_costs[terrain]);
    def.terrain_cost[kind % 3 == 1 ? FW_SAND : kind % 3 == 2 ? FW_SWAMP : FW_BLOCKED] = 0;
    return def;
}

/// Adds units; then counts what their graphs take, or the one that they share.
static void add_units(world *world, const options *how, int count, fw_abstraction abstraction, toll *toll)
{
    double us = 0;
    for (int kind = 0; kind < count; kind++) {
        const fw_unit_def def = kind_of(how, kind, abstraction);
        must(fw_map_add_unit(world->map, &def, &world->units[kind]));
        const double start = stopwatch_computed_us();
        must(fw_map_prepare(world->map, world->units[kind], FW_HIERARCHY));
        us += stopwatch_computed_us() - start;
    }
    toll->build_ms = 1e-3 * us;
    for (int kind = 0; kind < (abstraction == FW_ABSTRACTION_SHARED ? 1 : count); kind++) {
        fw_cluster_summary graph;
        must(fw_map_clusters(world->map, world->units[kind], &graph));
        toll->edges += (double)graph.edges;
        toll->kilobytes += 1e-3 * (double)graph.bytes;
    }
}

/// Asks for a path, and takes the least time of some.
static double ask_by(const world *world, fw_request *ask, fw_method method, fw_path_summary *summary)
{
    double least = 1e12;
    ask->method = method;
    for (int i = 0; i < (method == FW_ASTAR ? 1 : REPEAT); i++) {
        const double start = stopwatch_computed_us();
        must(fw_find_path(world->planner, ask, world->path));
        const double us = stopwatch_computed_us() - start;
        least = us < least ? us : least;
    }
    must(fw_path_summarise(world->path, summary));
    return least;
}

static void ask_kind(const world *world, const options *how, int kind, toll *toll)
{
    random_source source = { 1 + (uint64_t)kind };
    const uint32_t width = (uint32_t)fw_map_width(world->map), height = (uint32_t)fw_map_height(world->map);
    const fw_unit_id unit = world->units[kind];
    fw_request ask = fw_default_request();
    ask.unit = unit;
    for (int i = 0; i < how->queries;) {
        const int32_t x = (int32_t)random_below(&source, width), y = (int32_t)random_below(&source, height),
                      to_x = (int32_t)random_below(&source, width),
                      to_y = (int32_t)random_below(&source, height);
        const uint32_t region = fw_map_region(world->map, unit, x, y);
        if (region == 0 || region != fw_map_region(world->map, unit, to_x, to_y))
            continue;
        i++;
        fw_path_summary best, found;
        fw_statistics count;
        ask.start = fw_pose_on_tile(x, y, 1 + kind / 3);
        ask.goal = fw_goal_on_tile(to_x, to_y, 1 + kind / 3);
        ask_by(world, &ask, FW_ASTAR, &best);
        toll->us += ask_by(world, &ask, FW_HIERARCHY, &found);
        must(fw_planner_statistics(world->planner, &count));
        toll->expanded += (double)count.expanded;
        toll->longer += best.cost > 0 ? 100 * (found.cost / best.cost - 1) : 0;
    }
}

/// Blocks tiles and frees them again.
static double commit_us(const world *world)
{
    random_source source = { 7 };
    double us = 0;
    for (int i = 0; i < COMMITS; i++) {
        const int32_t x = (int32_t)random_below(&source, (uint32_t)fw_map_width(world->map)),
                      y = (int32_t)random_below(&source, (uint32_t)fw_map_height(world->map));
        const uint8_t before = fw_map_terrain(world->map, x, y);
        for (int pass = 0; pass < 2; pass++) {
            must(fw_map_set_tile(world->map, x, y, pass ? before : FW_BLOCKED));
            const double start = stopwatch_computed_us();
            must(fw_map_commit(world->map));
            us += stopwatch_computed_us() - start;
        }
    }
    return us / (2 * COMMITS);
}

static toll take(const char *file, const options *how, int count, fw_abstraction abstraction)
{
    world world;
    io_fault fault;
    toll toll = { 0 };
    if (!io_map_load(file, NULL, &world.map, &fault) || !sow_map(world.map))
        give_up("no map");
    add_units(&world, how, count, abstraction, &toll);
    must(fw_planner_create(world.map, NULL, &world.planner));
    must(fw_path_create(NULL, &world.path));
    for (int kind = 0; kind < count; kind++)
        ask_kind(&world, how, kind, &toll);
    const double asked = (double)count * how->queries;
    toll.us /= asked;
    toll.expanded /= asked;
    toll.longer /= asked;
    toll.commit_us = commit_us(&world);
    fw_path_destroy(world.path);
    fw_planner_destroy(world.planner);
    fw_map_destroy(world.map);
    return toll;
}

static void compare(const char *file, const options *how, int count)
{
    const toll own = take(file, how, count, FW_ABSTRACTION_UNIT),
               shared = take(file, how, count, FW_ABSTRACTION_SHARED);
    printf(
        "%5d | %8.0f %8.0f | %6.0f %6.0f %4.2f | %6.1f %6.1f %4.2f | %6.0f %6.0f %5.2f | %5.2f %5.2f | %5.0f "
        "%5.0f | %5.0f %5.0f\n",
        count, own.edges, shared.edges, own.kilobytes, shared.kilobytes, shared.kilobytes / own.kilobytes,
        own.expanded, shared.expanded, shared.expanded / own.expanded, own.us, shared.us, shared.us / own.us,
        own.longer, shared.longer, own.build_ms, shared.build_ms, own.commit_us, shared.commit_us);
    fflush(stdout);
}

static bool is_wanted(const char *name, int words, char **word)
{
    bool is_named = words == 0;
    for (int i = 0; i < words; i++)
        is_named = is_named || strstr(name, word[i]);
    return is_named;
}

int main(int argc, char **argv)
{
    options how = { .queries = 40, .cluster = 16 };
    const argument known[] = { { .name = "--queries", .whole = &how.queries },
                               { .name = "--cluster", .whole = &how.cluster },
                               { .name = "--even", .whole = &how.even },
                               { .name = "--dominance", .whole = &how.dominance },
                               { .name = "--clearance", .whole = &how.clearance },
                               { .name = NULL } };
    const int first = arguments_read(known, argc, argv);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[256];
        if (!is_wanted(names[i], argc - first, argv + first))
            continue;
        snprintf(file, sizeof file, "../shared/data/movingai/%s.map", names[i]);
        printf("%s\nkinds | edges: own, shared | KB: own, shared   | expanded: own, sh.  | us: own, shared   "
               "   | "
               "longer, %%   | build, ms   | commit, us\n",
               names[i]);
        for (int k = 0; k < COUNTS; k++)
            compare(file, &how, counts[k]);
    }
    return 0;
}
