// One graph of clusters for several units, beside A*, graphs of single units and graphs that are built from scratch.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/drawing.h"
#include "common/new_path.h"
#include "common/same_graph.h"
#include "fairway/fairway.h"
#include "hierarchy/shared_kind.h"

enum { WIDTH = 70, HEIGHT = 66, KINDS = 6, CLUSTER = 8, WORLDS = 12, QUERIES = 12 };

typedef struct world {
    fw_map *map;
    fw_planner *planner;
    fw_path *path;
    fw_unit_id shared[KINDS], own[KINDS];
} world;

/// Two sizes; one kind of three enters all terrains, one lacks swamp, one sand.
static fw_unit_def kind_of(int kind, fw_dominance dominance, fw_placement placement)
{
    fw_unit_def def = unit_of_size(1 + kind / 3);
    def.methods = FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_ASTAR);
    def.cluster = CLUSTER;
    def.dominance = dominance;
    def.placement = placement;
    def.corners = kind == 4 ? FW_CORNERS_ONE : FW_CORNERS_NEVER;
    def.terrain_cost[FW_SWAMP] = 1.5f;
    def.terrain_cost[FW_SAND] = 2.5f;
    def.terrain_cost[kind % 3 == 1 ? FW_SWAMP : kind % 3 == 2 ? FW_SAND : FW_BLOCKED] = 0;
    return def;
}

static fw_map *land(random_source *source)
{
    static const uint8_t terrains[] = { FW_BLOCKED, FW_GROUND, FW_SWAMP, FW_SAND };
    fw_map *map = open_map(WIDTH, HEIGHT);
    for (int i = 0; i < 260; i++) {
        const int32_t width = 1 + (int32_t)random_below(source, 9),
                      height = 1 + (int32_t)random_below(source, 9);
        const int32_t x = (int32_t)random_below(source, (uint32_t)(WIDTH - width)),
                      y = (int32_t)random_below(source, (uint32_t)(HEIGHT - height));
        const int terrain = (int)random_below(source, 4);
        assert_int_equal(fw_map_set_rect(map, x, y, width, terrain ? height : 1, terrains[terrain]), FW_OK);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static void add_shared(fw_map *map, fw_dominance dominance, fw_placement placement, fw_unit_id *units)
{
    for (int kind = 0; kind < KINDS; kind++) {
        fw_unit_def def = kind_of(kind, dominance, placement);
        def.abstraction = FW_ABSTRACTION_SHARED;
        units[kind] = add_unit(map, def);
    }
}

static world world_of(random_source *source, fw_dominance dominance, fw_placement placement)
{
    world made = { .map = land(source), .path = new_path() };
    add_shared(made.map, dominance, placement, made.shared);
    for (int kind = 0; kind < KINDS; kind++)
        made.own[kind] = add_unit(made.map, kind_of(kind, FW_DOMINANCE_STRONG, placement));
    assert_int_equal(fw_planner_create(made.map, NULL, &made.planner), FW_OK);
    return made;
}

static void world_end(world *world)
{
    fw_path_destroy(world->path);
    fw_planner_destroy(world->planner);
    fw_map_destroy(world->map);
}

/// The cost of a path, or -1: there is none. Legal paths alone are FW_OK.
static double ask(const world *world, fw_unit_id unit, fw_method method, const int32_t *at)
{
    fw_request ask = fw_default_request();
    fw_path_summary summary;
    fw_unit_def def;
    assert_int_equal(fw_map_unit(world->map, unit, &def), FW_OK);
    ask.unit = unit;
    ask.method = method;
    ask.start = fw_pose_on_tile(at[0], at[1], def.size);
    ask.goal = fw_goal_on_tile(at[2], at[3], def.size);
    const fw_result result = fw_find_path(world->planner, &ask, world->path);
    fw_path_summarise(world->path, &summary);
    if (result == FW_OK) {
        assert_int_equal(summary.method, method);
        fw_check_report report;
        assert_int_equal(fw_path_check(world->map, unit, world->path, NULL, &report), FW_OK);
        assert_true(report.legal);
    } else {
        assert_true(result == FW_UNREACHABLE || result == FW_NOT_FOUND || result == FW_START_BLOCKED ||
                    result == FW_GOAL_BLOCKED);
    }
    return result == FW_OK ? summary.cost : -1;
}

static void random_places(random_source *source, int32_t *at)
{
    for (int end = 0; end < 4; end += 2) {
        at[end] = (int32_t)random_below(source, WIDTH);
        at[end + 1] = (int32_t)random_below(source, HEIGHT);
    }
}

static void every_unit_finds_its_paths_on_the_shared_graph(void **state)
{
    (void)state;
    random_source source = { 81 };
    int found = 0, missed = 0;
    double longer = 0, own_longer = 0;
    for (int i = 0; i < WORLDS; i++) {
        world world = world_of(&source, (fw_dominance)(i % 3), (fw_placement)(i % 2 + 1));
        for (int kind = 0; kind < KINDS; kind++)
            for (int q = 0; q < QUERIES; q++) {
                int32_t at[4];
                random_places(&source, at);
                const double least = ask(&world, world.own[kind], FW_ASTAR, at),
                             own = ask(&world, world.own[kind], FW_HIERARCHY, at),
                             shared = ask(&world, world.shared[kind], FW_HIERARCHY, at);
                assert_int_equal(least < 0, shared < 0);
                assert_true(shared >= least - 1e-6);
                found += least > 0;
                missed += least < 0;
                longer += least > 0 ? shared / least - 1 : 0;
                own_longer += least > 0 ? own / least - 1 : 0;
            }
        world_end(&world);
    }
    print_message("%d found, %d missed; longer by %.3f %%, own %.3f %%\n", found, missed,
                  100 * longer / found, 100 * own_longer / found);
    assert_true(found > 200 && missed > 20);
    assert_true(longer / found < 0.02);
}

static void assert_like_one_from_scratch(const world *world, fw_dominance dominance, fw_placement placement)
{
    fw_map *fresh = open_map(WIDTH, HEIGHT);
    fw_unit_id units[KINDS];
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++)
            fw_map_set_tile(fresh, x, y, fw_map_terrain(world->map, x, y));
    assert_int_equal(fw_map_commit(fresh), FW_OK);
    add_shared(fresh, dominance, placement, units);
    const map_version *now = map_version_of(world->map), *then = map_version_of(fresh);
    const unit_graph graph = unit_graph_of(now, map_find_unit(now, world->shared[0])),
                     expected = unit_graph_of(then, map_find_unit(then, units[0]));
    assert_same_graph(graph.table, expected.table);
    fw_map_destroy(fresh);
}

static void a_repaired_graph_equals_one_that_is_built_from_scratch(void **state)
{
    (void)state;
    random_source source = { 82 };
    for (int i = 0; i < 6; i++) {
        const fw_dominance dominance = (fw_dominance)(i % 3);
        const fw_placement placement = (fw_placement)(i % 2 + 1);
        world world = world_of(&source, dominance, placement);
        for (int edit = 0; edit < 10; edit++) {
            const int32_t side =
                edit == 9 ? 40 : 1 + (int32_t)random_below(&source, 3); // the last one builds anew
            const int32_t x = (int32_t)random_below(&source, (uint32_t)(WIDTH - side)),
                          y = (int32_t)random_below(&source, (uint32_t)(HEIGHT - side));
            assert_int_equal(fw_map_set_rect(world.map, x, y, side, side, (uint8_t)random_below(&source, 4)),
                             FW_OK);
            assert_int_equal(fw_map_commit(world.map), FW_OK);
            assert_like_one_from_scratch(&world, dominance, placement);
        }
        world_end(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_unit_finds_its_paths_on_the_shared_graph),
        cmocka_unit_test(a_repaired_graph_equals_one_that_is_built_from_scratch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
