// One graph of clusters for several units, beside A*, graphs of single units and graphs that are built from scratch.

#include <pthread.h>
#include <stdatomic.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/rounds.h"
#include "common/same_graph.h"
#include "common/unit.h"
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
///
/// @param segment  tiles of a leg: legs go through the transitions of the graph; 0: the path comes as a whole
static double ask_in_legs(const world *world, fw_unit_id unit, fw_method method, const int32_t *at,
                          int32_t segment)
{
    fw_request ask = fw_default_request();
    fw_path_summary summary;
    fw_unit_def def;
    assert_int_equal(fw_map_unit(world->map, unit, &def), FW_OK);
    ask.unit = unit;
    ask.method = method;
    ask.segment = segment;
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

static double ask(const world *world, fw_unit_id unit, fw_method method, const int32_t *at)
{
    return ask_in_legs(world, unit, method, at, 0);
}

static void random_places(random_source *source, int32_t *at)
{
    for (int end = 0; end < 4; end += 2) {
        at[end] = (int32_t)random_below(source, WIDTH);
        at[end + 1] = (int32_t)random_below(source, HEIGHT);
    }
}

TEST(every_unit_finds_its_paths_on_the_shared_graph)
{
    random_source source = { 81 };
    int found = 0, missed = 0;
    double longer = 0;
    for (int i = 0; i < WORLDS; i++) {
        world world = world_of(&source, (fw_dominance)(i % 3), (fw_placement)(i % 2 + 1));
        for (int kind = 0; kind < KINDS; kind++)
            for (int q = 0; q < QUERIES; q++) {
                int32_t at[4];
                random_places(&source, at);
                const double least = ask(&world, world.own[kind], FW_ASTAR, at),
                             shared = ask(&world, world.shared[kind], FW_HIERARCHY, at);
                assert_int_equal(least < 0, shared < 0);
                assert_int_equal(least < 0,
                                 ask_in_legs(&world, world.shared[kind], FW_HIERARCHY, at, CLUSTER) < 0);
                assert_true(shared >= least - 1e-6);
                found += least > 0;
                missed += least < 0;
                longer += least > 0 ? shared / least - 1 : 0;
            }
        world_end(&world);
    }
    assert_true(found > 200 && missed > 20);
    assert_true(longer / found < 0.02);
}

static const hierarchy *graph_of(const fw_map *map, fw_unit_id unit)
{
    const map_version *version = map_version_of(map);
    return unit_graph_of(version, map_find_unit(version, unit)).table;
}

/// A map with the same tiles, without units.
static fw_map *same_land(const fw_map *map)
{
    fw_map *fresh = open_map(WIDTH, HEIGHT);
    for (int32_t y = 0; y < HEIGHT; y++)
        for (int32_t x = 0; x < WIDTH; x++)
            assert_int_equal(fw_map_set_tile(fresh, x, y, fw_map_terrain(map, x, y)), FW_OK);
    assert_int_equal(fw_map_commit(fresh), FW_OK);
    return fresh;
}

static void assert_like_one_from_scratch(const world *world, fw_dominance dominance, fw_placement placement)
{
    fw_map *fresh = same_land(world->map);
    fw_unit_id units[KINDS];
    add_shared(fresh, dominance, placement, units);
    for (int kind = 0; kind < KINDS; kind++)
        assert_ptr_equal(graph_of(world->map, world->shared[kind]), graph_of(world->map, world->shared[0]));
    assert_same_graph(graph_of(world->map, world->shared[0]), graph_of(fresh, units[0]));
    fw_map_destroy(fresh);
}

TEST(a_repaired_graph_equals_one_that_is_built_from_scratch)
{
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

/// What a unit leaves in the graph when it is removed goes with the next one that comes, with fw_map_prepare(), or with
/// the next commit.
TEST(units_that_come_and_go_leave_the_graph_of_one_from_scratch)
{
    random_source source = { 83 };
    for (int again = 0; again < 3; again++) {
        world world = { .map = land(&source), .path = new_path() };
        add_shared(world.map, FW_DOMINANCE_DEFAULT, FW_PLACEMENT_CHEAPEST, world.shared);
        fw_unit_def guest = kind_of(0, FW_DOMINANCE_DEFAULT, FW_PLACEMENT_CHEAPEST);
        guest.size = 4;
        guest.abstraction = FW_ABSTRACTION_SHARED;
        const fw_unit_id unit = add_unit(world.map, guest);
        assert_ptr_equal(graph_of(world.map, unit), graph_of(world.map, world.shared[0]));
        assert_int_equal(fw_planner_create(world.map, NULL, &world.planner), FW_OK);
        assert_int_equal(fw_map_remove_unit(world.map, unit), FW_OK);
        int32_t at[4] = { 1, 1, 60, 60 };
        assert_int_equal(ask(&world, world.shared[0], FW_HIERARCHY, at) < 0,
                         ask(&world, world.shared[0], FW_ASTAR, at) < 0);
        if (again == 2) {
            assert_int_equal(fw_map_set_rect(world.map, 30, 30, 2, 1, FW_SAND), FW_OK);
            assert_int_equal(fw_map_commit(world.map), FW_OK);
        } else if (again == 1) {
            assert_int_equal(fw_map_prepare(world.map, world.shared[2], FW_HIERARCHY), FW_OK);
        } else {
            assert_int_equal(fw_map_remove_unit(world.map, world.shared[5]), FW_OK);
            guest = kind_of(5, FW_DOMINANCE_DEFAULT, FW_PLACEMENT_CHEAPEST);
            guest.abstraction = FW_ABSTRACTION_SHARED;
            world.shared[5] = add_unit(world.map, guest);
        }
        assert_like_one_from_scratch(&world, FW_DOMINANCE_DEFAULT, FW_PLACEMENT_CHEAPEST);
        world_end(&world);
    }
}

/// 16 kinds share a graph; the next one begins another.
TEST(a_graph_serves_16_kinds)
{
    fw_map *map = open_map(24, 24);
    fw_unit_id units[SHARED_KINDS + 1];
    fw_cluster_summary summary;
    for (int kind = 0; kind <= SHARED_KINDS; kind++) {
        fw_unit_def def = kind_of(0, FW_DOMINANCE_DEFAULT, FW_PLACEMENT_CHEAPEST);
        def.abstraction = FW_ABSTRACTION_SHARED;
        def.terrain_cost[FW_SWAMP] = (float)(2 + kind);
        units[kind] = add_unit(map, def);
    }
    assert_int_equal(fw_map_clusters(map, units[0], &summary), FW_OK);
    assert_int_equal(summary.abstraction, FW_ABSTRACTION_SHARED);
    assert_int_equal(summary.kinds, SHARED_KINDS);
    assert_int_equal(summary.dominance, FW_DOMINANCE_DEFAULT);
    assert_int_equal(fw_map_clusters(map, units[SHARED_KINDS], &summary), FW_OK);
    assert_int_equal(summary.kinds, 1);
    fw_map_destroy(map);
}

/// However many graphs there are, a unit finds the one that it may join.
TEST(a_unit_joins_the_graph_that_has_room_behind_full_ones)
{
    enum { FULL = 16 }; // graphs
    fw_map *map = open_map(12, 12);
    fw_cluster_summary summary;
    for (int i = 0; i < FULL * SHARED_KINDS + 2; i++) {
        fw_unit_def def = kind_of(0, FW_DOMINANCE_DEFAULT, FW_PLACEMENT_CHEAPEST);
        def.methods = FW_METHOD_BIT(FW_HIERARCHY);
        def.abstraction = FW_ABSTRACTION_SHARED;
        def.size = i < FULL * SHARED_KINDS ? 1 : 2;
        def.terrain_cost[FW_SWAMP] = (float)(1 + i / SHARED_KINDS);
        def.terrain_cost[FW_SAND] = (float)(1 + i % SHARED_KINDS);
        const fw_unit_id unit = add_unit(map, def);
        assert_int_equal(fw_map_clusters(map, unit, &summary), FW_OK);
        assert_int_equal(summary.kinds, i % SHARED_KINDS + 1);
    }
    fw_map_destroy(map);
}

/// Figure 15 of Harabor & Botea: of two transitions between two clusters, one must be swum, the other one walked. Weak
/// dominance leaves the one that more kinds can use. Strong dominance leaves both.
TEST(weak_dominance_leaves_what_most_kinds_can_use)
{
    static const fw_dominance dominances[] = { FW_DOMINANCE_STRONG, FW_DOMINANCE_WEAK };
    for (int i = 0; i < 2; i++) {
        const char *rows[] = {
            "................", "................", "................", "........~.......",
            "........#.......", "................", "................", "................"
        };
        fw_map *map = DRAWN(rows);
        fw_unit_id unit = 0;
        for (int swims = 0; swims < 2; swims++) {
            fw_unit_def def = unit_of_size(1);
            def.methods = FW_METHOD_BIT(FW_HIERARCHY);
            def.cluster = CLUSTER;
            def.dominance = dominances[i];
            def.abstraction = FW_ABSTRACTION_SHARED;
            def.terrain_cost[FW_WATER] = (float)swims;
            unit = add_unit(map, def);
        }
        const cluster_record *record = graph_of(map, unit)->records[0];
        if (dominances[i] == FW_DOMINANCE_STRONG)
            assert_true(cluster_record_count(record) > 1);
        else {
            assert_int_equal(cluster_record_count(record), 1);
            assert_int_equal(shared_notes_of(record).may_use[0], 3); // walkers and those who swim, too
        }
        fw_map_destroy(map);
    }
}

/// Counts marks, and checks those of edges.
typedef struct edge_marks {
    int count;
    int of_size[3];
} edge_marks;

static bool count_edge(const fw_mark *mark, void *user)
{
    edge_marks *seen = user;
    if (mark->kind != FW_MARK_ABSTRACT_EDGE)
        return true;
    assert_true(mark->numbers[0] > 0);
    assert_true(mark->numbers[1] == 1 || mark->numbers[1] == 2);
    assert_true(mark->numbers[2] > 0);
    seen->count++;
    seen->of_size[(int)mark->numbers[1]]++;
    return true;
}

TEST(an_inspection_tells_the_size_and_capability_of_each_edge)
{
    random_source source = { 84 };
    world world = world_of(&source, FW_DOMINANCE_STRONG, FW_PLACEMENT_CHEAPEST);
    edge_marks shared = { 0 }, own = { 0 };
    assert_int_equal(fw_inspect_clusters(world.map, world.shared[0], count_edge, &shared), FW_OK);
    assert_int_equal(fw_inspect_clusters(world.map, world.own[5], count_edge, &own), FW_OK);
    assert_true(shared.of_size[1] > shared.of_size[2] && shared.of_size[2] > 0);
    assert_true(own.of_size[1] == 0 && own.of_size[2] > 0);
    fw_cluster_summary summary;
    assert_int_equal(fw_map_clusters(world.map, world.shared[0], &summary), FW_OK);
    assert_true((size_t)shared.count > summary.edges);
    world_end(&world);
}

TEST(only_units_that_do_not_always_cut_corners_share_a_graph)
{
    fw_unit_def def = unit_of_size(1);
    def.abstraction = FW_ABSTRACTION_SHARED;
    def.corners = FW_CORNERS_ALWAYS;
    const fw_refusal why = fw_unit_refusal(&def);
    assert_int_equal(why.result, FW_BAD_VALUE);
    assert_string_equal(why.field, "abstraction");
    def.corners = FW_CORNERS_ONE;
    assert_int_equal(fw_unit_refusal(&def).result, FW_OK);
    def.abstraction = (fw_abstraction)3;
    assert_string_equal(fw_unit_refusal(&def).field, "abstraction");
}

/// A map in the making, whose allocator may fail.
typedef struct making {
    fw_allocator hooks;
    fw_map *map;
    fw_unit_id units[4];
    fw_snapshot *held;
} making;

static fw_result make(making *made, int step)
{
    fw_map_def def = fw_default_map_def();
    def.width = def.height = 20;
    def.allocator = &made->hooks;
    if (step == 0)
        return fw_map_create(&def, &made->map);
    if (step <= 3) {
        fw_unit_def unit = kind_of(step == 3 ? 4 : step, FW_DOMINANCE_DEFAULT, FW_PLACEMENT_CHEAPEST);
        unit.abstraction = FW_ABSTRACTION_SHARED;
        return fw_map_add_unit(made->map, &unit, &made->units[step]);
    }
    switch (step) {
    case 4: // much of the map: its tables are built anew
        return fw_map_set_rect(made->map, 0, 0, 20, 20, FW_GROUND);
    case 6:
        return fw_map_set_rect(made->map, 7, 3, 1, 1, FW_BLOCKED);
    case 8:
        return fw_snapshot_take(made->map, &made->held);
    case 9:
        return fw_map_set_rect(made->map, 8, 8, 1, 1, FW_SWAMP);
    case 11:
        return fw_map_remove_unit(made->map, made->units[1]);
    case 12:
        return fw_map_prepare(made->map, made->units[2], FW_HIERARCHY);
    default: // 5, 7 and 10
        return fw_map_commit(made->map);
    }
}

/// Makes a map with an allocator that fails once, at its n-th call; a step that fails is repeated.
///
/// @param expected  the map without a failure, or null
static bool make_failing_at(uint64_t n, const making *expected, ration *given, making *made)
{
    bool failed = false;
    *given = (ration){ .left = n, .once = true };
    *made = (making){ .hooks = rationed(given) };
    for (int step = 0; step <= 12; step++) {
        fw_result result = make(made, step);
        if (result == FW_NO_MEMORY) {
            assert_false(failed);
            failed = true;
            result = make(made, step);
        }
        assert_int_equal(result, FW_OK);
        if (step == 10)
            assert_true(graph_of(made->map, made->units[1]) == graph_of(made->map, made->units[3]));
    }
    if (expected)
        assert_same_graph(graph_of(made->map, made->units[2]), graph_of(expected->map, expected->units[2]));
    return failed || given->left == 0;
}

static void end_making(making *made, const ration *given)
{
    fw_snapshot_release(made->held);
    fw_map_destroy(made->map);
    assert_int_equal(given->held, 0);
    assert_int_equal(given->bytes, 0);
}

TEST(memory_that_fails_at_any_call_changes_nothing_and_leaks_nothing)
{
    ration plenty, given;
    making whole, made;
    make_failing_at(UNRATIONED, NULL, &plenty, &whole);
    const uint64_t calls = plenty.calls;
    int failures = 0;
    for (uint64_t n = 0; n < calls; n += (uint64_t)stride(3)) {
        failures += make_failing_at(n, &whole, &given, &made);
        end_making(&made, &given);
    }
    end_making(&whole, &plenty);
    assert_true(failures > 100);
}

enum { READERS = 3, LOOKS = 40 };

typedef struct reader {
    pthread_t thread;
    const world *world;
    uint64_t seed;
    int found, wrong;
} reader;

/// Asks on versions of a map that an editor changes.
static void *read_versions(void *argument)
{
    reader *self = argument;
    random_source source = { self->seed };
    fw_path *path = NULL;
    self->wrong += fw_path_create(NULL, &path) != FW_OK;
    for (int i = 0; i < LOOKS; i++) {
        fw_snapshot *held = NULL;
        fw_planner *planner = NULL;
        fw_request ask = fw_default_request();
        int32_t at[4];
        random_places(&source, at);
        const int kind = (int)random_below(&source, KINDS);
        ask.unit = self->world->shared[kind];
        ask.start = fw_pose_on_tile(at[0], at[1], 1 + kind / 3);
        ask.goal = fw_goal_on_tile(at[2], at[3], 1 + kind / 3);
        self->wrong += fw_snapshot_take(self->world->map, &held) != FW_OK;
        self->wrong += fw_planner_create(fw_snapshot_map(held), NULL, &planner) != FW_OK;
        ask.method = FW_ASTAR;
        const fw_result expected = fw_find_path(planner, &ask, path);
        ask.method = FW_HIERARCHY;
        self->wrong += fw_find_path(planner, &ask, path) != expected;
        self->found += expected == FW_OK;
        fw_planner_destroy(planner);
        fw_snapshot_release(held);
    }
    fw_path_destroy(path);
    return NULL;
}

TEST(threads_read_versions_while_the_map_is_edited)
{
    random_source source = { 85 };
    world world = world_of(&source, FW_DOMINANCE_DEFAULT, FW_PLACEMENT_CHEAPEST);
    reader readers[READERS];
    int found = 0;
    for (int i = 0; i < READERS; i++) {
        readers[i] = (reader){ .world = &world, .seed = 90 + (uint64_t)i };
        assert_int_equal(pthread_create(&readers[i].thread, NULL, read_versions, &readers[i]), 0);
    }
    for (int edit = 0; edit < 30; edit++) {
        const int32_t x = (int32_t)random_below(&source, WIDTH), y = (int32_t)random_below(&source, HEIGHT);
        assert_int_equal(fw_map_set_tile(world.map, x, y, (uint8_t)random_below(&source, 4)), FW_OK);
        assert_int_equal(fw_map_commit(world.map), FW_OK);
    }
    for (int i = 0; i < READERS; i++) {
        assert_int_equal(pthread_join(readers[i].thread, NULL), 0);
        assert_int_equal(readers[i].wrong, 0);
        found += readers[i].found;
    }
    assert_true(found > 20);
    assert_like_one_from_scratch(&world, FW_DOMINANCE_DEFAULT, FW_PLACEMENT_CHEAPEST);
    world_end(&world);
}
