// Cars on their way to the place nearest to a goal: by a hybrid, by directional search after a hybrid that fails, and
// by the fine search out of a start that the lattice does not leave.
#include <math.h>

#include "batch/fingerprint.h"
#include "common/check_for.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/scarce.h"
#include "common/unit.h"
#include "directional/motions/lattice.h"

enum { SIDE = 48 };

/// Scattered tiles, and a walled yard that nobody enters.
static fw_map *land_at_random(random_source *source, uint32_t percent)
{
    fw_map *map = map_at_random(source, SIDE, SIDE, percent, 1);
    assert_int_equal(fw_map_set_rect(map, 28, 28, 12, 12, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 30, 30, 8, 8, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_set_rect(map, 32, 32, 4, 4, FW_GROUND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static road_test car_on(fw_map *map, random_source *source)
{
    fw_unit_def def = vehicle(fw_circle(0.33), 1, 1 + random_below(source, 3), FW_HYBRID);
    def.reverse = random_below(source, 2);
    def.gear_change_cost = 1;
    return road_on(map, def);
}

/// From anywhere to a place within the yard, or anywhere.
static fw_request go_near(const road_test *test, random_source *source, int which)
{
    static const fw_method methods[] = { FW_HYBRID, FW_DIRECTIONAL, FW_AUTO };
    const lattice_pose start = pose_at_random(source, SIDE), anywhere = pose_at_random(source, SIDE);
    const lattice_pose within = { 33, 34, which % 2 ? 3 : -1 };
    fw_request ask = request_on(test, methods[which % 3], start, which % 4 == 3 ? anywhere : within);
    ask.nearest = true;
    return ask;
}

static void assert_slices_give_the_same(const road_test *test, const fw_request *ask, uint64_t work)
{
    const fw_result whole = fw_find_path(test->planner, ask, test->path);
    const uint64_t answer = fingerprint_path(FNV_OF_NOTHING, test->path);
    fw_search *search = new_search(test->planner, ask);
    fw_result stepped;
    while ((stepped = fw_search_step(search, work)) == FW_PENDING)
        continue;
    assert_int_equal(stepped, whole);
    if (whole == FW_OK) {
        assert_int_equal(fw_search_best_so_far(search, test->path), FW_OK);
        assert_true(fingerprint_path(FNV_OF_NOTHING, test->path) == answer);
    }
    fw_search_end(search);
}

/// Shut in, a car with a reverse gear stays or comes nearer; the search for the place alone may give up.
TEST(a_car_that_is_shut_in_among_walls_ends_somewhere)
{
    random_source source = { 47 };
    int shut_in = 0;
    for (int i = 0; i < rounds(12); i++) {
        fw_unit_def def = vehicle(fw_rectangle(1.4, 0.7), 0, 2, FW_DIRECTIONAL);
        def.reverse = true;
        road_test test = road_on(land_at_random(&source, 25), def);
        for (int k = 0; k < 8; k++) {
            const fw_request ask = go_near(&test, &source, 4 * k + 1);
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            assert_true(result == FW_OK || is_blocked(result));
            shut_in += result == FW_OK && fw_path_length(test.path) < 3;
        }
        road_end(&test);
    }
    assert_true(shut_in > at_least(8));
}

TEST(slices_change_no_path_to_the_nearest_place_and_warm_requests_allocate_nothing)
{
    random_source source = { 46 };
    int near = 0;
    for (int i = 0; i < rounds(8); i++) {
        road_test test = car_on(land_at_random(&source, 5 + 3 * (uint32_t)(i % 5)), &source);
        for (int k = 0; k < 6; k++) {
            const fw_request ask = go_near(&test, &source, i + k);
            fw_path_summary summary;
            if (is_blocked(fw_find_path(test.planner, &ask, test.path)))
                continue;
            assert_int_equal(fw_path_summarise(test.path, &summary), FW_OK);
            near += summary.outcome == FW_OUTCOME_NEAREST && summary.length > 0;
            for (uint64_t work = 1; work <= 64; work = 8 * work - work / 7)
                assert_slices_give_the_same(&test, &ask, work);
            if (k < 2)
                assert_scarce_memory_is_survived(test.map, &ask, test.path, 8);
        }
        road_end(&test);
    }
    assert_true(near > at_least(8));
}

/// True if all points of a body, half a tile apart, lie on ground.
static bool stands_at(const road_test *test, fw_pose at)
{
    const fw_footprint *body = &test->def.footprint;
    const double cosine = cos(at.heading), sine = sin(at.heading), within = 1 - 1e-6;
    for (double u = -within; u <= within; u += within / body->length)
        for (double v = -within; v <= within; v += within / body->width) {
            const double ahead = body->ahead + u * body->length / 2, aside = v * body->width / 2;
            const double x = at.x + ahead * cosine - aside * sine, y = at.y + ahead * sine + aside * cosine;
            if (fw_map_terrain(test->map, (int32_t)floor(x), (int32_t)floor(y)) != FW_GROUND)
                return false;
        }
    return true;
}

/// The least distance from a goal, up to 25 tiles, to a lattice point where the body stands with a heading of the
/// lattice; infinite: there is none.
static double least_distance(const road_test *test, double x, double y)
{
    const double offset = test->def.size % 2 ? 0.5 : 0;
    double least = INFINITY;
    for (int32_t row = (int32_t)y - 25; row < y + 25; row++)
        for (int32_t column = (int32_t)x - 25; column < x + 25; column++)
            for (int heading = 0; heading < test->def.headings; heading++) {
                const fw_pose at = { column + offset, row + offset, motion_heading(heading) };
                const double away = hypot(at.x - x, at.y - y);
                if (away < least && stands_at(test, at))
                    least = away;
            }
    return least;
}

/// The body is too long for motions, so the wide search alone serves it.
TEST(a_long_car_goes_near_goals_in_walls)
{
    random_source source = { 48 };
    int near = 0, exact = 0;
    for (int i = 0; i < rounds(6); i++) {
        fw_map_def land = fw_default_map_def();
        fw_map *map = NULL;
        land.width = land.height = 160;
        assert_int_equal(fw_map_create(&land, &map), FW_OK);
        for (int k = 0; k < 6; k++) {
            const int32_t y = (int32_t)random_below(&source, 140),
                          x = 50 + (int32_t)random_below(&source, 90);
            assert_int_equal(fw_map_set_rect(map, x, y, 20, 20, FW_BLOCKED), FW_OK);
        }
        assert_int_equal(fw_map_commit(map), FW_OK);
        fw_unit_def def = vehicle(fw_rectangle_at(28, 12, 9, 0), 0, 18, FW_DIRECTIONAL);
        def.reverse = true;
        road_test test = road_on(map, def);
        assert_int_equal(fw_map_unit(map, test.unit, &test.def), FW_OK);
        for (int k = 0; k < 4; k++) {
            fw_request ask = fw_default_request();
            fw_path_summary summary;
            fw_pose end;
            const double x = random_within(&source, 2, 158), y = random_within(&source, 2, 158);
            ask.unit = test.unit;
            ask.method = k % 2 ? FW_DIRECTIONAL : FW_AUTO;
            ask.start = (fw_pose){ 12, 80, 0 };
            ask.goal = k < 2 ? fw_goal_at(x, y) : fw_goal_pose((fw_pose){ x, y, 1 });
            ask.smoothing = FW_SMOOTH_AUTO;
            ask.nearest = true;
            assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
            fw_check_def judged = check_for(&ask);
            fw_check_report report;
            judged.has_goal = false;
            assert_int_equal(fw_path_check(test.map, test.unit, test.path, &judged, &report), FW_OK);
            assert_true(report.legal);
            assert_int_equal(fw_path_summarise(test.path, &summary), FW_OK);
            fw_path_pose_at(test.path, summary.length, &end);
            const double away = hypot(end.x - x, end.y - y), least = least_distance(&test, x, y);
            if (summary.outcome != FW_OUTCOME_NEAREST || isinf(least))
                continue;
            assert_true(away <= least + 18);
            near++;
            exact += away <= least + ask.nearest_tolerance + 1e-6;
            if (near < 4) {
                for (uint64_t work = 1; work <= 4096; work *= 64)
                    assert_slices_give_the_same(&test, &ask, work);
                assert_scarce_memory_is_survived(test.map, &ask, test.path, 8);
            }
        }
        road_end(&test);
    }
    assert_true(near > at_least(8) && exact > at_least(6));
}

/// No motion of the lattice leaves the start, but a turn to the right does that begins half a tile farther on.
TEST(a_car_that_only_the_fine_search_gets_out_goes_as_near_as_to_a_place)
{
    const char *const land[] = { "...................", //
                                 "...................", //
                                 "...................", //
                                 "#.......#..........", //
                                 "......#............", //
                                 ".......#.....#.####", //
                                 "........#......#...", //
                                 "......#........####", //
                                 "..............#.#..", //
                                 "...................", //
                                 "................#.." };
    static const fw_method methods[] = { FW_DIRECTIONAL, FW_HYBRID, FW_AUTO };
    for (int i = 0; i < 3; i++) {
        road_test test = road_on(DRAWN(land), vehicle(fw_circle(0.33), 1, 1.5, methods[i]));
        fw_request ask = fw_default_request();
        fw_path_summary summary;
        fw_statistics spent;
        fw_pose end;
        ask.unit = test.unit;
        ask.method = methods[i];
        ask.start = (fw_pose){ 8.5, 5.5, 4.64 };
        ask.goal = fw_goal_at(17.5, 6.5);
        ask.nearest = true;
        assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
        assert_int_equal(fw_path_summarise(test.path, &summary), FW_OK);
        assert_int_equal(fw_planner_statistics(test.planner, &spent), FW_OK);
        fw_path_pose_at(test.path, summary.length, &end);
        assert_int_equal(summary.outcome, FW_OUTCOME_NEAREST);
        assert_int_equal(spent.level, FW_LEVEL_FINE);
        assert_near(end.x, 16.5, 1e-9);
        assert_near(end.y, 4.5, 1e-9);
        road_end(&test);
    }
}
