// People and cars who ask for a new path at each step, from a pose that has passed through 32-bit floats: people, and
// cars on open ground, end at their goals without a refusal, on ways at most 15 % and 2 tiles longer than the first
// path. FAIRWAY_MANY=20 walks 10,000.
#include <math.h>

#include "common/check_for.h"
#include "common/drawing.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"

static fw_pose rounded(fw_pose pose)
{
    volatile float x = (float)pose.x, y = (float)pose.y, heading = (float)pose.heading;
    return (fw_pose){ x, y, heading };
}

/// Rooms with doors, one to three tiles wide.
static void build_rooms(fw_map *map, random_source *source, int32_t side)
{
    const int32_t room = 6 + (int32_t)random_below(source, 6);
    for (int32_t wall = room; wall < side; wall += room) {
        fw_map_set_rect(map, wall, 0, 1, side, FW_BLOCKED);
        fw_map_set_rect(map, 0, wall, side, 1, FW_BLOCKED);
    }
    for (int32_t wall = room; wall < side; wall += room)
        for (int32_t begin = 0; begin < side; begin += room) {
            const int32_t door = begin + 1 + (int32_t)random_below(source, (uint32_t)room - 3);
            const int32_t wide = 1 + (int32_t)random_below(source, 3);
            for (int32_t at = door; at < door + wide && at < side; at++) {
                fw_map_set_tile(map, wall, at, FW_GROUND);
                fw_map_set_tile(map, at, wall, FW_GROUND);
            }
        }
}

static fw_map *world_at_random(random_source *source, int32_t side, int32_t size)
{
    fw_map *map = map_at_random(source, side, side, random_below(source, size == 1 ? 35 : 15), 1);
    if (random_below(source, 3) == 0) {
        fw_map_set_rect(map, 0, 0, side, side, FW_GROUND);
        build_rooms(map, source, side);
    }
    assert_int_equal(fw_map_commit(map), FW_OK);
    return map;
}

static void assert_legal(const road_test *test, const fw_request *ask)
{
    fw_check_def def = check_for(ask);
    fw_check_report report;
    assert_int_equal(fw_path_check(test->map, test->unit, test->path, &def, &report), FW_OK);
    if (!report.legal)
        fail_msg("from %.9g, %.9g: %s", ask->start.x, ask->start.y, fw_fault_text(report.first));
}

/// Walks to the goal in steps, and asks for a new path after each of them.
///
/// @return false if there is no path
static bool walk(road_test *test, fw_request ask, double step)
{
    if (fw_find_path(test->planner, &ask, test->path) != FW_OK)
        return false;
    const double whole = fw_path_length(test->path);
    double walked = 0;
    for (double left = whole; left > 0; left = fw_path_length(test->path)) {
        fw_pose pose;
        const double next = fmin(step, left);
        assert_int_equal(fw_path_pose_at(test->path, next, &pose), FW_OK);
        walked += next;
        if (walked > 1.15 * whole + 2)
            fail_msg("walked %.9g of %.9g tiles, at %.9g, %.9g", walked, whole, pose.x, pose.y);
        ask.start = rounded(pose);
        const fw_result result = fw_find_path(test->planner, &ask, test->path);
        if (result != FW_OK)
            fail_msg("at %.9g, %.9g: %s", pose.x, pose.y, fw_result_text(result));
        assert_legal(test, &ask);
    }
    return true;
}

TEST(people_who_ask_at_each_step_arrive)
{
    random_source source = { 40 };
    int walks = 0;
    for (int i = 0; i < rounds(80); i++) {
        const int32_t side = 16 + (int32_t)random_below(&source, 48),
                      size = 1 + (int32_t)random_below(&source, 3);
        fw_map *map = world_at_random(&source, side, size);
        fw_unit_def def = unit_of_size(size);
        def.corners = (fw_corner_rule)random_below(&source, 4);
        def.footprint =
            fw_circle(size / 2.0 * (random_below(&source, 2) ? 1 : random_within(&source, 0.5, 1)));
        road_test test = road_on(map, def);
        for (int k = 0; k < 16; k++) {
            fw_request ask = fw_default_request();
            ask.unit = test.unit;
            ask.smoothing = k % 2 ? FW_SMOOTH_AUTO : FW_SMOOTH_NONE;
            ask.start = fw_pose_on_tile((int32_t)random_below(&source, (uint32_t)side),
                                        (int32_t)random_below(&source, (uint32_t)side), size);
            fw_pose goal = fw_pose_on_tile((int32_t)random_below(&source, (uint32_t)side),
                                           (int32_t)random_below(&source, (uint32_t)side), size);
            if (k % 4 >= 2) {
                goal.x += random_within(&source, -0.4, 0.4);
                goal.y += random_within(&source, -0.4, 0.4);
            }
            ask.goal = fw_goal_at(goal.x, goal.y);
            walks += walk(&test, ask, random_within(&source, 0.1, 1.5));
        }
        road_end(&test);
    }
    assert_true(walks > at_least(400));
}

/// On open ground the answer is one curve, and most of them end in an arc: a pose on this arc, rounded, lies beside the
/// circle that leads to the goal. Errors of many short steps add up to more than the goal's tolerance.
TEST(cars_on_their_last_arc_arrive_without_a_loop)
{
    const int32_t side = 96;
    random_source source = { 41 };
    for (int i = 0; i < rounds(12); i++) {
        fw_unit_def def = fw_default_unit_def();
        def.footprint = fw_rectangle(random_within(&source, 0.5, 3), 0.5);
        def.turn_radius = random_within(&source, 0.5, 8);
        def.reverse = i % 3 == 0;
        road_test test = road_on(map_at_random(&source, side, side, 0, 1), def);
        for (int k = 0; k < 12; k++) {
            fw_request ask = fw_default_request();
            const double margin = 26;
            ask.unit = test.unit;
            ask.start = (fw_pose){ random_within(&source, margin, side - margin),
                                   random_within(&source, margin, side - margin),
                                   random_within(&source, -FW_PI, FW_PI) };
            const fw_pose goal = rounded((fw_pose){ random_within(&source, margin, side - margin),
                                                    random_within(&source, margin, side - margin),
                                                    random_within(&source, -FW_PI, FW_PI) });
            ask.goal = k % 4 ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y);
            assert_true(walk(&test, ask, random_within(&source, 0.3, 1) * def.turn_radius));
        }
        road_end(&test);
    }
}

/// A car, driving among scattered tiles, that may have a reverse gear.
static road_test car_at_random(random_source *source, int32_t side)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = random_below(source, 2) ? fw_circle(0.4) : fw_rectangle(1.4, 0.7);
    def.turn_radius = random_within(source, 0.8, 5);
    def.reverse = random_below(source, 2);
    def.reverse_penalty = 2;
    def.gear_change_cost = 1;
    return road_on(map_at_random(source, side, side, 3 + random_below(source, 10), 1), def);
}

static fw_pose pose_within(random_source *source, int32_t side)
{
    return rounded((fw_pose){ random_within(source, 1, side - 1), random_within(source, 1, side - 1),
                              random_within(source, -FW_PI, FW_PI) });
}

/// A path that was smoothed never leads from a cusp back along the way to it.
static void assert_nothing_is_driven_there_and_back(const fw_path *path)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 1; i < count; i++)
        if (segments[i].gear != segments[i - 1].gear)
            assert_true(segments[i].curvature != segments[i - 1].curvature);
}

/// Drives on from each pose by the path that was found there.
///
/// @param[in,out] ask  its start moves
/// @return true: the car arrives within twenty times the length of its first path; false: it does not, or is refused
static bool arrives(road_test *test, fw_request *ask, double step)
{
    const double most = 20 * (fw_path_length(test->path) + 1);
    double driven = 0, left;
    while ((left = fw_path_length(test->path)) > 0 && driven < most) {
        fw_pose pose;
        const double next = fmin(step, left);
        assert_int_equal(fw_path_pose_at(test->path, next, &pose), FW_OK);
        driven += next;
        ask->start = rounded(pose);
        if (fw_find_path(test->planner, ask, test->path) != FW_OK)
            return false;
        assert_legal(test, ask);
        if (ask->smoothing == FW_SMOOTH_AUTO)
            assert_nothing_is_driven_there_and_back(test->path);
    }
    return left == 0;
}

/// Searches that are not exact may answer a new pose by a path that leads back: one walk in 50 may loop, or end
/// where the car finds no path. fw_request::previous leaves none.
TEST(nearly_all_cars_among_obstacles_arrive_though_they_forget_their_paths)
{
    const int32_t side = 40;
    random_source source = { 60 };
    int walks = 0, lost = 0;
    for (int i = 0; i < rounds(20); i++) {
        road_test test = car_at_random(&source, side);
        for (int k = 0; k < 12; k++) {
            fw_request ask = fw_default_request();
            ask.unit = test.unit;
            ask.start = pose_within(&source, side);
            const fw_pose goal = pose_within(&source, side);
            ask.goal = random_below(&source, 2) ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y);
            ask.smoothing = random_below(&source, 2) ? FW_SMOOTH_AUTO : FW_SMOOTH_NONE;
            const double step = random_within(&source, 0.1, 2);
            if (fw_find_path(test.planner, &ask, test.path) != FW_OK)
                continue;
            walks++;
            lost += !arrives(&test, &ask, step);
        }
        road_end(&test);
    }
    print_message("%d of %d walks of cars do not arrive\n", lost, walks);
    assert_true(walks > at_least(80) && lost <= walks / 50);
}
