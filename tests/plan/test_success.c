// Success is a path that is legal for the unit, unless the request itself asks for less.
#include <stdio.h>

#include "common/check_for.h"
#include "common/drawing.h"
#include "common/judge.h"
#include "common/new.h"
#include "common/road.h"
#include "common/scene.h"
#include "common/unit.h"
#include "fairway/fairway.h"

/// A bend that a wide turn does not get around.
static const char *const bend[] = { "......", "####..", "####..", "####.." };

static fw_path_summary summary_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary;
}

static bool is_legal(const road_test *test, const fw_request *ask)
{
    fw_check_def def = check_for(ask);
    fw_check_report report;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &def, &report), FW_OK);
    return report.legal;
}

/// A vehicle on the bend, which can turn on the spot only on paper.
static road_test on_bend(fw_method method)
{
    fw_unit_def def = vehicle(fw_circle(0.45), 1, 3, method);
    def.methods |= FW_METHOD_BIT(FW_GRID);
    return road_on(DRAWN(bend), def);
}

static fw_request around_bend(const road_test *test, fw_method method)
{
    return request_on(test, method, (lattice_pose){ 0, 0, 0 }, (lattice_pose){ 4, 3, -1 });
}

TEST(a_path_that_the_unit_cannot_drive_is_no_success_and_can_be_read)
{
    road_test test = on_bend(FW_GRID);
    fw_request ask = around_bend(&test, FW_GRID);
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_ILLEGAL);
    const fw_path_summary summary = summary_of(test.path);
    assert_int_equal(summary.outcome, FW_OUTCOME_ILLEGAL);
    assert_true(summary.segment_count > 0 && summary.violations.heading_jumps == 1);
    assert_false(is_legal(&test, &ask));
    assert_string_equal(fw_outcome_name(summary.outcome), "illegal");
    ask.allow_violations = true;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_int_equal(summary_of(test.path).outcome, FW_OUTCOME_FOUND);
    road_end(&test);
}

TEST(a_body_of_84_tiles_gets_a_path_that_it_can_drive)
{
    fw_unit_def def = vehicle(fw_rectangle(84, 36), 0, 90, FW_AUTO);
    def.reverse = true;
    road_test test = road_on(open_map(400, 400), def);
    fw_request ask = fw_default_request();
    ask.unit = test.unit;
    ask.start = (fw_pose){ 160, 60, 0 };
    ask.goal = fw_goal_pose((fw_pose){ 160, 330, 0 });
    ask.smoothing = FW_SMOOTH_AUTO;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_true(is_legal(&test, &ask));
    road_end(&test);
}

TEST(options_that_ask_for_less_get_it)
{
    static const struct {
        fw_method method;
        fw_turns turns;
        fw_smoothing smoothing;
        fw_result result;
    } cases[] = {
        { FW_GRID, FW_TURNS_NONE, FW_SMOOTH_NONE, FW_ILLEGAL },
        { FW_ASTAR, FW_TURNS_NONE, FW_SMOOTH_TAUT, FW_ILLEGAL },
        { FW_GRID, FW_TURNS_NONE, FW_SMOOTH_CURVED, FW_ILLEGAL },
        { FW_GRID, FW_TURNS_NONE, FW_SMOOTH_SIMPLE, FW_ILLEGAL },
        { FW_GRID, FW_TURNS_NONE, FW_SMOOTH_SIMPLE_SAMPLED, FW_OK },
        { FW_GRID, FW_TURNS_IGNORE, FW_SMOOTH_NONE, FW_OK },
        { FW_GRID, FW_TURNS_TIGHTEN, FW_SMOOTH_NONE, FW_OK },
        { FW_GRID, FW_TURNS_BACK_UP, FW_SMOOTH_NONE, FW_OK },
        { FW_GRID, FW_TURNS_RECALCULATE, FW_SMOOTH_NONE, FW_GAVE_UP },
        { FW_MIDPOINT, FW_TURNS_NONE, FW_SMOOTH_NONE, FW_OK },
        { FW_COMPASS, FW_TURNS_NONE, FW_SMOOTH_NONE, FW_OK },
        { FW_SIGHT, FW_TURNS_NONE, FW_SMOOTH_NONE, FW_OK },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fw_unit_def def = vehicle(fw_circle(0.45), 1, 3, FW_GRID);
        def.methods |= FW_METHOD_BIT(cases[i].method);
        def.reverse = true;
        road_test test = road_on(DRAWN(bend), def);
        fw_request ask = around_bend(&test, cases[i].method);
        ask.turns = cases[i].turns;
        ask.smoothing = cases[i].smoothing;
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        if (result != cases[i].result)
            fail_msg("case %d: %s", (int)i, fw_result_text(result));
        assert_true(result == FW_GAVE_UP || is_legal(&test, &ask) == (ask.turns == FW_TURNS_BACK_UP));
        ask.allow_violations = true;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path),
                         result == FW_GAVE_UP ? FW_GAVE_UP : FW_OK);
        road_end(&test);
    }
}

/// Turns are made for units with a turning radius alone: for others, asking to ignore them asks for nothing.
TEST(an_option_without_effect_asks_for_nothing)
{
    const char *rows[] = { "..#.", "....", "....", "....", "...." };
    fw_unit_def unit = unit_of_size(2);
    unit.footprint = fw_rectangle(1.9, 0.4);
    scene scene = scene_of(DRAWN(rows), unit);
    fw_request ask = scene_request(&scene, 0, 0, 0, 2);
    ask.method = FW_GRID;
    ask.start = (fw_pose){ 1.4, 1.4, 0 }; // turns over the blocked tile
    ask.turns = FW_TURNS_IGNORE;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_ILLEGAL);
    assert_int_equal(scene_summary(&scene).violations.blocked, 1);
    scene_end(&scene);
}

/// A size that is given smaller than the footprint changes where the search looks, and not what is legal.
TEST(a_body_that_is_larger_than_its_size_touches_nothing_where_the_result_is_success)
{
    const char *rows[] = { ".......", ".......", ".......", ".......", "###.###", ".......", "......." };
    fw_unit_def unit = unit_of_size(1);
    unit.footprint = fw_circle(0.9);
    scene scene = scene_of(DRAWN(rows), unit);
    fw_request ask = scene_request(&scene, 3, 2, 3, 5);
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_ILLEGAL);
    assert_true(scene_summary(&scene).violations.blocked > 0);
    ask = scene_request(&scene, 1, 1, 5, 2);
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_OK);
    assert_int_equal(scene_summary(&scene).violations.blocked, 0);
    scene_end(&scene);
}

TEST(slices_the_queue_and_the_best_so_far_say_the_same)
{
    road_test test = on_bend(FW_GRID);
    fw_path *other = new_path();
    for (int smooths = 0; smooths < 2; smooths++) {
        fw_request ask = around_bend(&test, FW_ASTAR);
        ask.smoothing = smooths ? FW_SMOOTH_AUTO : FW_SMOOTH_NONE;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_ILLEGAL);
        fw_result result;
        fw_search *search = new_search(test.planner, &ask);
        while ((result = fw_search_step(search, 1)) == FW_PENDING) {
            const fw_result so_far = fw_search_best_so_far(search, other);
            const fw_violations broken = summary_of(other).violations;
            const bool is_broken = broken.blocked || broken.too_tight || broken.heading_jumps;
            assert_int_equal(so_far, is_broken ? FW_ILLEGAL : FW_OK);
        }
        assert_int_equal(result, FW_ILLEGAL);
        assert_int_equal(fw_search_step(search, 1), FW_ILLEGAL);
        assert_int_equal(fw_search_best_so_far(search, other), FW_ILLEGAL);
        assert_true(judge_paths_equal(test.path, other));
        fw_search_end(search);
        fw_ticket ticket;
        fw_path_clear(other);
        assert_int_equal(fw_planner_enqueue(test.planner, &ask, 1, &ticket), FW_OK);
        assert_int_equal(fw_planner_run(test.planner, 0, 0), FW_OK);
        assert_int_equal(fw_planner_best_so_far(test.planner, ticket, other), FW_ILLEGAL);
        fw_path_clear(other);
        assert_int_equal(fw_planner_collect(test.planner, ticket, other), FW_ILLEGAL);
        assert_true(judge_paths_equal(test.path, other));
    }
    fw_path_destroy(other);
    road_end(&test);
}

TEST(a_path_that_a_limit_cut_short_is_judged_as_well)
{
    road_test test = on_bend(FW_GRID);
    fw_request ask = around_bend(&test, FW_ASTAR);
    ask.partial = true;
    int illegal = 0, legal = 0;
    for (ask.max_work = 1; ask.max_work < 12; ask.max_work++) {
        const fw_result result = fw_find_path(test.planner, &ask, test.path);
        const bool is_broken = summary_of(test.path).violations.heading_jumps > 0;
        assert_int_equal(result, is_broken ? FW_ILLEGAL : FW_OK);
        illegal += is_broken;
        legal += !is_broken;
    }
    assert_true(illegal > 0 && legal > 0);
    road_end(&test);
}

TEST(a_path_stays_illegal_when_another_is_appended)
{
    road_test test = on_bend(FW_GRID);
    const fw_request ask = around_bend(&test, FW_GRID);
    fw_path *rest = new_path();
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_ILLEGAL);
    const fw_pose end = { 4.5, 3.5, FW_PI / 2 };
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND };
    assert_int_equal(fw_path_set(rest, &(fw_segment){ .start = end }, 1, &claimed), FW_OK);
    assert_int_equal(fw_path_join(test.path, rest), FW_OK);
    assert_int_equal(summary_of(test.path).outcome, FW_OUTCOME_ILLEGAL);
    fw_path_destroy(rest);
    road_end(&test);
}

/// The graph of clusters is made drivable by motions, which serve no disc of 70 tiles.
TEST(a_car_on_the_graph_of_clusters_gets_to_a_disc_that_motions_do_not_serve)
{
    enum { SIDE = 256, RADIUS = 70 };
    fw_map *map = NULL;
    fw_map_def map_def;
    assert_int_equal(fw_map_def_init(&map_def, sizeof map_def), FW_OK);
    map_def.width = map_def.height = SIDE;
    assert_int_equal(fw_map_create(&map_def, &map), FW_OK);
    fw_unit_def def = vehicle(fw_circle(0.4), 1, 2, FW_HIERARCHY);
    def.methods |= FW_METHOD_BIT(FW_DIRECTIONAL);
    def.terrain_cost[1] = 2;
    road_test test = road_on(map, def);
    fw_request ask = request_on(&test, FW_AUTO, (lattice_pose){ 10, 10, 0 }, (lattice_pose){ 200, 10, -1 });
    ask.goal = fw_goal_within(200.5, 10.5, RADIUS);
    ask.allow_longer = true;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_path_is_legal(&test, &ask);
    assert_true(fw_path_length(test.path) == 190 - RADIUS);
    road_end(&test);
}
