// When a unit has arrived, and what goals tolerate: against the distances and headings themselves, the checker, and
// requests for each heading alone.
#include <math.h>

#include "base/trig.h"
#include "common/check_for.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/scene.h"
#include "common/unit.h"

static fw_pose rounded(fw_pose pose)
{
    volatile float x = (float)pose.x, y = (float)pose.y, heading = (float)pose.heading;
    return (fw_pose){ x, y, heading };
}

/// Asserts that the checker accepts a path, its start and its goal.
static void assert_checked(const fw_map *map, const fw_request *ask, const fw_path *path)
{
    fw_check_def def = check_for(ask);
    fw_check_report report;
    assert_int_equal(fw_path_check(map, ask->unit, path, &def, &report), FW_OK);
    if (!report.legal)
        fail_msg("%s at %.17g", fw_fault_text(report.first), report.first_at);
}

/// Asserts that the answer is the start alone, asked as a whole, step by step, and before the first step.
static void assert_has_arrived(const fw_map *map, fw_planner *planner, const fw_request *ask, fw_path *path)
{
    fw_path_summary summary;
    fw_search *search;
    fw_statistics spent;
    for (int way = 0; way < 3; way++) {
        if (way == 0) {
            assert_int_equal(fw_find_path(planner, ask, path), FW_OK);
        } else {
            assert_int_equal(fw_search_begin(planner, ask, &search), FW_OK);
            while (way == 2 && fw_search_step(search, 1) == FW_PENDING)
                continue;
            assert_int_equal(fw_search_best_so_far(search, path), FW_OK);
            assert_int_equal(fw_search_statistics(search, &spent), FW_OK);
            assert_int_equal(spent.work, 0);
            fw_search_end(search);
        }
        fw_path_summarise(path, &summary);
        assert_true(summary.length == 0 && summary.cost == 0 && summary.segment_count == 1);
        assert_int_equal(summary.outcome, FW_OUTCOME_FOUND);
        fw_pose end;
        assert_int_equal(fw_path_pose_at(path, 0, &end), FW_OK);
        assert_true(end.x == ask->start.x && end.y == ask->start.y);
        assert_checked(map, ask, path);
    }
}

/// Asserts that the answer leads from the start to the goal itself.
static void assert_goes_on(const fw_map *map, fw_planner *planner, const fw_request *ask, fw_path *path)
{
    const fw_result result = fw_find_path(planner, ask, path);
    assert_true(result == FW_OK || result == FW_NOT_FOUND);
    assert_true(result != FW_OK || fw_path_length(path) > 0);
    if (result == FW_OK)
        assert_checked(map, ask, path);
}

static const fw_method methods[] = { FW_AUTO,   FW_DIRECTIONAL,   FW_DIRECTIONAL_24,
                                     FW_HYBRID, FW_HYBRID_STRICT, FW_ASTAR };
enum { METHODS = sizeof methods / sizeof *methods };

static road_test car_on_open_map(int32_t side, int number)
{
    fw_unit_def def = vehicle(fw_circle(0.4), 1, 0.5 + number % 3, FW_DIRECTIONAL_24);
    def.methods |= FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_HYBRID_STRICT);
    def.reverse = number % 2;
    return road_on(open_map(side, side), def);
}

static fw_pose pose_on(random_source *source, double side)
{
    return (fw_pose){ random_within(source, 2, side - 2), random_within(source, 2, side - 2),
                      random_within(source, -FW_PI, FW_PI) };
}

/// A goal of any kind at a pose, in the list behind other poses if it is a set.
static fw_goal goal_around(int kind, fw_pose pose, double radius, fw_pose set[3])
{
    set[0] = (fw_pose){ 1.5, 1.5, 0 };
    set[1] = pose;
    set[2] = (fw_pose){ 2.5, 1.5, 1 };
    fw_goal goal = kind == 0   ? fw_goal_pose(pose)
                   : kind == 1 ? fw_goal_pose_within(pose, 0)
                               : fw_goal_nearest_pose_of(set, 3);
    goal.radius = radius;
    return goal;
}

/// A unit at a pose that passed through 32-bit floats, the goal or its own, has arrived: on the largest maps, too.
TEST(a_unit_at_its_goal_but_for_rounding_has_arrived)
{
    random_source source = { 5 };
    static const int32_t sides[] = { 16, 256, 4000 };
    for (int i = 0; i < 3; i++) {
        road_test test = car_on_open_map(sides[i], i);
        for (int k = 0; k < 40; k++) {
            fw_pose set[3];
            const fw_pose goal = pose_on(&source, sides[i]);
            fw_request ask = fw_default_request();
            ask.unit = test.unit;
            ask.method = methods[k % METHODS];
            ask.goal = goal_around(k % 3, k % 2 ? rounded(goal) : goal, 0, set);
            ask.start = k % 2 ? goal : rounded(goal);
            ask.start.heading += k % 5 == 0 ? 2 * FW_PI : 0;
            ask.smoothing = k % 4 ? FW_SMOOTH_NONE : FW_SMOOTH_AUTO;
            ask.nearest = k % 8 == 1;
            assert_has_arrived(test.map, test.planner, &ask, test.path);
        }
        road_end(&test);
    }
}

/// Within the radius and the tolerance of heading a unit has arrived, a little beyond it has not.
TEST(a_unit_has_arrived_within_the_tolerances_and_not_beyond)
{
    random_source source = { 6 };
    road_test test = car_on_open_map(24, 1);
    for (int k = 0; k < rounds(120); k++) {
        fw_pose set[3];
        const fw_pose goal = pose_on(&source, 24);
        const double radius = k % 4 ? random_within(&source, 0, 0.6) : 0;
        const double most = radius + FW_TOUCH + FW_ROUNDING * fmax(goal.x, goal.y);
        const double turn = k % 5 ? random_within(&source, 0, 1) : 0;
        const double most_turn = turn + FW_TOUCH + FW_ROUNDING * FW_PI;
        const double angle = random_within(&source, 0, 2 * FW_PI), side = k & 1 ? 1 : -1;
        fw_request ask = fw_default_request();
        ask.unit = test.unit;
        ask.method = methods[k % 3];
        ask.goal = goal_around(k % 3, goal, radius, set);
        ask.goal.heading_tolerance = turn;
        for (int beyond = 0; beyond < 3; beyond++) {
            const double away = most * (beyond == 1 ? 1.01 : 0.99);
            ask.start = (fw_pose){ goal.x + away * trig_cos(angle), goal.y + away * trig_sin(angle),
                                   goal.heading + side * most_turn * (beyond == 2 ? 1.01 : 0.99) };
            if (beyond)
                assert_goes_on(test.map, test.planner, &ask, test.path);
            else
                assert_has_arrived(test.map, test.planner, &ask, test.path);
        }
    }
    road_end(&test);
}

/// People have arrived within the radius with any heading.
TEST(headings_do_not_count_for_units_that_turn_on_the_spot)
{
    scene scene = scene_of(open_map(12, 12), unit_of_size(1));
    fw_request ask = scene_request(&scene, 3, 3, 7, 7);
    ask.start = (fw_pose){ 3.7, 3.2, 2 };
    ask.goal = fw_goal_pose((fw_pose){ 3.5, 3.5, 0 });
    ask.goal.radius = 0.5;
    assert_has_arrived(scene.map, scene.planner, &ask, scene.path);
    ask.goal.radius = 0.3;
    assert_goes_on(scene.map, scene.planner, &ask, scene.path);
    scene_end(&scene);
}

/// The checker's tolerances are those of the goal: it refuses what lies beyond.
TEST(the_checker_knows_the_tolerances)
{
    road_test test = car_on_open_map(16, 0);
    fw_request ask = fw_default_request();
    ask.unit = test.unit;
    ask.method = FW_DIRECTIONAL;
    ask.start = (fw_pose){ 3.5, 3.5, 0 };
    ask.goal = fw_goal_pose((fw_pose){ 9.5, 7.5, 0 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    fw_check_def def = fw_default_check_def();
    fw_check_report report;
    def.has_goal = true;
    for (int i = 0; i < 4; i++) {
        def.goal = fw_goal_pose((fw_pose){ 9.5 + 0.3 * (i & 1), 7.5, 0.2 * (i >> 1) });
        assert_int_equal(fw_path_check(test.map, test.unit, test.path, &def, &report), FW_OK);
        assert_int_equal(report.legal, i == 0);
        def.goal.radius = 0.31;
        def.goal.heading_tolerance = 0.21;
        assert_int_equal(fw_path_check(test.map, test.unit, test.path, &def, &report), FW_OK);
        assert_true(report.legal);
    }
    road_end(&test);
}

/// The least cost of requests for each heading of the lattice that the goal tolerates; infinite if none has a path.
static double least_of_all_headings(road_test *test, fw_request ask)
{
    const fw_goal goal = ask.goal;
    double least = INFINITY;
    for (int i = 0; i < 8; i++) {
        const fw_pose pose = { goal.pose.x, goal.pose.y, i * FW_PI / 4 };
        if (fabs(trig_wrap(pose.heading - goal.pose.heading)) > goal.heading_tolerance)
            continue;
        ask.goal = fw_goal_pose(pose);
        if (fw_find_path(test->planner, &ask, test->path) == FW_OK)
            least = fmin(least, fw_path_length(test->path));
    }
    return least;
}

/// Among obstacles, a tolerance of heading costs what the cheapest of the headings alone costs.
TEST(the_cheapest_heading_is_taken)
{
    random_source source = { 7 };
    int found = 0, gains = 0;
    for (int i = 0; i < rounds(16); i++) {
        fw_unit_def def = i % 2 ? vehicle(fw_rectangle(1.8, 0.9), 2, 1.5, FW_DIRECTIONAL_24)
                                : vehicle(fw_circle(0.4), 1, 1, FW_DIRECTIONAL_24);
        def.headings = 8;
        road_test test = road_on(map_at_random(&source, 20, 20, 8, 1), def);
        for (int k = 0; k < 12; k++) {
            fw_request ask = request_on(&test, FW_DIRECTIONAL_24, pose_at_random(&source, 20),
                                        pose_at_random(&source, 20));
            ask.heuristic = FW_HEURISTIC_STRAIGHT;
            ask.goal = fw_goal_pose(
                (fw_pose){ ask.goal.pose.x, ask.goal.pose.y, random_below(&source, 8) * FW_PI / 4 });
            const fw_result exact = fw_find_path(test.planner, &ask, test.path);
            const double of_exact = exact == FW_OK ? fw_path_length(test.path) : INFINITY;
            ask.goal.heading_tolerance = random_within(&source, 0.1, 2.5);
            const double least = least_of_all_headings(&test, ask);
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            assert_true((result == FW_OK) == (least < INFINITY));
            if (result != FW_OK)
                continue;
            assert_near(fw_path_length(test.path), least, 1e-3);
            assert_checked(test.map, &ask, test.path);
            found++;
            gains += least < of_exact - 0.1;
        }
        road_end(&test);
    }
    assert_true(found > at_least(60) && gains > at_least(30));
}

/// Between lattice points, by all methods that know headings: legal, within the tolerance, and nothing is lost.
TEST(exact_goals_tolerate_headings)
{
    random_source source = { 8 };
    int found = 0, other = 0;
    for (int i = 0; i < rounds(8); i++) {
        fw_unit_def def = vehicle(fw_circle(0.4), 1, 1 + i % 2, FW_DIRECTIONAL_24);
        def.methods |= FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_HYBRID_STRICT);
        def.reverse = i % 4 == 3;
        road_test test = road_on(map_at_random(&source, 24, 24, 6, 1), def);
        for (int k = 0; k < 20; k++) {
            fw_pose set[3];
            fw_request ask =
                request_on(&test, methods[k % 4], pose_at_random(&source, 24), (lattice_pose){ 0, 0, 0 });
            const fw_pose goal = pose_on(&source, 24);
            ask.goal = goal_around(k % 3, goal, 0, set);
            ask.goal.count = k % 3 == 2 ? 2 : 0;
            const fw_result exact = fw_find_path(test.planner, &ask, test.path);
            ask.goal.heading_tolerance = k % 7 == 0 ? FW_PI : random_within(&source, 0.05, 3);
            const fw_result result = fw_find_path(test.planner, &ask, test.path);
            assert_true(exact != FW_OK || result == FW_OK);
            if (result != FW_OK)
                continue;
            assert_checked(test.map, &ask, test.path);
            fw_pose end;
            assert_int_equal(fw_path_pose_at(test.path, fw_path_length(test.path), &end), FW_OK);
            other += fabs(trig_wrap(end.heading - goal.heading)) > 0.01;
            found++;
        }
        road_end(&test);
    }
    assert_true(found > at_least(80) && other > at_least(30));
}

/// In a corridor that is too narrow for the heading that is asked for, a tolerance helps.
TEST(a_goal_whose_heading_is_blocked_may_tolerate_another)
{
    static const char *const corridor[] = { "##########", "..........", "##########" };
    road_test test = road_on(DRAWN(corridor), vehicle(fw_rectangle(1.9, 0.9), 1, 1, FW_DIRECTIONAL));
    fw_request ask = fw_default_request();
    ask.unit = test.unit;
    ask.start = (fw_pose){ 1.5, 1.5, 0 };
    ask.goal = fw_goal_pose((fw_pose){ 7.3, 1.5, 0.3 });
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_GOAL_BLOCKED);
    ask.goal.heading_tolerance = 0.3;
    assert_int_equal(fw_find_path(test.planner, &ask, test.path), FW_OK);
    assert_checked(test.map, &ask, test.path);
    assert_near(fw_path_length(test.path), 5.8, 1e-9);
    road_end(&test);
}
