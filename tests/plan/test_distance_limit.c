#include <math.h>
#include <stdlib.h>

#include "common/drawing.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"

/// A path costs no more than its limit but for rounding, of which checks have their share too.
#define EXACT 1e-6

/// Limits as shares of what the whole path costs.
static const double shares[] = { 1e-4, 0.05, 0.3, 0.6, 0.9, 0.999, 1, 1.2, 4 };
enum { SHARES = sizeof shares / sizeof *shares };

static fw_path_summary summary_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary;
}

static fw_statistics statistics_of(const fw_planner *planner)
{
    fw_statistics statistics;
    assert_int_equal(fw_planner_statistics(planner, &statistics), FW_OK);
    return statistics;
}

/// Asserts that the checker finds no fault but an end short of the goal.
static void assert_is_legal(const fw_map *map, const fw_request *ask, const fw_path *path)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    def.overlay = ask->overlay;
    def.has_start = def.check_cost = true;
    def.start = ask->start;
    def.start_slack = summary.start_shift;
    assert_int_equal(fw_path_check(map, ask->unit, path, &def, &report), FW_OK);
    if (!report.legal)
        fail_msg("illegal: %s at %g, %g after %g", fw_fault_text(report.first), report.first_x,
                 report.first_y, report.first_at);
}

/// What a request gives with and without limits. The search is the same up to where it stops.
///
/// @param is_exact  and it comes to no node beyond a limit as long as there is a path within
/// @return limits that were reached
static int try_limits(const fw_map *map, fw_planner *planner, fw_request ask, fw_path *path, bool is_exact)
{
    fw_unit_def unit;
    assert_int_equal(fw_map_unit(map, ask.unit, &unit), FW_OK);
    const double shift = unit.reverse ? unit.gear_change_cost : 0; // a path may end before it changes gear
    const fw_result whole = fw_find_path(planner, &ask, path);
    const fw_statistics all = statistics_of(planner);
    const double cost = whole == FW_OK ? summary_of(path).cost : 20;
    const fw_outcome outcome = whole == FW_OK ? summary_of(path).outcome : FW_OUTCOME_NOT_FOUND;
    int reached = 0;
    for (int i = 0; i < SHARES; i++) {
        ask.max_distance = fmax(cost * shares[i], 1e-7);
        ask.partial = false;
        const fw_result bare = fw_find_path(planner, &ask, path);
        const fw_statistics cut = statistics_of(planner);
        assert_true(cut.expanded <= all.expanded && cut.work <= all.work);
        assert_true(bare == FW_LIMIT || bare == whole);
        if (is_exact && whole == FW_OK && shares[i] >= 1)
            assert_int_equal(bare, FW_OK);
        ask.partial = true;
        const fw_result result = fw_find_path(planner, &ask, path);
        assert_int_equal(result, bare == FW_LIMIT ? FW_OK : bare);
        assert_int_equal(statistics_of(planner).expanded, cut.expanded);
        if (result != FW_OK)
            continue;
        const fw_path_summary got = summary_of(path);
        assert_is_legal(map, &ask, path);
        assert_true(got.cost <= ask.max_distance + EXACT);
        assert_int_equal(got.outcome, bare == FW_LIMIT ? FW_OUTCOME_PARTIAL : outcome);
        if (bare != FW_LIMIT)
            continue;
        reached++;
        assert_true(ask.nearest || got.cost >= ask.max_distance - (is_exact ? 0.3 : shift + EXACT));
    }
    return reached;
}

TEST(a_limit_on_distance_stops_the_same_search_on_the_grid)
{
    random_source source = { 71 };
    int reached = 0;
    for (int i = 0; i < rounds(160); i++) {
        scene scene;
        fw_request ask;
        if (scene_query_at_random(&source, i, &scene, &ask)) {
            const fw_pose set[] = { ask.goal.pose, ask.start };
            ask.fewer_bends = i % 5 == 1;
            ask.nearest = i % 5 == 2;
            ask.weight = i % 5 == 3 ? 1.5 : 1;
            if (i % 7 == 1)
                ask.goal = fw_goal_within(ask.goal.pose.x, ask.goal.pose.y, 2.5);
            else if (i % 7 == 2)
                ask.goal = fw_goal_nearest_of(set, 1);
            reached += try_limits(scene.map, scene.planner, ask, scene.path, ask.weight == 1 && !ask.nearest);
        }
        scene_end(&scene);
    }
    assert_true(reached > at_least(300));
}

TEST(a_goal_in_sight_needs_no_search_under_a_limit_either)
{
    const char *room[] = { "............", "............", "............", "............" };
    fw_unit_def unit = unit_of_size(1);
    unit.methods = FW_METHOD_BIT(FW_JUMP_POINTS);
    scene scene = scene_of(DRAWN(room), unit);
    fw_request ask = scene_request(&scene, 0, 0, 11, 3);
    ask.method = FW_JUMP_POINTS;
    assert_true(try_limits(scene.map, scene.planner, ask, scene.path, true) == 6);
    assert_int_equal(statistics_of(scene.planner).work, 0);
    scene_end(&scene);
}

static const fw_footprint bodies[] = { { .kind = FW_FOOTPRINT_CIRCLE, .radius = 0.4 },
                                       { .kind = FW_FOOTPRINT_RECTANGLE, .length = 1.2, .width = 0.7 } };

TEST(a_limit_on_distance_stops_the_same_search_of_a_vehicle)
{
    static const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_24, FW_HYBRID, FW_HYBRID_STRICT,
                                         FW_AUTO };
    random_source source = { 72 };
    int reached = 0;
    for (int i = 0; i < rounds(12); i++) {
        fw_map *map = map_at_random(&source, 48, 48, 6 + 3 * (uint32_t)(i % 4), 1);
        fw_unit_def def = vehicle(bodies[i % 2], 1, 1 + i % 3, FW_DIRECTIONAL_24);
        def.methods |= FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_HYBRID_STRICT);
        def.reverse = i % 4 == 3;
        def.reverse_penalty = 2;
        def.gear_change_cost = i % 8 == 3 ? 0 : 0.5;
        road_test test = road_on(map, def);
        for (int k = 0; k < 15; k++) {
            const lattice_pose from = pose_at_random(&source, 48), to = pose_at_random(&source, 48);
            fw_request ask = request_on(&test, methods[k % 5], from, to);
            const fw_pose beside = pose_moved_at_random(&source, ask.goal.pose);
            const fw_pose set[] = { ask.goal.pose, beside };
            ask.nearest = k % 4 == 1;
            if (k % 3 == 1)
                ask.goal = fw_goal_pose(beside);
            else if (k % 3 == 2)
                ask.goal = fw_goal_nearest_pose_of(set, 2);
            if (ask.method != FW_DIRECTIONAL_24 && k % 2)
                ask.start = pose_moved_at_random(&source, ask.start);
            if (!is_blocked(fw_find_path(test.planner, &ask, test.path)))
                reached += try_limits(test.map, test.planner, ask, test.path, false);
        }
        road_end(&test);
    }
    assert_true(reached > at_least(400));
}

/// What a search told of itself, as far as a limit.
typedef struct witness {
    double limit;
    bool has_passed; ///< a node beyond the limit was expanded
    fw_trace_event beyond;
} witness;

static void see(const fw_trace_event *event, void *user)
{
    witness *seen = user;
    if (event->kind != FW_TRACE_EXPAND || seen->has_passed || event->g <= seen->limit)
        return;
    seen->has_passed = true;
    seen->beyond = *event;
}

TEST(a_path_cut_by_a_limit_leads_to_the_first_node_beyond)
{
    random_source source = { 73 };
    int seen_beyond = 0;
    for (int i = 0; i < rounds(60); i++) {
        scene scene = scene_at_random(&source, 24, COSTS_EQUAL);
        int32_t x, y, to_x, to_y;
        if (scene_pick(&scene, &source, &x, &y) && scene_pick(&scene, &source, &to_x, &to_y)) {
            fw_request ask = scene_request(&scene, x, y, to_x, to_y);
            witness seen = { .limit = 1 + 15 * random_unit(&source) };
            const double tile = scene.seen.cost[world_tile(&scene.seen, x, y)];
            ask.method = FW_ASTAR;
            ask.fewer_bends = i % 2;
            seen.limit *= 1 + 1.0 / 2048; // by which g may be off
            ask.trace = see;
            ask.trace_user = &seen;
            const fw_result whole = fw_find_path(scene.planner, &ask, scene.path);
            ask.max_distance = seen.limit / (1 + 1.0 / 2048);
            ask.partial = true;
            ask.trace = NULL;
            if (whole == FW_OK && seen.has_passed && fw_find_path(scene.planner, &ask, scene.path) == FW_OK &&
                summary_of(scene.path).outcome == FW_OUTCOME_PARTIAL) {
                fw_pose end;
                fw_path_pose_at(scene.path, fw_path_length(scene.path), &end);
                const double left = hypot(seen.beyond.x - end.x, seen.beyond.y - end.y) * tile;
                assert_true(fabs(left - (seen.beyond.g - summary_of(scene.path).cost)) < 0.01);
                seen_beyond++;
            }
        }
        scene_end(&scene);
    }
    assert_true(seen_beyond > at_least(20));
}

TEST(a_path_within_its_limit_but_for_the_last_motion_is_the_whole_one_cut)
{
    random_source source = { 74 };
    road_test test =
        road_on(map_at_random(&source, 40, 40, 8, 1), vehicle(fw_circle(0.35), 1, 2, FW_DIRECTIONAL_24));
    int compared = 0;
    fw_path *whole = new_path();
    for (int i = 0; i < rounds(40); i++) {
        const lattice_pose to = pose_at_random(&source, 40), from = pose_at_random(&source, 40);
        fw_request ask = request_on(&test, FW_DIRECTIONAL_24, from, to);
        if (fw_find_path(test.planner, &ask, whole) != FW_OK || fw_path_length(whole) < 3)
            continue;
        ask.max_distance = summary_of(whole).cost - 0.01;
        ask.partial = true;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        for (double at = 0; at <= fw_path_length(test.path); at += 0.25) {
            fw_pose here, there;
            fw_path_pose_at(whole, at, &here);
            fw_path_pose_at(test.path, at, &there);
            assert_true(hypot(here.x - there.x, here.y - there.y) < 1e-9);
        }
        compared++;
    }
    assert_true(compared > at_least(15));
    fw_path_destroy(whole);
    road_end(&test);
}
