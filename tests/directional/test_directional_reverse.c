// Directional search with a reverse gear, against plain relaxation over poses and gears. FAIRWAY_MANY=10 in the
// environment runs ten times the random maps.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/drawing.h"
#include "common/gear_walk.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "directional/motions/shuffle.h"

enum { SIDE = 10 };

static fw_unit_def reversing(fw_footprint footprint, double radius, double penalty, double gear_change)
{
    fw_unit_def def = vehicle(footprint, 1, radius, FW_DIRECTIONAL);
    def.reverse = true;
    def.reverse_penalty = penalty;
    def.gear_change_cost = gear_change;
    return def;
}

TEST(a_shuffle_turns_by_45_degrees_on_the_spot)
{
    for (int32_t count = 3; count <= MOST_SHUFFLE_ARCS; count += 2)
        for (int heading = 0; heading < MOTION_HEADINGS; heading++)
            for (int side = -1; side <= 1; side += 2) {
                fw_segment arcs[MOST_SHUFFLE_ARCS];
                fw_pose pose = { 0, 0, motion_heading(heading) };
                double length = 0, farthest = 0;
                shuffle_draw(3, heading, heading_beside(heading, side, 8), count, arcs);
                for (int32_t i = 0; i < count; i++) {
                    assert_true(fabs(arcs[i].start.x - pose.x) < 1e-12 &&
                                fabs(arcs[i].start.y - pose.y) < 1e-12);
                    assert_true(fabs(arcs[i].start.heading - pose.heading) < 1e-12);
                    assert_int_equal(arcs[i].gear, i % 2 ? FW_REVERSE : FW_FORWARD);
                    assert_true(fabs(fabs(arcs[i].curvature) * 3 - 1) < 1e-12);
                    length += arcs[i].length;
                    pose = segment_end(&arcs[i]);
                    farthest = fmax(farthest, sqrt(pose.x * pose.x + pose.y * pose.y));
                }
                assert_true(fabs(pose.x) < 1e-12 && fabs(pose.y) < 1e-12);
                assert_true(fabs(pose.heading - motion_heading(heading) - side * FW_PI / 4) < 1e-12);
                assert_true(fabs(length - 3 * FW_PI / 4) < 1e-12);
                assert_true(count != 9 || fabs(farthest - 0.149) < 0.001);
            }
}

TEST(paths_are_the_cheapest_sums_of_motions_in_both_gears)
{
    static gear_walk walk;
    random_source source = { 31 };
    int found = 0, reversed = 0;
    for (int i = 0; i < rounds(6); i++) {
        const double penalties[] = { 1, 1.5, 3 }, changes[] = { 0, 0.5, 2 };
        const fw_footprint body = i % 6 == 1 ? fw_rectangle(1.2, 0.6) : fw_circle(0.33);
        const double change = changes[random_below(&source, 3)];
        fw_unit_def def = reversing(body, i % 2 ? 2 : 3, penalties[random_below(&source, 3)], change);
        def.terrain_cost[FW_GROUND] = i % 4 == 3 ? 2.5f : 1.0f;
        road_test test = road_on(map_at_random(&source, SIDE, SIDE, 10 + 3 * (uint32_t)(i % 8), 1), def);
        gear_walk_look(&walk, &test, FW_DIRECTIONAL, NULL, 0);
        for (int query = 0; query < 6; query++) {
            const lattice_pose start = pose_at_random(&source, SIDE), goal = pose_at_random(&source, SIDE);
            fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
            ask.heuristic = FW_HEURISTIC_MOTIONS;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            if (is_blocked(result))
                continue;
            const double cost = gear_walk_cost(&walk, start, goal);
            fw_path_summary summary;
            fw_statistics statistics;
            assert_int_equal(result == FW_OK, cost < INFINITY);
            if (result != FW_OK)
                continue;
            assert_path_is_legal(&test, &ask);
            fw_path_summarise(test.path, &summary);
            fw_planner_statistics(test.planner, &statistics);
            assert_true(summary.cost < cost + 0.04);
            assert_true(statistics.expanded == 0 ||
                        summary.cost > cost - 0.04); // 0: a curve without a search
            reversed +=
                summary.cost > 2.5 * summary.length || (i % 4 != 3 && summary.cost > summary.length + 0.1);
            found += statistics.expanded > 0;
        }
        road_end(&test);
    }
    assert_true(found > at_least(10));
    assert_true(reversed > at_least(2));
}

TEST(a_reversing_unit_gets_wherever_the_grid_gets)
{
    random_source source = { 32 };
    int found = 0, refused = 0;
    for (int i = 0; i < rounds(20); i++) {
        const double radii[] = { 0.5, 1, 2, 3, 5 };
        const double change = i % 3;
        fw_unit_def def = reversing(fw_circle(0.33), radii[i % 5], 2, change);
        def.methods |= FW_METHOD_BIT(FW_ASTAR);
        road_test test = road_on(map_at_random(&source, 20, 20, 30, 1), def);
        for (int query = 0; query < 10; query++) {
            const lattice_pose start = pose_at_random(&source, 20), goal = pose_at_random(&source, 20);
            fw_request ask = request_on(&test, FW_ASTAR, start, goal);
            ask.allow_violations = true;
            const fw_result on_grid = fw_find_path(test.planner, &ask, test.path);
            ask.method = FW_DIRECTIONAL;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            assert_int_equal(result, on_grid);
            if (result == FW_OK)
                assert_path_is_legal(&test, &ask);
            found += result == FW_OK;
            refused += result == FW_UNREACHABLE;
        }
        road_end(&test);
    }
    assert_true(found > at_least(20));
    assert_true(refused > at_least(2));
}

TEST(exact_poses_are_joined_in_both_gears)
{
    random_source source = { 33 };
    int asked = 0, found = 0;
    for (int i = 0; i < rounds(15); i++) {
        const fw_footprint body = i % 2 ? fw_circle(0.33) : fw_rectangle(1.2, 0.6);
        road_test test =
            road_on(map_at_random(&source, 24, 24, 8, 1), reversing(body, 1 + i % 3, 1.5, i % 4 ? 1 : 0));
        for (int query = 0; query < 10; query++) {
            const lattice_pose start = pose_at_random(&source, 24), goal = pose_at_random(&source, 24);
            fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
            fw_pose *const ends[] = { &ask.start, &ask.goal.pose };
            for (int end = 0; end < 2; end++) {
                ends[end]->x += random_unit(&source) - 0.5;
                ends[end]->y += random_unit(&source) - 0.5;
                ends[end]->heading += FW_PI / 4 * (random_unit(&source) - 0.5);
            }
            if (query % 3 == 0)
                ask.goal.kind = FW_GOAL_PLACE;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            if (is_blocked(result) || result == FW_UNREACHABLE)
                continue;
            asked++;
            found += result == FW_OK;
            if (result == FW_OK)
                assert_path_is_legal(&test, &ask);
        }
        road_end(&test);
    }
    assert_true(asked > at_least(50));
    assert_true(found > asked * 9 / 10);
}

/// A lane with a dead end on the right.
static const char *const lane[] = { "####################", //
                                    "#........###########", //
                                    "#........###########", //
                                    "#........###########", //
                                    "#..................#", //
                                    "#........###########", //
                                    "#........###########", //
                                    "#........###########", //
                                    "####################" };

static int32_t gear_changes(const fw_path *path)
{
    int32_t count = 0, changes = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 1; i < count; i++)
        changes += segments[i].gear != segments[i - 1].gear;
    return changes;
}

TEST(a_dead_end_is_left_backward)
{
    const lattice_pose start = { 17, 4, 0 }, goal = { 3, 2, 4 };
    for (int reverse = 0; reverse < 2; reverse++) {
        fw_unit_def def = reversing(fw_circle(0.33), 2, 1, 0);
        def.reverse = reverse;
        road_test test = road_on(DRAWN(lane), def);
        const fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), reverse ? FW_OK : FW_NOT_FOUND);
        if (reverse) {
            int32_t count = 0, backward = 0;
            assert_path_is_legal(&test, &ask);
            const fw_segment *segments = fw_path_segments(test.path, &count);
            for (int32_t i = 0; i < count; i++)
                backward += segments[i].gear == FW_REVERSE;
            assert_true(backward > 0);
        }
        road_end(&test);
    }
}

/// To leave a lane askew, or to end so, takes arcs in both gears.
TEST(poses_askew_in_a_lane_are_joined)
{
    const lattice_pose lattice[] = { { 15, 4, 0 }, { 3, 2, 4 } };
    for (int change = 0; change < 2; change++) {
        road_test test = road_on(DRAWN(lane), reversing(fw_circle(0.33), 2, 1.5, change));
        for (int askew = 0; askew < 2; askew++)
            for (int degrees = -60; degrees <= 60; degrees += 15) {
                fw_request ask = request_on(&test, FW_DIRECTIONAL, lattice[askew], lattice[!askew]);
                (askew ? &ask.goal.pose : &ask.start)->heading += degrees * FW_PI / 180;
                assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
                assert_path_is_legal(&test, &ask);
            }
        road_end(&test);
    }
}

TEST(where_changing_gear_is_dear_it_is_done_less_often)
{
    const lattice_pose start = { 17, 4, 0 }, goal = { 3, 2, 4 };
    int32_t changes[2];
    for (int dear = 0; dear < 2; dear++) {
        road_test test = road_on(DRAWN(lane), reversing(fw_circle(0.33), 2, 1.5, dear ? 5 : 0));
        fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
        ask.heuristic = FW_HEURISTIC_MOTIONS;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_path_is_legal(&test, &ask);
        changes[dear] = gear_changes(test.path);
        road_end(&test);
    }
    assert_true(changes[1] < changes[0] || changes[1] == 1);
}

/// The cost of the goal that a search has reached.
static void note_cost(const fw_trace_event *event, void *user)
{
    if (event->kind == FW_TRACE_GOAL)
        *(double *)user = event->g;
}

/// By how much the cost that a search has counted exceeds that of its path; NAN without a search.
static double overcounted(const road_test *test, fw_request ask)
{
    double told = NAN;
    fw_path_summary summary;
    ask.trace = note_cost;
    ask.trace_user = &told;
    ask.heuristic = FW_HEURISTIC_MOTIONS;
    if (fw_find_path(test->planner, &ask, test->path) != FW_OK)
        return NAN;
    fw_path_summarise(test->path, &summary);
    return told - summary.cost;
}

TEST(a_search_counts_the_cost_of_the_path_that_it_gives)
{
    random_source source = { 35 };
    int found = 0;
    for (int i = 0; i < rounds(30); i++) {
        const fw_footprint body = i % 2 ? fw_circle(0.4) : fw_rectangle(1.2, 0.6);
        road_test test = road_on(map_at_random(&source, 12, 12, 20 + random_below(&source, 20), 1),
                                 reversing(body, 0.5 + i % 4, 1 + i % 3, i % 4 ? i % 5 : 0));
        for (int query = 0; query < 50; query++) {
            const lattice_pose start = pose_at_random(&source, 12), goal = pose_at_random(&source, 12);
            fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
            if (query % 2)
                ask.start = pose_moved_at_random(&source, ask.start);
            if (query % 3)
                ask.goal.pose = pose_moved_at_random(&source, ask.goal.pose);
            const double more = overcounted(&test, ask);
            assert_true(isnan(more) || fabs(more) < 0.1);
            found += !isnan(more);
        }
        road_end(&test);
    }
    assert_true(found > at_least(60));
}
