// Which of its searches a directional method takes its answer from. No guess answers "no path": where the lattice runs
// dry, richer searches follow, however large the first one was.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/unit.h"
#include "directional/ends/flood.h"
#include "fairway/fairway.h"

static road_test empty_ground(int32_t side, double body, double radius)
{
    fw_unit_def def = vehicle(fw_circle(body), 1, radius, FW_DIRECTIONAL);
    def.methods = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_DIRECTIONAL_24);
    return road_on(open_map(side, side), def);
}

static fw_statistics ask_and_count(const road_test *test, const fw_request *ask, fw_result answer)
{
    fw_statistics statistics;
    assert_int_equal(fw_find_path(test->planner, ask, test->path), answer);
    if (answer == FW_OK)
        assert_path_is_legal(test, ask);
    assert_int_equal(fw_planner_statistics(test->planner, &statistics), FW_OK);
    return statistics;
}

TEST(the_level_that_decides_is_told)
{
    road_test test = empty_ground(14, 0.33, 2);
    const lattice_pose start = { 2, 6, 0 };
    fw_request ask = request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 9, 8, 1 });
    assert_int_equal(ask_and_count(&test, &ask, FW_OK).level, FW_LEVEL_CURVE);
    ask.method = FW_DIRECTIONAL_24;
    assert_int_equal(ask_and_count(&test, &ask, FW_OK).level, FW_LEVEL_BASE);
    ask.start.x = -3;
    assert_int_equal(ask_and_count(&test, &ask, FW_OUT_OF_BOUNDS).level, FW_LEVEL_NONE);
    road_end(&test);
    test = empty_ground(14, 0.33, 30);
    ask = request_on(&test, FW_DIRECTIONAL, start, (lattice_pose){ 9, 6, 3 });
    assert_int_equal(ask_and_count(&test, &ask, FW_NOT_FOUND).level, FW_LEVEL_FINE);
    ask.method = FW_DIRECTIONAL_24;
    assert_int_equal(ask_and_count(&test, &ask, FW_NOT_FOUND).level, FW_LEVEL_BASE);
    road_end(&test);
}

/// A vehicle on ground with expensive swamps and walls, where a single curve competes with the search.
static road_test rough_ground(int32_t side, random_source *source)
{
    fw_unit_def def = vehicle(fw_circle(0.33), 1, 2, FW_DIRECTIONAL);
    def.terrain_cost[FW_SWAMP] = 1.25f;
    fw_map *map = open_map(side, side);
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) {
            const uint32_t drawn = random_below(source, 200);
            const uint8_t terrain = drawn < 2 ? FW_BLOCKED : drawn < 100 ? FW_SWAMP : FW_GROUND;
            assert_int_equal(fw_map_set_tile(map, x, y, terrain), FW_OK);
        }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return road_on(map, def);
}

/// Poses that a trace has seen on the way from the start to the goal.
static void count_opened(const fw_trace_event *event, void *opened)
{
    *(int *)opened += event->kind == FW_TRACE_EXPAND;
}

/// Each request is cut short after 1, 2, 4 ... units of work. As soon as the trace shows a pose that was expanded, the
/// curve is no longer what the search is at; only an answer may come from there, and then it is one curve.
TEST(a_search_that_was_cut_short_tells_the_level_that_was_under_way)
{
    enum { SIDE = 32 };
    random_source source = { 14 };
    int cut = 0, curves = 0, paused = 0;
    for (int world = 0; world < 100; world++) {
        road_test test = rough_ground(SIDE, &source);
        const lattice_pose start = pose_at_random(&source, SIDE), goal = pose_at_random(&source, SIDE);
        fw_request ask = request_on(&test, FW_DIRECTIONAL, start, goal);
        int opened = 0;
        if (world % 2)
            ask.goal = fw_goal_at(ask.goal.pose.x, ask.goal.pose.y);
        ask.smoothing = FW_SMOOTH_NONE;
        ask.trace = count_opened;
        ask.trace_user = &opened;
        for (ask.max_work = 1; ask.max_work < 1 << 16; ask.max_work *= 2) {
            fw_statistics did;
            opened = 0;
            ask.partial = ask.max_work % 3 == 1;
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            fw_path_summary found = { 0 };
            fw_path_summarise(test.path, &found);
            assert_int_equal(fw_planner_statistics(test.planner, &did), FW_OK);
            const bool is_there = result == FW_OK && found.outcome == FW_OUTCOME_FOUND;
            assert_true(is_there || opened == 0 || did.level > FW_LEVEL_CURVE);
            assert_true(!is_there || did.level != FW_LEVEL_CURVE || found.segment_count <= 3);
            cut += !is_there && opened > 0;
            curves += is_there && did.level == FW_LEVEL_CURVE && opened > 0;
        }
        fw_search *search = NULL;
        ask.max_work = 0;
        opened = 0;
        fw_result result = fw_search_begin(test.planner, &ask, &search);
        while (result == FW_OK && (result = fw_search_step(search, 1)) == FW_PENDING && opened < 8) {
            fw_statistics did;
            assert_int_equal(fw_search_statistics(search, &did), FW_OK);
            assert_true(opened == 0 || did.level > FW_LEVEL_CURVE);
            paused += opened > 0;
            result = FW_OK;
        }
        fw_search_end(search);
        road_end(&test);
    }
    assert_true(cut > 100 && curves > 20 && paused > 50);
}

/// A search that found no path tells from which end nothing is left to search: a unit without reverse gear cannot leave
/// a pose that faces the border, and cannot get to a pose that only leads away from it.
TEST(the_end_from_which_everything_was_searched_is_told)
{
    road_test test = empty_ground(100, 0.33, 3);
    const lattice_pose outward = { 98, 50, 0 }, inward = { 98, 50, 4 }, away = { 20, 20, 3 };
    const fw_method methods[] = { FW_AUTO, FW_DIRECTIONAL, FW_DIRECTIONAL_24 };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        fw_request ask = request_on(&test, methods[i], outward, away);
        assert_int_equal(ask_and_count(&test, &ask, FW_NOT_FOUND).exhausted, FW_EXHAUSTED_START);
        ask = request_on(&test, methods[i], away, inward);
        assert_int_equal(ask_and_count(&test, &ask, FW_NOT_FOUND).exhausted, FW_EXHAUSTED_GOAL);
        ask = request_on(&test, methods[i], inward, outward);
        assert_int_equal(ask_and_count(&test, &ask, FW_OK).exhausted, FW_EXHAUSTED_NONE);
    }
    road_end(&test);
}

/// The vehicle stands in a yard whose gate is too narrow for its body, or its goal lies there. A goal without a heading
/// is searched from the start only.
TEST(who_is_shut_in_a_yard_has_exhausted_it)
{
    const char *rows[] = {
        "....................", //
        "....................", //
        "..######............", //
        "..#....#............", //
        "..#....#............", //
        "..#....#............", //
        "..#.................", //
        "..######............", //
        "....................", //
        "....................",
    };
    fw_unit_def def = vehicle(fw_circle(0.6), 1, 0.5, FW_DIRECTIONAL);
    def.methods = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_DIRECTIONAL_24);
    road_test test = road_on(DRAWN(rows), def);
    const lattice_pose yard = { 4, 4, 0 }, open = { 14, 4, 2 };
    const fw_method methods[] = { FW_AUTO, FW_DIRECTIONAL, FW_DIRECTIONAL_24 };
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        fw_request ask = request_on(&test, methods[i], yard, open);
        assert_int_equal(ask_and_count(&test, &ask, FW_NOT_FOUND).exhausted, FW_EXHAUSTED_START);
        ask = request_on(&test, methods[i], open, yard);
        assert_int_equal(ask_and_count(&test, &ask, FW_NOT_FOUND).exhausted, FW_EXHAUSTED_GOAL);
        ask.goal = fw_goal_at(ask.goal.pose.x, ask.goal.pose.y);
        const fw_exhausted told = ask_and_count(&test, &ask, FW_NOT_FOUND).exhausted;
        assert_int_equal(told, methods[i] == FW_DIRECTIONAL_24 ? FW_EXHAUSTED_GOAL : FW_EXHAUSTED_START);
    }
    fw_request limited = request_on(&test, FW_DIRECTIONAL, yard, open);
    limited.max_work = 1;
    assert_int_equal(ask_and_count(&test, &limited, FW_LIMIT).exhausted, FW_EXHAUSTED_NONE);
    road_end(&test);
}

/// An overlay parts the map, which regions do not know. The fields that guide grow over the goals' half; a heuristic
/// without fields leaves it to the search from the start.
TEST(a_half_that_an_overlay_cuts_off_is_exhausted_from_the_goals)
{
    enum { SIDE = 60 };
    road_test test = empty_ground(SIDE, 0.33, 3);
    fw_overlay *wall = new_overlay(SIDE, SIDE);
    assert_int_equal(fw_overlay_block(wall, SIDE / 2, 0, 1, SIDE), FW_OK);
    const lattice_pose goals[] = { { 45, 30, 2 }, { 50, 20, 1 } };
    const fw_pose set[] = { pose_at(&test, goals[0]), pose_at(&test, goals[1]) };
    fw_request ask = request_on(&test, FW_DIRECTIONAL_24, (lattice_pose){ 10, 20, 0 }, goals[0]);
    ask.overlay = wall;
    assert_int_equal(ask_and_count(&test, &ask, FW_NOT_FOUND).exhausted, FW_EXHAUSTED_GOAL);
    ask.heuristic = FW_HEURISTIC_CURVE;
    assert_int_equal(ask_and_count(&test, &ask, FW_NOT_FOUND).exhausted, FW_EXHAUSTED_START);
    ask.heuristic = FW_HEURISTIC_AUTO;
    ask.goal = (fw_goal){ .kind = FW_GOAL_SET, .set = set, .count = 2, .has_heading = true };
    const fw_statistics told = ask_and_count(&test, &ask, FW_NOT_FOUND);
    assert_int_equal(told.exhausted, FW_EXHAUSTED_GOAL);
    assert_int_equal(told.expanded, 0);
    fw_overlay_destroy(wall);
    road_end(&test);
}

/// Two halls, joined by a lane one tile wide with two bends.
static fw_map *two_halls(int32_t hall)
{
    enum { LANE = 8, ENTRY = 8, EXIT = 14, BEND = 4 };
    fw_map *map = open_map(2 * hall + LANE, hall);
    assert_int_equal(fw_map_set_rect(map, hall, 0, LANE, hall, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, hall, ENTRY, BEND, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, hall + BEND, ENTRY, 1, EXIT - ENTRY, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, hall + BEND, EXIT, LANE - BEND, 1, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

/// At radius 0.5 the bends can be driven, though not by motions of the lattice. Floods in the halls are given up.
TEST(a_large_search_that_found_nothing_does_not_end_the_query)
{
    enum { HALL = 24 };
    fw_unit_def def = vehicle(fw_circle(0.4), 1, 0.5, FW_DIRECTIONAL);
    def.methods = FW_METHOD_BIT(FW_DIRECTIONAL);
    road_test test = road_on(two_halls(HALL), def);
    fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 3, 20, 0 }, (lattice_pose){ 2 * HALL, 20, 2 });
    const fw_statistics statistics = ask_and_count(&test, &ask, FW_OK);
    assert_int_equal(statistics.level, FW_LEVEL_FINE);
    assert_true(statistics.expanded > FLOOD_MOST);
    ask.method = FW_AUTO;
    ask_and_count(&test, &ask, FW_OK);
    road_end(&test);
}

/// Turns cost no speed, but the unit has to brake from its first speed.
static fw_speed_def fast_speeds(double start)
{
    fw_speed_def speeds = fw_default_speed_def();
    speeds.top = 20;
    speeds.lateral = 1000;
    speeds.start = start;
    return speeds;
}

/// Stops within 19.24 tiles; the shortest path has 16.28. The longer one takes motions that the first search lacks.
TEST(who_starts_too_fast_for_the_shortest_path_takes_a_longer_one)
{
    road_test test = empty_ground(24, 0.402, 4);
    fw_speed_def speeds = fast_speeds(6.2033);
    fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 8, 16, 6 }, (lattice_pose){ 18, 4, 0 });
    ask_and_count(&test, &ask, FW_OK);
    ask.fastest = &speeds;
    const fw_statistics statistics = ask_and_count(&test, &ask, FW_OK);
    assert_true(fw_path_length(test.path) >= speeds.start * speeds.start / 2);
    assert_true(statistics.expanded > FLOOD_MOST);
    road_end(&test);
}

/// The quick test of the start finds no way between the two tiles, and the shortest path is too short to brake in.
TEST(a_start_that_seems_shut_in_is_searched_for_the_least_time_too)
{
    road_test test = empty_ground(24, 0.34937421019919435, 0.383187);
    assert_int_equal(fw_map_set_tile(test.map, 6, 10, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_tile(test.map, 8, 10, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(test.map), FW_OK);
    const fw_speed_def speeds = fast_speeds(5.55854);
    fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 7, 11, 5 }, (lattice_pose){ 17, 10, 1 });
    ask.start = (fw_pose){ 7.5051996564501158, 11.090277587947169, -2.0566500642301557 };
    ask.fastest = &speeds;
    ask_and_count(&test, &ask, FW_OK);
    assert_true(fw_path_length(test.path) >= speeds.start * speeds.start / 2);
    road_end(&test);
}

/// The search for the least time is cut short, so that the curve that was found first is the answer.
TEST(a_path_of_least_time_has_the_level_that_found_it)
{
    road_test test = empty_ground(40, 0.33, 2);
    const fw_speed_def speeds = fw_default_speed_def();
    fw_request ask =
        request_on(&test, FW_DIRECTIONAL, (lattice_pose){ 2, 6, 0 }, (lattice_pose){ 30, 28, 3 });
    assert_int_equal(ask_and_count(&test, &ask, FW_OK).level, FW_LEVEL_CURVE);
    const double length = fw_path_length(test.path);
    ask.fastest = &speeds;
    ask.max_work = 200;
    const fw_statistics statistics = ask_and_count(&test, &ask, FW_OK);
    assert_true(fw_path_length(test.path) == length && statistics.expanded > 0);
    assert_int_equal(statistics.level, FW_LEVEL_CURVE);
    road_end(&test);
}
