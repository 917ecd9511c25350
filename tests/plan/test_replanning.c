// Units that hand in their last path when they ask again on their way (fw_request::previous). The checker and searches
// without the path judge the answers. FAIRWAY_MANY=150 walks 10,000.
#include <math.h>

#include "common/check_for.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"

/// How much cheaper another path must be.
#define CHEAPER 1.05

static fw_pose rounded(fw_pose pose)
{
    volatile float x = (float)pose.x, y = (float)pose.y, heading = (float)pose.heading;
    return (fw_pose){ x, y, heading };
}

static fw_pose pose_on(random_source *source, int32_t side)
{
    return (fw_pose){ random_within(source, 1, side - 1), random_within(source, 1, side - 1),
                      random_within(source, -FW_PI, FW_PI) };
}

/// A car, or sometimes a unit that turns on the spot, among scattered tiles.
static road_test unit_at_random(random_source *source, int32_t side)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = random_below(source, 2) ? fw_circle(0.4) : fw_rectangle(1.4, 0.7);
    def.turn_radius = random_below(source, 5) ? random_within(source, 0.8, 5) : 0;
    def.reverse = def.turn_radius > 0 && random_below(source, 2);
    def.reverse_penalty = 2;
    def.gear_change_cost = 1;
    fw_map *map = map_at_random(source, side, side, 3 + random_below(source, 10), 1);
    return road_on(map, def);
}

static fw_request ask_at_random(random_source *source, const road_test *test, int32_t side)
{
    fw_request ask = fw_default_request();
    const fw_pose goal = pose_on(source, side);
    ask.unit = test->unit;
    ask.start = pose_on(source, side);
    ask.goal = random_below(source, 2) ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y);
    ask.smoothing = random_below(source, 2) ? FW_SMOOTH_AUTO : FW_SMOOTH_NONE;
    return ask;
}

static double cost_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary.cost;
}

/// The true cost of a path under the request's overlay.
static double checked_cost(const road_test *test, const fw_request *ask, const fw_path *path)
{
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.overlay = ask->overlay;
    assert_int_equal(fw_path_check(test->map, test->unit, path, &def, &report), FW_OK);
    return report.cost;
}

static void assert_legal(const road_test *test, const fw_request *ask)
{
    fw_check_def def = check_for(ask);
    fw_check_report report;
    def.check_cost = true;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &def, &report), FW_OK);
    if (!report.legal)
        fail_msg("from %.9g, %.9g: %s", ask->start.x, ask->start.y, fw_fault_text(report.first));
}

/// Drives to the goal in steps, and asks after each of them with the path so far.
static void drive(road_test *test, fw_request ask, double step, fw_path *rest)
{
    const double most = 20 * fw_path_length(test->path);
    double driven = 0;
    ask.previous = test->path;
    for (double left = fw_path_length(test->path); left > 0; left = fw_path_length(test->path)) {
        const double next = fmin(step, left);
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(test->path, next, &pose), FW_OK);
        driven += next;
        assert_true(driven < most);
        assert_int_equal(fw_path_split(test->path, next, rest), FW_OK);
        const double before = checked_cost(test, &ask, rest);
        assert_int_equal(fw_path_copy(rest, test->path), FW_OK);
        ask.start = rounded(pose);
        assert_int_equal(fw_find_path(test->planner, &ask, test->path), FW_OK);
        assert_legal(test, &ask);
        assert_true(cost_of(test->path) <= before + 1e-4);
    }
}

TEST(units_that_hand_in_their_path_arrive_and_never_pay_more)
{
    const int32_t side = 40;
    random_source source = { 50 };
    fw_path *rest = new_path();
    int drives = 0;
    for (int i = 0; i < rounds(10); i++) {
        road_test test = unit_at_random(&source, side);
        for (int k = 0; k < 12; k++) {
            const fw_request ask = ask_at_random(&source, &test, side);
            const double step = random_within(&source, 0.1, 2);
            if (fw_find_path(test.planner, &ask, test.path) != FW_OK)
                continue;
            drive(&test, ask, step, rest);
            drives++;
        }
        road_end(&test);
    }
    fw_path_destroy(rest);
    assert_true(drives > at_least(50));
}

/// Moves the request's start along the path that was found, and hands the path in.
static void go_on(const road_test *test, fw_request *ask, double share)
{
    fw_pose pose;
    assert_int_equal(fw_path_pose_at(test->path, share * fw_path_length(test->path), &pose), FW_OK);
    ask->start = pose;
    ask->previous = test->path;
}

static bool is_rounded_equal(double a, double b)
{
    return fabs(a - b) <= 1e-12;
}

/// True if the segments of two paths are the same, but for rounding.
static bool same_paths(const fw_path *a, const fw_path *b)
{
    int32_t count, other;
    const fw_segment *one = fw_path_segments(a, &count), *two = fw_path_segments(b, &other);
    for (int32_t i = 0; i < count && count == other; i++)
        if (!is_rounded_equal(one[i].start.x, two[i].start.x) ||
            !is_rounded_equal(one[i].start.y, two[i].start.y) ||
            !is_rounded_equal(one[i].start.heading, two[i].start.heading) ||
            !is_rounded_equal(one[i].length, two[i].length) || one[i].curvature != two[i].curvature)
            return false;
    return count == other;
}

TEST(the_rest_is_kept_unless_a_search_finds_a_path_cheaper_by_a_twentieth)
{
    const int32_t side = 40;
    random_source source = { 51 };
    fw_path *rest = new_path();
    fw_path *fresh = new_path();
    fw_path *answer = new_path();
    int kept = 0, replaced = 0;
    road_test test = unit_at_random(&source, side);
    for (int i = 0; i < rounds(160); i++) {
        if (i % 8 == 7) {
            road_end(&test);
            test = unit_at_random(&source, side);
        }
        fw_request ask = ask_at_random(&source, &test, side);
        ask.weight = 3; // long paths, which a better search may beat
        const double share = random_within(&source, 0, 0.8);
        if (fw_find_path(test.planner, &ask, test.path) == FW_OK && fw_path_length(test.path) > 0) {
            go_on(&test, &ask, share);
            fw_request alone = ask;
            ask.weight = alone.weight = 1;
            alone.previous = NULL;
            const fw_result found = fw_find_path(test.planner, &alone, fresh);
            assert_int_equal(fw_find_path(test.planner, &ask, answer), FW_OK);
            assert_int_equal(fw_path_split(test.path, share * fw_path_length(test.path), rest), FW_OK);
            const double rest_cost = checked_cost(&test, &ask, rest);
            const bool is_beaten = found == FW_OK && rest_cost > CHEAPER * cost_of(fresh) + 1e-9;
            assert_true(fabs(cost_of(answer) - (is_beaten ? cost_of(fresh) : rest_cost)) < 1e-6);
            assert_true(!is_beaten || same_paths(answer, fresh));
            replaced += is_beaten;
            kept += !is_beaten;
        }
    }
    road_end(&test);
    fw_path_destroy(rest);
    fw_path_destroy(fresh);
    fw_path_destroy(answer);
    assert_true(kept > at_least(40) && replaced > at_least(2));
}

/// Tiles along which two paths from one start are the same.
static double common_length(const fw_path *a, const fw_path *b)
{
    const double most = fmin(fw_path_length(a), fw_path_length(b));
    double at = 0;
    for (; at < most; at += 0.01) {
        fw_pose one, other;
        fw_path_pose_at(a, at, &one);
        fw_path_pose_at(b, at, &other);
        if (fabs(one.x - other.x) + fabs(one.y - other.y) > 1e-6)
            break;
    }
    return at;
}

TEST(the_path_is_kept_up_to_the_braking_distance_before_what_is_in_the_way)
{
    const int32_t side = 40;
    random_source source = { 52 };
    fw_path *answer = new_path();
    fw_path *sliced = new_path();
    int kept = 0, anew = 0;
    road_test test = unit_at_random(&source, side);
    for (int i = 0; i < rounds(120); i++) {
        if (i % 8 == 7) {
            road_end(&test);
            test = unit_at_random(&source, side);
        }
        fw_request ask = ask_at_random(&source, &test, side);
        const double braking = random_within(&source, 0.5, 6), share = random_within(&source, 0.3, 0.9);
        if (fw_find_path(test.planner, &ask, test.path) == FW_OK && fw_path_length(test.path) > 5) {
            fw_pose there;
            fw_overlay *overlay = new_overlay(side, side);
            fw_path_pose_at(test.path, share * fw_path_length(test.path), &there);
            fw_overlay_block(overlay, (int32_t)there.x, (int32_t)there.y, 1, 1);
            ask.overlay = overlay;
            ask.previous = test.path;
            ask.braking = braking;
            fw_check_def def = check_for(&ask);
            fw_check_report report;
            assert_int_equal(fw_path_check(test.map, test.unit, test.path, &def, &report), FW_OK);
            fw_request alone = ask;
            alone.previous = NULL;
            const fw_result fresh = fw_find_path(test.planner, &alone, sliced);
            const fw_result result = fw_find_path(test.planner, &ask, answer);
            assert_true(result == FW_OK || fresh != FW_OK);
            if (result == FW_OK && !report.legal) {
                const double whole = fmax(report.first_at - braking, 0);
                const bool is_kept = common_length(test.path, answer) >= whole - 0.05;
                assert_true(is_kept || same_paths(answer, sliced));
                kept += is_kept && whole > 0;
                anew += !is_kept;
                assert_int_equal(fw_path_copy(answer, test.path), FW_OK);
                assert_legal(&test, &ask);
            }
            fw_overlay_destroy(overlay);
        }
    }
    road_end(&test);
    fw_path_destroy(answer);
    fw_path_destroy(sliced);
    assert_true(kept > at_least(25) && anew >= at_least(1));
}

/// The goal moves: the path to the old goal is kept for a while, and a search for the new goal goes on from there. The
/// oracle is a search of its own from the place where the paths meet.
TEST(a_splice_keeps_the_path_and_joins_a_new_one_without_a_jump)
{
    const int32_t side = 40;
    random_source source = { 57 };
    fw_path *answer = new_path();
    fw_path *alone = new_path();
    int spliced = 0, limited = 0;
    road_test test = unit_at_random(&source, side);
    for (int i = 0; i < rounds(120); i++) {
        if (i % 8 == 7) {
            road_end(&test);
            test = unit_at_random(&source, side);
        }
        fw_request ask = ask_at_random(&source, &test, side);
        const double share = random_within(&source, 0.2, 0.9);
        if (fw_find_path(test.planner, &ask, test.path) != FW_OK || fw_path_length(test.path) < 3)
            continue;
        const fw_pose goal = pose_on(&source, side);
        ask.goal = ask.goal.kind == FW_GOAL_POSE ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y);
        ask.previous = test.path;
        ask.splice = share * fw_path_length(test.path);
        fw_request rest = ask;
        rest.previous = NULL;
        fw_path_pose_at(test.path, ask.splice, &rest.start);
        rest.start_slack = 0;
        if (fw_find_path(test.planner, &rest, alone) != FW_OK)
            continue;
        fw_statistics after, whole;
        assert_int_equal(fw_planner_statistics(test.planner, &after), FW_OK);
        assert_int_equal(fw_find_path(test.planner, &ask, answer), FW_OK);
        assert_int_equal(fw_planner_statistics(test.planner, &whole), FW_OK);
        assert_true(common_length(test.path, answer) >= ask.splice - 0.02);
        assert_near(fw_path_length(answer), ask.splice + fw_path_length(alone), 1e-6);
        assert_true(whole.expanded == after.expanded);
        ask.max_work = 5;
        ask.partial = true;
        if (fw_find_path(test.planner, &ask, alone) == FW_OK) {
            assert_true(fw_path_length(alone) >= ask.splice - 1e-6);
            limited++;
        }
        assert_int_equal(fw_path_copy(answer, test.path), FW_OK);
        assert_legal(&test, &ask);
        spliced++;
    }
    road_end(&test);
    fw_path_destroy(answer);
    fw_path_destroy(alone);
    assert_true(spliced > at_least(40) && limited > at_least(20));
}

TEST(slices_change_nothing_and_the_best_path_so_far_begins_at_the_start)
{
    const int32_t side = 40;
    random_source source = { 53 };
    fw_path *answer = new_path();
    fw_path *sliced = new_path();
    int paused = 0;
    for (int i = 0; i < rounds(60); i++) {
        road_test test = unit_at_random(&source, side);
        fw_request ask = ask_at_random(&source, &test, side);
        fw_overlay *overlay = new_overlay(side, side);
        if (fw_find_path(test.planner, &ask, test.path) == FW_OK && fw_path_length(test.path) > 5) {
            fw_pose there;
            fw_path_pose_at(test.path, 0.7 * fw_path_length(test.path), &there);
            if (i % 2)
                fw_overlay_block(overlay, (int32_t)there.x, (int32_t)there.y, 1, 1);
            ask.overlay = overlay;
            go_on(&test, &ask, 0.1);
            const fw_result result = fw_find_path(test.planner, &ask, answer);
            fw_search *search = new_search(test.planner, &ask);
            fw_result step;
            while ((step = fw_search_step(search, 3)) == FW_PENDING)
                if (fw_search_best_so_far(search, sliced) == FW_OK) {
                    fw_pose begin;
                    fw_path_pose_at(sliced, 0, &begin);
                    assert_true(fabs(begin.x - ask.start.x) + fabs(begin.y - ask.start.y) < 0.02);
                    paused++;
                }
            assert_int_equal(step, result);
            fw_search_best_so_far(search, sliced);
            assert_true(result != FW_OK || same_paths(answer, sliced));
            fw_search_end(search);
        }
        fw_overlay_destroy(overlay);
        road_end(&test);
    }
    fw_path_destroy(answer);
    fw_path_destroy(sliced);
    assert_true(paused > at_least(40));
}

TEST(a_path_that_leads_elsewhere_or_lies_elsewhere_is_ignored)
{
    const int32_t side = 40;
    random_source source = { 54 };
    fw_path *fresh = new_path();
    fw_path *answer = new_path();
    for (int i = 0; i < rounds(30); i++) {
        road_test test = unit_at_random(&source, side);
        fw_request ask = ask_at_random(&source, &test, side);
        fw_find_path(test.planner, &ask, test.path);
        ask.previous = test.path;
        if (i % 3 == 0)
            ask.start.x += 0.001;
        else if (i % 3 == 1)
            ask.goal.pose.y += 0.001;
        else
            fw_path_clear(test.path);
        fw_request alone = ask;
        alone.previous = NULL;
        const fw_result result = fw_find_path(test.planner, &alone, fresh);
        assert_int_equal(fw_find_path(test.planner, &ask, answer), result);
        assert_true(same_paths(answer, fresh));
        road_end(&test);
    }
    fw_path_destroy(fresh);
    fw_path_destroy(answer);
}

TEST(options_that_cannot_be_combined_are_named)
{
    random_source source = { 55 };
    road_test test = unit_at_random(&source, 40);
    fw_request ask = ask_at_random(&source, &test, 40);
    ask.previous = test.path;
    ask.max_distance = 10;
    fw_refusal why = fw_request_refusal(test.map, &ask);
    assert_int_equal(why.result, FW_METHOD_DOES_NOT_FIT);
    assert_string_equal(why.field, "previous");
    assert_string_equal(why.other, "max_distance");
    ask.max_distance = 0;
    ask.fixed_angles = 8;
    assert_string_equal(fw_request_refusal(test.map, &ask).other, "fixed_angles");
    ask.fixed_angles = 0;
    ask.braking = -1;
    assert_string_equal(fw_request_refusal(test.map, &ask).field, "braking");
    road_end(&test);
}
