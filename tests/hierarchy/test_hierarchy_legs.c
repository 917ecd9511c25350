// Searches of the hierarchy in slices, and paths that come in legs.
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/scene.h"
#include "common/unit.h"

/// Costs and places are true to this.
#define EXACT 1e-6

TEST(slices_change_nothing)
{
    random_source source = { 77 };
    for (int i = 0; i < 300; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        if (scene_pick_ends(&scene, &source, from, to)) {
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_HIERARCHY;
            ask.segment = (int32_t)random_below(&source, 10);
            const fw_result whole = scene_ask(&scene, &ask);
            fw_search *search = new_search(scene.planner, &ask);
            fw_result sliced;
            while ((sliced = fw_search_step(search, 1)) == FW_PENDING)
                continue;
            assert_int_equal(sliced, whole);
            fw_path *path = new_path();
            if (whole == FW_OK) {
                fw_path_summary summary;
                assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
                fw_path_summarise(path, &summary);
                assert_true(summary.cost == scene_summary(&scene).cost);
            }
            fw_path_destroy(path);
            fw_search_end(search);
        }
        scene_end(&scene);
    }
}

TEST(a_look_at_the_path_so_far_changes_neither_the_path_nor_the_work)
{
    random_source source = { 80 };
    int looks = 0;
    fw_path *path = new_path();
    for (int i = 0; i < 300; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        if (scene_pick_ends(&scene, &source, from, to)) {
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            fw_statistics whole, looked;
            ask.method = FW_HIERARCHY;
            const fw_result result = scene_ask(&scene, &ask);
            fw_planner_statistics(scene.planner, &whole);
            fw_search *search = new_search(scene.planner, &ask);
            for (; fw_search_step(search, 1) == FW_PENDING; looks++)
                assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
            fw_search_statistics(search, &looked);
            assert_int_equal(looked.work, whole.work);
            if (result == FW_OK) {
                fw_path_summary summary;
                assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
                fw_path_summarise(path, &summary);
                assert_true(summary.cost == scene_summary(&scene).cost);
            }
            fw_search_end(search);
        }
        scene_end(&scene);
    }
    assert_true(looks > 300);
    fw_path_destroy(path);
}

/// Asserts that a path begins with another one.
static void assert_begins_with(const fw_path *path, const fw_path *beginning)
{
    for (double at = 0; at <= fw_path_length(beginning); at += 0.25) {
        fw_pose one, other;
        fw_path_pose_at(path, at, &one);
        fw_path_pose_at(beginning, at, &other);
        assert_near(one.x, other.x, EXACT);
        assert_near(one.y, other.y, EXACT);
    }
}

/// Steps a search to its end, and keeps the path of each new leg.
///
/// @param most  paths to keep
/// @return number of legs; those of them that were not the last one have their path
static uint32_t step_by_legs(fw_search *search, fw_path *const *paths, uint32_t most)
{
    fw_statistics statistics = { 0 };
    uint32_t known = 0;
    while (fw_search_step(search, 1) == FW_PENDING) {
        fw_path_summary summary;
        assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
        assert_true(statistics.legs < most);
        assert_int_equal(fw_search_best_so_far(search, paths[statistics.legs]), FW_OK);
        fw_path_summarise(paths[statistics.legs], &summary);
        assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
        assert_true(statistics.legs > 0 || fw_path_length(paths[0]) == 0);
        known = statistics.legs;
    }
    assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
    assert_true(statistics.legs >= known);
    return known;
}

TEST(legs_that_are_ready_are_the_beginning_of_the_path)
{
    enum { MOST = 64 };
    random_source source = { 78 };
    fw_path *paths[MOST];
    double longer = 0;
    int found = 0, legs = 0;
    for (int i = 0; i < MOST; i++)
        assert_int_equal(fw_path_create(NULL, &paths[i]), FW_OK);
    for (int i = 0; i < 1000; i++) {
        scene scene = scene_with_clusters_at_random(&source);
        int32_t from[2], to[2];
        if (scene_pick_ends(&scene, &source, from, to)) {
            fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
            ask.method = FW_HIERARCHY;
            const fw_result whole = scene_ask(&scene, &ask);
            const double cost = scene_summary(&scene).cost;
            ask.segment = 1 + (int32_t)random_below(&source, 8);
            assert_int_equal(scene_ask(&scene, &ask), whole);
            fw_search *search = new_search(scene.planner, &ask);
            const uint32_t ready = step_by_legs(search, paths, MOST);
            fw_search_end(search);
            if (whole == FW_OK) {
                for (uint32_t k = 1; k <= ready; k++)
                    assert_begins_with(scene.path, paths[k]);
                longer += cost > 0 ? scene_summary(&scene).cost / cost - 1 : 0;
                legs += (int)ready;
                found++;
            }
        }
        scene_end(&scene);
    }
    for (int i = 0; i < MOST; i++)
        fw_path_destroy(paths[i]);
    assert_true(legs > found / 4);
    assert_true(longer / found < 0.054); // beside short paths that are whole, which are the cheapest ones
}

enum { WIDE_SIDE = 192, PATCHES = 600 };

/// A wide map of three terrains in patches, some of them blocked, and a unit with small clusters.
static scene wide_scene(random_source *source)
{
    fw_unit_def def = fw_default_unit_def();
    def.terrain_cost[FW_SWAMP] = 2.5f;
    def.terrain_cost[FW_SAND] = 1.5f;
    def.cluster = 8;
    def.methods = FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_ASTAR);
    return scene_with_patches(source, WIDE_SIDE, PATCHES, def);
}

/// Steps a search to its end.
///
/// @param[out] first  the first leg; empty if it was not ready before the whole path
/// @return expansions before the first leg was ready
static uint64_t step_to_the_end(fw_search *search, fw_path *first)
{
    fw_statistics statistics = { 0 };
    uint64_t expanded = 0;
    while (fw_search_step(search, 1) == FW_PENDING) {
        const uint32_t legs = statistics.legs;
        assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
        if (legs > 0 || statistics.legs == 0)
            continue;
        assert_int_equal(fw_search_best_so_far(search, first), FW_OK);
        expanded = statistics.expanded;
    }
    return expanded;
}

/// Asserts that a step ends when the first leg is ready, however much work it may do.
static void assert_ready_after_a_step(fw_search *search, fw_path *first)
{
    const double length = fw_path_length(first);
    fw_statistics statistics;
    assert_int_equal(fw_search_step(search, UINT64_MAX - 1), FW_PENDING);
    assert_int_equal(fw_search_statistics(search, &statistics), FW_OK);
    assert_int_equal(statistics.legs, 1);
    assert_int_equal(fw_search_best_so_far(search, first), FW_OK);
    assert_near(fw_path_length(first), length, EXACT);
    assert_int_equal(fw_search_step(search, 0), FW_OK);
}

TEST(the_first_leg_of_a_long_way_does_not_wait_for_the_search_to_end)
{
    random_source source = { 79 };
    scene scene = wide_scene(&source);
    double longer = 0;
    int long_ways = 0;
    fw_path *first = new_path();
    while (long_ways < 60) {
        const int32_t from = (int32_t)random_below(&source, WIDE_SIDE),
                      to = (int32_t)random_below(&source, WIDE_SIDE);
        fw_request ask = scene_request(&scene, 2, from, WIDE_SIDE - 3, to);
        ask.method = FW_ASTAR;
        if (scene_ask(&scene, &ask) != FW_OK)
            continue;
        const double least = scene_summary(&scene).cost;
        ask.method = FW_HIERARCHY;
        ask.segment = 8;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK); // legal, and its cost is exact
        fw_statistics whole;
        fw_planner_statistics(scene.planner, &whole);
        longer += scene_summary(&scene).cost / least - 1;
        fw_search *search = new_search(scene.planner, &ask);
        const uint64_t expanded = step_to_the_end(search, first);
        fw_search_end(search);
        assert_int_equal(fw_search_begin(scene.planner, &ask, &search), FW_OK);
        assert_ready_after_a_step(search, first);
        assert_true(expanded > 0 && expanded <= 32 && whole.expanded > expanded);
        assert_true(fw_path_length(first) > 0);
        assert_begins_with(scene.path, first);
        fw_search_end(search);
        long_ways++;
    }
    assert_true(longer / long_ways < 0.05);
    fw_path_destroy(first);
    scene_end(&scene);
}

/// Start and goal in a cluster of 4 x 4 tiles, with an expensive column of tiles between them, the only way from west
/// to east. The west is wide, and no landmarks tell that it leads nowhere, so that a first leg is chosen.
///
/// @param y  the top row of the column
static scene across_a_column(int32_t y)
{
    fw_unit_def def = unit_of_size(1);
    def.terrain_cost[FW_SWAMP] = 255.0f;
    def.cluster = 4;
    def.methods = FW_METHOD_BIT(FW_HIERARCHY) | FW_METHOD_BIT(FW_ASTAR);
    fw_map *map = open_map(44, 44);
    assert_int_equal(fw_map_set_rect(map, 42, 0, 1, 44, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 42, y, 1, 4, FW_SWAMP), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 0, 0, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    scene scene = scene_with_unit(map, def);
    assert_int_equal(fw_map_set_tile(map, 0, 0, FW_GROUND), FW_OK); // landmarks are not used any more
    assert_int_equal(fw_map_commit(map), FW_OK);
    return scene;
}

TEST(the_search_after_the_first_leg_forgets_the_way_from_the_old_start)
{
    for (int32_t y = 16; y <= 20; y += 4) { // the first leg leads back into the cluster of both, or out of it
        scene scene = across_a_column(y);
        fw_request ask = scene_request(&scene, 41, 22, 43, 22);
        fw_statistics statistics;
        ask.method = FW_ASTAR;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        const double least = scene_summary(&scene).cost;
        ask.method = FW_HIERARCHY;
        ask.segment = y == 16 ? 8 : 4;
        assert_int_equal(scene_ask(&scene, &ask), FW_OK);
        fw_planner_statistics(scene.planner, &statistics);
        assert_true(statistics.legs > 1);
        assert_true(scene_summary(&scene).cost < least + (y == 16 ? 1.5 : 20));
        scene_end(&scene);
    }
}
