// Several goals of a unit with a turning radius, and what is nearest to them: against plain relaxation, and against
// searches for each of them.
#include <math.h>

#include "common/drawing.h"
#include "common/motion_walk.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "directional/motions/motion_kinds.h"
#include "fairway/fairway.h"
#include "map/map.h"

enum { MOST_MEMBERS = 14 };

/// Costs of motions are rounded to integers.
#define ROUNDED (40.0 / MOTION_SCALE)

/// All ways from a start by the motions of a method that has one set of them.
static void walk_all(const road_test *test, const fw_request *ask, lattice_pose start, motion_walk *walk)
{
    const map_unit *unit = map_find_unit(map_version_of(test->map), test->unit);
    const motion_ground ground = { .table = map_table(map_version_of(test->map), unit,
                                                      motion_kind_of(ask->method)),
                                   .open = unit->body,
                                   .overlay = ask->overlay,
                                   .size = test->def.size };
    walk_from(&ground, start, walk);
}

static fw_unit_def truck_at_random(random_source *source, fw_method method)
{
    const double radius = 0.5 + 0.5 * (double)random_below(source, 5);
    return random_below(source, 3) ? vehicle(fw_circle(0.33), 1, radius, method)
                                   : vehicle(fw_rectangle(1.8, 0.9), 2, radius, method);
}

static void assert_cost_is(const road_test *test, uint64_t expected)
{
    assert_true(fabs(fw_path_length(test->path) - (double)expected / MOTION_SCALE) < ROUNDED);
}

/// A truck with the motions of one set on a square map.
static road_test road_at_random(random_source *source, uint32_t most_blocked, int32_t *side)
{
    *side = 8 + (int32_t)random_below(source, 14);
    const fw_unit_def truck = truck_at_random(source, FW_DIRECTIONAL_24);
    const uint32_t blocked = random_below(source, most_blocked);
    return road_on(map_at_random(source, *side, *side, blocked, 1), truck);
}

/// Asks, and compares with what the least cost of all goals is; tells whether there was a path.
static bool ask_for_the_cheapest(road_test *test, const fw_request *ask, uint64_t least)
{
    const fw_result result = fw_find_path(test->planner, ask, test->path);
    if (is_blocked(result))
        return false;
    assert_int_equal(result == FW_OK, least != UINT64_MAX);
    if (result != FW_OK)
        return false;
    assert_path_is_legal(test, ask);
    assert_cost_is(test, least);
    return true;
}

static bool drive_to_a_set(road_test *test, random_source *source, int32_t side, int i)
{
    const fw_heuristic guides[] = { FW_HEURISTIC_AUTO, FW_HEURISTIC_MOTIONS, FW_HEURISTIC_CURVE };
    const lattice_pose start = pose_at_random(source, side);
    const bool has_heading = i % 3 > 0;
    fw_request ask = request_on(test, FW_DIRECTIONAL_24, start, start);
    static motion_walk walk;
    walk_all(test, &ask, start, &walk);
    fw_pose set[MOST_MEMBERS];
    const int32_t count = 1 + (int32_t)random_below(source, MOST_MEMBERS);
    uint64_t least = UINT64_MAX;
    for (int32_t member = 0; member < count; member++) {
        lattice_pose goal = pose_at_random(source, side);
        set[member] = pose_at(test, goal);
        goal.heading = has_heading ? goal.heading : -1;
        const uint64_t cost = walk_cost_to(&walk, goal);
        least = cost < least ? cost : least;
    }
    ask.goal = has_heading ? fw_goal_nearest_pose_of(set, count) : fw_goal_nearest_of(set, count);
    ask.heuristic = guides[i % 4 % 3];
    return ask_for_the_cheapest(test, &ask, least);
}

TEST(the_member_of_a_set_that_is_cheapest_to_reach_is_driven_to)
{
    random_source source = { 41 };
    int found = 0;
    for (int i = 0; i < rounds(20); i++) {
        int32_t side;
        road_test test = road_at_random(&source, 20, &side);
        for (int query = 0; query < 5; query++)
            found += drive_to_a_set(&test, &source, side, 5 * i + query);
        road_end(&test);
    }
    assert_true(found > at_least(40));
}

/// The least cost to a lattice pose within a disc.
static uint64_t cost_into(const road_test *test, const motion_walk *walk, const fw_goal *disc, int32_t side,
                          int32_t heading)
{
    uint64_t least = UINT64_MAX;
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) {
            const fw_pose pose = pose_at(test, (lattice_pose){ x, y, 0 });
            const double dx = pose.x - disc->pose.x, dy = pose.y - disc->pose.y;
            const uint64_t cost = walk_cost_to(walk, (lattice_pose){ x, y, heading });
            if (dx * dx + dy * dy <= disc->radius * disc->radius && cost < least)
                least = cost;
        }
    return least;
}

static bool drive_into_a_disc(road_test *test, random_source *source, int32_t side, bool has_heading)
{
    const lattice_pose start = pose_at_random(source, side), middle = pose_at_random(source, side);
    fw_request ask = request_on(test, FW_DIRECTIONAL_24, start, start);
    fw_pose centre = pose_at(test, middle);
    centre.x += random_unit(source) - 0.5;
    const double radius = 1 + (double)random_below(source, 8) / 2;
    ask.goal = has_heading ? fw_goal_pose_within(centre, radius) : fw_goal_within(centre.x, centre.y, radius);
    static motion_walk walk;
    walk_all(test, &ask, start, &walk);
    const uint64_t least = cost_into(test, &walk, &ask.goal, side, has_heading ? middle.heading : -1);
    return ask_for_the_cheapest(test, &ask, least);
}

TEST(a_disc_is_entered_where_that_is_cheapest)
{
    random_source source = { 42 };
    int found = 0;
    for (int i = 0; i < rounds(20); i++) {
        int32_t side;
        road_test test = road_at_random(&source, 20, &side);
        for (int query = 0; query < 5; query++)
            found += drive_into_a_disc(&test, &source, side, query % 2);
        road_end(&test);
    }
    assert_true(found > at_least(40));
}

TEST(methods_that_hurry_do_as_well_with_a_set_as_with_the_best_of_its_members)
{
    random_source source = { 43 };
    const fw_method methods[] = { FW_DIRECTIONAL, FW_HYBRID, FW_AUTO };
    double sum = 0, sum_of_best = 0;
    int found = 0, missed = 0;
    for (int i = 0; i < rounds(40); i++) {
        const fw_method method = methods[i % 3];
        fw_unit_def truck = truck_at_random(&source, method);
        truck.reverse = i % 5 == 0;
        road_test test = road_on(map_at_random(&source, 40, 40, 10, 1), truck);
        fw_pose set[MOST_MEMBERS];
        const int32_t count = 2 + (int32_t)random_below(&source, MOST_MEMBERS - 1);
        for (int32_t member = 0; member < count; member++) {
            set[member] = pose_at(&test, pose_at_random(&source, 40));
            if (i % 2)
                set[member] = pose_moved_at_random(&source, set[member]);
        }
        fw_request ask = request_on(&test, method, pose_at_random(&source, 40), (lattice_pose){ 0, 0, 0 });
        double best = INFINITY;
        for (int32_t member = 0; member < count; member++) {
            ask.goal = i % 4 < 2 ? fw_goal_pose(set[member]) : fw_goal_at(set[member].x, set[member].y);
            if (fw_find_path(test.planner, &ask, test.path) == FW_OK)
                best = fmin(best, fw_path_length(test.path));
        }
        ask.goal = i % 4 < 2 ? fw_goal_nearest_pose_of(set, count) : fw_goal_nearest_of(set, count);
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        if (result == FW_OK) {
            assert_path_is_legal(&test, &ask);
            sum += best < INFINITY ? fw_path_length(test.path) : 0;
            sum_of_best += best < INFINITY ? best : 0;
            found++;
        }
        missed += result != FW_OK && best < INFINITY;
        road_end(&test);
    }
    assert_true(found > at_least(15));
    assert_int_equal(missed, 0);
    assert_true(sum <= 1.06 * sum_of_best);
}

/// In narrow places, where the poses that a search keeps decide what it finds.
TEST(no_set_is_denied_of_which_a_member_is_found_alone)
{
    random_source source = { 46 };
    enum { SMALL = 12, MEMBERS = 8 };
    int denied = 0;
    for (int i = 0; i < rounds(60); i++) {
        const double radius = 2 + (double)random_below(&source, 3) / 2,
                     length = random_within(&source, 0.4, 2.2);
        const fw_footprint body = fw_rectangle(length, length * random_within(&source, 0.3, 0.8));
        road_test test =
            road_on(map_at_random(&source, SMALL, SMALL, 12, 1), vehicle(body, 0, radius, FW_DIRECTIONAL));
        fw_pose set[MEMBERS];
        for (int member = 0; member < MEMBERS; member++)
            set[member] = pose_moved_at_random(&source, pose_at(&test, pose_at_random(&source, SMALL)));
        for (int query = 0; query < 4; query++) {
            const int32_t count = query % 2 ? MEMBERS : 2;
            fw_request ask =
                request_on(&test, FW_DIRECTIONAL, pose_at_random(&source, SMALL), (lattice_pose){ 0 });
            ask.goal = query < 2 ? fw_goal_nearest_pose_of(set, count) : fw_goal_nearest_of(set, count);
            if (fw_find_path(test.planner, &ask, test.path) != FW_NOT_FOUND)
                continue;
            denied++;
            for (int32_t member = 0; member < count; member++) {
                ask.goal = query < 2 ? fw_goal_pose(set[member]) : fw_goal_at(set[member].x, set[member].y);
                assert_int_not_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
            }
        }
        road_end(&test);
    }
    assert_true(denied > at_least(40));
}

TEST(who_is_within_the_radius_already_stays)
{
    const char *const lot[] = { "........", "........", "........", "........" };
    road_test test = road_on(DRAWN(lot), vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL));
    fw_request ask = request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 2, 1, 0 }, (lattice_pose){ 0, 0, 0 });
    for (int exact = 0; exact < 2; exact++) {
        ask.start.x += exact * 0.2;
        ask.goal = fw_goal_within(3, 2, 2);
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_path_is_legal(&test, &ask);
        assert_true(fw_path_length(test.path) == 0);
        ask.goal = fw_goal_pose_within((fw_pose){ 3, 2, 0 }, 2);
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_true(fw_path_length(test.path) == 0);
    }
    ask.goal = fw_goal_within(6.6, 1.6, 0.1); // no lattice point: the point itself
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    fw_pose end;
    fw_path_pose_at(test.path, fw_path_length(test.path), &end);
    assert_true(fabs(end.x - 6.6) < 1e-9 && fabs(end.y - 1.6) < 1e-9);
    road_end(&test);
}

TEST(members_that_are_blocked_or_off_the_map_are_passed_over)
{
    const char *const lot[] = { "......#..", "......#..", "......#..", "##....#.." };
    road_test test = road_on(DRAWN(lot), vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL));
    fw_request ask = request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 1, 1, 0 }, (lattice_pose){ 0, 0, 0 });
    const fw_pose set[] = { { 0.5, 3.5, 0 }, { 1e300, 2, 0 }, { 8.5, 0.5, 0 }, { 4.5, 1.5, 0 } };
    ask.goal = fw_goal_nearest_of(set, 4);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    ask.goal.count = 3;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_UNREACHABLE);
    ask.goal.count = 2;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_GOAL_BLOCKED);
    road_end(&test);
}

static double square_between(fw_pose a, fw_pose b)
{
    return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// The least distance from a pose to an aim.
static double distance_to(fw_pose pose, const fw_pose *aims, int32_t count)
{
    double least = INFINITY;
    for (int32_t aim = 0; aim < count; aim++)
        least = fmin(least, sqrt(square_between(pose, aims[aim])));
    return least;
}

/// The least distance to an aim of all poses that can be reached, the start included.
static double least_distance(const road_test *test, const motion_walk *walk, int32_t side,
                             const fw_pose *aims, int32_t count)
{
    double least = INFINITY;
    for (int32_t tile = 0; tile < side * side; tile++) {
        const lattice_pose pose = { tile % side, tile / side, -1 };
        if (walk_cost_to(walk, pose) != UINT64_MAX)
            least = fmin(least, distance_to(pose_at(test, pose), aims, count));
    }
    return least;
}

/// The least cost of all poses within a distance from the aims.
static double cheapest_within(const road_test *test, const motion_walk *walk, int32_t side,
                              const fw_pose *aims, int32_t count, double distance)
{
    uint64_t least = UINT64_MAX;
    for (int32_t tile = 0; tile < side * side; tile++) {
        const lattice_pose pose = { tile % side, tile / side, -1 };
        const uint64_t cost = walk_cost_to(walk, pose);
        if (cost < least && distance_to(pose_at(test, pose), aims, count) <= distance)
            least = cost;
    }
    return (double)least / MOTION_SCALE;
}

/// The path ends as near to an aim as any pose that can be reached, but for the tolerance. No pose that is nearer is
/// cheaper to reach, and, unless the unit cannot be driven to a place where it could stand, none that is equally near.
///
/// @return true if no pose that is equally near is cheaper
static bool judge_nearest(const road_test *test, const motion_walk *walk, int32_t side, const fw_pose *aims,
                          int32_t count, double tolerance)
{
    fw_path_summary summary;
    fw_pose end;
    fw_path_summarise(test->path, &summary);
    fw_path_pose_at(test->path, summary.length, &end);
    const double least = least_distance(test, walk, side, aims, count) + 1e-9;
    const double reach = least + tolerance, away = distance_to(end, aims, count);
    assert_true(away <= reach);
    const double nearer = cheapest_within(test, walk, side, aims, count, fmax(away, least));
    const double cheapest = cheapest_within(test, walk, side, aims, count, reach);
    assert_true(summary.length <= nearer + ROUNDED && summary.length >= cheapest - ROUNDED);
    return summary.length <= cheapest + ROUNDED;
}

/// Asks for what is nearest to the first `count` of three poses; tells how the path ends.
///
/// @param[in,out] cheapest  number of paths to the cheapest of all poses that are equally near
static fw_outcome go_near(road_test *test, random_source *source, int32_t side, int32_t count,
                          const fw_overlay *overlay, int *cheapest)
{
    const double tolerances[] = { 0, 0.25, 1.5 };
    const lattice_pose start = pose_at_random(source, side);
    fw_pose set[3];
    for (int member = 0; member < 3; member++)
        set[member] = pose_at(test, pose_at_random(source, side));
    fw_request ask = request_on(test, FW_DIRECTIONAL_24, start, start);
    ask.overlay = overlay;
    ask.goal = count == 1 ? fw_goal_pose(set[0]) : fw_goal_nearest_pose_of(set, count);
    ask.nearest = true;
    ask.nearest_tolerance = tolerances[random_below(source, 3)];
    const fw_result result = fw_find_path(test->planner, &ask, test->path);
    fw_path_summary summary;
    fw_path_summarise(test->path, &summary);
    if (is_blocked(result) || summary.start_shift > 0)
        return FW_OUTCOME_NONE;
    static motion_walk walk;
    walk_all(test, &ask, start, &walk);
    fw_pose end;
    assert_int_equal(result, FW_OK);
    fw_path_pose_at(test->path, fw_path_length(test->path), &end);
    if (summary.outcome == FW_OUTCOME_NEAREST) {
        *cheapest += judge_nearest(test, &walk, side, set, count, ask.nearest_tolerance);
        ask.goal = fw_goal_at(end.x, end.y);
    }
    assert_path_is_legal(test, &ask);
    return summary.outcome;
}

TEST(where_the_goal_cannot_be_reached_the_path_ends_as_near_to_it_as_motions_lead)
{
    random_source source = { 44 };
    int near = 0, cheapest = 0, reached = 0;
    for (int i = 0; i < rounds(25); i++) {
        int32_t side;
        road_test test = road_at_random(&source, 40, &side);
        fw_overlay *overlay = new_overlay(side, side);
        fw_overlay_block(overlay, side / 2, 0, 1, side - 1);
        for (int query = 0; query < 6; query++) {
            const fw_outcome outcome =
                go_near(&test, &source, side, query % 3 ? 1 : 3, query % 2 ? NULL : overlay, &cheapest);
            near += outcome == FW_OUTCOME_NEAREST;
            reached += outcome == FW_OUTCOME_FOUND;
        }
        fw_overlay_destroy(overlay);
        road_end(&test);
    }
    assert_true(near > at_least(25) && reached > at_least(5));
    assert_true(cheapest > near * 9 / 10);
}

TEST(a_parking_place_that_cannot_be_faced_is_driven_to_all_the_same)
{
    const char *const yard[] = { "############", //
                                 "#..........#", //
                                 "#..........#", //
                                 "#..........#", //
                                 "#..........#", //
                                 "#####.######", //
                                 "#####.######", //
                                 "############" };
    const fw_method methods[] = { FW_DIRECTIONAL, FW_HYBRID, FW_HYBRID_STRICT, FW_AUTO };
    for (int i = 0; i < 4; i++) {
        road_test test = road_on(DRAWN(yard), vehicle(fw_circle(0.33), 1, 2, methods[i]));
        fw_request ask = request_on(&test, methods[i], (lattice_pose){ 2, 2, 0 }, (lattice_pose){ 5, 6, 6 });
        assert_int_equal(fw_find_path(test.planner, &ask, test.path),
                         methods[i] == FW_HYBRID_STRICT ? FW_GAVE_UP : FW_NOT_FOUND);
        ask.nearest = true;
        fw_path_summary summary;
        fw_pose end;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        fw_path_summarise(test.path, &summary);
        fw_path_pose_at(test.path, summary.length, &end);
        assert_int_equal(summary.outcome, FW_OUTCOME_NEAREST);
        assert_true(fabs(end.x - 5.5) < 1e-9 && fabs(end.y - 6.5) < 1e-9);
        ask.goal = fw_goal_at(5.5, 6.5);
        assert_path_is_legal(&test, &ask);
        road_end(&test);
    }
}

/// Work of a request that ends with a path by a method.
static uint64_t work_by(const road_test *test, const fw_request *ask, fw_method method,
                        fw_path_summary *summary)
{
    fw_statistics spent;
    assert_int_equal(fw_find_path(test->planner, ask, test->path), FW_OK);
    fw_path_summarise(test->path, summary);
    fw_planner_statistics(test->planner, &spent);
    assert_int_equal(summary->method, method);
    return spent.work;
}

TEST(a_car_goes_near_a_goal_with_little_more_work_than_to_it)
{
    enum { LAND = 256 };
    random_source source = { 76 };
    fw_map *map = map_at_random(&source, LAND, LAND, 4, 1);
    assert_int_equal(fw_map_set_rect(map, 190, 90, 32, 32, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 200, 100, 12, 12, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 202, 102, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 2, 2, 20, 20, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, vehicle(fw_circle(0.33), 1, 1.5, FW_HYBRID));
    fw_request ask = request_on(&test, FW_HYBRID, (lattice_pose){ 10, 10, 0 }, (lattice_pose){ 206, 106, 0 });
    fw_path_summary summary;
    fw_pose end;
    ask.nearest = true;
    const uint64_t near = work_by(&test, &ask, FW_HYBRID, &summary);
    assert_int_equal(summary.outcome, FW_OUTCOME_NEAREST);
    fw_path_pose_at(test.path, summary.length, &end);
    ask.goal = fw_goal_at(end.x, end.y);
    const uint64_t there = work_by(&test, &ask, FW_HYBRID, &summary);
    assert_int_equal(summary.outcome, FW_OUTCOME_FOUND);
    assert_in_range(near, there, 2 * there);
    road_end(&test);
}

/// A lane with a dead end at its left, and goals in it that face its mouth: a unit without reverse gear cannot arrive.
TEST(that_no_goal_of_a_few_can_be_reached_is_proven_near_the_goals)
{
    random_source source = { 75 };
    for (int i = 0; i < rounds(6); i++) {
        fw_map *map = map_at_random(&source, 64, 64, 4, 1);
        const int32_t row = 20 + 3 * (i % 14);
        assert_int_equal(fw_map_set_rect(map, 20, row - 1, 14, 3, 0), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 21, row, 13, 1, 1), FW_OK);
        assert_int_equal(fw_map_set_rect(map, 2, 2, 12, 12, 1), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        const fw_method methods[] = { FW_DIRECTIONAL, FW_HYBRID, FW_AUTO };
        fw_unit_def def = vehicle(fw_circle(0.4), 1, 2, FW_DIRECTIONAL);
        def.methods |= FW_METHOD_BIT(FW_HYBRID);
        road_test test = road_on(map, def);
        const double y = row + 0.5;
        const fw_pose set[] = { { 24.5, y, 0 }, { 25.3, y + 0.05, 0.1 }, { 22.5, y, -0.2 } };
        for (int count = 2; count <= 3; count++)
            for (int method = 0; method < 3; method++) {
                fw_request ask =
                    request_on(&test, methods[method], (lattice_pose){ 7, 7, 0 }, (lattice_pose){ 0 });
                fw_statistics statistics;
                ask.goal = fw_goal_nearest_pose_of(set, count);
                assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_FOUND);
                assert_int_equal(fw_planner_statistics(test.planner, &statistics), FW_OK);
                assert_true(statistics.expanded < 3000);
            }
        road_end(&test);
    }
}
