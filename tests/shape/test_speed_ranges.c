/// Speed profiles over the whole range of what a def may say, from 1e-9 to 1e9.

#include <float.h>
#include <math.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "fairway/shape.h"

/// Places nearer to each other than this, as a share of the distance along the path, are one.
#define SAME_PLACE 1e-12

enum { SIDE = 256, PROFILES = 20000, MOST_SEGMENTS = 8 };

static double power_at_random(random_source *random, double least, double most)
{
    return pow(10, random_within(random, least, most));
}

/// The square of the most speed along a segment, by the definition.
static double most_along(const fw_speed_def *def, const fw_segment *segment)
{
    const double curvature = fabs(segment->curvature);
    return fmin(def->top * def->top, curvature > 0 ? def->lateral / curvature : INFINITY);
}

/// Seconds along a stretch between two squared speeds of which each can be reached from the other: speeds up to the
/// peak that its limit and its length leave, and brakes. The shorter phase is told by its speeds, the other by what is
/// left.
static double seconds_along(const fw_speed_def *def, double length, double from, double to, double most)
{
    const double up = def->acceleration, down = def->braking;
    const double free_peak = (2 * length + from / up + to / down) / (1 / up + 1 / down);
    const double peak = fmin(free_peak, most), speed = sqrt(peak);
    double rise = (peak - from) / (2 * up), fall = (peak - to) / (2 * down);
    if (up > down)
        fall = free_peak < most ? length - rise : fmin(fall, length - rise);
    else
        rise = free_peak < most ? length - fall : fmin(rise, length - fall);
    return 2 * rise / (speed + sqrt(from)) + (length - rise - fall) / speed + 2 * fall / (speed + sqrt(to));
}

/// The least time along segments, stretch by stretch: an oracle without places along the path.
static double least_time(const fw_speed_def *def, const fw_segment *segments, int32_t count)
{
    double square[MOST_SEGMENTS + 1]; // at the joints
    square[0] = def->start * def->start;
    square[count] = fmin(def->end * def->end, most_along(def, &segments[count - 1]));
    for (int32_t i = 1; i < count; i++)
        square[i] = segments[i].gear != segments[i - 1].gear
                        ? 0
                        : fmin(most_along(def, &segments[i - 1]), most_along(def, &segments[i]));
    for (int32_t i = count - 1; i >= 0; i--)
        square[i] = fmin(square[i], square[i + 1] + 2 * def->braking * segments[i].length);
    for (int32_t i = 1; i <= count; i++)
        square[i] = fmin(square[i], square[i - 1] + 2 * def->acceleration * segments[i - 1].length);
    double time = 0;
    for (int32_t i = 0; i < count; i++)
        time +=
            seconds_along(def, segments[i].length, square[i], square[i + 1], most_along(def, &segments[i]));
    return time;
}

/// Lines, arcs and changes of gear, some as short as a millionth of a tile.
static int32_t segments_at_random(random_source *random, fw_segment *segments)
{
    const int32_t count = 1 + (int32_t)random_below(random, MOST_SEGMENTS);
    fw_pose at = { SIDE / 2.0, SIDE / 2.0, random_within(random, -FW_PI, FW_PI) };
    fw_gear gear = FW_FORWARD;
    for (int32_t i = 0; i < count; i++) {
        if (random_below(random, 6) == 0)
            gear = gear == FW_FORWARD ? FW_REVERSE : FW_FORWARD;
        segments[i] = (fw_segment){ .start = at, .length = power_at_random(random, -6, 1), .gear = gear };
        if (random_below(random, 2))
            segments[i].curvature = random_within(random, -1, 1);
        at = segment_end(&segments[i]);
    }
    return count;
}

static fw_speed_def limits_at_random(random_source *random)
{
    fw_speed_def def = fw_default_speed_def();
    def.top = power_at_random(random, -9, 9);
    def.acceleration = power_at_random(random, -9, 9);
    def.braking = power_at_random(random, -9, 9);
    def.lateral = power_at_random(random, -9, 9);
    if (random_below(random, 2))
        def.end = power_at_random(random, -9, 9);
    return def;
}

/// Between two samples speed^2 is linear in the distance.
static void assert_times_fit_speeds(const fw_path *path)
{
    int32_t count;
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    for (int32_t i = 1; i < count; i++) {
        const double length = samples[i].at - samples[i - 1].at, took = samples[i].time - samples[i - 1].time;
        const double speed = (samples[i].speed + samples[i - 1].speed) / 2;
        const double rounding = DBL_EPSILON * samples[i].time * speed; // of the times
        assert_true(length >= 0 && took >= 0);
        assert_true(length == 0 ||
                    fabs(speed * took - length) <= SAME_PLACE * (1 + samples[i].at) + 8 * rounding);
    }
}

TEST(profiles_take_the_least_time_over_the_whole_range_of_limits)
{
    random_source random = { 47 };
    fw_map *map = open_map(SIDE, SIDE);
    fw_path *path = new_path();
    fw_segment segments[MOST_SEGMENTS];
    for (int i = 0; i < PROFILES; i++) {
        const fw_speed_def def = limits_at_random(&random);
        const int32_t count = segments_at_random(&random, segments);
        assert_int_equal(fw_path_set(path, segments, count, NULL), FW_OK);
        assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
        assert_times_fit_speeds(path);
        const double time = least_time(&def, segments, count);
        assert_true(fabs(fw_path_duration(path) - time) <= 1e-6 * time);
    }
    fw_path_destroy(path);
    fw_map_destroy(map);
}
