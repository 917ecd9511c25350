// Directional search against plain relaxation over the same motions, and against the independent checker.
// FAIRWAY_MANY=10 in the environment runs ten times the random maps.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/scarce.h"
#include "common/unit.h"
#include "directional/motions/motion_kinds.h"
#include "fairway/fairway.h"
#include "map/map.h"

static const uint32_t every_method = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_DIRECTIONAL_8) |
                                     FW_METHOD_BIT(FW_DIRECTIONAL_24) | FW_METHOD_BIT(FW_DIRECTIONAL_48) |
                                     FW_METHOD_BIT(FW_DIRECTIONAL_80);

static fw_unit_def vehicle_at_random(random_source *source, fw_method method)
{
    const double radii[] = { 0.5, 1, 1.5, 2, 3, 4, 6 };
    const double radius =
        method == FW_DIRECTIONAL ? radii[1 + random_below(source, 3)] : radii[random_below(source, 7)];
    switch (random_below(source, 4)) {
    case 0:
        return vehicle(fw_rectangle(1.2, 0.6), 1, radius, method);
    case 1:
        return vehicle(fw_circle(0.9), 2, radius, method);
    case 2:
        return vehicle(fw_rectangle(2.6, 1.4), 2, radius, method);
    default:
        return vehicle(fw_circle(0.33), 1, radius, method);
    }
}

static bool oracle_reaches(const road_test *test, const fw_request *ask, lattice_pose start,
                           lattice_pose goal, bool extended, uint64_t *cost)
{
    const map_unit *unit = map_find_unit(map_version_of(test->map), test->unit);
    const motion_ground ground = { .table = map_table(map_version_of(test->map), unit,
                                                      motion_kind_of(ask->method)),
                                   .open = unit->body,
                                   .overlay = ask->overlay,
                                   .size = test->def.size,
                                   .extended_ends = extended ? BOTH_ENDS : 0,
                                   .start = start,
                                   .goals = lattice_box(goal),
                                   .extended_reach = (int32_t)ceil(2 * test->def.turn_radius) };
    static motion_walk walk;
    walk_from(&ground, start, &walk);
    *cost = walk_cost_to(&walk, goal);
    return *cost != UINT64_MAX;
}

TEST(methods_with_one_set_find_the_shortest_sum_of_their_motions)
{
    random_source source = { 21 };
    const fw_method methods[] = { FW_DIRECTIONAL_8, FW_DIRECTIONAL_24, FW_DIRECTIONAL_48, FW_DIRECTIONAL_80 };
    const fw_heuristic bounds[] = { FW_HEURISTIC_AUTO, FW_HEURISTIC_STRAIGHT, FW_HEURISTIC_CURVE,
                                    FW_HEURISTIC_MOTIONS };
    int found = 0;
    for (int i = 0; i < rounds(90); i++) {
        const int32_t side = 8 + (int32_t)random_below(&source, 14);
        const fw_method method = methods[i % 3 + (i % 30 == 0)];
        fw_unit_def truck = vehicle_at_random(&source, method);
        truck.all_curves = i % 7 < 2 && method != FW_DIRECTIONAL_80;
        const uint32_t blocked = random_below(&source, 25);
        road_test test = road_on(map_at_random(&source, side, side, blocked, 1), truck);
        const lattice_pose start = pose_at_random(&source, side);
        lattice_pose goal = pose_at_random(&source, side);
        goal.heading = i % 4 ? goal.heading : -1;
        fw_request ask = request_on(&test, method, start, goal);
        ask.heuristic = bounds[i % 5 % 4];
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        if (!is_blocked(result)) {
            uint64_t cost;
            const bool reaches = oracle_reaches(&test, &ask, start, goal, false, &cost);
            assert_int_equal(result == FW_OK, reaches);
            assert_true(reaches || result == FW_NOT_FOUND || result == FW_UNREACHABLE);
            if (reaches) {
                assert_path_is_legal(&test, &ask);
                assert_true(fabs(fw_path_length(test.path) * MOTION_SCALE - (double)cost) < 40);
                found++;
            }
        }
        road_end(&test);
    }
    assert_true(found > at_least(10));
}

TEST(without_hurry_the_default_finds_the_shortest_sum_of_its_lean_motions)
{
    random_source source = { 29 };
    int found = 0;
    for (int i = 0; i < rounds(100); i++) {
        const int32_t side = 14 + (int32_t)random_below(&source, WALK_SIDE - 14);
        const uint32_t blocked = 5 + random_below(&source, 15);
        road_test test = road_on(map_at_random(&source, side, side, blocked, 1),
                                 vehicle_at_random(&source, FW_DIRECTIONAL));
        const lattice_pose start = pose_at_random(&source, side);
        lattice_pose goal = pose_at_random(&source, side);
        goal.heading = i % 4 ? goal.heading : -1;
        fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
        ask.heuristic = FW_HEURISTIC_MOTIONS;
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        fw_statistics statistics;
        fw_planner_statistics(test.planner, &statistics);
        uint64_t cost;
        if (!is_blocked(result) && statistics.expanded > 0 && statistics.bound > 0 &&
            oracle_reaches(&test, &ask, start, goal, false, &cost)) {
            assert_int_equal(result, FW_OK);
            assert_path_is_legal(&test, &ask);
            assert_true(fabs(fw_path_length(test.path) * MOTION_SCALE - (double)cost) < 40);
            found++;
        }
        road_end(&test);
    }
    assert_true(found > at_least(5));
}

TEST(what_motions_cost_in_the_open_and_among_obstacles_guides_one_after_the_other)
{
    random_source source = { 37 };
    int long_searches = 0;
    for (int i = 0; i < rounds(16); i++) {
        road_test test = road_on(map_at_random(&source, 90, 90, 8, 1),
                                 vehicle(fw_circle(0.33), 1, i % 2 ? 2 : 3, FW_DIRECTIONAL));
        const lattice_pose start = pose_at_random(&source, 20);
        lattice_pose goal = pose_at_random(&source, 20);
        goal.x += 70;
        goal.y += 70;
        goal.heading = i % 3 ? goal.heading : -1;
        fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
        fw_statistics statistics;
        ask.heuristic = FW_HEURISTIC_MOTIONS;
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        const double length = fw_path_length(test.path);
        fw_planner_statistics(test.planner, &statistics);
        ask.heuristic = FW_HEURISTIC_STRAIGHT;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), result);
        if (result == FW_OK && statistics.bound > 0) {
            assert_true(fabs(fw_path_length(test.path) - length) < 0.05);
            long_searches += statistics.expanded > 300;
        }
        road_end(&test);
    }
    assert_true(long_searches >= at_least(3));
}

TEST(the_table_beyond_its_edge_leads_to_legal_paths_but_claims_no_bound)
{
    random_source source = { 27 };
    int found = 0;
    for (int i = 0; i < rounds(20); i++) {
        road_test test =
            road_on(map_at_random(&source, 40, 40, 6, 1), vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL_48));
        const lattice_pose start = pose_at_random(&source, 40), goal = pose_at_random(&source, 40);
        fw_request ask = request_on(&test, FW_DIRECTIONAL_48, start, goal);
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        const double shortest = fw_path_length(test.path);
        ask.heuristic = FW_HEURISTIC_TABLE;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), result);
        if (result == FW_OK) {
            assert_path_is_legal(&test, &ask);
            assert_in_range((uint64_t)(fw_path_length(test.path) * 1000), (uint64_t)(shortest * 1000),
                            (uint64_t)(shortest * 1200));
            fw_statistics statistics;
            fw_planner_statistics(test.planner, &statistics);
            assert_true(statistics.bound == 0);
            found++;
        }
        road_end(&test);
    }
    assert_true(found > at_least(5));
}

TEST(the_default_method_finds_a_legal_path_wherever_its_motions_lead)
{
    random_source source = { 22 };
    int found = 0, only_extended = 0;
    for (int i = 0; i < rounds(40); i++) {
        const int32_t side = 8 + (int32_t)random_below(&source, 14);
        const fw_unit_def truck = vehicle_at_random(&source, FW_DIRECTIONAL);
        const uint32_t blocked = random_below(&source, 25);
        road_test test = road_on(map_at_random(&source, side, side, blocked, 1), truck);
        for (int query = 0; query < 6; query++) {
            const lattice_pose start = pose_at_random(&source, side), goal = pose_at_random(&source, side);
            const fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            if (is_blocked(result))
                continue;
            uint64_t lean, extended;
            const bool by_base = oracle_reaches(&test, &ask, start, goal, false, &lean);
            const bool reaches = by_base || oracle_reaches(&test, &ask, start, goal, true, &extended);
            assert_true(result == FW_OK || !reaches);
            found += result == FW_OK;
            only_extended += reaches && !by_base;
            if (result == FW_OK)
                assert_path_is_legal(&test, &ask);
        }
        road_end(&test);
    }
    assert_true(found > at_least(10));
    assert_true(only_extended >= at_least(1));
}

TEST(weights_keep_their_bound)
{
    random_source source = { 23 };
    for (int i = 0; i < rounds(60); i++) {
        road_test test =
            road_on(map_at_random(&source, 22, 22, 12, 1), vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL_48));
        const lattice_pose start = pose_at_random(&source, 22), goal = pose_at_random(&source, 22);
        fw_request ask = request_on(&test, FW_DIRECTIONAL_48, start, goal);
        if (fw_find_path(test.planner, &ask, test.path) == FW_OK) {
            const double shortest = fw_path_length(test.path);
            ask.weight = 1.5;
            assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
            assert_true(fw_path_length(test.path) <= 1.5 * shortest + 0.05);
            fw_statistics statistics;
            fw_planner_statistics(test.planner, &statistics);
            assert_true(statistics.bound == 1.5);
        }
        road_end(&test);
    }
}

TEST(parked_bodies_and_corridors_are_kept_out_of)
{
    random_source source = { 24 };
    int found = 0;
    for (int i = 0; i < rounds(80); i++) {
        const int32_t side = 16;
        const fw_unit_def truck = vehicle_at_random(&source, FW_DIRECTIONAL_24);
        road_test test = road_on(map_at_random(&source, side, side, 8, 1), truck);
        fw_overlay *overlay = new_overlay(side, side);
        for (int parked = 0; parked < 4; parked++) {
            const int32_t y = (int32_t)random_below(&source, 16);
            fw_overlay_block(overlay, (int32_t)random_below(&source, 16), y, 1, 2);
        }
        lattice_pose start = pose_at_random(&source, side), goal = pose_at_random(&source, side);
        if (i % 2) { // an angle, which motions cut
            const int32_t left = start.x < goal.x ? start.x : goal.x,
                          top = start.y < goal.y ? start.y : goal.y;
            fw_overlay_corridor(overlay, start.x - 1, top - 1, 3, abs(start.y - goal.y) + 3);
            fw_overlay_corridor(overlay, left - 1, goal.y - 1, abs(start.x - goal.x) + 3, 3);
        }
        fw_request ask = request_on(&test, FW_DIRECTIONAL_24, start, goal);
        ask.overlay = overlay;
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        if (!is_blocked(result)) {
            uint64_t cost;
            assert_int_equal(result == FW_OK, oracle_reaches(&test, &ask, start, goal, false, &cost));
            if (result == FW_OK) {
                assert_path_is_legal(&test, &ask);
                assert_true(fabs(fw_path_length(test.path) * MOTION_SCALE - (double)cost) < 40);
                found++;
            }
        }
        fw_overlay_destroy(overlay);
        road_end(&test);
    }
    assert_true(found > at_least(5));
}

static double offset_at_random(random_source *source, double most)
{
    return most * (2 * random_unit(source) - 1);
}

TEST(poses_between_lattice_poses_are_joined_by_legal_paths)
{
    random_source source = { 26 };
    int asked = 0, found = 0;
    for (int i = 0; i < rounds(60); i++) {
        const int32_t side = 12 + (int32_t)random_below(&source, 20);
        const fw_unit_def truck = vehicle_at_random(&source, i % 4 ? FW_DIRECTIONAL_24 : FW_DIRECTIONAL);
        const uint32_t blocked = random_below(&source, 12);
        road_test test = road_on(map_at_random(&source, side, side, blocked, 1), truck);
        for (int query = 0; query < 12; query++) {
            const lattice_pose goal = pose_at_random(&source, side), start = pose_at_random(&source, side);
            fw_request ask = request_on(&test, i % 4 ? FW_DIRECTIONAL_24 : FW_DIRECTIONAL, start, goal);
            fw_pose *const ends[] = { &ask.start, &ask.goal.pose };
            for (int end = 0; end < 2; end++) {
                ends[end]->x += offset_at_random(&source, 0.5);
                ends[end]->y += offset_at_random(&source, 0.5);
                ends[end]->heading += offset_at_random(&source, FW_PI / 8);
            }
            if (query % 3 == 0)
                ask.goal.kind = FW_GOAL_PLACE;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            if (is_blocked(result))
                continue;
            asked++;
            assert_true(result == FW_OK || result == FW_NOT_FOUND || result == FW_UNREACHABLE);
            if (result == FW_OK) {
                assert_path_is_legal(&test, &ask);
                found++;
            }
        }
        road_end(&test);
    }
    assert_true(asked > at_least(150));
    assert_true(found > asked / 4);
}

/// A yard with a lane too narrow to turn in.
static const char *const yard[] = { "####################", //
                                    "#..................#", //
                                    "#..................#", //
                                    "#..................#", //
                                    "#..................#", //
                                    "#..................#", //
                                    "#..................#", //
                                    "#########.##########", //
                                    "#########.##########", //
                                    "#########.##########", //
                                    "#########.##########", //
                                    "#########.########.#", //
                                    "####################" };

TEST(a_goal_that_faces_a_wall_is_refused_after_a_few_poses)
{
    road_test test = road_on(DRAWN(yard), vehicle(fw_circle(0.33), 1, 3, FW_DIRECTIONAL));
    const lattice_pose start = { 3, 3, 0 };
    fw_request ask = request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 9, 10, 6 });
    fw_statistics statistics;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_FOUND);
    fw_planner_statistics(test.planner, &statistics);
    assert_true(statistics.work < 1000);
    ask = request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 9, 10, 2 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    road_end(&test);
}

TEST(what_cannot_be_asked_is_named)
{
    road_test test = road_on(DRAWN(yard), vehicle(fw_circle(0.33), 1, 3, FW_DIRECTIONAL));
    const lattice_pose start = { 3, 3, 0 }, goal = { 14, 4, 0 };
    const fw_request good = request_on(&test, FW_DIRECTIONAL, start, goal);
    assert_int_equal(fw_find_path(test.planner, &good, test.path), FW_OK);
    fw_request ask = good;
    ask.method = FW_DIRECTIONAL_24;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_PREPARED);
    ask = good;
    ask.goal = fw_goal_within(10, 4, 65);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    ask = good;
    ask.headings = 16;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_PREPARED);
    ask.method = FW_AUTO;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_PREPARED);
    ask.headings = 12;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_BAD_VALUE);
    ask = request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 0, 3, 0 }, goal);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_START_BLOCKED);
    ask = request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 12, 9, 0 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_GOAL_BLOCKED);
    ask = request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 18, 11, 0 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_UNREACHABLE);
    road_end(&test);
}

TEST(a_start_that_is_the_goal_gives_a_path_of_no_length)
{
    road_test test = road_on(DRAWN(yard), vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL));
    const lattice_pose there = { 9, 4, 3 };
    fw_request ask = request_on(&test, FW_DIRECTIONAL, there, there);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(fw_path_length(test.path) == 0);
    assert_path_is_legal(&test, &ask);
    ask = request_on(&test, FW_DIRECTIONAL, there, lattice_opposite(there));
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(fw_path_length(test.path) > FW_PI * 2);
    assert_path_is_legal(&test, &ask);
    road_end(&test);
}

TEST(slices_change_no_answer)
{
    random_source source = { 25 };
    for (int i = 0; i < rounds(20); i++) {
        road_test test =
            road_on(map_at_random(&source, 60, 60, 10, 1), vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL));
        const lattice_pose goal = pose_at_random(&source, 60), start = pose_at_random(&source, 60);
        fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
        ask.heuristic = i % 2 ? FW_HEURISTIC_MOTIONS : FW_HEURISTIC_AUTO;
        const fw_result whole = fw_find_path(test.planner, &ask, test.path);
        const double length = fw_path_length(test.path);
        fw_statistics at_once, sliced;
        fw_planner_statistics(test.planner, &at_once);
        fw_search *search = new_search(test.planner, &ask);
        fw_result result = fw_search_step(search, 7);
        while (result == FW_PENDING)
            result = fw_search_step(search, 7);
        assert_int_equal(result, whole);
        fw_search_statistics(search, &sliced);
        assert_int_equal(sliced.expanded, at_once.expanded);
        assert_int_equal(sliced.work, at_once.work);
        if (result == FW_OK) {
            assert_int_equal(fw_search_best_so_far(search, test.path), FW_OK);
            assert_true(fw_path_length(test.path) == length);
        }
        fw_search_end(search);
        road_end(&test);
    }
}

TEST(a_limit_gives_the_best_so_far_on_request)
{
    road_test test = road_on(DRAWN(yard), vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL_24));
    fw_request ask =
        request_on(&test, FW_DIRECTIONAL_24, (lattice_pose){ 2, 2, 4 }, (lattice_pose){ 17, 5, 0 });
    ask.max_work = 10;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_LIMIT);
    ask.partial = true;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    fw_path_summary summary;
    fw_path_summarise(test.path, &summary);
    assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
    road_end(&test);
}

/// Asserts that a path that does not lead to the goal can be driven.
static void assert_sets_out_legally(const road_test *test, const fw_request *ask)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.has_start = def.check_cost = true;
    def.start = ask->start;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &def, &report), FW_OK);
    assert_true(report.legal);
}

TEST(a_limit_before_the_first_motion_lets_the_unit_set_out)
{
    static const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_24, FW_HYBRID, FW_HYBRID_STRICT };
    road_test test = road_on(DRAWN(yard), vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL_24));
    assert_int_equal(fw_map_prepare(test.map, test.unit, FW_HYBRID), FW_OK);
    assert_int_equal(fw_map_prepare(test.map, test.unit, FW_HYBRID_STRICT), FW_OK);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        for (int smooths = 0; smooths < 2; smooths++) {
            fw_request ask =
                request_on(&test, methods[i], (lattice_pose){ 2, 2, 4 }, (lattice_pose){ 9, 10, 2 });
            ask.smoothing = smooths ? FW_SMOOTH_AUTO : FW_SMOOTH_NONE;
            ask.max_work = 1;
            ask.partial = true;
            assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
            fw_path_summary at_once, in_steps;
            fw_path_summarise(test.path, &at_once);
            assert_int_equal(at_once.outcome, FW_OUTCOME_PARTIAL);
            assert_true(at_once.length > 1);
            assert_sets_out_legally(&test, &ask);
            fw_search *search = new_search(test.planner, &ask);
            fw_result stepped;
            while ((stepped = fw_search_step(search, 1)) == FW_PENDING)
                ;
            assert_int_equal(stepped, FW_OK);
            assert_int_equal(fw_search_best_so_far(search, test.path), FW_OK);
            fw_path_summarise(test.path, &in_steps);
            assert_memory_equal(&at_once, &in_steps, sizeof at_once);
            fw_search_end(search);
        }
    road_end(&test);
}

TEST(warm_queries_allocate_nothing_and_failed_allocations_lose_nothing)
{
    road_test test = road_on(DRAWN(yard), vehicle(fw_circle(0.33), 1, 3, FW_DIRECTIONAL));
    const fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 3, 3, 0 }, (lattice_pose){ 9, 10, 2 });
    assert_scarce_memory_is_survived(test.map, &ask, test.path, 1000);
    road_end(&test);
}

TEST(a_unit_without_a_turning_radius_has_no_motions)
{
    fw_unit_def def = vehicle(fw_circle(0.33), 1, 0, FW_DIRECTIONAL);
    def.methods = every_method;
    road_test test = road_on(DRAWN(yard), def);
    const fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 3, 3, 0 }, (lattice_pose){ 4, 4, 0 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_METHOD_DOES_NOT_FIT);
    road_end(&test);
}
