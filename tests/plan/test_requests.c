// What fw_find_path(), fw_search_begin() and the calls on searches answer to input that makes no sense.
#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/scene.h"
#include "common/unit.h"

static const char *const field[] = { "........", "....#...", "....#...", "....#..." };

static scene field_scene(int32_t size)
{
    return scene_of(DRAWN(field), unit_of_size(size));
}

/// A request is refused, by both ways to ask, and neither path nor search handle are touched.
static void assert_refused(const scene *scene, const fw_request *ask, fw_result expected)
{
    fw_request sound = scene_request(scene, 0, 0, 2, 2);
    fw_search *search = NULL;
    assert_int_equal(fw_find_path(scene->planner, &sound, scene->path), FW_OK);
    const fw_path_summary before = scene_summary(scene);
    const fw_segment *segments = fw_path_segments(scene->path, NULL);
    assert_int_equal(fw_find_path(scene->planner, ask, scene->path), expected);
    assert_int_equal(fw_search_begin(scene->planner, ask, &search), expected);
    assert_null(search);
    const fw_path_summary after = scene_summary(scene);
    assert_int_equal(after.segment_count, before.segment_count);
    assert_int_equal(after.outcome, before.outcome);
    assert_true(after.length == before.length && fw_path_segments(scene->path, NULL) == segments);
}

TEST(null_arguments_are_refused)
{
    scene scene = field_scene(1);
    const fw_request ask = scene_request(&scene, 0, 0, 2, 2);
    fw_planner *planner = NULL;
    fw_search *search = NULL;
    fw_statistics statistics;
    assert_int_equal(fw_planner_create(NULL, NULL, &planner), FW_NULL_ARGUMENT);
    assert_int_equal(fw_planner_create(scene.map, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_find_path(NULL, &ask, scene.path), FW_NULL_ARGUMENT);
    assert_int_equal(fw_find_path(scene.planner, NULL, scene.path), FW_NULL_ARGUMENT);
    assert_int_equal(fw_find_path(scene.planner, &ask, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin(NULL, &ask, &search), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin(scene.planner, NULL, &search), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin(scene.planner, &ask, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_step(NULL, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_best_so_far(NULL, scene.path), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_statistics(NULL, &statistics), FW_NULL_ARGUMENT);
    assert_int_equal(fw_planner_statistics(NULL, &statistics), FW_NULL_ARGUMENT);
    assert_int_equal(fw_planner_statistics(scene.planner, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_begin(scene.planner, &ask, &search), FW_OK);
    assert_int_equal(fw_search_best_so_far(search, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_search_statistics(search, NULL), FW_NULL_ARGUMENT);
    assert_null(planner);
    assert_true(fw_search_progress(NULL) == 0.0);
    assert_int_equal(fw_planner_bytes(NULL), 0);
    fw_search_end(search);
    fw_search_end(NULL);
    fw_planner_trim(NULL);
    fw_planner_destroy(NULL);
    scene_end(&scene);
}

TEST(defs_that_were_not_filled_in_are_refused)
{
    scene scene = field_scene(1);
    fw_planner *planner = NULL;
    const fw_planner_def blank = { 0 };
    assert_int_equal(fw_planner_create(scene.map, &blank, &planner), FW_BAD_DEF);
    assert_null(planner);
    fw_request ask = scene_request(&scene, 0, 0, 2, 2);
    ask.cookie++;
    assert_refused(&scene, &ask, FW_BAD_DEF);
    scene_end(&scene);
}

TEST(a_planner_remembers_runs_by_powers_of_two)
{
    scene scene = field_scene(1);
    const uint32_t wrong[] = { 0, 32, 63, 65, 2047, 131072, UINT32_MAX };
    fw_planner_def def = fw_default_planner_def();
    fw_planner *planner = NULL;
    assert_int_equal(def.known_runs, 2048);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        def.known_runs = wrong[i];
        assert_int_equal(fw_planner_create(scene.map, &def, &planner), FW_BAD_VALUE);
    }
    for (def.known_runs = 64; def.known_runs <= 65536; def.known_runs *= 2) {
        assert_int_equal(fw_planner_create(scene.map, &def, &planner), FW_OK);
        fw_planner_destroy(planner);
    }
    scene_end(&scene);
}

/// Far queries and near ones in turns: the answers are those of a planner that keeps all its memory.
TEST(a_planner_that_keeps_little_frees_what_a_far_search_took)
{
    enum { SIDE = 300, NEAR = 20, KEPT = 8 << 10, ROUNDS = 4, SLACK = 40 << 10 };
    random_source source = { 5 };
    scene scene = scene_with_patches(&source, SIDE, 800, unit_of_size(1));
    fw_planner_def def = fw_default_planner_def();
    fw_planner *thrifty = NULL;
    def.kept_bytes = KEPT;
    assert_int_equal(fw_planner_create(scene.map, &def, &thrifty), FW_OK);
    fw_path *path = new_path();
    for (int i = 0; i < 2 * ROUNDS; i++) {
        const bool is_far = i % 2 == 0;
        int32_t from[2], to[2], distance;
        do {
            assert_true(scene_pick_ends(&scene, &source, from, to));
            distance = abs(from[0] - to[0]) + abs(from[1] - to[1]);
        } while (is_far ? distance < SIDE : distance > NEAR);
        fw_request ask = scene_request(&scene, from[0], from[1], to[0], to[1]);
        ask.method = FW_ASTAR;
        fw_statistics usual, spent;
        const fw_result result = scene_ask(&scene, &ask);
        const size_t near_bytes = fw_planner_bytes(thrifty);
        assert_int_equal(fw_find_path(thrifty, &ask, path), result);
        fw_planner_statistics(scene.planner, &usual);
        fw_planner_statistics(thrifty, &spent);
        assert_int_equal(spent.expanded, usual.expanded);
        if (is_far)
            assert_true(fw_planner_bytes(thrifty) > KEPT + near_bytes);
    }
    assert_true(fw_planner_bytes(thrifty) + SLACK < fw_planner_bytes(scene.planner));
    fw_path_destroy(path);
    fw_planner_destroy(thrifty);
    scene_end(&scene);
}

TEST(unknown_and_removed_units_are_refused)
{
    scene scene = field_scene(1);
    const fw_unit_id gone = add_unit(scene.map, unit_of_size(2));
    assert_int_equal(fw_map_remove_unit(scene.map, gone), FW_OK);
    fw_request ask = scene_request(&scene, 0, 0, 2, 2);
    const fw_unit_id strange[] = { 0, gone, 12345, UINT32_MAX };
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        ask.unit = strange[i];
        assert_refused(&scene, &ask, FW_UNKNOWN_UNIT);
    }
    scene_end(&scene);
}

TEST(numbers_that_are_none_are_refused)
{
    scene scene = field_scene(1);
    const fw_request sound = scene_request(&scene, 0, 0, 2, 2);
    const double strange[] = { NAN, INFINITY, -INFINITY };
    for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
        fw_request asks[9];
        const fw_pose set[2] = { sound.start, { 1.5, strange[i], 0.0 } };
        for (size_t k = 0; k < sizeof asks / sizeof *asks; k++)
            asks[k] = sound;
        asks[0].start.x = strange[i];
        asks[1].start.heading = strange[i];
        asks[2].goal = fw_goal_at(1.5, strange[i]);
        asks[3].goal = fw_goal_pose((fw_pose){ 1.5, 1.5, strange[i] });
        asks[4].goal = fw_goal_within(1.5, 1.5, strange[i]);
        asks[5].goal = fw_goal_nearest_of(set, 2);
        asks[6].weight = strange[i];
        asks[7].max_distance = strange[i];
        asks[8].turn_charge = strange[i];
        for (size_t k = 0; k < sizeof asks / sizeof *asks; k++)
            assert_refused(&scene, &asks[k], FW_NOT_FINITE);
    }
    scene_end(&scene);
}

TEST(values_out_of_their_range_are_refused)
{
    scene scene = field_scene(1);
    const fw_request sound = scene_request(&scene, 0, 0, 2, 2);
    fw_request asks[20];
    size_t count = 0;
    for (size_t k = 0; k < sizeof asks / sizeof *asks; k++)
        asks[k] = sound;
    asks[count++].weight = 0.999;
    asks[count++].weight = 1000.5;
    asks[count++].max_distance = -1.0;
    asks[count++].turn_charge = -0.1;
    asks[count++].headings = 12;
    asks[count++].cluster = -1;
    asks[count++].fixed_angles = 4;
    asks[count++].method = FW_METHOD_COUNT;
    asks[count++].method = (fw_method)-1;
    asks[count++].heuristic = (fw_heuristic)99;
    asks[count++].pre_smooth = (fw_pre_smooth)99;
    asks[count++].smoothing = (fw_smoothing)99;
    asks[count++].turns = (fw_turns)99;
    asks[count++].roads = (fw_roads)99;
    asks[count++].goal.kind = (fw_goal_kind)99;
    asks[count++].goal = fw_goal_within(1.5, 1.5, -0.5);
    asks[count++].goal = fw_goal_within(1.5, 1.5, 2.0 * FW_MAX_SIDE + 1.0);
    for (size_t k = 0; k < count; k++)
        assert_refused(&scene, &asks[k], FW_BAD_VALUE);
    scene_end(&scene);
}

TEST(places_off_the_map_are_refused)
{
    scene scene = field_scene(1);
    const fw_pose strange[] = { { -0.5, 1.5, 0.0 }, { 8.5, 1.5, 0.0 }, { 1.5, -0.1, 0.0 }, { 1.5, 4.0, 0.0 },
                                { 8.0, 1.5, 0.0 },  { 1e300, 0, 0.0 }, { 0, -1e300, 0.0 } };
    const size_t count = sizeof strange / sizeof *strange;
    for (size_t i = 0; i < count; i++) {
        fw_request ask = scene_request(&scene, 0, 0, 2, 2);
        ask.goal = fw_goal_at(strange[i].x, strange[i].y);
        assert_refused(&scene, &ask, FW_OUT_OF_BOUNDS);
        ask.nearest = true;
        assert_refused(&scene, &ask, FW_OUT_OF_BOUNDS);
        ask = scene_request(&scene, 0, 0, 2, 2);
        ask.start = strange[i];
        assert_refused(&scene, &ask, FW_OUT_OF_BOUNDS);
    }
    fw_request ask = scene_request(&scene, 0, 0, 2, 2);
    ask.goal = fw_goal_nearest_of(strange, (int32_t)count);
    assert_refused(&scene, &ask, FW_OUT_OF_BOUNDS);
    ask.goal = fw_goal_within(-3.0, 1.5, 2.9);
    assert_refused(&scene, &ask, FW_OUT_OF_BOUNDS);
    ask.goal = fw_goal_within(1e300, 1.5, 2.0);
    assert_refused(&scene, &ask, FW_OUT_OF_BOUNDS);
    scene_end(&scene);
}

TEST(a_radius_may_lie_around_a_point_off_the_map)
{
    scene scene = field_scene(1);
    fw_request ask = scene_request(&scene, 3, 2, 0, 0);
    ask.goal = fw_goal_within(-3.0, 2.5, 3.75);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_true(scene_summary(&scene).length == 3.0);
    ask.goal = fw_goal_within(2.5, 2.5, 2.0 * FW_MAX_SIDE);
    assert_int_equal(scene_ask(&scene, &ask), FW_OK);
    assert_true(scene_summary(&scene).length == 0.0);
    scene_end(&scene);
}

TEST(sets_that_are_none_are_refused)
{
    scene scene = field_scene(1);
    const fw_pose here = { 1.5, 1.5, 0.0 };
    fw_request ask = scene_request(&scene, 0, 0, 2, 2);
    ask.goal = fw_goal_nearest_of(NULL, 1);
    assert_refused(&scene, &ask, FW_NULL_ARGUMENT);
    const int32_t counts[] = { 0, -1, 65537, INT32_MAX };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        ask.goal = fw_goal_nearest_of(&here, counts[i]);
        assert_refused(&scene, &ask, FW_BAD_SIZE);
    }
    scene_end(&scene);
}

TEST(an_overlay_of_another_size_is_refused)
{
    scene scene = field_scene(1);
    assert_int_equal(fw_overlay_create(8, 5, NULL, &scene.overlay), FW_OK);
    fw_request ask = scene_request(&scene, 0, 0, 2, 2);
    fw_request sound = ask;
    sound.overlay = NULL;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_WRONG_MAP);
    assert_int_equal(fw_find_path(scene.planner, &sound, scene.path), FW_OK);
    scene_end(&scene);
}

TEST(blocked_starts_and_goals_leave_an_empty_path_that_says_so)
{
    scene scene = field_scene(2);
    const struct {
        int32_t from_x, from_y, to_x, to_y;
        fw_result expected;
    } asks[] = {
        { 3, 1, 0, 0, FW_START_BLOCKED }, // in the wall
        { 7, 0, 0, 0, FW_START_BLOCKED }, // sticks out of the map
        { 0, 0, 4, 2, FW_GOAL_BLOCKED },  { 0, 0, 0, 3, FW_GOAL_BLOCKED },
        { 0, 0, 6, 1, FW_UNREACHABLE }, // the gap above the wall is one tile high
        { 3, 1, 4, 2, FW_START_BLOCKED },
    };
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        const fw_request ask =
            scene_request(&scene, asks[i].from_x, asks[i].from_y, asks[i].to_x, asks[i].to_y);
        assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), asks[i].expected);
        assert_int_equal(scene_summary(&scene).segment_count, 0);
        assert_int_equal(scene_summary(&scene).outcome,
                         asks[i].expected == FW_UNREACHABLE ? FW_OUTCOME_UNREACHABLE : FW_OUTCOME_BLOCKED);
        assert_int_equal(scene_summary(&scene).unit, scene.unit);
        fw_search *search = new_search(scene.planner, &ask);
        assert_true(fw_search_progress(search) == 1.0);
        assert_int_equal(fw_search_step(search, 1), asks[i].expected);
        assert_int_equal(fw_search_step(search, 1), asks[i].expected);
        assert_int_equal(fw_search_best_so_far(search, scene.path), FW_NOT_FOUND);
        fw_search_end(search);
    }
    scene_end(&scene);
}

TEST(a_unit_wider_than_the_map_can_stand_nowhere)
{
    scene scene = field_scene(64);
    fw_request ask = scene_request(&scene, 0, 0, 0, 0);
    ask.start = (fw_pose){ 4.0, 2.0, 0.0 };
    ask.goal = fw_goal_at(4.0, 2.0);
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_OUT_OF_BOUNDS);
    const fw_unit_id wide = add_unit(scene.map, unit_of_size(5));
    ask.unit = wide;
    ask.start = (fw_pose){ 4.5, 2.5, 0.0 };
    ask.goal = fw_goal_at(2.5, 2.5);
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_START_BLOCKED);
    scene_end(&scene);
}

TEST(methods_that_cannot_serve_say_why)
{
    fw_unit_def cutter = unit_of_size(1);
    cutter.corners = FW_CORNERS_ALWAYS;
    scene scene = scene_of(DRAWN(field), cutter);
    fw_request ask = scene_request(&scene, 0, 0, 2, 2);
    ask.method = FW_JUMP_POINTS;
    assert_int_equal(fw_find_path(scene.planner, &ask, scene.path), FW_METHOD_DOES_NOT_FIT);
    scene_end(&scene);
}

TEST(a_limit_on_time_gives_at_least_the_start)
{
    random_source source = { 31 };
    fw_map *map = map_at_random(&source, 300, 300, 10, 3);
    fw_unit_def unit = unit_of_size(1);
    unit.terrain_cost[2] = 2.5f;
    unit.terrain_cost[3] = 3.5f;
    assert_int_equal(fw_map_set_tile(map, 0, 0, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 298, 298, 2, 2, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const fw_unit_id id = add_unit(map, unit);
    fw_planner *planner = new_planner(map);
    fw_path *path = new_path();
    fw_request ask = fw_default_request();
    ask.unit = id;
    ask.start = fw_pose_on_tile(0, 0, 1);
    ask.goal = fw_goal_at(299.5, 299.5);
    ask.max_time_us = 1;
    ask.partial = true;
    fw_path_summary summary;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_OK);
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    assert_int_equal(summary.outcome, FW_OUTCOME_PARTIAL);
    assert_true(summary.segment_count >= 1);
    ask.partial = false;
    assert_int_equal(fw_find_path(planner, &ask, path), FW_LIMIT);
    fw_path_destroy(path);
    fw_planner_destroy(planner);
    fw_map_destroy(map);
}
