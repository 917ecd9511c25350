#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/trig.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/rationed.h"
#include "common/stripes.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "fairway/shape.h"

enum { SIDE = 40 };

/// A path on the map with lines, arcs, turns on the spot and gear changes.
static void drive_at_random(random_source *random, fw_path *path)
{
    fw_segment segments[12];
    for (;;) {
        const int32_t count = 1 + (int32_t)random_below(random, 12);
        fw_pose at = { random_within(random, 5, SIDE - 5), random_within(random, 5, SIDE - 5),
                       random_within(random, -4, 4) };
        fw_gear gear = FW_FORWARD;
        for (int32_t i = 0; i < count; i++) {
            if (random_below(random, 8) == 0)
                at.heading += random_within(random, -2, 2);
            if (random_below(random, 8) == 0)
                gear = gear == FW_FORWARD ? FW_REVERSE : FW_FORWARD;
            segments[i] = (fw_segment){ .start = at, .length = random_within(random, 0.05, 4), .gear = gear };
            if (random_below(random, 2))
                segments[i].curvature = random_within(random, -2, 2);
            at = segment_end(&segments[i]);
        }
        fw_box box;
        assert_int_equal(fw_path_set(path, segments, count, NULL), FW_OK);
        assert_int_equal(fw_path_bounds(path, &box), FW_OK);
        if (box.min_x >= 0 && box.min_y >= 0 && box.max_x <= SIDE && box.max_y <= SIDE)
            return;
    }
}

static fw_speed_def limits_at_random(random_source *random)
{
    fw_speed_def def = fw_default_speed_def();
    def.top = random_within(random, 0.5, 6);
    def.acceleration = random_within(random, 0.3, 4);
    def.braking = random_within(random, 0.3, 6);
    def.lateral = random_within(random, 0.2, 3);
    if (random_below(random, 3) == 0)
        def.radius_per_speed = random_within(random, 0.1, 2);
    if (random_below(random, 3) == 0)
        def.start = random_within(random, 0, 0.3);
    if (random_below(random, 3) == 0)
        def.end = random_within(random, 0, 3);
    for (int terrain = 1; terrain < 5; terrain++)
        if (random_below(random, 2))
            def.terrain_top[terrain] = random_within(random, 0.3, 5);
    return def;
}

/// Is the joint of two segments one where the unit stands?
static bool stops_between(const fw_segment *before, const fw_segment *after)
{
    return before->gear != after->gear ||
           fabs(remainder(after->start.heading - segment_end(before).heading, 2 * FW_PI)) > 1e-6;
}

/// The limit of speed at a distance, from the definition: the oracle.
static double limit_at(const fw_map *map, const fw_speed_def *def, const fw_path *path, double distance)
{
    int32_t count, i = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    double into = distance;
    while (i + 1 < count && into > segments[i].length)
        into -= segments[i++].length;
    const double curvature = fabs(segments[i].curvature);
    const fw_pose at = segment_pose_at(&segments[i], into);
    const double on_terrain =
        def->terrain_top[fw_map_terrain(map, (int32_t)floor(at.x), (int32_t)floor(at.y))];
    double limit = def->top;
    if (curvature > 0)
        limit = fmin(limit, sqrt(def->lateral / curvature));
    if (curvature > 0 && def->radius_per_speed > 0)
        limit = fmin(limit, 1 / curvature / def->radius_per_speed);
    return on_terrain > 0 ? fmin(limit, on_terrain) : limit;
}

/// The least limit within 1e-7 of a distance, stops and ends included.
static double limit_around(const fw_map *map, const fw_speed_def *def, const fw_path *path, double distance)
{
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    const double length = fw_path_length(path);
    double limit = distance > length - 1e-7 ? def->end : INFINITY;
    double end = 0;
    for (int32_t i = 0; i + 1 < count; i++) {
        end += segments[i].length;
        if (fabs(end - distance) < 1e-7 && stops_between(&segments[i], &segments[i + 1]))
            limit = 0;
    }
    for (int side = -1; side <= 1; side++)
        limit = fmin(limit, limit_at(map, def, path, fmin(fmax(distance + side * 1e-7, 0), length)));
    return limit;
}

static double acceleration_after(const fw_speed_sample *sample)
{
    return (sample[1].speed * sample[1].speed - sample->speed * sample->speed) / 2 /
           (sample[1].at - sample->at);
}

static void assert_within_limits(const fw_map *map, const fw_speed_def *def, const fw_path *path)
{
    int32_t count, segment_count;
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    const fw_segment *segments = fw_path_segments(path, &segment_count);
    assert_true(samples[0].at == 0 && samples[0].time == 0);
    assert_near(samples[0].speed, def->start, 1e-9);
    assert_true(samples[count - 1].at == fw_path_length(path) && samples[count - 1].speed <= def->end);
    for (int32_t i = 0; i + 1 < count; i++) {
        const double length = samples[i + 1].at - samples[i].at;
        const double rate = acceleration_after(&samples[i]);
        const double noise = 1e-9 + 1e-12 / length;
        assert_true(length > 0 && samples[i + 1].time > samples[i].time);
        assert_true(rate <= def->acceleration + noise && rate >= -def->braking - noise);
        for (int share = 0; share <= 20; share++) {
            const double at = samples[i].at + length * share / 20;
            double speed;
            assert_int_equal(fw_path_speed_at(path, at, &speed, NULL), FW_OK);
            // The oracle may take the tile beside: only what is above both is too fast.
            const double here = fmax(limit_at(map, def, path, fmax(at - 1e-9, 0)),
                                     limit_at(map, def, path, fmin(at + 1e-9, fw_path_length(path))));
            assert_true(speed <= here + 1e-9);
        }
    }
    double end = 0;
    for (int32_t i = 0; i + 1 < segment_count; i++) {
        double speed;
        end += segments[i].length;
        assert_int_equal(fw_path_speed_at(path, end, &speed, NULL), FW_OK);
        if (stops_between(&segments[i], &segments[i + 1]))
            assert_near(speed, 0, 1e-6);
    }
}

/// Nothing can be faster: each stretch is as fast as the limits let it be by themselves, or speeds up fully from a
/// place that could not be passed faster, or brakes fully toward such a place.
static void assert_nothing_left_to_gain(const fw_map *map, const fw_speed_def *def, const fw_path *path)
{
    int32_t count;
    const fw_speed_sample *samples = fw_path_speeds(path, &count);
    for (int32_t i = 0; i + 1 < count; i++) {
        const double rate = acceleration_after(&samples[i]);
        const double noise = 1e-6 + 1e-10 / (samples[i + 1].at - samples[i].at);
        const double middle = (samples[i].at + samples[i + 1].at) / 2;
        if (fabs(rate) < noise) {
            assert_near(samples[i].speed, limit_at(map, def, path, middle), 1e-9);
        } else if (rate > 0) {
            assert_near(rate, def->acceleration, noise);
            if (i > 0)
                assert_near(samples[i].speed, limit_around(map, def, path, samples[i].at), 1e-5);
        } else {
            assert_near(rate, -def->braking, noise);
            assert_near(samples[i + 1].speed, limit_around(map, def, path, samples[i + 1].at), 1e-5);
        }
    }
}

TEST(thousands_of_profiles_exceed_no_limit_and_leave_nothing_to_gain)
{
    random_source random = { 1 };
    fw_map *map = map_at_random(&random, SIDE, SIDE, 0, 4);
    fw_path *path = new_path();
    int profiled = 0;
    for (int i = 0; i < 3000; i++) {
        const fw_speed_def def = limits_at_random(&random);
        drive_at_random(&random, path);
        const fw_result result = fw_path_profile(map, &def, path, NULL);
        if (def.start > 0 && result == FW_NOT_FOUND)
            continue;
        assert_int_equal(result, FW_OK);
        assert_within_limits(map, &def, path);
        assert_nothing_left_to_gain(map, &def, path);
        profiled++;
    }
    assert_true(profiled > 2500);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

/// Squared speeds at the ends of many small steps by the definition, limits taken in the middle of each step.
static double integrated_time(const fw_map *map, const fw_speed_def *def, const fw_path *path)
{
    enum { STEPS = 4000 };
    static double most[STEPS + 1];
    const double step = fw_path_length(path) / STEPS;
    int32_t count;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int i = 0; i <= STEPS; i++)
        most[i] = INFINITY;
    for (int i = 0; i < STEPS; i++) {
        const double limit = limit_at(map, def, path, (i + 0.5) * step);
        most[i] = fmin(most[i], limit * limit);
        most[i + 1] = limit * limit;
    }
    double end = 0;
    for (int32_t i = 0; i + 1 < count; i++) {
        end += segments[i].length;
        if (stops_between(&segments[i], &segments[i + 1]))
            most[(int)(end / step + 0.5)] = 0;
    }
    most[0] = fmin(most[0], def->start * def->start);
    most[STEPS] = fmin(most[STEPS], def->end * def->end);
    for (int i = STEPS - 1; i >= 0; i--)
        most[i] = fmin(most[i], most[i + 1] + 2 * def->braking * step);
    double time = 0;
    for (int i = 1; i <= STEPS; i++) {
        most[i] = fmin(most[i], most[i - 1] + 2 * def->acceleration * step);
        time += 2 * step / (sqrt(most[i - 1]) + sqrt(most[i]));
    }
    return time;
}

TEST(durations_agree_with_fine_numeric_integration)
{
    random_source random = { 2 };
    fw_map *map = striped_map(SIDE);
    fw_path *path = new_path();
    for (int i = 0; i < 300; i++) {
        fw_speed_def def = limits_at_random(&random);
        def.start = 0;
        drive_at_random(&random, path);
        assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
        const double time = fw_path_duration(path);
        assert_near(integrated_time(map, &def, path), time, 0.03 * time);
    }
    fw_path_destroy(path);
    fw_map_destroy(map);
}

/// Least time over all ways to choose a speed from a list at each of many places: no greedy passes.
static double best_time_of_all(const fw_map *map, const fw_speed_def *def, const fw_path *path)
{
    enum { STEPS = 60, SPEEDS = 60 };
    double time[SPEEDS + 1], next[SPEEDS + 1];
    const double length = fw_path_length(path), step = length / STEPS;
    const double finest = def->top * def->top / SPEEDS; // squared speeds are multiples of this
    for (int v = 0; v <= SPEEDS; v++)
        time[v] = v == 0 ? 0 : INFINITY;
    for (int i = 0; i < STEPS; i++) {
        double limit = INFINITY;
        for (int part = 0; part <= 8; part++)
            limit = fmin(limit, limit_at(map, def, path, (i + part / 8.0) * step));
        for (int to = 0; to <= SPEEDS; to++) {
            next[to] = INFINITY;
            for (int from = 0; from <= SPEEDS; from++) {
                const double rate = (to - from) * finest / (2 * step);
                if (to + from == 0 || rate > def->acceleration || rate < -def->braking ||
                    fmax(to, from) * finest > limit * limit)
                    continue;
                next[to] = fmin(next[to], time[from] + 2 * step / (sqrt(from * finest) + sqrt(to * finest)));
            }
        }
        memcpy(time, next, sizeof time);
    }
    return time[0];
}

TEST(no_choice_of_speeds_in_small_steps_is_faster)
{
    random_source random = { 3 };
    fw_map *map = striped_map(SIDE);
    fw_path *path = new_path();
    int compared = 0;
    for (int i = 0; i < 60; i++) {
        fw_speed_def def = limits_at_random(&random);
        def.start = def.end = 0;
        def.acceleration += 1;
        def.braking += 1;
        fw_pose at = { random_within(&random, 12, 28), random_within(&random, 12, 28),
                       random_within(&random, -4, 4) };
        fw_segment segments[3];
        for (int k = 0; k < 3; k++) {
            segments[k] = (fw_segment){ .start = at, .length = random_within(&random, 0.5, 3) };
            segments[k].curvature = k == 1 ? random_within(&random, -1, 1) : 0;
            at = segment_end(&segments[k]);
        }
        assert_int_equal(fw_path_set(path, segments, 3, NULL), FW_OK);
        assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
        const double best = best_time_of_all(map, &def, path);
        assert_true(fw_path_duration(path) <= best + 1e-9);
        compared += best < 1.4 * fw_path_duration(path);
    }
    assert_true(compared > 40);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(time_speed_and_place_belong_together)
{
    random_source random = { 4 };
    fw_map *map = striped_map(SIDE);
    fw_path *path = new_path();
    for (int i = 0; i < 20; i++) {
        fw_speed_def def = limits_at_random(&random);
        def.start = 0;
        drive_at_random(&random, path);
        assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
        const double duration = fw_path_duration(path), tick = duration / 20000;
        double at = 0;
        for (int t = 0; t < 20000; t++) {
            fw_pose pose, expected;
            double speed, time;
            assert_int_equal(fw_path_pose_at_time(path, (t + 0.5) * tick, &pose, &speed), FW_OK);
            at += speed * tick;
            if (t % 100)
                continue;
            assert_int_equal(fw_path_speed_at(path, at - speed * tick / 2, NULL, &time), FW_OK);
            assert_int_equal(fw_path_pose_at(path, at - speed * tick / 2, &expected), FW_OK);
            assert_near(pose.x, expected.x, 1e-4);
            assert_near(pose.y, expected.y, 1e-4);
            assert_true(speed < 0.05 || fabs(time - (t + 0.5) * tick) < 1e-3);
        }
        assert_near(at, fw_path_length(path), 1e-4);
    }
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(warm_profiles_allocate_nothing_and_failed_allocations_change_nothing)
{
    random_source random = { 5 };
    fw_map *map = striped_map(SIDE);
    ration from = { .left = UNRATIONED };
    const fw_allocator hooks = rationed(&from);
    fw_path *drawn = new_path(), *path;
    assert_int_equal(fw_path_create(&hooks, &path), FW_OK);
    fw_speed_def def = limits_at_random(&random);
    def.start = 0;
    drive_at_random(&random, drawn);
    assert_int_equal(fw_path_copy(drawn, path), FW_OK);
    for (uint64_t given = 0; given < 4; given++) {
        from.left = given;
        const fw_result result = fw_path_profile(map, &def, path, NULL);
        assert_true(result == FW_OK || (result == FW_NO_MEMORY && !fw_path_speeds(path, NULL)));
        if (result == FW_OK)
            break;
    }
    from.left = UNRATIONED;
    assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
    const uint64_t calls = from.calls;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(fw_path_profile(map, &def, path, NULL), FW_OK);
        assert_true(from.calls == calls);
    }
    fw_path_destroy(path);
    assert_true(from.held == 0);
    fw_path_destroy(drawn);
    fw_map_destroy(map);
}
