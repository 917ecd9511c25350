// Directional search with terrain costs and turn charges, against plain relaxation over motions whose costs the checker
// tells. FAIRWAY_MANY=10 in the environment runs ten times the random maps.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/gear_walk.h"
#include "common/new.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/overlay.h"

enum { SIDE = 10 };

static fw_unit_def hiker(fw_method method, int32_t size, double radius)
{
    fw_unit_def def = vehicle(size == 1 ? fw_circle(0.33) : fw_circle(0.8), size, radius, method);
    def.terrain_cost[FW_GROUND] = 1.25f;
    def.terrain_cost[FW_SWAMP] = 4.0f;
    def.terrain_cost[FW_WATER] = 2.0f;
    return def;
}

static double cost_of_path(const fw_path *path)
{
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    return summary.cost;
}

static double turn_of_path(const fw_path *path)
{
    int32_t count = 0;
    double turn = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++)
        turn += fabs(segments[i].curvature) * segments[i].length;
    return turn;
}

/// Some queries on a map, each against the oracle.
static int found_at_the_least_cost(road_test *test, random_source *source, const fw_overlay *overlay,
                                   double turn_charge)
{
    static gear_walk walk;
    int found = 0;
    gear_walk_look(&walk, test, FW_DIRECTIONAL, overlay, turn_charge);
    for (int query = 0; query < 8; query++) {
        const lattice_pose start = pose_at_random(source, SIDE), goal = pose_at_random(source, SIDE);
        fw_request ask = request_on(test, FW_DIRECTIONAL, start, goal);
        fw_statistics statistics;
        ask.heuristic = FW_HEURISTIC_MOTIONS;
        ask.overlay = overlay;
        ask.turn_charge = turn_charge;
        const fw_result result = fw_find_path(test->planner, &ask, test->path);
        if (is_blocked(result))
            continue;
        const double cost = gear_walk_cost(&walk, start, goal);
        if (cost == INFINITY) // then there may be a way by richer motions
            continue;
        assert_int_equal(result, FW_OK);
        assert_path_is_legal(test, &ask);
        const double charged =
            cost_of_path(test->path) + turn_charge * turn_of_path(test->path) / (2 * FW_PI);
        fw_planner_statistics(test->planner, &statistics);
        assert_true(charged < 0.01 + 1.002 * cost);
        assert_true(statistics.expanded == 0 || charged > 0.998 * cost - 0.01); // 0: a curve without a search
        found += statistics.expanded > 0;
    }
    return found;
}

/// The same on a random map.
static int found_on_random_map(random_source *source, fw_unit_def def, uint32_t blocked, uint32_t terrains,
                               double turn_charge)
{
    road_test test = road_on(map_at_random(source, SIDE, SIDE, blocked, terrains), def);
    const int found = found_at_the_least_cost(&test, source, NULL, turn_charge);
    road_end(&test);
    return found;
}

TEST(paths_over_dear_terrain_are_the_cheapest_sums_of_motions)
{
    random_source source = { 41 };
    int found = 0;
    for (int i = 0; i < rounds(6); i++) {
        fw_unit_def def = hiker(FW_DIRECTIONAL, 1 + i / 2 % 2, i % 2 ? 2 : 3);
        def.reverse = i % 3 != 0;
        def.reverse_penalty = i % 3 == 1 ? 3 : 1.5;
        def.gear_change_cost = i % 4;
        found += found_on_random_map(&source, def, 6, 3, 0);
    }
    assert_true(found > at_least(10));
}

TEST(costs_that_an_overlay_adds_are_paid)
{
    random_source source = { 42 };
    int found = 0;
    for (int i = 0; i < rounds(4); i++) {
        fw_unit_def def = hiker(FW_DIRECTIONAL, 1, 2);
        if (i % 2)
            def.terrain_cost[FW_SWAMP] = def.terrain_cost[FW_WATER] = def.terrain_cost[FW_GROUND];
        road_test test = road_on(map_at_random(&source, SIDE, SIDE, 6, 3), def);
        fw_overlay *overlay = new_overlay(SIDE, SIDE);
        for (int patch = 0; patch < 5; patch++) {
            const int32_t x = (int32_t)random_below(&source, SIDE - 3);
            const int32_t y = (int32_t)random_below(&source, SIDE - 3);
            assert_int_equal(fw_overlay_add_cost(overlay, x, y, 3, 3, 1.5f), FW_OK);
        }
        found += found_at_the_least_cost(&test, &source, overlay, 0);
        fw_overlay_destroy(overlay);
        road_end(&test);
    }
    assert_true(found > at_least(4));
}

TEST(forbidden_moves_are_not_made_and_no_others_are_given_up)
{
    random_source source = { 44 };
    int found = 0;
    for (int i = 0; i < rounds(8); i++) {
        fw_unit_def def = hiker(FW_DIRECTIONAL, 1 + i % 2, i % 4 == 3 ? 1 : 2);
        def.reverse = i / 2 % 2;
        def.gear_change_cost = i % 3;
        road_test test = road_on(map_at_random(&source, SIDE, SIDE, 3, 1), def);
        fw_overlay *overlay = new_overlay(SIDE, SIDE);
        for (int move = 0; move < 40; move++)
            assert_int_equal(fw_overlay_forbid(overlay, (int32_t)random_below(&source, SIDE),
                                               (int32_t)random_below(&source, SIDE),
                                               (uint8_t)(1u << random_below(&source, 8))),
                             FW_OK);
        found += found_at_the_least_cost(&test, &source, overlay, 0);
        fw_overlay_destroy(overlay);
        road_end(&test);
    }
    assert_true(found > at_least(8));
}

TEST(turns_are_charged_for)
{
    random_source source = { 43 };
    int found = 0;
    for (int i = 0; i < rounds(6); i++) {
        fw_unit_def def = hiker(FW_DIRECTIONAL, 1, i % 2 ? 2 : 3);
        def.reverse = i % 3 == 2;
        found += found_on_random_map(&source, def, 8, 1 + (uint32_t)i % 2, 4 * (1 + i % 3));
    }
    assert_true(found > at_least(8));
}

TEST(smoothing_keeps_the_charge_for_turns_out_of_the_cost)
{
    random_source source = { 45 };
    int found = 0;
    for (int i = 0; i < rounds(6); i++) {
        fw_unit_def def = hiker(FW_DIRECTIONAL, 1, 2);
        def.reverse = i % 2;
        road_test test = road_on(map_at_random(&source, 20, 20, 8, 1 + (uint32_t)i % 3), def);
        for (int query = 0; query < 6; query++) {
            const lattice_pose start = pose_at_random(&source, 20), goal = pose_at_random(&source, 20);
            fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
            ask.turn_charge = 6;
            ask.smoothing = FW_SMOOTH_CURVED;
            if (fw_find_path(test.planner, &ask, test.path) != FW_OK)
                continue;
            assert_path_is_legal(&test, &ask);
            found++;
        }
        road_end(&test);
    }
    assert_true(found > at_least(10));
}

static const char *const ford[] = { "##############", //
                                    "#............#", //
                                    "#............#", //
                                    "#............#", //
                                    "#...SSSSSS...#", //
                                    "#...SSSSSS...#", //
                                    "#...SSSSSS...#", //
                                    "#............#", //
                                    "#............#", //
                                    "##############" };

static double length_through_the_ford(float swamp)
{
    fw_unit_def def = vehicle(fw_circle(0.33), 1, 1, FW_DIRECTIONAL);
    def.terrain_cost[FW_SWAMP] = swamp;
    road_test test = road_on(DRAWN(ford), def);
    const fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 1, 5, 0 }, (lattice_pose){ 12, 5, 0 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    const double length = fw_path_length(test.path);
    road_end(&test);
    return length;
}

TEST(a_swamp_is_crossed_or_driven_around_as_its_cost_says)
{
    assert_true(fabs(length_through_the_ford(1.0f) - 11) < 1e-9);
    assert_true(fabs(length_through_the_ford(1.05f) - 11) < 1e-9);
    assert_true(length_through_the_ford(5.0f) > 11.5);
}

TEST(exact_poses_on_dear_terrain_pay_for_what_lies_under_them)
{
    random_source source = { 44 };
    int found = 0;
    for (int i = 0; i < rounds(10); i++) {
        road_test test = road_on(map_at_random(&source, 20, 20, 4, 3), hiker(FW_DIRECTIONAL, 1, 1 + i % 3));
        for (int query = 0; query < 6; query++) {
            const lattice_pose start = pose_at_random(&source, 20), goal = pose_at_random(&source, 20);
            fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
            ask.turn_charge = query % 2;
            ask.start.x += random_unit(&source) - 0.5;
            ask.goal.pose.y += random_unit(&source) - 0.5;
            ask.goal.pose.heading += 0.3;
            if (fw_find_path(test.planner, &ask, test.path) != FW_OK)
                continue;
            assert_path_is_legal(&test, &ask);
            found++;
        }
        road_end(&test);
    }
    assert_true(found > at_least(10));
}

/// Work of a search from a pose in the first free row below a wall, on a wide map with a clear place around the start.
static uint64_t work_from_beside_a_wall(random_source source, double y)
{
    enum { WIDE = 360, NEAR = 40 };
    fw_map *map = map_at_random(&source, WIDE, WIDE, 2, 1);
    assert_int_equal(fw_map_set_rect(map, 0, 0, WIDE, 1, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 10, 1, 20, 6, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 30, 0, 1, 50, FW_BLOCKED), FW_OK); // to be driven around
    assert_int_equal(fw_map_set_rect(map, NEAR, 20, 8, 8, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, vehicle(fw_circle(0.7), 1, 2, FW_DIRECTIONAL_24));
    fw_request ask =
        request_on(&test, FW_DIRECTIONAL_24, (lattice_pose){ 20, 2, 0 }, (lattice_pose){ NEAR + 4, 24, 2 });
    fw_statistics spent;
    ask.start.y = y;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    fw_planner_statistics(test.planner, &spent);
    assert_true(spent.expanded > 256); // so that obstacles guide it
    road_end(&test);
    return spent.work;
}

TEST(a_body_that_stands_where_no_motion_leads_is_not_guided_over_the_whole_map)
{
    for (uint64_t seed = 91; seed < 97; seed++) {
        const random_source source = { seed };
        const uint64_t between = work_from_beside_a_wall(source, 1.72); // at 1.5 it would touch the wall
        const uint64_t at_point = work_from_beside_a_wall(source, 2.5);
        assert_true(between < 2 * at_point);
    }
}
