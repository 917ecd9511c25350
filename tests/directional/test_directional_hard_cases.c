// What directional methods answer where there is little to find: starts that touch, headings that nothing leads to,
// radii and bodies that are too large, ways that only the grid knows. Answers follow from geometry.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

static const fw_method methods[] = { FW_DIRECTIONAL,    FW_DIRECTIONAL_8, FW_DIRECTIONAL_24,
                                     FW_DIRECTIONAL_48, FW_HYBRID,        FW_AUTO };
enum { METHODS = sizeof methods / sizeof *methods };

static const uint32_t every_method = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_DIRECTIONAL_8) |
                                     FW_METHOD_BIT(FW_DIRECTIONAL_24) | FW_METHOD_BIT(FW_DIRECTIONAL_48) |
                                     FW_METHOD_BIT(FW_HYBRID);

static fw_unit_def truck_with(fw_footprint footprint, double radius)
{
    fw_unit_def def = vehicle(footprint, 1, radius, FW_DIRECTIONAL);
    def.methods = every_method;
    return def;
}

static void block(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height)
{
    assert_int_equal(fw_map_set_rect(map, x, y, width, height, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
}

/// Asks each method, which must answer alike and soon.
static void assert_all_answer(const road_test *test, fw_request ask, fw_result answer, uint64_t most_work)
{
    for (int i = 0; i < METHODS; i++) {
        fw_statistics statistics;
        ask.method = methods[i];
        const fw_result result = fw_find_path(test->planner, &ask, test->path);
        if (result != answer)
            fail_msg("%s: %s", fw_method_name(methods[i]), fw_result_text(result));
        assert_int_equal(fw_planner_statistics(test->planner, &statistics), FW_OK);
        assert_in_range(statistics.work, 0, most_work);
        if (answer == FW_OK)
            assert_path_is_legal(test, &ask);
    }
}

static const double gaps[] = { 0.1, 1e-3, 0, -1e-7, -1e-5, -1e-3, -0.5, -1 };
enum { GAPS = sizeof gaps / sizeof *gaps, WALL = 8 };

static road_test along_a_wall(fw_footprint footprint)
{
    fw_map *map = open_map(24, 12);
    block(map, 0, WALL, 24, 4);
    return road_on(map, truck_with(footprint, 2));
}

TEST(who_touches_a_wall_may_start_there_and_who_overlaps_it_may_not)
{
    road_test test = along_a_wall(fw_circle(0.33));
    fw_request good =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 3, 4, 0 }, (lattice_pose){ 20, 4, 0 });
    good.start_slack = 0;
    for (int i = 0; i < GAPS; i++) {
        const bool overlaps = gaps[i] < -FW_TOUCH;
        fw_request ask = good;
        ask.start.y = WALL - 0.33 - gaps[i];
        assert_all_answer(&test, ask, overlaps ? FW_START_BLOCKED : FW_OK, 5000);
        ask = good;
        ask.goal.pose.y = WALL - 0.33 - gaps[i];
        assert_all_answer(&test, ask, overlaps ? FW_GOAL_BLOCKED : FW_OK, 5000);
    }
    road_end(&test);
}

/// A long body's corner swings out by 0.6 * 0.6 / (2 * 2) = 0.09 tile when it begins to turn.
TEST(a_long_body_beside_a_wall_drives_along_it_and_turns_away_where_its_corner_has_room)
{
    road_test test = along_a_wall(fw_rectangle(1.2, 0.6));
    fw_request ask = request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 3, 4, 0 }, (lattice_pose){ 20, 4, 0 });
    ask.start_slack = 0;
    for (int i = 0; i < GAPS; i++) {
        const bool overlaps = gaps[i] < -FW_TOUCH;
        ask.start.y = WALL - 0.3 - gaps[i];
        ask.goal.pose.y = 4.5;
        assert_all_answer(&test, ask,
                          overlaps          ? FW_START_BLOCKED
                          : gaps[i] > 0.095 ? FW_OK
                                            : FW_NOT_FOUND,
                          5000);
        ask.goal.pose.y = ask.start.y;
        assert_all_answer(&test, ask, overlaps ? FW_START_BLOCKED : FW_OK, 5000);
    }
    road_end(&test);
}

/// To turn by 45 degrees at radius 30 takes 22.9 tiles as the crow flies, farther than the room's corners are apart.
TEST(where_the_radius_is_larger_than_the_room_only_straight_ways_are_left)
{
    road_test test = road_on(open_map(14, 14), truck_with(fw_circle(0.33), 30));
    const lattice_pose start = { 2, 6, 0 };
    for (int heading = 1; heading < 8; heading++)
        assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 9, 6, heading }),
                          FW_NOT_FOUND, 5000);
    assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 1, 6, 0 }),
                      FW_NOT_FOUND, 5000);
    assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 11, 6, 0 }), FW_OK,
                      5000);
    road_end(&test);
}

TEST(a_body_longer_than_the_map_stands_nowhere_and_one_longer_than_its_window_drives_on)
{
    road_test test = road_on(open_map(40, 9), truck_with(fw_rectangle(11, 0.8), 3));
    fw_overlay *window = new_overlay(40, 9);
    assert_int_equal(fw_overlay_corridor(window, 18, 3, 5, 3), FW_OK);
    const lattice_pose start = { 18, 4, 0 };
    fw_request ask = request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 22, 4, 0 });
    ask.overlay = window;
    assert_all_answer(&test, ask, FW_OK, 5000);
    ask = request_on(&test, FW_DIRECTIONAL, start,
                     (lattice_pose){ 18, 4, 4 }); // nor is there room to turn around
    ask.overlay = window;
    assert_all_answer(&test, ask, FW_NOT_FOUND, 20000);
    ask = request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 20, 4, 2 }, start); // across the map
    assert_all_answer(&test, ask, FW_START_BLOCKED, 0);
    fw_overlay_destroy(window);
    road_end(&test);
}

/// The unit is much larger than its body. At the only place left of the goals its square leaves the map.
TEST(a_corridor_of_the_whole_map_keeps_a_small_body_from_no_place)
{
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        fw_unit_def def = truck_with(fw_circle(0.3), 1);
        def.size = 39;
        road_test test = road_on(open_map(60, 60), def);
        block(test.map, mirrored ? 26 : 9, 18, 25, 26);
        fw_overlay *all = new_overlay(60, 60);
        assert_int_equal(fw_overlay_corridor(all, 0, 0, 60, 60), FW_OK);
        fw_request ask = fw_default_request();
        ask.unit = test.unit;
        ask.start = (fw_pose){ mirrored ? 19.5 : 40.5, 30.5, 0 };
        ask.goal = fw_goal_within(mirrored ? 39.5 : 20.5, 30.5, 12);
        ask.overlay = all;
        assert_all_answer(&test, ask, FW_OK, 20000);
        fw_overlay_destroy(all);
        road_end(&test);
    }
}

/// The shortest curve to the same place facing the other way turns by 60, 300 and 60 degrees (Dubins 1957); in both
/// gears nobody turns by less than 180.
TEST(to_face_the_other_way_on_the_same_place_takes_a_loop_or_both_gears)
{
    for (int reverse = 0; reverse < 2; reverse++) {
        fw_unit_def def = truck_with(fw_circle(0.33), 2);
        def.reverse = reverse;
        road_test test = road_on(open_map(40, 40), def);
        const double least = (reverse ? 1 : 7.0 / 3) * FW_PI * def.turn_radius;
        fw_request ask =
            request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 20, 20, 1 }, (lattice_pose){ 20, 20, 5 });
        for (int between = 0; between < 2; between++) {
            assert_all_answer(&test, ask, FW_OK, 200000);
            for (int i = 0; i < METHODS; i++) {
                ask.method = methods[i];
                assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
                assert_true(fw_path_length(test.path) > least - 1e-6);
                assert_true(fw_path_length(test.path) < 8 * FW_PI * def.turn_radius);
            }
            ask.start.x = ask.goal.pose.x = 20.3;
            ask.start.heading += 0.2;
            ask.goal.pose.heading += 0.2;
        }
        road_end(&test);
    }
}

TEST(a_dead_end_is_left_in_reverse_or_not_at_all)
{
    for (int reverse = 0; reverse < 2; reverse++) {
        fw_map *map = open_map(30, 20);
        block(map, 12, 0, 18, 9);
        block(map, 12, 10, 18, 10);
        fw_unit_def def = truck_with(fw_circle(0.33), 2);
        def.reverse = reverse;
        road_test test = road_on(map, def);
        const fw_request ask =
            request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 26, 9, 0 }, (lattice_pose){ 4, 4, 4 });
        assert_all_answer(&test, ask, reverse ? FW_OK : FW_NOT_FOUND, reverse ? 20000 : 4000);
        road_end(&test);
    }
}

/// A hall that is open to the left, of 7 tiles where the body takes 6.66 to turn around, and of 6.
TEST(a_hall_is_left_by_a_loop_that_fits_in_there)
{
    for (int32_t height = 6; height <= 7; height++) {
        fw_map *map = open_map(40, 40);
        block(map, 12, 0, 28, 40);
        assert_int_equal(fw_map_set_rect(map, 12, 10, 18, height, FW_GROUND), FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        road_test test = road_on(map, truck_with(fw_circle(0.33), 3));
        fw_request ask = fw_default_request();
        ask.unit = test.unit;
        ask.method = FW_DIRECTIONAL;
        for (int i = 0; i < 8; i++) {
            const fw_pose within = { 16 + 0.25 * i, 12.3, -1.2 }, outside = { 5.5, 30.5, FW_PI / 2 };
            const bool leaves = i % 2;
            ask.start = leaves ? within : outside;
            ask.goal = fw_goal_pose(leaves ? outside : within);
            if (!leaves) {
                ask.start.heading += FW_PI;
                ask.goal.pose.heading += FW_PI;
            }
            assert_int_equal(fw_find_path(test.planner, &ask, test.path), height == 7 ? FW_OK : FW_NOT_FOUND);
            if (height == 7)
                assert_path_is_legal(&test, &ask);
        }
        road_end(&test);
    }
}

TEST(a_goal_in_another_region_is_refused_without_a_search)
{
    fw_map *map = open_map(400, 400);
    block(map, 300, 300, 21, 21);
    assert_int_equal(fw_map_set_rect(map, 305, 305, 11, 11, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, truck_with(fw_circle(0.33), 3));
    const lattice_pose outside = { 20, 20, 0 }, inside = { 310, 310, 0 };
    assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, outside, inside), FW_UNREACHABLE, 0);
    assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, inside, outside), FW_UNREACHABLE, 0);
    road_end(&test);
}

/// Nothing grows over the whole map for a pose from which nothing leads on.
TEST(who_faces_a_wall_of_a_large_map_is_told_so_in_a_few_steps)
{
    road_test test = road_on(open_map(400, 400), truck_with(fw_circle(0.33), 3));
    const lattice_pose outward = { 398, 200, 0 }, inward = { 398, 200, 4 }, away = { 20, 20, 3 };
    assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, outward, away), FW_NOT_FOUND, 400);
    assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, away, inward), FW_NOT_FOUND, 400);
    road_end(&test);
}

/// Distances grow over the map to guide the search from the start: the one from the goal must not go on for as much
/// work meanwhile.
TEST(a_yard_that_cannot_be_left_costs_its_own_poses_and_no_more_of_the_map)
{
    fw_map *map = open_map(400, 400);
    block(map, 193, 193, 14, 14);
    assert_int_equal(fw_map_set_rect(map, 194, 194, 12, 12, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 206, 200, FW_GROUND), FW_OK); // too narrow for the body
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, truck_with(fw_circle(0.6), 1));
    fw_statistics statistics;
    const fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 199, 199, 0 }, (lattice_pose){ 10, 10, 0 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_NOT_FOUND);
    assert_int_equal(fw_planner_statistics(test.planner, &statistics), FW_OK);
    assert_in_range(statistics.expanded, 0, 120000);
    road_end(&test);
}

/// Two halls, joined by a lane of a tile's width that turns by 90 degrees twice, for which a round body of 0.33 needs a
/// radius of less than 1.
TEST(a_way_that_only_the_grid_knows_ends_in_bounded_work)
{
    fw_map *map = open_map(120, 60);
    block(map, 50, 0, 20, 60);
    const int32_t lanes[][4] = { { 50, 30, 10, 1 }, { 59, 30, 1, 8 }, { 59, 37, 11, 1 } };
    for (int i = 0; i < 3; i++)
        assert_int_equal(fw_map_set_rect(map, lanes[i][0], lanes[i][1], lanes[i][2], lanes[i][3], FW_GROUND),
                         FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    road_test test = road_on(map, truck_with(fw_circle(0.33), 3));
    const lattice_pose left = { 10, 10, 0 }, right = { 110, 50, 2 }, lane = { 59, 33, 2 };
    assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, left, right), FW_NOT_FOUND, 500000);
    assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, left, lane), FW_NOT_FOUND, 4000);
    assert_all_answer(&test, request_on(&test, FW_DIRECTIONAL, lane, right), FW_NOT_FOUND, 4000);
    const fw_request ask = request_on(&test, FW_GRID, left, right);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_ILLEGAL);
    road_end(&test);
}

/// Of the poses in a cell, a search keeps one. In cells of a quarter of a tile, none of those that are kept leads on.
TEST(a_way_on_which_larger_cells_keep_the_wrong_poses_is_found)
{
    const char *rows[] = {
        "..#......#.#", //
        "............", //
        ".#........#.", //
        "#...........", //
        "...#........", //
        ".#.#.......#", //
        "...#..#..#..", //
        "............", //
        "..........#.", //
        ".......#.#..", //
        "............", //
        "...#.......#",
    };
    road_test test = road_on(DRAWN(rows), truck_with(fw_circle(0.2837), 3));
    fw_request ask = request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 0 }, (lattice_pose){ 5, 2, -1 });
    ask.start = (fw_pose){ 4.625104, 4.749721, 0.689157 };
    ask.goal.pose = (fw_pose){ 5.710720, 2.793485, 0 };
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    road_end(&test);
}

/// Two rooms with a gap of two tiles between them.
static const char *const two_rooms[] = { "##########", //
                                         "#...##...#", //
                                         "#........#", //
                                         "#........#", //
                                         "#...##...#", //
                                         "#...##...#", //
                                         "##########" };

TEST(every_radius_has_tables_and_every_pose_gets_an_answer)
{
    random_source source = { 81 };
    for (double power = -6; power <= 10; power += stride(5) * 0.5) {
        fw_unit_def def = vehicle(fw_circle(power == 4 ? 0.4 : random_within(&source, 0.01, 0.8)), 1,
                                  exp(power * log(2)), FW_AUTO);
        def.methods = every_method | FW_METHOD_BIT(FW_DIRECTIONAL_80);
        def.all_curves = random_below(&source, 2);
        road_test test = road_on(DRAWN(two_rooms), def);
        for (int query = 0; query < 4; query++) {
            fw_request ask = request_on(&test, FW_AUTO, (lattice_pose){ 2, 2, 0 }, (lattice_pose){ 7, 4, 2 });
            ask.start = pose_moved_at_random(&source, ask.start);
            ask.goal.pose = pose_moved_at_random(&source, ask.goal.pose);
            ask.method = query == 0 ? FW_DIRECTIONAL : FW_AUTO;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            assert_true(result == FW_OK || result == FW_NOT_FOUND || is_blocked(result));
            assert_true(result != FW_NOT_FOUND || power > -1);
            if (result == FW_OK)
                assert_path_is_legal(&test, &ask);
        }
        road_end(&test);
    }
}

/// Who may not turn round in a lane has nothing but the way ahead: headings that are askew must not hide it.
TEST(who_stands_askew_in_a_lane_drives_along_it)
{
    const char *const lane_into_a_room[] = { "############################", //
                                             "#####################......#", //
                                             "#####################......#", //
                                             "#..........................#", //
                                             "#####################......#", //
                                             "#####################......#", //
                                             "############################" };
    const double radii[] = { 0.5, 0.5, 1, 1, 1.5 }, bodies[] = { 0.33, 0.4, 0.33, 0.45, 0.48 };
    for (int unit = 0; unit < 5; unit++) {
        road_test test = road_on(DRAWN(lane_into_a_room),
                                 vehicle(fw_circle(bodies[unit]), 1, radii[unit], FW_DIRECTIONAL));
        for (int degrees = 0; degrees <= (unit == 4 ? 10 : 18); degrees += 2) {
            fw_request ask =
                request_on(&test, FW_AUTO, (lattice_pose){ 2, 3, 0 }, (lattice_pose){ 25, 3, 0 });
            ask.start.y -= 0.01;
            ask.start.heading = degrees * FW_PI / 180;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            // The body's side swings out by the heading: so much room it has
            const double swing = radii[unit] * (1 - cos(ask.start.heading));
            assert_true(result == FW_OK || swing > 0.49 - bodies[unit] - 0.005);
            if (result == FW_OK)
                assert_path_is_legal(&test, &ask);
        }
        road_end(&test);
    }
}

/// A lane of three tiles, where the unit faces the wall: it turns away at its radius from the start on, or not at all.
static const char *const before_a_wall[] = { "#################", //
                                             "#..............##", //
                                             "#..............##", //
                                             "#..............##", //
                                             "#......#####...##", //
                                             "#......#####...##", //
                                             "#################" };

/// Gaps of two tiles, of which the second lies far aside.
static const char *const gaps_aside[] = { "...#.....#...#...#..", //
                                          "...#.....#...#...#..", //
                                          "...#.....#.......#..", //
                                          "...#.....#...#...#..", //
                                          ".........#...#...#..", //
                                          ".........#...#...#..", //
                                          "...#.....#...#...#..", //
                                          "...#.....#.......#..", //
                                          "...#.....#...#......", //
                                          "...#.....#...#...#..", //
                                          "...#.........#...#..", //
                                          "...#.........#...#..", //
                                          "...#.....#...#...#..", //
                                          "...#.....#...#...#..", //
                                          "...#.........#...#..", //
                                          "...#.....#...#...#..", //
                                          "...#.....#...#......", //
                                          "...#.....#...#...#..", //
                                          "...#.....#...#...#..", //
                                          "...#.....#...#...#.." };

TEST(turns_that_leave_no_room_for_a_line_are_driven)
{
    const double degree = FW_PI / 180;
    road_test lane =
        road_on(DRAWN(before_a_wall), vehicle(fw_rectangle(0.221, 0.154), 1, 1.4521, FW_DIRECTIONAL));
    fw_request ask = request_on(&lane, FW_AUTO, (lattice_pose){ 8, 2, 0 }, (lattice_pose){ 1, 1, 6 });
    for (int degrees = 80; degrees <= 100; degrees++) {
        // The body's side comes so far ahead of the start, its corner less than 0.005 farther; the wall is 1.5 away
        const double ahead = 1.4521 * (1 - fabs(cos(degrees * degree))) + 0.154 / 2;
        ask.start.heading = degrees * degree;
        if (ahead > 1.5 - 0.005)
            continue;
        assert_int_equal(fw_find_path(lane.planner, &ask, lane.path), FW_OK);
        assert_path_is_legal(&lane, &ask);
    }
    road_end(&lane);
    road_test site =
        road_on(DRAWN(gaps_aside), vehicle(fw_rectangle(0.507, 0.180), 1, 2.3923, FW_DIRECTIONAL));
    ask = request_on(&site, FW_AUTO, (lattice_pose){ 6, 12, 0 }, (lattice_pose){ 13, 2, 0 });
    ask.start = (fw_pose){ 6.2193, 12.2612, 30.92 * degree };
    ask.goal.pose = (fw_pose){ 13.6711, 2.1559, 178.22 * degree };
    assert_int_equal(fw_find_path(site.planner, &ask, site.path), FW_OK);
    assert_path_is_legal(&site, &ask);
    road_end(&site);
}

/// A unit of a large radius turns here by shuffles only: by a part of a turn at a time, all within a cell.
static const char *const yard[] = { "##....##....#", //
                                    "......##....#", //
                                    "......##....#", //
                                    "##....##....#", //
                                    "##....##....#", //
                                    "##....##....#", //
                                    "##..........#", //
                                    "##..........#", //
                                    "##..........#", //
                                    "##..........#", //
                                    "##....##....#", //
                                    "##....##....#" };

TEST(a_unit_of_a_large_radius_shuffles_beside_a_wall)
{
    fw_unit_def def = vehicle(fw_circle(0.895), 2, 15.6788, FW_DIRECTIONAL);
    def.reverse = true;
    road_test test = road_on(DRAWN(yard), def);
    fw_request ask = request_on(&test, FW_AUTO, (lattice_pose){ 10, 10, 4 }, (lattice_pose){ 3, 8, 3 });
    ask.start = (fw_pose){ 10.6675, 10.4484, 182.49 * FW_PI / 180 };
    ask.goal.pose = (fw_pose){ 3.5, 8.5, 149.87 * FW_PI / 180 };
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    road_end(&test);
}
