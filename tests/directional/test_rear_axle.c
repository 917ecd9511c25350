// Vehicles whose pose is the middle of their rear axle, against a model that knows no curves: it steers the front
// wheels and drives in small steps, so that no wheel slips, and looks at the tiles under the body.

#include <math.h>

#include "base/trig.h"
#include "common/body_depth.h"
#include "common/drawing.h"
#include "common/road.h"
#include "common/rounds.h"
#include "common/unit.h"

enum { SIDE = 24 };

#define WHEELBASE 1.4
#define STEP      (1.0 / 128) ///< tiles that the model drives at once

/// The deepest overlap of a body at rest with a blocked tile.
static double depth_at(const fw_map *map, const fw_footprint *body, fw_pose at)
{
    const double reach = body_farthest(body);
    double deepest = -INFINITY;
    for (int32_t y = (int32_t)floor(at.y - reach); y <= (int32_t)floor(at.y + reach); y++)
        for (int32_t x = (int32_t)floor(at.x - reach); x <= (int32_t)floor(at.x + reach); x++)
            if (fw_map_terrain(map, x, y) == FW_BLOCKED)
                deepest = fmax(deepest, body_depth(body, at, x, y));
    return deepest;
}

/// Moves the front wheels by a way in the direction in which they point; the rear axle follows without slip: its middle
/// moves along the heading only, and stays a wheelbase away from the front wheels.
static fw_pose rolled(fw_pose rear, double steering, double run)
{
    const double turn = run * sin(steering) / WHEELBASE, middle = rear.heading + turn / 2;
    const double along = run * cos(steering);
    return (fw_pose){ rear.x + along * cos(middle), rear.y + along * sin(middle), rear.heading + turn };
}

/// Drives a segment with the front wheels held at one angle.
///
/// @param[in,out] deepest  overlap of the body with blocked tiles
static fw_pose drive(const road_test *test, const fw_segment *segment, fw_pose rear, double *deepest)
{
    const double steering = atan(WHEELBASE * segment->curvature),
                 signed_step = segment->gear == FW_REVERSE ? -1 : 1;
    const double rolls = segment->length / cos(steering); // of the front wheels
    const int steps = 1 + (int)(rolls / STEP);
    for (int i = 0; i < steps; i++) {
        rear = rolled(rear, steering, signed_step * rolls / steps);
        *deepest = fmax(*deepest, depth_at(test->map, &test->def.footprint, rear));
    }
    return rear;
}

/// Drives the path in the test, which must lead where the path says, and touch nothing on the way.
static void drive_path(const road_test *test)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(test->path, &count);
    double deepest = -INFINITY;
    fw_pose rear = segments[0].start;
    for (int32_t i = 0; i < count; i++) {
        const fw_pose start = segments[i].start;
        if (hypot(start.x - rear.x, start.y - rear.y) > 1e-4 ||
            fabs(remainder(start.heading - rear.heading, 2 * FW_PI)) > 1e-4)
            fail_msg("slips by %g at segment %d", hypot(start.x - rear.x, start.y - rear.y), (int)i);
        rear = drive(test, &segments[i], start, &deepest);
    }
    assert_true(deepest < 2 * FW_TOUCH + 1e-4);
}

/// A car with a rectangular body, or with a bonnet that narrows to the front.
static fw_footprint bodywork(random_source *source)
{
    const double length = random_within(source, 1.6, 3.2), width = random_within(source, 0.6, 1.2);
    const double ahead = random_within(source, 0.25, 0.4) * length, narrow = random_within(source, 0.3, 0.9);
    const double front = ahead + length / 2, rear = ahead - length / 2, side = width / 2;
    if (random_below(source, 2))
        return fw_rectangle_at(length, width, ahead, 0);
    const fw_corner corners[] = { { front, -side * narrow }, { front, side * narrow },
                                  { front - 0.4, side },     { rear, side },
                                  { rear, -side },           { front - 0.4, -side } };
    return fw_polygon(corners, 6);
}

static fw_unit_def car(random_source *source, bool reverse)
{
    const fw_footprint body = bodywork(source);
    fw_unit_def def = vehicle(body, 0, random_within(source, 0.8, 3), FW_AUTO);
    def.reverse = reverse;
    def.gear_change_cost = random_below(source, 2) ? 1 : 0;
    def.headings = random_below(source, 3) ? 8 : 16;
    def.methods |=
        FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_HYBRID) | FW_METHOD_BIT(FW_DIRECTIONAL_24);
    return def;
}

/// Drives from place to place of a map.
///
/// @param[in,out] found  counts paths
static void drive_around(const road_test *test, random_source *source, int *found)
{
    static const fw_method methods[] = { FW_AUTO, FW_DIRECTIONAL, FW_HYBRID, FW_DIRECTIONAL_24 };
    fw_request ask = fw_default_request();
    ask.unit = test->unit;
    for (int i = 0; i < 12; i++) {
        ask.method = methods[i % 4];
        ask.smoothing = i < 8 ? FW_SMOOTH_AUTO : FW_SMOOTH_NONE;
        ask.start = pose_moved_at_random(source, pose_at(test, pose_at_random(source, SIDE)));
        const fw_pose goal = pose_at(test, pose_at_random(source, SIDE));
        ask.goal = random_below(source, 4) ? fw_goal_pose(goal) : fw_goal_at(goal.x, goal.y);
        if (fw_find_path(test->planner, &ask, test->path) != FW_OK)
            continue;
        ++*found;
        assert_path_is_legal(test, &ask);
        drive_path(test);
    }
}

TEST(a_car_follows_its_path_by_the_rear_axle_and_touches_nothing)
{
    random_source source = { 61 };
    int found = 0;
    for (int world = 0; world < rounds(40); world++) {
        fw_map *map = map_at_random(&source, SIDE, SIDE, random_below(&source, 6), 1);
        const fw_unit_def def = car(&source, world % 2);
        road_test test = road_on(map, def);
        drive_around(&test, &source, &found);
        road_end(&test);
    }
    assert_true(found > at_least(100));
}

/// The answer of a car that stands in the hall to a wish to stand in the bay.
static fw_result enter_bay(bool reverse, double heading, fw_gear *last)
{
    const char *hall[] = { "#########", "#.......#", "#.......#", "#.......#",
                           "#.......#", "####.####", "####.####", "#########" };
    fw_unit_def def = vehicle(fw_rectangle_at(2, 0.8, 0.7, 0), 0, 1, FW_AUTO);
    def.reverse = reverse;
    road_test test = road_on(DRAWN(hall), def);
    fw_request ask = fw_default_request();
    ask.unit = test.unit;
    ask.start = (fw_pose){ 2.5, 2.5, 0 };
    ask.goal = fw_goal_pose((fw_pose){ 4.5, 6.6, heading });
    const fw_result result = fw_find_path(test.planner, &ask, test.path);
    if (result == FW_OK) {
        int32_t count;
        const fw_segment *segments = fw_path_segments(test.path, &count);
        *last = segments[count - 1].gear;
        assert_path_is_legal(&test, &ask);
    }
    road_end(&test);
    return result;
}

TEST(a_long_bonnet_fits_into_a_bay_only_if_the_car_backs_in)
{
    fw_gear last = FW_FORWARD;
    assert_int_equal(enter_bay(true, -FW_PI / 2, &last), FW_OK);
    assert_int_equal(last, FW_REVERSE);
    assert_int_equal(enter_bay(true, FW_PI / 2, &last), FW_GOAL_BLOCKED);
    assert_int_equal(enter_bay(false, -FW_PI / 2, &last), FW_NOT_FOUND);
}
