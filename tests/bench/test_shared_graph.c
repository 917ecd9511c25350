// One abstract graph for all kinds of units (bench/common/shared_graph.h), which bench_shared_graph measures, beside
// A*, graphs for one kind each and graphs that are built from scratch.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "common/new_path.h"
#include "common/shared_graph.h"
#include "fairway/fairway.h"
#include "map/handle.h"

enum { WIDTH = 45, HEIGHT = 37, KINDS = 6, CLUSTER = 8, WORLDS = 16, QUERIES = 20 };

/// Cost of a tile's length at cost 1, in the unit of the graph; 198 / 140 differs from the square root of 2 by 5e-5.
#define TILE     (2.0 * GROUND_STRAIGHT * 256)
#define ROUNDING 1e-4

typedef struct world {
    fw_map *map;
    fw_planner *planner;
    fw_path *path;
    fw_unit_id units[KINDS];
    const map_unit *members[KINDS];
} world;

static void read_units(world *world)
{
    for (int kind = 0; kind < KINDS; kind++)
        world->members[kind] = map_find_unit(map_version_of(world->map), world->units[kind]);
}

static world world_of(random_source *source, bool is_even)
{
    world made = { .map = map_at_random(source, WIDTH, HEIGHT, 4 + random_below(source, 25), 3),
                   .path = new_path() };
    for (int kind = 0; kind < KINDS; kind++) {
        fw_unit_def def = fw_default_unit_def();
        def.size = 1 + kind / 3;
        def.terrain_cost[2] = is_even ? 1.0f : 1.5f;
        def.terrain_cost[3] = is_even ? 1.0f : 2.5f;
        def.terrain_cost[kind % 3 ? 1 + kind % 3 : 0] = 0;
        made.units[kind] = add_unit(made.map, def);
    }
    assert_int_equal(fw_planner_create(made.map, NULL, &made.planner), FW_OK);
    read_units(&made);
    return made;
}

static void world_end(world *world)
{
    fw_path_destroy(world->path);
    fw_planner_destroy(world->planner);
    fw_map_destroy(world->map);
}

/// The cheapest path by A*, in the unit of the graph; WAVE_UNKNOWN: none.
static uint64_t cheapest(const world *world, int kind, const int32_t *at)
{
    fw_request ask = fw_default_request();
    fw_path_summary summary;
    const int32_t size = world->members[kind]->def.size;
    ask.unit = world->units[kind];
    ask.method = FW_ASTAR;
    ask.start = fw_pose_on_tile(at[0], at[1], size);
    ask.goal = fw_goal_on_tile(at[2], at[3], size);
    if (fw_find_path(world->planner, &ask, world->path) != FW_OK)
        return WAVE_UNKNOWN;
    fw_path_summarise(world->path, &summary);
    return (uint64_t)(summary.cost * TILE);
}

static bool fits(const world *world, int kind, const int32_t *at)
{
    return fw_map_fits(world->map, world->units[kind], at[0], at[1]) &&
           fw_map_fits(world->map, world->units[kind], at[2], at[3]);
}

static shared_graph graph_of(const world *world, int first, int count, int32_t clearance, int32_t weak_within)
{
    shared_graph graph;
    shared_graph_build(&graph, map_version_of(world->map), &world->members[first], count, CLUSTER,
                       clearance ? CLUSTER : CLUSTER / 2, clearance, weak_within);
    return graph;
}

static uint64_t ask(const shared_graph *graph, int kind, const int32_t *at)
{
    shared_search search;
    shared_search_create(&search, graph);
    const shared_answer answer = shared_search_ask(&search, graph, kind, at[0], at[1], at[2], at[3]);
    shared_search_free(&search);
    return answer.cost;
}

static void random_places(random_source *source, int32_t *at)
{
    for (int end = 0; end < 4; end += 2) {
        at[end] = (int32_t)random_below(source, WIDTH);
        at[end + 1] = (int32_t)random_below(source, HEIGHT);
    }
}

/// A way on the graph exists if and only if A* finds a path. It costs no less than that, and no more than on a graph
/// for this kind alone. Landmarks change nothing; weak dominance makes no way cheaper.
static void every_kind_finds_its_ways_on_one_graph(void **state)
{
    (void)state;
    random_source source = { 81 };
    int found = 0, missed = 0, cheaper = 0, costlier = 0;
    for (int i = 0; i < WORLDS; i++) {
        world world = world_of(&source, i % 2 == 0);
        const int32_t clearance = i % 4 < 2 ? 0 : CLUSTER;
        shared_graph strong = graph_of(&world, 0, KINDS, clearance, 0),
                     weak = graph_of(&world, 0, KINDS, clearance, i % 3 ? CLUSTER : 2),
                     guided = graph_of(&world, 0, KINDS, clearance, 0);
        shared_graph_find_landmarks(&guided);
        assert_true(shared_graph_size(&strong).edges <= shared_graph_size(&strong).edges_before);
        assert_true(shared_graph_size(&weak).nodes < shared_graph_size(&strong).nodes);
        for (int kind = 0; kind < KINDS; kind++) {
            shared_graph own = graph_of(&world, kind, 1, clearance, 0);
            for (int q = 0; q < QUERIES; q++) {
                int32_t at[4];
                random_places(&source, at);
                if (!fits(&world, kind, at))
                    continue;
                const uint64_t least = cheapest(&world, kind, at), cost = ask(&strong, kind, at),
                               alone = ask(&own, 0, at), few = ask(&weak, kind, at);
                assert_true(ask(&guided, kind, at) == cost);
                assert_int_equal(cost == WAVE_UNKNOWN, least == WAVE_UNKNOWN);
                assert_int_equal(few == WAVE_UNKNOWN, least == WAVE_UNKNOWN);
                assert_true(cost <= alone && cost <= few);
                assert_true((double)cost >= (double)least * (1 - ROUNDING));
                found += least != WAVE_UNKNOWN;
                missed += least == WAVE_UNKNOWN;
                cheaper += cost < alone;
                costlier += few > cost;
            }
            shared_graph_free(&own);
        }
        shared_graph_free(&strong);
        shared_graph_free(&weak);
        shared_graph_free(&guided);
        world_end(&world);
    }
    assert_true(found > 150 && missed > 10 && cheaper > 20 && costlier > 50);
}

static void assert_same(const shared_graph *a, const shared_graph *b)
{
    for (size_t i = 0; i < (size_t)(a->grid.columns * a->grid.rows); i++) {
        const shared_cluster *one = &a->clusters[i], *other = &b->clusters[i];
        assert_int_equal(one->count, other->count);
        assert_memory_equal(one->first, other->first, sizeof one->first);
        assert_memory_equal(one->nodes, other->nodes, ((size_t)one->count + 1) * sizeof *one->nodes);
        assert_memory_equal(one->edges, other->edges, one->nodes[one->count].first * sizeof *one->edges);
        assert_int_equal(a->bases[i], b->bases[i]);
    }
}

static void a_repaired_graph_equals_one_that_is_built_from_scratch(void **state)
{
    (void)state;
    random_source source = { 82 };
    for (int i = 0; i < 4; i++) {
        world world = world_of(&source, false);
        const int32_t clearance = i % 2 ? CLUSTER : 0;
        shared_graph graph = graph_of(&world, 0, KINDS, clearance, 0);
        for (int edit = 0; edit < 12; edit++) {
            const int32_t x = (int32_t)random_below(&source, WIDTH),
                          y = (int32_t)random_below(&source, HEIGHT);
            assert_int_equal(fw_map_set_rect(world.map, x, y, 1, 1, (uint8_t)random_below(&source, 4)),
                             FW_OK);
            assert_int_equal(fw_map_commit(world.map), FW_OK);
            read_units(&world);
            memcpy(graph.units, world.members, sizeof world.members);
            shared_graph_repair(&graph, map_version_of(world.map), tile_box_at(x, y));
            shared_graph fresh = graph_of(&world, 0, KINDS, clearance, 0);
            assert_same(&graph, &fresh);
            shared_graph_free(&fresh);
        }
        shared_graph_free(&graph);
        world_end(&world);
    }
}

/// Figure 15 of Harabor & Botea: of two transitions between two clusters, one must be walked and swum, the other one
/// walked. Weak dominance leaves the one that more kinds can use.
static void weak_dominance_leaves_what_most_kinds_can_use(void **state)
{
    (void)state;
    const char *rows[] = { "................", "................", "................", "........~.......",
                           "........#.......", "................", "................", "................" };
    fw_map *map = DRAWN(rows);
    const map_unit *members[2];
    for (int kind = 0; kind < 2; kind++) {
        fw_unit_def def = fw_default_unit_def();
        def.terrain_cost[FW_WATER] = (float)kind;
        const fw_unit_id unit = add_unit(map, def);
        members[kind] = map_find_unit(map_version_of(map), unit);
    }
    shared_graph strong, weak;
    shared_graph_build(&strong, map_version_of(map), members, 2, CLUSTER, CLUSTER, 0, 0);
    shared_graph_build(&weak, map_version_of(map), members, 2, CLUSTER, CLUSTER, 0, CLUSTER);
    assert_true(strong.clusters[0].count > weak.clusters[0].count);
    assert_int_equal(weak.clusters[0].count, 1);
    assert_int_equal(weak.clusters[0].nodes[0].kinds, 3); // walkers and those who swim, too
    shared_graph_free(&strong);
    shared_graph_free(&weak);
    fw_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_finds_its_ways_on_one_graph),
        cmocka_unit_test(a_repaired_graph_equals_one_that_is_built_from_scratch),
        cmocka_unit_test(weak_dominance_leaves_what_most_kinds_can_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
