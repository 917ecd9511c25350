#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/shape.h"

enum {
    SIDE = 300,
    A_BLOCK = 4200, ///< places of a block of tiles that are tried at once, at most
    AT_ONCE =
        3072 ///< a slice of a field is followed to its end, and dead ends at both ends are looked for at once
};

/// A search across a large map, whose guide must come all the way from the goal before anything is expanded.
typedef struct crossing {
    fw_method method;
    fw_heuristic heuristic;
    bool fastest;
} crossing;

static const crossing crossings[] = {
    { FW_DIRECTIONAL, FW_HEURISTIC_AUTO, false },     { FW_DIRECTIONAL, FW_HEURISTIC_MOTIONS, false },
    { FW_DIRECTIONAL, FW_HEURISTIC_AUTO, true },      { FW_DIRECTIONAL_24, FW_HEURISTIC_AUTO, false },
    { FW_DIRECTIONAL, FW_HEURISTIC_STRAIGHT, false }, { FW_HYBRID, FW_HEURISTIC_AUTO, false },
};
enum { CROSSINGS = sizeof crossings / sizeof *crossings };

static fw_speed_def speeds;

static road_test begin_road(void)
{
    random_source source = { 61 };
    fw_map *map = map_at_random(&source, SIDE, SIDE, 12, 1);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, SIDE - 8, SIDE - 8, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL_24));
    assert_int_equal(fw_map_prepare(test.map, test.unit, FW_HYBRID), FW_OK);
    speeds = fw_default_speed_def();
    return test;
}

static fw_request request_across(const road_test *test, const crossing *crossing)
{
    fw_request ask = request_on(test, crossing->method, (lattice_pose){ 3, 3, 0 },
                                (lattice_pose){ SIDE - 4, SIDE - 4, 2 });
    ask.heuristic = crossing->heuristic;
    ask.fastest = crossing->fastest ? &speeds : NULL;
    return ask;
}

TEST(a_search_ends_soon_after_its_limit_on_work_whatever_it_waits_for)
{
    road_test test = begin_road();
    for (int i = 0; i < CROSSINGS; i++) {
        fw_request ask = request_across(&test, &crossings[i]);
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        fw_statistics all, cut;
        fw_planner_statistics(test.planner, &all);
        for (ask.max_work = 1; ask.max_work < all.work; ask.max_work *= 8) {
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            fw_planner_statistics(test.planner, &cut);
            assert_true(cut.work <= ask.max_work + AT_ONCE);
            assert_true(result == FW_LIMIT || (result == FW_OK && crossings[i].fastest));
        }
    }
    road_end(&test);
}

TEST(no_slice_is_much_longer_than_was_asked_for)
{
    road_test test = begin_road();
    for (int i = 0; i < CROSSINGS; i++) {
        const fw_request ask = request_across(&test, &crossings[i]);
        fw_search *search = new_search(test.planner, &ask);
        fw_statistics before = { 0 }, after;
        fw_result stepped;
        do {
            stepped = fw_search_step(search, 50);
            fw_search_statistics(search, &after);
            assert_true(after.work - before.work <= 50 + AT_ONCE);
            before = after;
        } while (stepped == FW_PENDING);
        assert_int_equal(stepped, FW_OK);
        fw_search_end(search);
    }
    road_end(&test);
}

TEST(time_runs_out_while_a_guide_grows)
{
    road_test test = begin_road();
    for (int i = 0; i < CROSSINGS; i++) {
        fw_request ask = request_across(&test, &crossings[i]);
        ask.max_time_us = 1;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_LIMIT);
        fw_statistics cut;
        fw_planner_statistics(test.planner, &cut);
        assert_true(cut.work <= AT_ONCE);
    }
    road_end(&test);
}

/// Steps a search to its end in the smallest slices.
///
/// @param most  work by which a step may exceed its slice
/// @return steps that were taken
static int step_by_one(fw_planner *planner, const fw_request *ask, fw_path *path, uint64_t most)
{
    fw_statistics before = { 0 }, after;
    fw_result stepped;
    int steps = 0;
    const fw_result whole = fw_find_path(planner, ask, path);
    const double length = fw_path_length(path);
    fw_search *search = new_search(planner, ask);
    do {
        stepped = fw_search_step(search, 1);
        fw_search_statistics(search, &after);
        assert_true(after.work - before.work <= 1 + most);
        assert_true(after.expanded <= before.expanded + 1);
        before = after;
        steps++;
    } while (stepped == FW_PENDING);
    assert_int_equal(stepped, whole);
    assert_int_equal(fw_search_best_so_far(search, path), whole == FW_OK ? FW_OK : FW_NOT_FOUND);
    assert_true(whole != FW_OK || fw_path_length(path) == length);
    fw_search_end(search);
    return steps;
}

TEST(a_slice_of_one_expands_one_node)
{
    random_source source = { 62 };
    int steps = 0;
    for (int i = 0; i < rounds(150); i++) { // so small that a vehicle can hardly turn around
        const int32_t side = 6 + (int32_t)random_below(&source, 8);
        road_test test = road_on(map_at_random(&source, side, side, 2 + 2 * (uint32_t)(i % 6), 1),
                                 vehicle(fw_circle(0.3), 1, 1 + i % 4, FW_DIRECTIONAL));
        const lattice_pose start = pose_at_random(&source, side), goal = pose_at_random(&source, side);
        fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
        ask.goal = fw_goal_pose(pose_moved_at_random(&source, ask.goal.pose));
        ask.heuristic = i % 5 == 4 ? FW_HEURISTIC_MOTIONS : FW_HEURISTIC_AUTO;
        if (!is_blocked(fw_find_path(test.planner, &ask, test.path)))
            steps += step_by_one(test.planner, &ask, test.path, AT_ONCE);
        road_end(&test);
    }
    assert_true(steps > at_least(1000));
}

TEST(the_nearest_place_is_looked_for_in_slices_that_count)
{
    road_test test = begin_road();
    assert_int_equal(fw_map_set_rect(test.map, 20, 20, SIDE - 40, SIDE - 40, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(test.map), FW_OK);
    fw_request ask = request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 3, 3, 0 },
                                (lattice_pose){ SIDE / 2, SIDE / 2 + 9, -1 });
    fw_statistics spent;
    ask.nearest = true;
    ask.max_work = 1;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_LIMIT);
    fw_planner_statistics(test.planner, &spent);
    assert_true(spent.work >= 1 && spent.work <= 1 + A_BLOCK);
    ask.max_work = 0;
    assert_true(step_by_one(test.planner, &ask, test.path, A_BLOCK) > 20);
    road_end(&test);
}

TEST(the_exit_of_a_road_is_looked_for_in_slices_that_count)
{
    enum { WIDE = 600 };
    fw_map *map = map_at_random(&(random_source){ 63 }, WIDE, WIDE, 0, 1);
    assert_int_equal(fw_map_set_rect(map, 0, 0, WIDE, 1, FW_ROAD), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    fw_unit_def unit = unit_of_size(1);
    unit.terrain_cost[FW_ROAD] = 1;
    road_test test = road_on(map, unit);
    fw_request ask =
        request_on(&test, FW_ASTAR, (lattice_pose){ 0, 0, 0 }, (lattice_pose){ 40, WIDE - 1, -1 });
    fw_statistics all;
    ask.roads = FW_ROADS_LANES;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    fw_planner_statistics(test.planner, &all);
    assert_true(all.work > all.expanded + WIDE * 10); // of some 300,000 anchors around the goal
    step_by_one(test.planner, &ask, test.path, AT_ONCE);
    road_end(&test);
}

/// Thirty-two places of a disc count as one expansion; the limit holds whether or not the search runs in slices.
TEST(a_limit_within_the_places_of_a_disc_ends_whole_and_sliced_searches_alike)
{
    fw_map *map = open_map(4, 100);
    assert_int_equal(fw_map_set_rect(map, 0, 0, 4, 32, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    scene scene = scene_of(map, unit_of_size(1));
    fw_request ask = scene_request(&scene, 1, 99, 1, 33);
    ask.goal = fw_goal_within(1, 33, 64);
    int cut = 0;
    for (ask.max_work = 1; ask.max_work <= 40; ask.max_work++) {
        fw_statistics whole, sliced;
        const fw_result result = fw_find_path(scene.planner, &ask, scene.path);
        assert_int_equal(fw_planner_statistics(scene.planner, &whole), FW_OK);
        fw_search *search = new_search(scene.planner, &ask);
        fw_result step;
        while ((step = fw_search_step(search, 1)) == FW_PENDING)
            continue;
        assert_int_equal(fw_search_statistics(search, &sliced), FW_OK);
        fw_search_end(search);
        assert_int_equal(step, result);
        assert_int_equal(sliced.work, whole.work);
        assert_int_equal(sliced.expanded, whole.expanded);
        cut += result == FW_LIMIT;
    }
    assert_in_range(cut, 1, 39);
    scene_end(&scene);
}
