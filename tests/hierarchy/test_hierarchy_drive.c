// The hierarchy for units with a turning radius, against directional search from scratch and the independent checker.
#include <math.h>

#include "common/drawing.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"
#include "fairway/fairway.h"

enum { SIDE = 56, KINDS = 4, QUERIES = 60 };

/// A vehicle; all but the first pay more for sand and for swamp.
static fw_unit_def truck_of(int kind)
{
    fw_unit_def def = kind == 0   ? vehicle(fw_circle(0.33), 1, 1.5, FW_HIERARCHY)
                      : kind == 1 ? vehicle(fw_rectangle(1.2, 0.6), 1, 2, FW_HIERARCHY)
                      : kind == 2 ? vehicle(fw_circle(0.9), 2, 1, FW_HIERARCHY)
                                  : vehicle(fw_rectangle(2.6, 1.4), 2, 2, FW_HIERARCHY);
    def.cluster = 6 + 2 * kind;
    def.reverse = kind == 3;
    def.terrain_cost[FW_SAND] = kind == 0 ? 1.0f : 1.5f;
    def.terrain_cost[FW_SWAMP] = kind == 0 ? 1.0f : 2.5f;
    return def;
}

/// Draws the map anew: what a unit's motions are made of stays.
static void redraw(fw_map *map, random_source *source, uint32_t blocked_percent)
{
    static const uint8_t terrains[] = { FW_GROUND, FW_SAND, FW_SWAMP };
    for (int32_t y = 0; y < SIDE; y++)
        for (int32_t x = 0; x < SIDE; x++) {
            const bool blocked = random_below(source, 100) < blocked_percent;
            const uint8_t terrain = terrains[(x / 7 + y / 5) % 3];
            assert_int_equal(fw_map_set_tile(map, x, y, blocked ? FW_BLOCKED : terrain), FW_OK);
        }
    assert_int_equal(fw_map_commit(map), FW_OK);
}

/// A query between random poses, every third one off the lattice, every fourth one to any heading.
static fw_request query_at_random(const road_test *test, random_source *source, int number)
{
    const lattice_pose goal = pose_at_random(source, SIDE), start = pose_at_random(source, SIDE);
    fw_request ask = request_on(test, FW_HIERARCHY, start, goal);
    if (number % 3 == 0) {
        ask.start = pose_moved_at_random(source, ask.start);
        ask.goal.pose = pose_moved_at_random(source, ask.goal.pose);
    }
    if (number % 4 == 0)
        ask.goal.kind = FW_GOAL_PLACE;
    return ask;
}

static fw_path_summary summary_of(const road_test *test)
{
    fw_path_summary summary;
    fw_path_summarise(test->path, &summary);
    return summary;
}

TEST(units_that_turn_in_arcs_find_legal_paths_wherever_directional_search_finds_any)
{
    random_source source = { 61 };
    int found = 0, through_clusters = 0;
    double longer = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        road_test test = road_on(map_at_random(&source, SIDE, SIDE, 0, 1), truck_of(kind));
        for (int i = 0; i < rounds(QUERIES); i++) {
            if (i % 5 == 0)
                redraw(test.map, &source, random_below(&source, 16));
            fw_request ask = query_at_random(&test, &source, i);
            ask.method = FW_DIRECTIONAL;
            const fw_result from_scratch = fw_find_path(test.planner, &ask, test.path);
            const double cost = summary_of(&test).cost;
            ask.method = FW_HIERARCHY;
            const fw_result driven = fw_find_path(test.planner, &ask, test.path);
            assert_int_equal(driven, from_scratch);
            if (driven != FW_OK)
                continue;
            assert_path_is_legal(&test, &ask);
            found++;
            if (summary_of(&test).method != FW_HIERARCHY)
                continue;
            through_clusters++;
            longer += summary_of(&test).cost / cost;
        }
        road_end(&test);
    }
    assert_true(found > KINDS * at_least(QUERIES) / 3);
    assert_true(through_clusters > found / 2);
    assert_true(longer / through_clusters < 1.2);
}

TEST(slices_change_no_drive)
{
    random_source source = { 62 };
    road_test test = road_on(map_at_random(&source, SIDE, SIDE, 0, 1), truck_of(1));
    redraw(test.map, &source, 8);
    for (int i = 0; i < rounds(QUERIES); i++) {
        const fw_request ask = query_at_random(&test, &source, i);
        assert_slices_change_nothing(&test, &ask, &source);
    }
    road_end(&test);
}

TEST(the_nearest_of_several_poses_and_discs_are_reached_where_directional_search_reaches_one)
{
    random_source source = { 63 };
    road_test test = road_on(map_at_random(&source, SIDE, SIDE, 0, 1), truck_of(2));
    int found = 0;
    for (int i = 0; i < rounds(QUERIES); i++) {
        if (i % 5 == 0)
            redraw(test.map, &source, random_below(&source, 16));
        fw_request ask = query_at_random(&test, &source, i);
        fw_pose set[3];
        for (int k = 0; k < 3; k++)
            set[k] = pose_at(&test, pose_at_random(&source, SIDE));
        ask.goal = i % 2 ? fw_goal_nearest_pose_of(set, 3) : fw_goal_within(set[0].x, set[0].y, i % 7);
        ask.method = FW_DIRECTIONAL;
        const fw_result from_scratch = fw_find_path(test.planner, &ask, test.path);
        ask.method = FW_HIERARCHY;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), from_scratch);
        if (from_scratch != FW_OK)
            continue;
        fw_check_def def = fw_default_check_def();
        fw_check_report report;
        def.has_start = def.has_goal = def.check_cost = true;
        def.start = ask.start;
        def.goal = ask.goal;
        assert_int_equal(fw_path_check(test.map, test.unit, test.path, &def, &report), FW_OK);
        assert_true(report.legal);
        found++;
    }
    assert_true(found > at_least(QUERIES) / 2);
    road_end(&test);
}

TEST(auto_drives_through_clusters_only_if_the_path_may_be_longer)
{
    fw_map_def map_def = fw_default_map_def();
    map_def.width = map_def.height = 200;
    for (int kind = 0; kind < 2; kind++) { // the first pays the same for all terrains
        fw_map *map;
        assert_int_equal(fw_map_create(&map_def, &map), FW_OK);
        fw_map_set_rect(map, 80, 40, 10, 100, FW_BLOCKED);
        assert_int_equal(fw_map_commit(map), FW_OK);
        fw_unit_def def = truck_of(kind);
        def.methods |= FW_METHOD_BIT(FW_AUTO);
        road_test test = road_on(map, def);
        for (int longer = 0; longer < 2; longer++) {
            fw_request ask =
                request_on(&test, FW_AUTO, (lattice_pose){ 5, 5, 0 }, (lattice_pose){ 170, 150, 0 });
            ask.allow_longer = longer;
            assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
            assert_int_equal(summary_of(&test).method == FW_HIERARCHY, kind == 1 && longer);
        }
        road_end(&test);
    }
}

/// The cheapest path on the grid leads through a bent passage of one tile, beyond the reach of any repair.
TEST(a_unit_that_cannot_drive_the_passage_on_its_path_takes_another_one)
{
    fw_map *map = open_map(64, 180);
    fw_map_set_rect(map, 24, 0, 8, 165, FW_BLOCKED);
    fw_map_set_rect(map, 24, 8, 4, 1, FW_GROUND); // into the wall, four tiles down, and out
    fw_map_set_rect(map, 27, 8, 1, 5, FW_GROUND);
    fw_map_set_rect(map, 27, 12, 5, 1, FW_GROUND);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const fw_unit_def def = vehicle(fw_circle(0.33), 1, 3, FW_HIERARCHY);
    road_test test = road_on(map, def);
    fw_request ask = request_on(&test, FW_HIERARCHY, (lattice_pose){ 5, 10, 0 }, (lattice_pose){ 58, 10, 0 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    assert_int_equal(summary_of(&test).method, FW_DIRECTIONAL);
    assert_true(summary_of(&test).length > 2 * (165 - 10));
    fw_map_set_rect(map, 24, 6, 8, 9, FW_GROUND); // a gate instead
    assert_int_equal(fw_map_commit(map), FW_OK);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(summary_of(&test).length < 60);
    road_end(&test);
}
