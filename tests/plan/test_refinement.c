// A quick path, as if terrains cost nearly the same, and what work makes of it, beside A*.

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/check_for.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/scarce.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 90, PATCH = 6 };

static const uint8_t terrains[] = { FW_GROUND, FW_GROUND, FW_SAND, FW_SWAMP, FW_TREE, FW_BLOCKED };

/// A map of patches of terrains.
static fw_map *patched_map(random_source *source)
{
    fw_map *map = open_map(SIDE, SIDE);
    for (int32_t y = 0; y < SIDE; y += PATCH)
        for (int32_t x = 0; x < SIDE; x += PATCH)
            assert_int_equal(
                fw_map_set_rect(map, x, y, PATCH, PATCH, terrains[random_below(source, sizeof terrains)]),
                FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static fw_unit_id walker_on(fw_map *map, int32_t size)
{
    fw_unit_def def = fw_default_unit_def();
    def.size = size;
    def.terrain_cost[FW_GROUND] = 1;
    def.terrain_cost[FW_SAND] = 3;
    def.terrain_cost[FW_SWAMP] = 8;
    def.terrain_cost[FW_TREE] = 20;
    return add_unit(map, def);
}

/// Draws two connected places.
static fw_request draw_request(const fw_map *map, fw_unit_id unit, int32_t size, random_source *source)
{
    int32_t x[2], y[2];
    do
        for (int i = 0; i < 2; i++) {
            x[i] = (int32_t)random_below(source, SIDE);
            y[i] = (int32_t)random_below(source, SIDE);
        }
    while (!fw_map_region(map, unit, x[0], y[0]) ||
           fw_map_region(map, unit, x[0], y[0]) != fw_map_region(map, unit, x[1], y[1]));
    fw_request ask = fw_default_request();
    ask.unit = unit;
    ask.method = FW_ASTAR;
    ask.start = fw_pose_on_tile(x[0], y[0], size);
    ask.goal = fw_goal_on_tile(x[1], y[1], size);
    return ask;
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    assert_int_equal(summary.outcome, FW_OUTCOME_FOUND);
    return summary.cost;
}

static void assert_legal(const fw_map *map, const fw_request *ask, const fw_path *path)
{
    fw_check_def def = check_for(ask);
    fw_check_report report;
    def.check_cost = true;
    assert_int_equal(fw_path_check(map, ask->unit, path, &def, &report), FW_OK);
    assert_true(report.legal);
}

/// Steps a refined search to its end. The best path so far is whole from the quick path on, and never gets dearer.
///
/// @return the cost of the quick path
static double refine_in_steps(fw_planner *planner, const fw_map *map, const fw_request *ask, fw_path *path)
{
    double first = NAN, last = INFINITY, progress = 0;
    fw_search *search = new_search(planner, ask);
    while (fw_search_step(search, 100) == FW_PENDING) {
        fw_path_summary summary;
        assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
        fw_path_summarise(path, &summary);
        assert_true(fw_search_progress(search) >= progress);
        progress = fw_search_progress(search);
        if (summary.outcome != FW_OUTCOME_FOUND)
            continue;
        assert_legal(map, ask, path);
        assert_true(summary.cost <= last * (1 + 1e-12));
        last = summary.cost;
        first = isnan(first) ? last : first;
    }
    assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
    assert_true(cost_of(path) <= last * (1 + 1e-12));
    fw_search_end(search);
    return isnan(first) ? cost_of(path) : first;
}

TEST(a_quick_path_gets_cheaper_until_it_is_the_cheapest)
{
    random_source source = { 11 };
    int dearer = 0;
    for (int round = 0; round < rounds(30); round++) {
        fw_map *map = patched_map(&source);
        const int32_t size = 1 + (int32_t)random_below(&source, 2);
        const fw_unit_id unit = walker_on(map, size);
        fw_planner *planner = new_planner(map);
        fw_path *path = new_path(), *whole = new_path();
        fw_request ask = draw_request(map, unit, size, &source);
        fw_statistics did;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        const double cheapest = cost_of(path);
        ask.refine = UINT64_MAX;
        assert_int_equal(fw_find_path(planner, &ask, whole), FW_OK);
        assert_int_equal(fw_planner_statistics(planner, &did), FW_OK);
        assert_true(fabs(cost_of(whole) - cheapest) <= 1e-9 * cheapest);
        assert_true(did.bound == 1.0);
        dearer += refine_in_steps(planner, map, &ask, path) > cheapest * 1.01;
        assert_true(cost_of(path) == cost_of(whole)); // slices change nothing
        ask.refine = 1;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        assert_true(cost_of(path) >= cheapest - 1e-9 * cheapest);
        assert_legal(map, &ask, path);
        fw_path_destroy(path);
        fw_path_destroy(whole);
        fw_planner_destroy(planner);
        fw_map_destroy(map);
    }
    assert_true(dearer > 0); // quick paths are not the cheapest
}

/// Terrains that cost 1, 3, 8 and 20 count as 1, 1.1, 1.2 and 1.3: straight through the trees, not around them.
TEST(the_quick_path_takes_terrains_as_nearly_alike)
{
    fw_map_def def = fw_default_map_def();
    fw_map *map;
    def.width = def.height = 40;
    assert_int_equal(fw_map_create(&def, &map), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 18, 0, 4, 40, FW_TREE), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 18, 38, 4, 2, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_request ask = fw_default_request();
    ask.unit = walker_on(map, 1);
    ask.method = FW_ASTAR;
    ask.start = fw_pose_on_tile(5, 20, 1);
    ask.goal = fw_goal_on_tile(34, 20, 1);
    ask.refine = 1;
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    assert_true(fabs(cost_of(path) - (25 + 4 * 20)) <= 1e-9);
    assert_legal(map, &ask, path);
    ask.refine = 100000;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    assert_true(cost_of(path) < 60); // around the trees
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

TEST(limits_end_the_refinement_and_what_it_cannot_keep_to_is_refused)
{
    random_source source = { 12 };
    fw_map *map = patched_map(&source);
    const fw_unit_id unit = walker_on(map, 1);
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    fw_request ask = draw_request(map, unit, 1, &source);
    ask.refine = UINT64_MAX;
    for (uint64_t most = 1; most < 40000; most = most * 3 + 1) {
        fw_statistics did;
        ask.max_work = most;
        ask.partial = true;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        assert_int_equal(fw_planner_statistics(planner, &did), FW_OK);
        assert_true(did.work <= most + 1);
    }
    ask.max_work = 0;
    const char *const others[] = { "weight", "max_distance", "fewer_bends" };
    for (int i = 0; i < 3; i++) {
        fw_request bad = ask;
        bad.weight = i == 0 ? 2 : 1;
        bad.max_distance = i == 1 ? 10 : 0;
        bad.fewer_bends = i == 2;
        const fw_refusal why = fw_request_refusal(map, &bad);
        assert_int_equal(fw_find_path(planner, &bad, path), FW_METHOD_DOES_NOT_FIT);
        assert_string_equal(why.field, "refine");
        assert_string_equal(why.other, others[i]);
    }
    ask.method = FW_ON_DEMAND;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_METHOD_DOES_NOT_FIT);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

/// Methods that the request leaves open answer as if it did not refine, and say so: whether A* is the method that
/// answers depends on the map.
TEST(a_request_that_names_no_method_is_answered_without_the_refinement_that_another_option_excludes)
{
    random_source source = { 14 };
    fw_map *map = patched_map(&source);
    const fw_unit_id unit = walker_on(map, 1);
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    const fw_method open[] = { FW_AUTO, FW_GRID };
    for (int i = 0; i < 2; i++) {
        fw_request ask = draw_request(map, unit, 1, &source);
        ask.method = open[i];
        ask.max_distance = DBL_MAX;
        fw_path_summary plain, refined;
        fw_statistics did, again;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        fw_path_summarise(path, &plain);
        fw_planner_statistics(planner, &did);
        ask.refine = UINT64_MAX;
        assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
        fw_path_summarise(path, &refined);
        assert_int_equal(refined.method, FW_ASTAR);
        fw_planner_statistics(planner, &again);
        assert_true(refined.cost == plain.cost && again.expanded == did.expanded);
        const char *field = "";
        assert_int_equal(fw_request_ignored(map, &ask, &field, 1), 1);
        assert_string_equal(field, "refine");
        ask.max_distance = 0;
        assert_int_equal(fw_request_ignored(map, &ask, &field, 1), 0);
    }
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}

TEST(warm_refinements_allocate_nothing)
{
    random_source source = { 13 };
    fw_map *map = patched_map(&source);
    fw_request ask = draw_request(map, walker_on(map, 1), 1, &source);
    ask.refine = UINT64_MAX;
    fw_path *path = new_path();
    assert_scarce_memory_is_survived(map, &ask, path, 60);
    fw_path_destroy(path);
    fw_map_destroy(map);
}
