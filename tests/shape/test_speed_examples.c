// Speed profiles that a hand can compute, and requests for one that are refused.
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/stripes.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "fairway/shape.h"

enum { SIDE = 40 };

/// One line of 10 tiles to the east, or with an arc of radius 1 behind its first 5.
static fw_path *straight_path(void)
{
    fw_path *path = new_path();
    const fw_segment line = { .start = { 1, 1.5, 0 }, .length = 10 };
    assert_int_equal(fw_path_set(path, &line, 1, NULL), FW_OK);
    return path;
}

static fw_path *bent_path(void)
{
    fw_path *path = new_path();
    fw_segment parts[3] = { { .start = { 1, 5.5, 0 }, .length = 5 },
                            { .start = { 6, 5.5, 0 }, .length = FW_PI / 2, .curvature = 1 } };
    parts[2] = (fw_segment){ .start = segment_end(&parts[1]), .length = 5 };
    assert_int_equal(fw_path_set(path, parts, 3, NULL), FW_OK);
    return path;
}

TEST(a_unit_speeds_up_holds_its_speed_and_brakes)
{
    fw_map *map = striped_map(SIDE);
    fw_path *path = straight_path();
    fw_speed_def def = fw_default_speed_def();
    def.top = 2;
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
    int32_t count;
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    assert_int_equal(count, 4);
    assert_near(samples[1].at, 2, 1e-12);
    assert_near(samples[1].speed, 2, 1e-12);
    assert_near(samples[2].at, 8, 1e-12);
    assert_near(samples[3].time, 7, 1e-12);
    def.top = 100;
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
    samples = fw_path_speeds(path, &count);
    assert_int_equal(count, 3);
    assert_near(samples[1].at, 5, 1e-12);
    assert_near(samples[1].speed, sqrt(10), 1e-12);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

/// Where speeding up and braking take less room than numbers can tell, they take no time.
TEST(a_creeping_unit_and_one_that_stops_at_once_take_their_time)
{
    fw_map *map = striped_map(FW_MAX_SIDE / 64);
    fw_path *path = new_path();
    const double side = FW_MAX_SIDE / 64, sideways = side - 2;
    fw_segment parts[200];
    for (int i = 0; i < 200; i++) {
        const bool back = i % 2;
        parts[i] =
            (fw_segment){ { back ? side - 1 : 1, 1.5 + i, back ? FW_PI : 0 }, 0, sideways, FW_FORWARD };
    }
    assert_int_equal(fw_path_set(path, parts, 200, NULL), FW_OK);
    const double length = fw_path_length(path), tops[] = { 1e-9, 1e-6, 1e-3, 1 };
    for (int i = 0; i < 4; i++) {
        fw_speed_def def = fw_default_speed_def();
        def.top = tops[i];
        def.acceleration = def.braking = i < 3 ? 1 : 1e9;
        assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
        const double expected = length / def.top + 200 * def.top / def.acceleration;
        assert_near(fw_path_duration(path) / expected, 1, 1e-6);
        double speed, time;
        assert_int_equal(fw_path_speed_at(path, 0.4 * sideways, &speed, &time), FW_OK);
        assert_near(speed / def.top, 1, 1e-9);
        assert_near(time * def.top / (0.4 * sideways), 1, 1e-5);
        assert_int_equal(fw_path_speed_at(path, length, &speed, NULL), FW_OK);
        assert_true(speed == 0);
        fw_pose pose;
        assert_int_equal(fw_path_pose_at_time(path, 0.5 * expected / 200, &pose, NULL), FW_OK);
        assert_near(pose.x, 1 + 0.5 * sideways, 1e-3);
    }
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(a_tight_turn_is_braked_for_before_it_begins)
{
    fw_map *map = striped_map(SIDE);
    fw_path *path = bent_path();
    fw_speed_def def = fw_default_speed_def();
    def.top = 10;
    def.lateral = 0.25;
    double speed;
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
    assert_int_equal(fw_path_speed_at(path, 5, &speed, NULL), FW_OK);
    assert_near(speed, 0.5, 1e-9);
    assert_int_equal(fw_path_speed_at(path, 4, &speed, NULL), FW_OK);
    assert_near(speed, sqrt(2 + 0.25), 1e-9);
    def.lateral = 100;
    def.radius_per_speed = 4; // fluid turning radius: 1 tile at 1/4 tile a second
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
    assert_int_equal(fw_path_speed_at(path, 5.5, &speed, NULL), FW_OK);
    assert_near(speed, 0.25, 1e-9);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

/// Drives east and south along the borders of a field of sand, and beside them.
TEST(a_border_between_terrains_is_slow_whichever_side_is_the_slower)
{
    enum { FIRST = 4, LAST = 8, LENGTH = 10 };
    fw_speed_def def = fw_default_speed_def();
    def.top = 2;
    def.terrain_top[FW_SAND] = 0.5;
    fw_path *path = new_path();
    for (int is_upright = 0; is_upright < 2; is_upright++) {
        fw_map *map = open_map(12, 12);
        assert_int_equal(fw_map_set_rect(map, is_upright ? FIRST : 0, is_upright ? 0 : FIRST,
                                         is_upright ? LAST - FIRST : 12, is_upright ? 12 : LAST - FIRST,
                                         FW_SAND),
                         FW_OK);
        assert_int_equal(fw_map_commit(map), FW_OK);
        for (double across = FIRST - 0.5; across <= LAST + 0.5; across += 0.5) {
            const fw_segment line = { .start = { is_upright ? across : 1, is_upright ? 1 : across,
                                                 is_upright ? FW_PI / 2 : 0 },
                                      .length = LENGTH };
            double speed;
            assert_int_equal(fw_path_set(path, &line, 1, NULL), FW_OK);
            assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
            assert_int_equal(fw_path_speed_at(path, LENGTH / 2, &speed, NULL), FW_OK);
            assert_near(speed, across < FIRST || across > LAST ? 2 : 0.5, 1e-9);
        }
        fw_map_destroy(map);
    }
    fw_path_destroy(path);
}

/// Diagonals through a corner between two tiles of sand, but for rounding: they pass one of the tiles for less than a
/// billionth of a tile.
TEST(a_tile_is_not_braked_for_that_only_rounding_errors_touch)
{
    fw_speed_def def = fw_default_speed_def();
    def.top = 2;
    def.terrain_top[FW_SAND] = 0.25;
    fw_map *map = open_map(12, 12);
    fw_path *path = new_path();
    assert_int_equal(fw_map_set_tile(map, 6, 5, FW_SAND), FW_OK);
    assert_int_equal(fw_map_set_tile(map, 5, 6, FW_SAND), FW_OK);
    assert_int_equal(fw_map_commit(map), FW_OK);
    const double asides[] = { 0, 1e-15, -1e-15, 3e-12, -3e-12, 2e-10, -2e-10, 1e-6, -1e-6 };
    for (int i = 0; i < 9; i++) {
        const fw_segment line = { .start = { 1.3, 1.3 + asides[i], FW_PI / 4 }, .length = 12 };
        double speed;
        assert_int_equal(fw_path_set(path, &line, 1, NULL), FW_OK);
        assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
        assert_int_equal(fw_path_speed_at(path, 4.7 * sqrt(2), &speed, NULL), FW_OK);
        assert_near(speed, fabs(asides[i]) < 1e-9 ? 2 : 0.25, 1e-3);
    }
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(what_no_speed_is_slow_enough_for_is_told_with_its_place)
{
    fw_map *map = striped_map(SIDE);
    fw_path *path = bent_path();
    fw_speed_def def = fw_default_speed_def();
    double at = -1;
    def.turn_radius = 1; // just so
    assert_int_equal(fw_path_profile(map, &def, path, &at), FW_OK);
    assert_true(at == -1);
    def.turn_radius = 1.5;
    assert_int_equal(fw_path_profile(map, &def, path, &at), FW_NOT_FOUND);
    assert_near(at, 5, 1e-12);
    def = fw_default_speed_def();
    def.top = 10;
    def.start = 3.4; // 2 * 5 tiles of braking take away 10 of 11.56; the turn allows 1
    assert_int_equal(fw_path_profile(map, &def, path, &at), FW_NOT_FOUND);
    assert_near(at, 5, 1e-12);
    def.start = 3.3;
    assert_int_equal(fw_path_profile(map, &def, path, &at), FW_OK);
    def.top = 3;
    assert_int_equal(fw_path_profile(map, &def, path, &at), FW_NOT_FOUND);
    assert_near(at, 0, 0);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(a_turn_on_the_spot_is_refused_to_a_unit_with_a_turning_radius)
{
    fw_map *map = striped_map(SIDE);
    fw_path *path = new_path();
    const fw_segment corner[] = { { .start = { 1.5, 1.5, 0 }, .length = 3 },
                                  { .start = { 4.5, 1.5, FW_PI / 2 }, .length = 3 } };
    assert_int_equal(fw_path_set(path, corner, 2, NULL), FW_OK);
    fw_speed_def def = fw_default_speed_def();
    double at, speed;
    assert_int_equal(fw_path_profile(map, &def, path, &at), FW_OK);
    assert_int_equal(fw_path_speed_at(path, 3, &speed, NULL), FW_OK);
    assert_near(speed, 0, 0);
    def.turn_radius = 0.1;
    assert_int_equal(fw_path_profile(map, &def, path, &at), FW_NOT_FOUND);
    assert_near(at, 3, 1e-12);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(fixed_angles_are_stepped_through_at_the_speed_of_their_circle)
{
    fw_map *map = striped_map(SIDE);
    fw_path *path = new_path();
    const double half = 2 * tan(FW_PI / 8); // of each side around a circle of radius 2
    fw_segment sides[3];
    fw_pose at = { 10, 10, 0 };
    for (int i = 0; i < 3; i++) {
        at.heading = i * FW_PI / 4;
        sides[i] = (fw_segment){ .start = at, .length = 2 * half };
        at = segment_end(&sides[i]);
    }
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .fixed_angles = 8, .length = 6 * half };
    assert_int_equal(fw_path_set(path, sides, 3, &claimed), FW_OK);
    fw_speed_def def = fw_default_speed_def();
    def.top = 10;
    def.lateral = 0.125;
    double speed;
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
    assert_int_equal(fw_path_speed_at(path, 2 * half, &speed, NULL), FW_OK);
    assert_near(speed, 0.5, 1e-9);
    sides[1].start.heading = sides[2].start.heading = FW_PI / 2; // two steps at once: a turn on the spot
    sides[2].start.x = sides[1].start.x;
    sides[2].start.y = sides[1].start.y + 2 * half;
    assert_int_equal(fw_path_set(path, sides, 3, &claimed), FW_OK);
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
    assert_int_equal(fw_path_speed_at(path, 2 * half, &speed, NULL), FW_OK);
    assert_near(speed, 0, 0);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(bad_numbers_are_named_and_leave_the_profile)
{
    fw_map *map = striped_map(SIDE);
    fw_path *path = straight_path();
    fw_speed_def good = fw_default_speed_def(), def;
    assert_int_equal(fw_path_profile(map, &good, path, NULL), FW_OK);
    const double before = fw_path_duration(path);
    const size_t rates[] = { offsetof(fw_speed_def, top), offsetof(fw_speed_def, acceleration),
                             offsetof(fw_speed_def, braking), offsetof(fw_speed_def, lateral) };
    const size_t others[] = { offsetof(fw_speed_def, start), offsetof(fw_speed_def, end),
                              offsetof(fw_speed_def, turn_radius), offsetof(fw_speed_def, radius_per_speed),
                              offsetof(fw_speed_def, terrain_top) + 31 * sizeof(double) };
    const double bad[] = { -1, 1e-300, 1e10, NAN, INFINITY, 0 };
    for (size_t value = 0; value < 6; value++) {
        const fw_result expected = isfinite(bad[value]) ? FW_BAD_VALUE : FW_NOT_FINITE;
        for (size_t field = 0; field < 9; field++) {
            if (bad[value] == 0 && field >= 4)
                continue;
            def = good;
            memcpy((char *)&def + (field < 4 ? rates[field] : others[field - 4]), &bad[value],
                   sizeof(double));
            assert_int_equal(fw_path_profile(map, &def, path, NULL), expected);
        }
    }
    def = good;
    def.cookie = 0;
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_BAD_DEF);
    def = good;
    def.terrain_top[FW_GROUND] = 1;
    assert_int_equal(fw_path_profile(NULL, &def, path, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_profile(map, NULL, path, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_profile(map, &good, NULL, NULL), FW_NULL_ARGUMENT);
    assert_true(fw_path_duration(path) == before);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(paths_off_the_map_stale_ones_and_empty_ones_are_refused)
{
    fw_map *map = striped_map(SIDE);
    fw_path *path = new_path();
    fw_pose pose;
    fw_speed_def def = fw_default_speed_def();
    def.terrain_top[1] = 1;
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_BAD_SIZE);
    assert_int_equal(fw_path_pose_at_time(path, 0, &pose, NULL), FW_BAD_SIZE);
    fw_segment far = { .start = { 1e300, 5, 0 }, .length = 2 };
    assert_int_equal(fw_path_set(path, &far, 1, NULL), FW_OK);
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OUT_OF_BOUNDS);
    fw_segment near = { .start = { 5, 5, 0 }, .length = 2 };
    const fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .map_version = fw_map_version(map) + 1 };
    assert_int_equal(fw_path_set(path, &near, 1, &claimed), FW_OK);
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_STALE);
    const fw_segment spinning = { .start = { 5, 5, 0 }, .length = 1e300, .curvature = 1 };
    assert_int_equal(fw_path_set(path, &spinning, 1, NULL), FW_OK);
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_TOO_MANY);
    near.length = 0;
    assert_int_equal(fw_path_set(path, &near, 1, NULL), FW_OK);
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
    assert_near(fw_path_duration(path), 0, 0);
    def.start = def.end = 2 * def.top;
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_NOT_FOUND);
    assert_int_equal(fw_path_pose_at_time(path, 3, &pose, NULL), FW_OK);
    assert_near(pose.x, 5, 0);
    assert_int_equal(fw_path_pose_at_time(path, NAN, &pose, NULL), FW_NOT_FINITE);
    assert_int_equal(fw_path_speed_at(path, NAN, NULL, NULL), FW_NOT_FINITE);
    fw_path_destroy(path);
    fw_map_destroy(map);
}
