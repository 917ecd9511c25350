// The hybrid against directional search and the independent checker.
// FAIRWAY_MANY=10 in the environment runs ten times the random maps.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/scarce.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 48 };

static fw_unit_def truck_of(int kind)
{
    static const double radii[] = { 1.5, 2, 1, 2 };
    const fw_footprint bodies[] = { fw_circle(0.33), fw_rectangle(1.2, 0.6), fw_circle(0.9),
                                    fw_rectangle(2.6, 1.4) };
    fw_unit_def truck = vehicle(bodies[kind], 1 + kind / 2, radii[kind], FW_HYBRID);
    truck.methods |= FW_METHOD_BIT(FW_HYBRID_STRICT);
    return truck;
}

/// Blocks tiles anew: what a unit's motions are made of stays.
static void redraw(fw_map *map, random_source *source, uint32_t blocked_percent)
{
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            const bool blocked = random_below(source, 100) < blocked_percent;
            assert_int_equal(fw_map_set_tile(map, x, y, blocked ? FW_BLOCKED : FW_GROUND), FW_OK);
        }
    assert_int_equal(fw_map_commit(map), FW_OK);
}

/// A query between random poses, every third one off the lattice, every fourth one to any heading.
static fw_request query_at_random(const road_test *test, random_source *source, int number)
{
    const lattice_pose goal = pose_at_random(source, SIDE), start = pose_at_random(source, SIDE);
    fw_request ask = request_on(test, FW_HYBRID, start, goal);
    fw_pose *const ends[] = { &ask.start, &ask.goal.pose };
    for (int end = 0; number % 3 == 0 && end < 2; end++) {
        ends[end]->x += random_unit(source) - 0.5;
        ends[end]->y += random_unit(source) - 0.5;
        ends[end]->heading += (random_unit(source) - 0.5) * (FW_PI / 4);
    }
    if (number % 4 == 0)
        ask.goal.kind = FW_GOAL_PLACE;
    return ask;
}

/// The cost of the path that a method finds; 0 without one. Each path must be legal.
static double cost_by(const road_test *test, fw_request ask, fw_method method)
{
    fw_path_summary summary;
    ask.method = method;
    if (fw_find_path(test->planner, &ask, test->path) != FW_OK)
        return 0;
    assert_path_is_legal(test, &ask);
    assert_int_equal(fw_path_summarise(test->path, &summary), FW_OK);
    return summary.cost;
}

/// Directional search is the oracle: it counts each change of gear, and drives in both gears. Turns on the spot by arcs
/// in alternating gears take eight changes for an eighth of a turn.
TEST(a_reversing_hybrid_knows_what_changes_of_gear_cost)
{
    random_source source = { 4803 };
    fw_unit_def car = vehicle(fw_circle(0.4), 1, 4, FW_HYBRID);
    car.reverse = true;
    car.reverse_penalty = 2;
    car.gear_change_cost = 1;
    road_test test = road_on(map_at_random(&source, SIDE, SIDE, 0, 1), car);
    double hybrid = 0, directional = 0;
    for (int i = 0; i < 80; i++) {
        if (i % 5 == 0)
            redraw(test.map, &source, 4 + random_below(&source, 12));
        const fw_request ask = query_at_random(&test, &source, i);
        const double best = cost_by(&test, ask, FW_DIRECTIONAL), cost = cost_by(&test, ask, FW_HYBRID);
        hybrid += cost;
        directional += best;
        assert_true(cost <= best * 2);
        assert_int_equal(cost > 0, best > 0);
    }
    assert_true(directional > 0 && hybrid <= directional * 1.15);
    road_end(&test);
}

/// A vehicle without a reverse gear turns round to a goal beside it.
TEST(auto_is_no_worse_than_directional_search_near_the_start)
{
    random_source source = { 4804 };
    road_test test =
        road_on(map_at_random(&source, SIDE, SIDE, 0, 1), vehicle(fw_circle(0.4), 1, 3, FW_HYBRID));
    for (int i = 0; i < 60; i++) {
        if (i % 5 == 0)
            redraw(test.map, &source, random_below(&source, 12));
        fw_request ask = query_at_random(&test, &source, i);
        ask.start.x = ask.goal.pose.x + fmod(ask.start.x - ask.goal.pose.x, 16);
        ask.start.y = ask.goal.pose.y + fmod(ask.start.y - ask.goal.pose.y, 16);
        assert_true(cost_by(&test, ask, FW_AUTO) <= cost_by(&test, ask, FW_DIRECTIONAL));
    }
    road_end(&test);
}

TEST(the_hybrid_finds_legal_paths_wherever_directional_search_finds_any)
{
    random_source source = { 41 };
    int found = 0, strict = 0, smoothed = 0;
    for (int kind = 0; kind < 4; kind++) {
        road_test test = road_on(map_at_random(&source, SIDE, SIDE, 0, 1), truck_of(kind));
        for (int i = 0; i < rounds(60); i++) {
            if (i % 5 == 0)
                redraw(test.map, &source, random_below(&source, 16));
            fw_request ask = query_at_random(&test, &source, i);
            ask.method = FW_DIRECTIONAL;
            const fw_result from_scratch = fw_find_path(test.planner, &ask, test.path);
            ask.method = FW_HYBRID;
            const fw_result hybrid = fw_find_path(test.planner, &ask, test.path);
            if (from_scratch == FW_OK)
                assert_int_equal(hybrid, FW_OK);
            if (hybrid != FW_OK) {
                assert_int_equal(hybrid, from_scratch);
                continue;
            }
            assert_path_is_legal(&test, &ask);
            found++;
            ask.method = FW_HYBRID_STRICT;
            if (fw_find_path(test.planner, &ask, test.path) == FW_OK) {
                assert_path_is_legal(&test, &ask);
                fw_path_summary summary;
                fw_path_summarise(test.path, &summary);
                assert_int_equal(summary.method, FW_HYBRID_STRICT); // and no search from scratch
                strict++;
            }
            ask.method = FW_GRID;
            ask.pre_smooth = FW_PRE_SMOOTH_48;
            if (fw_find_path(test.planner, &ask, test.path) != FW_OK)
                continue;
            int32_t stretches = 0;
            fw_path_impossible(test.path, &stretches);
            if (stretches == 0) {
                assert_path_is_legal(&test, &ask);
                smoothed++;
            }
        }
        road_end(&test);
    }
    assert_true(found > at_least(80));
    assert_true(strict > found / 4); // turning radii beyond a tile are too large for it
    assert_true(smoothed > found / (5 * stride(2)));
    assert_true(smoothed < found && strict < found);
}

TEST(slices_change_no_answer)
{
    random_source source = { 42 };
    road_test test = road_on(map_at_random(&source, SIDE, SIDE, 8, 1), truck_of(0));
    for (int i = 0; i < rounds(40); i++) {
        fw_request ask = query_at_random(&test, &source, i);
        ask.method = i % 2 ? FW_HYBRID : FW_HYBRID_STRICT;
        assert_slices_change_nothing(&test, &ask, &source);
    }
    road_end(&test);
}

TEST(the_best_so_far_comes_along_the_path_while_that_is_searched)
{
    random_source source = { 46 };
    road_test test = road_on(map_at_random(&source, SIDE, SIDE, 6, 1), truck_of(0));
    fw_check_def judge = fw_default_check_def();
    judge.has_start = judge.check_cost = true;
    int found = 0, half_way = 0;
    for (int i = 0; i < rounds(40); i++) {
        const fw_request ask = query_at_random(&test, &source, i);
        const fw_result whole = fw_find_path(test.planner, &ask, test.path);
        const double length = fw_path_length(test.path);
        double longest = 0;
        fw_search *search = new_search(test.planner, &ask);
        judge.start = ask.start;
        while (fw_search_step(search, 1 + random_below(&source, 9)) == FW_PENDING) {
            fw_check_report report;
            assert_int_equal(fw_search_best_so_far(search, test.path), FW_OK);
            assert_int_equal(fw_path_check(test.map, test.unit, test.path, &judge, &report), FW_OK);
            assert_true(report.legal);
            longest = fmax(longest, fw_path_length(test.path));
        }
        assert_int_equal(fw_search_step(search, 1), whole);
        if (whole == FW_OK) {
            assert_int_equal(fw_search_best_so_far(search, test.path), FW_OK);
            assert_true(fw_path_length(test.path) == length); // looking has changed nothing
            found++;
            half_way += longest > length / 2;
        }
        fw_search_end(search);
    }
    assert_true(half_way > found / 2);
    road_end(&test);
}

TEST(limits_on_work_hold_over_all_steps_and_what_is_there_then_can_be_driven)
{
    random_source source = { 43 };
    road_test test = road_on(map_at_random(&source, SIDE, SIDE, 10, 1), truck_of(1));
    int partial = 0;
    for (int i = 0; i < rounds(60); i++) {
        fw_request ask = query_at_random(&test, &source, i);
        if (fw_find_path(test.planner, &ask, test.path) != FW_OK)
            continue;
        fw_statistics all, cut;
        fw_planner_statistics(test.planner, &all);
        ask.max_work = 1 + random_below(&source, (uint32_t)all.work);
        const fw_result limited = fw_find_path(test.planner, &ask, test.path);
        assert_true(limited == FW_OK || limited == FW_LIMIT);
        fw_planner_statistics(test.planner, &cut);
        assert_true(cut.work <= all.work);
        ask.partial = true;
        if (limited == FW_LIMIT && fw_find_path(test.planner, &ask, test.path) == FW_OK) {
            fw_check_def def = fw_default_check_def();
            fw_check_report report;
            def.has_start = true;
            def.start = ask.start;
            assert_int_equal(fw_path_check(test.map, test.unit, test.path, &def, &report), FW_OK);
            assert_true(report.legal);
            partial++;
        }
    }
    assert_true(partial > at_least(5));
    road_end(&test);
}

TEST(a_slow_search_in_flight_and_hundreds_of_fast_ones_do_not_disturb_each_other)
{
    enum { SLICE = 50, LONGEST_STEP = 2 * 1024 }; // the field goes on in pieces of 1,024 tiles
    random_source source = { 45 };
    road_test test = road_on(map_at_random(&source, 200, 200, 12, 1), truck_of(0));
    fw_path *slow_path = new_path();
    fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 2, 2, 0 }, (lattice_pose){ 190, 190, 2 });
    assert_int_equal(fw_map_set_rect(test.map, 0, 0, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(test.map, 184, 184, 14, 14, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(test.map), FW_OK);
    ask.heuristic = FW_HEURISTIC_MOTIONS; // slower: it keeps its bound
    const fw_result alone = fw_find_path(test.planner, &ask, slow_path);
    const double length = fw_path_length(slow_path);
    assert_int_equal(alone, FW_OK);
    fw_search *slow = new_search(test.planner, &ask);
    fw_result stepped = FW_PENDING;
    int answered = 0;
    for (int i = 0; stepped == FW_PENDING || i < 300; i++) {
        fw_statistics before, after;
        fw_search_statistics(slow, &before);
        if (stepped == FW_PENDING)
            stepped = fw_search_step(slow, SLICE);
        fw_search_statistics(slow, &after);
        assert_true(after.work - before.work <= LONGEST_STEP);
        fw_request fast = query_at_random(&test, &source, i);
        fast.method = i % 3 ? FW_HYBRID : FW_GRID;
        answered += fw_find_path(test.planner, &fast, test.path) == FW_OK;
    }
    assert_true(answered > 100);
    assert_int_equal(stepped, alone);
    assert_int_equal(fw_search_best_so_far(slow, slow_path), FW_OK);
    assert_true(fw_path_length(slow_path) == length);
    fw_search_end(slow);
    fw_path_destroy(slow_path);
    road_end(&test);
}

/// A corner that a radius of 2 cannot take on the tiles of the shortest path alone.
static const char *const corner[] = { "....................", //
                                      "....................", //
                                      "....................", //
                                      "....................", //
                                      "###############.....", //
                                      "###############.....", //
                                      "...............#....", //
                                      "....................", //
                                      "....................", //
                                      "....................", //
                                      "....................", //
                                      "...................." };

TEST(what_cannot_be_smoothed_keeps_its_path_on_the_grid_and_says_so)
{
    road_test test = road_on(DRAWN(corner), vehicle(fw_circle(0.33), 1, 2, FW_HYBRID));
    // The goal faces a wall at its back: no way leads into it.
    fw_request ask = request_on(&test, FW_GRID, (lattice_pose){ 1, 2, 0 }, (lattice_pose){ 14, 6, 4 });
    ask.pre_smooth = FW_PRE_SMOOTH_48;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_ILLEGAL);
    int32_t stretches;
    const double *stretch = fw_path_impossible(test.path, &stretches);
    assert_int_equal(stretches, 1);
    assert_true(stretch[1] == fw_path_length(test.path));
    fw_pose end;
    fw_path_pose_at(test.path, fw_path_length(test.path), &end);
    assert_true(end.x == ask.goal.pose.x && end.y == ask.goal.pose.y);
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.has_start = true;
    def.start = ask.start;
    fw_path_check(test.map, test.unit, test.path, &def, &report);
    assert_false(report.legal);
    assert_int_equal(report.faults[FW_FAULT_BLOCKED], 0);
    road_end(&test);
}

TEST(auto_drives_units_that_turn_in_arcs_and_walks_all_others)
{
    fw_unit_def car = vehicle(fw_circle(0.33), 1, 2, FW_AUTO);
    road_test test = road_on(DRAWN(corner), car);
    fw_path_summary summary;
    fw_request ask = request_on(&test, FW_AUTO, (lattice_pose){ 1, 2, 0 }, (lattice_pose){ 2, 9, 4 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    fw_path_summarise(test.path, &summary);
    assert_true(summary.method == FW_HYBRID || summary.method == FW_DIRECTIONAL);
    ask.goal = fw_goal_within(2, 9, 65); // what directional search cannot be asked is walked
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    fw_path_summarise(test.path, &summary);
    assert_int_equal(summary.method, FW_ASTAR);
    car.turn_radius = 0;
    ask = request_on(&test, FW_AUTO, (lattice_pose){ 1, 2, 0 }, (lattice_pose){ 2, 9, 4 });
    ask.unit = add_unit(test.map, car);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    fw_path_summarise(test.path, &summary);
    assert_int_equal(summary.method, FW_JUMP_POINTS);
    road_end(&test);
}

TEST(what_cannot_be_asked_is_named)
{
    road_test test = road_on(DRAWN(corner), vehicle(fw_circle(0.33), 1, 2, FW_GRID));
    const lattice_pose start = { 1, 2, 0 }, goal = { 2, 9, 4 };
    fw_request ask = request_on(&test, FW_HYBRID, start, goal);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_PREPARED);
    ask.method = FW_GRID;
    ask.pre_smooth = FW_PRE_SMOOTH_48;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_PREPARED);
    assert_int_equal(fw_map_prepare(test.map, test.unit, FW_HYBRID), FW_OK);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    ask.goal = fw_goal_within(2, 9, 3);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    ask = request_on(&test, FW_DIRECTIONAL, start, goal);
    ask.pre_smooth = FW_PRE_SMOOTH_48;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    fw_unit_def walker = fw_default_unit_def();
    walker.footprint = fw_circle(0.33);
    ask = request_on(&test, FW_HYBRID, start, goal);
    ask.unit = add_unit(test.map, walker);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    assert_int_equal(fw_map_prepare(test.map, ask.unit, FW_HYBRID), FW_METHOD_DOES_NOT_FIT);
    road_end(&test);
}

TEST(warm_queries_allocate_nothing_and_failed_allocations_lose_nothing)
{
    random_source source = { 44 };
    road_test test = road_on(map_at_random(&source, SIDE, SIDE, 10, 1), truck_of(0));
    for (int i = 0; i < rounds(6); i++) {
        const fw_request ask = query_at_random(&test, &source, i);
        assert_scarce_memory_is_survived(test.map, &ask, test.path, 20);
    }
    road_end(&test);
}
