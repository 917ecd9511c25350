#define _POSIX_C_SOURCE 199309L
/// One abstract graph for all kinds of units, as Harabor & Botea 2008 have it, beside the library's graph for each.
///
///     bench_shared_graph [--queries N] [--cluster N] [--even 1] [--article 1] [--weak N] [NAME...]
///
/// takes public maps whose name holds one of the words (all of the list below), sown with three terrains, and 1, 2, 3,
/// 4, 6 and 12 kinds of units: sizes 1 to 4; all terrains, no sand, no swamp. The costs of terrains differ, or are
/// equal with --even 1. Transitions are those of the library; with --article 1 one for each entrance, where clearance
/// is greatest. N queries a kind (40), clusters of N tiles (16). Columns:
///
/// kinds | edges: of the initial abstraction, after strong dominance (of these), after weak dominance | own, shared:
/// kilobytes of the library's graphs with landmarks, of the shared graph with its landmarks, which serve all kinds |
/// own, shared: expansions, edges that are looked at, and microseconds of a search on the graph of one kind and on the
/// shared one, by the same code | own, shared: by how much paths are longer than the cheapest one, in per cent, if the
/// cheapest path within the clusters of the way is taken | own, shared: milliseconds to build the library's graphs and
/// the shared one
///
/// With --weak N the shared graph that is searched has weak dominance between transitions that are at most N tiles
/// apart: with 64 between any two of a border, as in the article. Run in the project's root; the maps are read
/// from ../shared/data.

#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "common/arguments.h"
#include "common/give_up.h"
#include "common/must.h"
#include "common/shared_graph.h"
#include "common/sown_map.h"
#include "common/stopwatch.h"
#include "fairway/fairway.h"
#include "io/map_file.h"
#include "map/handle.h"

enum { KINDS = 12, COUNTS = 6 };

static const int counts[COUNTS] = { 1, 2, 3, 4, 6, KINDS };

static const char *const names[] = { "dao/arena",           "bg512/AR0072SR",       "bg512/AR0400SR",
                                     "rooms/32room_000",    "sc1/Aftershock",       "mazes/maze512-32-0",
                                     "cities/Berlin_0_512", "wc3maps512/darkforest" };

typedef struct options {
    int queries, cluster, even, article, weak;
} options;

typedef struct world {
    fw_map *map;
    fw_unit_id units[KINDS];
    const map_unit *members[KINDS];
    fw_planner *planner;
    fw_path *path;
    size_t bytes[KINDS]; ///< of the library's graph
    double ms[KINDS];    ///< to build it
} world;

/// Every third kind lacks no terrain, one lacks sand, one swamp.
static fw_unit_def kind_of(const options *how, int kind)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = 1 + kind / 3;
    def.cluster = how->cluster;
    def.placement = how->article ? FW_PLACEMENT_CLEARANCE : FW_PLACEMENT_CHEAPEST;
    def.dominance = how->article ? FW_DOMINANCE_WEAK : FW_DOMINANCE_STRONG;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        def.terrain_cost[terrain] = (float)(how->even && sown_costs[terrain] > 0 ? 1.0 : sown_costs[terrain]);
    def.terrain_cost[kind % 3 == 1 ? FW_SAND : kind % 3 == 2 ? FW_SWAMP : FW_BLOCKED] = 0;
    return def;
}

static size_t table_bytes(const fw_map *map)
{
    fw_map_memory use;
    must(fw_map_memory_use(map, &use));
    return use.tables;
}

static void add_units(world *world, const options *how)
{
    for (int kind = 0; kind < KINDS; kind++) {
        const fw_unit_def def = kind_of(how, kind);
        must(fw_map_add_unit(world->map, &def, &world->units[kind]));
        const size_t before = table_bytes(world->map);
        const double start = stopwatch_computed_us();
        must(fw_map_prepare(world->map, world->units[kind], FW_HIERARCHY));
        world->ms[kind] = 1e-3 * (stopwatch_computed_us() - start);
        world->bytes[kind] = table_bytes(world->map) - before;
    }
    for (int kind = 0; kind < KINDS; kind++)
        world->members[kind] = map_find_unit(map_version_of(world->map), world->units[kind]);
}

static shared_graph graph_of(const world *world, const options *how, int first, int count,
                             int32_t weak_within)
{
    shared_graph graph;
    shared_graph_build(&graph, map_version_of(world->map), &world->members[first], count, how->cluster,
                       how->article ? how->cluster : how->cluster / 2, how->article ? how->cluster : 0,
                       weak_within);
    shared_graph_find_landmarks(&graph);
    return graph;
}

/// What searches took, on average.
typedef struct toll {
    double expanded, looked_at, us, cost;
    double longer; ///< than the cheapest path, on the tiles of the clusters
} toll;

/// Refines the last way: the cost of the cheapest path within its clusters, beside that of the cheapest one of all.
static double refined(const world *world, const shared_graph *graph, const shared_search *search, int kind,
                      const int32_t *at)
{
    fw_request ask = fw_default_request();
    fw_overlay *overlay;
    fw_path_summary within, best;
    must(fw_overlay_create(fw_map_width(world->map), fw_map_height(world->map), NULL, &overlay));
    for (size_t i = 0; i < search->way_count; i++) {
        const cluster_box box =
            cluster_box_of(&graph->grid, cluster_with_index(&graph->grid, search->way[i]));
        must(fw_overlay_corridor(overlay, box.x, box.y, box.width, box.height));
    }
    ask.unit = world->units[kind];
    ask.start = fw_pose_on_tile(at[0], at[1], world->members[kind]->def.size);
    ask.goal = fw_goal_on_tile(at[2], at[3], world->members[kind]->def.size);
    ask.method = FW_ASTAR;
    must(fw_find_path(world->planner, &ask, world->path));
    must(fw_path_summarise(world->path, &best));
    ask.overlay = overlay;
    must(fw_find_path(world->planner, &ask, world->path));
    must(fw_path_summarise(world->path, &within));
    fw_overlay_destroy(overlay);
    return best.cost > 0 ? within.cost / best.cost - 1 : 0;
}

/// Asks the queries of a kind.
static void ask_kind(const world *world, const options *how, const shared_graph *graph, shared_search *search,
                     int kind, int as, toll *toll)
{
    random_source source = { 1 + (uint64_t)kind };
    const uint32_t width = (uint32_t)fw_map_width(world->map), height = (uint32_t)fw_map_height(world->map);
    for (int i = 0; i < how->queries;) {
        int32_t at[4];
        for (int end = 0; end < 4; end += 2) {
            at[end] = (int32_t)random_below(&source, width);
            at[end + 1] = (int32_t)random_below(&source, height);
        }
        const uint32_t region = fw_map_region(world->map, world->units[kind], at[0], at[1]);
        if (region == 0 || region != fw_map_region(world->map, world->units[kind], at[2], at[3]))
            continue;
        i++;
        const double start = stopwatch_computed_us();
        const shared_answer answer = shared_search_ask(search, graph, as, at[0], at[1], at[2], at[3]);
        toll->us += stopwatch_computed_us() - start;
        toll->expanded += (double)answer.expanded;
        toll->looked_at += (double)answer.looked_at;
        toll->cost += (double)answer.cost;
        if (answer.cost == WAVE_UNKNOWN)
            give_up("a way is lost");
        toll->longer += refined(world, graph, search, kind, at);
    }
}

static toll ask_own(const world *world, const options *how, int count)
{
    toll own = { 0 };
    for (int kind = 0; kind < count; kind++) {
        shared_graph graph = graph_of(world, how, kind, 1, 0);
        shared_search search;
        shared_search_create(&search, &graph);
        ask_kind(world, how, &graph, &search, kind, 0, &own);
        shared_search_free(&search);
        shared_graph_free(&graph);
    }
    return own;
}

static toll ask_shared(const world *world, const options *how, const shared_graph *graph, int count)
{
    toll shared = { 0 };
    shared_search search;
    shared_search_create(&search, graph);
    for (int kind = 0; kind < count; kind++)
        ask_kind(world, how, graph, &search, kind, kind, &shared);
    shared_search_free(&search);
    return shared;
}

static void compare(const world *world, const options *how, int count)
{
    const double start = stopwatch_computed_us();
    shared_graph strong = graph_of(world, how, 0, count, 0);
    const double ms = 1e-3 * (stopwatch_computed_us() - start);
    shared_graph weak = graph_of(world, how, 0, count, how->weak ? how->weak : CLUSTER_MOST);
    const shared_graph *searched = how->weak ? &weak : &strong;
    const shared_size size = shared_graph_size(searched), all = shared_graph_size(&strong),
                      few = shared_graph_size(&weak);
    const toll own = ask_own(world, how, count), shared = ask_shared(world, how, searched, count);
    const double asked = (double)count * how->queries;
    size_t bytes = 0;
    double own_ms = 0;
    for (int kind = 0; kind < count; kind++) {
        bytes += world->bytes[kind];
        own_ms += world->ms[kind];
    }
    printf("%5d | %8zu %3.0f %% %3.0f %% | %6.0f %6.0f %4.2f | %6.1f %6.1f %4.2f | %7.0f %7.0f %5.2f | %5.1f "
           "%5.1f %4.2f | "
           "%5.2f %5.2f | %5.0f %5.0f\n",
           count, all.edges_before, 100.0 * (double)all.edges / (double)all.edges_before,
           100.0 * (double)few.edges / (double)all.edges_before, (double)bytes / 1000,
           (double)(size.bytes + size.landmark_bytes) / 1000,
           (double)(size.bytes + size.landmark_bytes) / (double)bytes, own.expanded / asked,
           shared.expanded / asked, shared.expanded / own.expanded, own.looked_at / asked,
           shared.looked_at / asked, shared.looked_at / own.looked_at, own.us / asked, shared.us / asked,
           shared.us / own.us, 100 * own.longer / asked, 100 * shared.longer / asked, own_ms, ms);
    fflush(stdout);
    shared_graph_free(&weak);
    shared_graph_free(&strong);
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
    const argument known[] = {
        { .name = "--queries", .whole = &how.queries }, { .name = "--cluster", .whole = &how.cluster },
        { .name = "--even", .whole = &how.even },       { .name = "--article", .whole = &how.article },
        { .name = "--weak", .whole = &how.weak },       { .name = NULL }
    };
    const int first = arguments_read(known, argc, argv);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char file[256];
        io_fault fault;
        world world;
        snprintf(file, sizeof file, "../shared/data/movingai/%s.map", names[i]);
        if (!is_wanted(names[i], argc - first, argv + first) || !io_map_load(file, NULL, &world.map, &fault))
            continue;
        if (!sow_map(world.map))
            give_up("no memory");
        add_units(&world, &how);
        must(fw_planner_create(world.map, NULL, &world.planner));
        must(fw_path_create(NULL, &world.path));
        printf("%s\nkinds | edges, strong, weak     | own KB, shared, ratio | own expanded, shared     | own "
               "edges, "
               "shared         | own us, shared    | longer, %%    | build, ms\n",
               names[i]);
        for (int k = 0; k < COUNTS; k++)
            compare(&world, &how, counts[k]);
        fw_path_destroy(world.path);
        fw_planner_destroy(world.planner);
        fw_map_destroy(world.map);
    }
    return 0;
}
