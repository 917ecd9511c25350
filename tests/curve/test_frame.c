// Frames: places of a map in a world of metres, and back.
#include <math.h>

#include "base/random.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/frame.h"

/// The robot's map of the other tests: 1000 x 700 tiles of 5 cm around the world's origin.
static const fw_frame robot = { .resolution = 0.05, .origin_x = -25.0, .origin_y = -17.5, .height = 700 };

static void assert_pose(fw_pose pose, double x, double y, double heading)
{
    assert_near(pose.x, x, 1e-12);
    assert_near(pose.y, y, 1e-12);
    assert_near(pose.heading, heading, 1e-15);
}

static fw_pose to_metres(const fw_frame *frame, fw_pose pose)
{
    assert_int_equal(fw_frame_pose_to_metres(frame, &pose, &pose), FW_OK);
    return pose;
}

static fw_pose to_tiles(const fw_frame *frame, fw_pose pose)
{
    assert_int_equal(fw_frame_pose_to_tiles(frame, &pose, &pose), FW_OK);
    return pose;
}

TEST(a_world_with_y_up_has_its_origin_at_the_lower_left_corner)
{
    assert_pose(to_metres(&robot, (fw_pose){ 0, 700, 0 }), -25, -17.5, 0);
    assert_pose(to_metres(&robot, (fw_pose){ 0, 0, 0 }), -25, 17.5, 0);
    assert_pose(to_metres(&robot, (fw_pose){ 500, 350, FW_PI / 2 }), 0, 0, -FW_PI / 2); // down is down
    assert_pose(to_tiles(&robot, (fw_pose){ 1, 2, FW_PI / 4 }), 520, 310, -FW_PI / 4);
}

TEST(a_world_with_y_down_has_its_origin_at_the_upper_left_corner)
{
    const fw_frame frame = { .resolution = 2, .origin_x = 100, .origin_y = 50, .y_axis = FW_Y_DOWN };
    assert_pose(to_metres(&frame, (fw_pose){ 3, 4, 1 }), 106, 58, 1);
    assert_pose(to_tiles(&frame, (fw_pose){ 106, 58, 1 }), 3, 4, 1);
}

/// A quarter turn: the map's x axis points along the world's y axis.
TEST(a_yaw_turns_the_map_around_the_origin)
{
    fw_frame frame = { .resolution = 0.5, .origin_x = 10, .origin_y = 20, .yaw = FW_PI / 2, .height = 8 };
    assert_pose(to_metres(&frame, (fw_pose){ 4, 8, 0 }), 10, 22, FW_PI / 2);
    assert_pose(to_metres(&frame, (fw_pose){ 0, 0, 0 }), 6, 20, FW_PI / 2);
    frame.y_axis = FW_Y_DOWN;
    assert_pose(to_metres(&frame, (fw_pose){ 4, 0, 0 }), 10, 22, FW_PI / 2);
    assert_pose(to_metres(&frame, (fw_pose){ 0, 8, 0 }), 6, 20, FW_PI / 2);
}

/// A frame whose numbers are multiples of 1/64 rounds nothing.
static fw_frame exact_frame(random_source *random)
{
    return (fw_frame){ .resolution = ldexp(1, (int)random_below(random, 9) - 6),
                       .origin_x = ((int)random_below(random, 200000) - 100000) / 64.0,
                       .origin_y = ((int)random_below(random, 200000) - 100000) / 64.0,
                       .yaw = ((int)random_below(random, 5) - 2) * (FW_PI / 2),
                       .y_axis = (fw_y_axis)random_below(random, 2),
                       .height = 1 + (int32_t)random_below(random, 16384) };
}

TEST(the_way_into_metres_and_back_is_exact_where_nothing_is_rounded)
{
    random_source random = { 1 };
    for (int i = 0; i < 20000; i++) {
        const fw_frame frame = exact_frame(&random);
        const fw_pose pose = { random_below(&random, 1 << 20) / 64.0, random_below(&random, 1 << 20) / 64.0,
                               0 };
        const fw_pose back = to_tiles(&frame, to_metres(&frame, pose));
        assert_true(back.x == pose.x && back.y == pose.y && back.heading == 0);
        const fw_pose again = to_metres(&frame, to_tiles(&frame, pose));
        assert_true(again.x == pose.x && again.y == pose.y && again.heading == 0);
    }
}

TEST(the_way_into_metres_and_back_rounds_the_last_digits_in_any_frame)
{
    random_source random = { 2 };
    for (int i = 0; i < 20000; i++) {
        const fw_frame frame = { .resolution = pow(10, random_within(&random, -2, 2)),
                                 .origin_x = random_within(&random, -1e5, 1e5),
                                 .origin_y = random_within(&random, -1e5, 1e5),
                                 .yaw = random_within(&random, -7, 7),
                                 .y_axis = (fw_y_axis)random_below(&random, 2),
                                 .height = (int32_t)random_below(&random, 16385) };
        const fw_pose pose = { random_within(&random, 0, 16384), random_within(&random, 0, 16384),
                               random_within(&random, -3.14, 3.14) };
        const fw_pose back = to_tiles(&frame, to_metres(&frame, pose));
        const double most = 1e-14 * (16384 + 1e5 / frame.resolution);
        assert_near(back.x, pose.x, most);
        assert_near(back.y, pose.y, most);
        assert_near(back.heading, pose.heading, 4e-15);
        const double length = random_within(&random, 0, 1e4);
        assert_near(fw_frame_to_tiles(&frame, fw_frame_to_metres(&frame, length)), length, 1e-15 * length);
    }
}

/// A path of two lines and an arc, in both gears, with a profile.
static fw_path *some_path(void)
{
    const fw_segment segments[] = {
        { { 500, 350, 0.3 }, 0, 40, FW_FORWARD },
        { { 500 + 40 * cos(0.3), 350 + 40 * sin(0.3), 0.3 }, 0.05, 20, FW_FORWARD },
        { { 500, 350, -1 }, -0.01, 30, FW_REVERSE },
    };
    const fw_speed_sample speeds[] = { { 0, 0, 0 }, { 45, 20, 6 }, { 90, 0, 10 } };
    const double stretches[] = { 10, 20 };
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, segments, 3, NULL), FW_OK);
    assert_int_equal(fw_path_set_cost(path, 120), FW_OK);
    assert_int_equal(fw_path_set_impossible(path, stretches, 1), FW_OK);
    assert_int_equal(fw_path_set_speeds(path, speeds, 3), FW_OK);
    return path;
}

TEST(poses_along_a_path_in_metres_are_those_along_the_path_in_tiles)
{
    fw_frame frame = robot;
    for (int i = 0; i < 4; i++) {
        frame.yaw = 0.7 * i;
        frame.y_axis = (fw_y_axis)(i % 2);
        fw_path *tiles = some_path(), *metres = some_path();
        assert_int_equal(fw_frame_path_to_metres(&frame, metres), FW_OK);
        for (double at = 0; at <= 90; at += 0.5) {
            fw_pose expected, pose;
            fw_path_pose_at(tiles, at, &expected);
            expected = to_metres(&frame, expected);
            fw_path_pose_at(metres, 0.05 * at, &pose);
            assert_near(hypot(pose.x - expected.x, pose.y - expected.y), 0, 1e-12);
            assert_near(remainder(pose.heading - expected.heading, 2 * FW_PI), 0, 1e-12);
        }
        fw_path_destroy(tiles);
        fw_path_destroy(metres);
    }
}

TEST(a_path_takes_its_length_cost_and_speeds_along)
{
    fw_path *path = some_path();
    assert_int_equal(fw_frame_path_to_metres(&robot, path), FW_OK);
    fw_path_summary summary;
    fw_path_summarise(path, &summary);
    assert_near(summary.length, 4.5, 1e-12);
    assert_near(summary.cost, 6, 1e-12);
    assert_near(fw_path_length(path), 4.5, 1e-12);
    assert_near(fw_path_impossible(path, NULL)[1], 1, 1e-12);
    assert_near(fw_path_speeds(path, NULL)[1].at, 2.25, 1e-12);
    assert_near(fw_path_speeds(path, NULL)[1].speed, 1, 1e-12);
    assert_near(fw_path_duration(path), 10, 0);
    assert_near(fw_path_segments(path, NULL)[1].curvature, -1, 1e-12); // y up: to the other side
    assert_int_equal(fw_frame_path_to_tiles(&robot, path), FW_OK);
    fw_path *original = some_path();
    for (int i = 0; i < 3; i++) {
        const fw_segment *back = &fw_path_segments(path, NULL)[i],
                         *first = &fw_path_segments(original, NULL)[i];
        assert_pose(back->start, first->start.x, first->start.y, first->start.heading);
        assert_near(back->curvature, first->curvature, 1e-15);
        assert_near(back->length, first->length, 1e-13);
        assert_int_equal(back->gear, first->gear);
    }
    fw_path_destroy(original);
    fw_path_destroy(path);
}

TEST(units_and_limits_on_speed_become_tiles)
{
    const fw_corner corners[] = { { 1, -0.5 }, { 1, 0.5 }, { -0.5, 0 } };
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = fw_rectangle_at(4.2, 1.8, 1.3, 0);
    unit.turn_radius = 4.5;
    unit.gear_change_cost = 2;
    unit.curvature_rate = 4;
    assert_int_equal(fw_frame_unit_to_tiles(&robot, &unit), FW_OK);
    assert_near(unit.footprint.length, 84, 1e-12);
    assert_near(unit.footprint.width, 36, 1e-12);
    assert_near(unit.footprint.ahead, 26, 1e-12);
    assert_near(unit.turn_radius, 90, 1e-12);
    assert_near(unit.gear_change_cost, 40, 1e-12);
    assert_near(unit.curvature_rate, 0.01, 1e-15);
    unit.footprint = fw_polygon(corners, 3);
    assert_int_equal(fw_frame_unit_to_tiles(&robot, &unit), FW_OK);
    assert_near(unit.footprint.corners[1].aside, 10, 1e-12);
    assert_near(unit.footprint.length, 30, 1e-12);
    assert_int_equal(fw_frame_unit_to_metres(&robot, &unit), FW_OK);
    assert_near(unit.footprint.corners[2].ahead, -0.5, 1e-15);
    fw_speed_def speeds = fw_default_speed_def();
    speeds.terrain_top[FW_ROAD] = 3;
    speeds.radius_per_speed = 1.5;
    assert_int_equal(fw_frame_speeds_to_tiles(&robot, &speeds), FW_OK);
    assert_near(speeds.top, 20, 1e-12);
    assert_near(speeds.lateral, 20, 1e-12);
    assert_near(speeds.terrain_top[FW_ROAD], 60, 1e-12);
    assert_near(speeds.radius_per_speed, 1.5, 0);
}

TEST(frames_that_are_none_are_refused)
{
    fw_pose pose = { 1, 2, 3 };
    const fw_frame none = { 0 };
    fw_frame frame = robot;
    assert_int_equal(fw_frame_pose_to_metres(NULL, &pose, &pose), FW_NULL_ARGUMENT);
    assert_int_equal(fw_frame_pose_to_metres(&robot, NULL, &pose), FW_NULL_ARGUMENT);
    assert_int_equal(fw_frame_pose_to_tiles(&none, &pose, &pose), FW_BAD_VALUE);
    frame.yaw = NAN;
    assert_int_equal(fw_frame_pose_to_tiles(&frame, &pose, &pose), FW_NOT_FINITE);
    assert_true(isnan(fw_frame_to_metres(&frame, 1)) && isnan(fw_frame_to_tiles(NULL, 1)));
    frame = robot;
    frame.y_axis = (fw_y_axis)7;
    assert_int_equal(fw_frame_unit_to_tiles(&frame, &(fw_unit_def){ 0 }), FW_BAD_VALUE);
    assert_int_equal(fw_frame_unit_to_tiles(&robot, &(fw_unit_def){ 0 }), FW_BAD_DEF);
    assert_int_equal(fw_frame_speeds_to_tiles(&robot, &(fw_speed_def){ 0 }), FW_BAD_DEF);
    assert_int_equal(fw_frame_path_to_tiles(&robot, NULL), FW_NULL_ARGUMENT);
    pose.x = INFINITY;
    assert_int_equal(fw_frame_pose_to_metres(&robot, &pose, &pose), FW_NOT_FINITE);
}

TEST(a_path_that_is_too_large_for_a_frame_stays_as_it_was)
{
    const fw_segment segments[] = { { { 1, 2, 0 }, 0, 3, FW_FORWARD },
                                    { { 1e307, 2, 0 }, 0, 3, FW_FORWARD } };
    const fw_frame frame = { .resolution = 1e3 };
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, segments, 2, NULL), FW_OK);
    assert_int_equal(fw_frame_path_to_metres(&frame, path), FW_NOT_FINITE);
    assert_near(fw_path_segments(path, NULL)[0].length, 3, 0);
    fw_path_destroy(path);
}
