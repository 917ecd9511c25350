#include <math.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/near.h"
#include "common/new.h"
#include "common/unit.h"
#include "curve/path.h"
#include "curve/segment.h"
#include "fairway/check.h"
#include "fairway/path.h"

static void assert_pose_near(fw_pose a, fw_pose b, double tolerance)
{
    assert_near(a.x, b.x, tolerance);
    assert_near(a.y, b.y, tolerance);
    assert_near(remainder(a.heading - b.heading, 2 * FW_PI), 0, tolerance);
}

static fw_segment random_segment(random_source *random, fw_pose start)
{
    fw_segment segment = { .start = start, .length = random_within(random, 0.01, 4) };
    if (random_below(random, 3))
        segment.curvature = random_within(random, -2, 2);
    if (random_below(random, 8) == 0)
        segment.curvature *= 1e-7;
    segment.gear = random_below(random, 2) ? FW_FORWARD : FW_REVERSE;
    return segment;
}

/// The pose after a distance by many small steps (midpoint rule): slow, and shares nothing with the closed
/// form.
static fw_pose integrate(const fw_segment *segment, double distance)
{
    enum { STEPS = 4000 };
    const double step = (segment->gear == FW_REVERSE ? -distance : distance) / STEPS;
    fw_pose pose = segment->start;
    for (int i = 0; i < STEPS; i++) {
        const double middle = pose.heading + segment->curvature * step / 2;
        pose.x += step * cos(middle);
        pose.y += step * sin(middle);
        pose.heading += segment->curvature * step;
    }
    return pose;
}

/// A random continuous path; `poses` receives where each segment starts and the last one ends.
static void fill_at_random(random_source *random, fw_path *path, int32_t count)
{
    fw_segment segments[64];
    fw_pose pose = { random_within(random, -5, 5), random_within(random, -5, 5),
                     random_within(random, -9, 9) };
    for (int32_t i = 0; i < count; i++) {
        segments[i] = random_segment(random, pose);
        pose = integrate(&segments[i], segments[i].length);
    }
    assert_int_equal(fw_path_set(path, segments, count, NULL), FW_OK);
}

TEST(poses_agree_with_numerical_integration)
{
    random_source random = { 1 };
    fw_path *path = new_path();
    for (int round = 0; round < 300; round++) {
        const fw_pose start = { random_within(&random, -50, 50), random_within(&random, -50, 50),
                                random_within(&random, -20, 20) };
        const fw_segment segment = random_segment(&random, start);
        assert_int_equal(fw_path_set(path, &segment, 1, NULL), FW_OK);
        const double distance = random_unit(&random) * segment.length;
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(path, distance, &pose), FW_OK);
        assert_pose_near(pose, integrate(&segment, distance), 1e-5);
        assert_true(pose.heading > -FW_PI && pose.heading <= FW_PI);
        assert_int_equal(fw_path_pose_at(path, 1e9, &pose), FW_OK);
        assert_pose_near(pose, integrate(&segment, segment.length), 1e-5);
        assert_int_equal(fw_path_pose_at(path, -1, &pose), FW_OK);
        assert_pose_near(pose, start, 1e-12);
    }
    fw_path_destroy(path);
}

TEST(a_pose_along_a_segment_is_that_of_a_path_of_this_segment)
{
    random_source random = { 2 };
    fw_path *path = new_path();
    for (int round = 0; round < 300; round++) {
        const fw_pose start = { random_within(&random, -50, 50), random_within(&random, -50, 50),
                                random_within(&random, -20, 20) };
        const fw_segment segment = random_segment(&random, start);
        assert_int_equal(fw_path_set(path, &segment, 1, NULL), FW_OK);
        const double distances[] = { -1, 0, random_unit(&random) * segment.length, segment.length, 1e9 };
        for (size_t i = 0; i < sizeof distances / sizeof *distances; i++) {
            fw_pose along_segment, along_path;
            assert_int_equal(fw_segment_pose_at(&segment, distances[i], &along_segment), FW_OK);
            assert_int_equal(fw_path_pose_at(path, distances[i], &along_path), FW_OK);
            assert_pose_near(along_segment, along_path, 1e-12);
            assert_true(along_segment.heading > -FW_PI && along_segment.heading <= FW_PI);
        }
    }
    fw_path_destroy(path);
}

TEST(a_segment_with_a_number_that_is_not_finite_has_no_poses)
{
    const fw_segment line = { .length = 1 }, endless = { .length = INFINITY }, bent = { .curvature = NAN };
    fw_pose pose;
    assert_int_equal(fw_segment_pose_at(NULL, 0, &pose), FW_NULL_ARGUMENT);
    assert_int_equal(fw_segment_pose_at(&line, 0, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_segment_pose_at(&line, NAN, &pose), FW_NOT_FINITE);
    assert_int_equal(fw_segment_pose_at(&endless, 0, &pose), FW_NOT_FINITE);
    assert_int_equal(fw_segment_pose_at(&bent, 0, &pose), FW_NOT_FINITE);
}

TEST(a_quarter_turn_to_the_right_ends_right_and_below)
{
    fw_path *path = new_path();
    const fw_segment right = { { 1, 1, 0 }, 0.5, FW_PI, FW_FORWARD };
    assert_int_equal(fw_path_set(path, &right, 1, NULL), FW_OK);
    fw_pose pose;
    assert_int_equal(fw_path_pose_at(path, FW_PI, &pose), FW_OK);
    assert_pose_near(pose, (fw_pose){ 3, 3, FW_PI / 2 }, 1e-12);
    const fw_segment back = { { 1, 1, 0 }, 0.5, FW_PI, FW_REVERSE };
    assert_int_equal(fw_path_set(path, &back, 1, NULL), FW_OK);
    assert_int_equal(fw_path_pose_at(path, FW_PI, &pose), FW_OK);
    assert_pose_near(pose, (fw_pose){ -1, 3, -FW_PI / 2 }, 1e-12);
    fw_path_destroy(path);
}

TEST(grid_lines_have_exact_headings_and_ends)
{
    static const struct {
        int dx, dy;
        double heading;
    } ways[] = { { 1, 0, 0 },           { 1, 1, FW_PI / 4 },
                 { 0, 1, FW_PI / 2 },   { -1, 1, 3 * FW_PI / 4 },
                 { -1, 0, FW_PI },      { -1, -1, -3 * FW_PI / 4 },
                 { 0, -1, -FW_PI / 2 }, { 1, -1, -FW_PI / 4 } };
    fw_path *path = new_path();
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        for (int steps = 1; steps < 300; steps += 7) {
            const double x = 300.5 + steps * ways[i].dx, y = 300.5 + steps * ways[i].dy;
            path_begin(path);
            assert_int_equal(path_push_line(path, 300.5, 300.5, x, y), FW_OK);
            path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
            const fw_segment *line = fw_path_segments(path, NULL);
            assert_true(line->start.heading == ways[i].heading);
            assert_near(line->length, hypot(steps * ways[i].dx, steps * ways[i].dy), 1e-13 * steps);
            fw_pose end;
            assert_int_equal(fw_path_pose_at(path, fw_path_length(path), &end), FW_OK);
            assert_true(end.x == x && end.y == y && end.heading == ways[i].heading);
        }
    fw_path_destroy(path);
}

TEST(a_follower_sees_what_a_search_sees)
{
    random_source random = { 2 };
    fw_path *path = new_path();
    for (int round = 0; round < 20; round++) {
        fill_at_random(&random, path, 1 + (int32_t)random_below(&random, 40));
        int32_t cursor = 0;
        double distance = -0.5;
        for (int i = 0; i < 200; i++) {
            const bool jumps = random_below(&random, 20) == 0;
            distance = jumps ? random_unit(&random) * fw_path_length(path) : distance + random_unit(&random);
            fw_pose searched, followed;
            assert_int_equal(fw_path_pose_at(path, distance, &searched), FW_OK);
            assert_int_equal(fw_path_pose_following(path, distance, &cursor, &followed), FW_OK);
            assert_memory_equal(&searched, &followed, sizeof searched);
        }
        cursor = INT32_MIN;
        fw_pose pose;
        assert_int_equal(fw_path_pose_following(path, 1, &cursor, &pose), FW_OK);
    }
    fw_path_destroy(path);
}

TEST(bounds_hold_every_pose_and_no_more)
{
    random_source random = { 3 };
    fw_path *path = new_path();
    for (int round = 0; round < 40; round++) {
        fill_at_random(&random, path, 1 + (int32_t)random_below(&random, 4));
        fw_box box, seen = { INFINITY, INFINITY, -INFINITY, -INFINITY };
        assert_int_equal(fw_path_bounds(path, &box), FW_OK);
        enum { SAMPLES = 4000 };
        for (int i = 0; i <= SAMPLES; i++) {
            fw_pose pose;
            fw_path_pose_at(path, fw_path_length(path) * i / SAMPLES, &pose);
            seen.min_x = fmin(seen.min_x, pose.x);
            seen.max_x = fmax(seen.max_x, pose.x);
            seen.min_y = fmin(seen.min_y, pose.y);
            seen.max_y = fmax(seen.max_y, pose.y);
        }
        assert_true(box.min_x <= seen.min_x + 1e-9 && box.max_x >= seen.max_x - 1e-9);
        assert_true(box.min_y <= seen.min_y + 1e-9 && box.max_y >= seen.max_y - 1e-9);
        assert_near(box.min_x, seen.min_x, 1e-3);
        assert_near(box.max_x, seen.max_x, 1e-3);
        assert_near(box.min_y, seen.min_y, 1e-3);
        assert_near(box.max_y, seen.max_y, 1e-3);
    }
    fw_path_destroy(path);
}

TEST(nothing_sampled_is_nearer_than_the_nearest)
{
    random_source random = { 4 };
    fw_path *path = new_path();
    for (int round = 0; round < 40; round++) {
        fill_at_random(&random, path, 1 + (int32_t)random_below(&random, 5));
        const double x = random_within(&random, -10, 10), y = random_within(&random, -10, 10);
        double at, away;
        assert_int_equal(fw_path_nearest(path, x, y, &at, &away), FW_OK);
        fw_pose there;
        fw_path_pose_at(path, at, &there);
        assert_near(hypot(there.x - x, there.y - y), away, 1e-9);
        enum { SAMPLES = 2000 };
        for (int i = 0; i <= SAMPLES; i++) {
            fw_pose pose;
            fw_path_pose_at(path, fw_path_length(path) * i / SAMPLES, &pose);
            assert_true(hypot(pose.x - x, pose.y - y) >= away - 1e-9);
        }
    }
    fw_path_destroy(path);
}

TEST(the_flatter_an_arc_the_more_it_is_a_line_to_its_nearest_place)
{
    fw_path *path = new_path();
    const double flat[] = { 0, 1e-12, -1e-15, 1e-100, -1e-200, 1e-300, 5e-324 };
    for (size_t i = 0; i < sizeof flat / sizeof *flat; i++) {
        const fw_segment arc = { { 4, 75, FW_PI / 2 }, flat[i], 3, i % 2 ? FW_REVERSE : FW_FORWARD };
        const double side = i % 2 ? -1 : 1;
        double at, away;
        assert_int_equal(fw_path_set(path, &arc, 1, NULL), FW_OK);
        assert_int_equal(fw_path_nearest(path, 6, 75 + side * 1.25, &at, &away), FW_OK);
        assert_near(at, 1.25, 1e-9);
        assert_near(away, 2, 1e-9);
        assert_int_equal(fw_path_nearest(path, 4, 75 - side * 5, &at, &away), FW_OK);
        assert_near(at, 0, 1e-9);
        assert_near(away, 5, 1e-9);
    }
    fw_path_destroy(path);
}

TEST(split_and_joined_a_path_is_the_same)
{
    random_source random = { 5 };
    fw_path *whole = new_path(), *first = new_path(), *rest = new_path();
    for (int round = 0; round < 60; round++) {
        fill_at_random(&random, whole, 1 + (int32_t)random_below(&random, 6));
        assert_int_equal(fw_path_copy(whole, first), FW_OK);
        const double length = fw_path_length(whole);
        const double cut = round % 10 == 0 ? 0 : round % 10 == 1 ? length : random_unit(&random) * length;
        assert_int_equal(fw_path_split(first, cut, rest), FW_OK);
        assert_near(fw_path_length(first), cut, 1e-12);
        assert_near(fw_path_length(rest), length - cut, 1e-9);
        fw_pose before, after;
        fw_path_pose_at(first, cut, &before);
        fw_path_pose_at(rest, 0, &after);
        assert_pose_near(before, after, 1e-9);
        assert_int_equal(fw_path_join(first, rest), FW_OK);
        for (int i = 0; i <= 50; i++) {
            fw_path_pose_at(whole, length * i / 50, &before);
            fw_path_pose_at(first, length * i / 50, &after);
            assert_pose_near(before, after, 1e-8);
        }
        fw_path_summary a, b;
        fw_path_summarise(whole, &a);
        fw_path_summarise(first, &b);
        assert_near(a.cost, b.cost, 1e-9);
    }
    fw_path_destroy(whole);
    fw_path_destroy(first);
    fw_path_destroy(rest);
}

TEST(reversed_a_path_covers_the_same_poses)
{
    random_source random = { 6 };
    fw_path *path = new_path(), *turned = new_path();
    for (int round = 0; round < 60; round++) {
        fill_at_random(&random, path, 1 + (int32_t)random_below(&random, 6));
        assert_int_equal(fw_path_copy(path, turned), FW_OK);
        assert_int_equal(fw_path_reverse(turned), FW_OK);
        const double length = fw_path_length(path);
        assert_near(fw_path_length(turned), length, 1e-12);
        for (int i = 0; i <= 50; i++) {
            fw_pose forth, back;
            fw_path_pose_at(path, length * i / 50, &forth);
            fw_path_pose_at(turned, length - length * i / 50, &back);
            assert_pose_near(forth, back, 1e-5);
        }
    }
    fw_path_destroy(path);
    fw_path_destroy(turned);
}

/// Three tiles forward and one back cost 3 + 2 + 5; the other way round, one forward and three back: 1 + 6 + 5.
TEST(a_reversed_path_gets_its_true_cost_from_the_checker)
{
    fw_map *map = open_map(10, 10);
    fw_unit_def def = unit_of_size(1);
    def.reverse = true;
    def.reverse_penalty = 2;
    def.gear_change_cost = 5;
    const fw_unit_id unit = add_unit(map, def);
    const fw_segment there[2] = { { { 2, 5, 0 }, 0, 3, FW_FORWARD }, { { 5, 5, 0 }, 0, 1, FW_REVERSE } };
    const fw_path_summary claimed = { .unit = unit, .outcome = FW_OUTCOME_FOUND, .length = 4, .cost = 10 };
    fw_check_def check = fw_default_check_def();
    check.check_cost = true;
    fw_check_report report;
    fw_path *path = new_path();
    assert_int_equal(fw_path_set(path, there, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_check(map, unit, path, &check, &report), FW_OK);
    assert_true(report.legal);
    assert_int_equal(fw_path_reverse(path), FW_OK);
    assert_int_equal(fw_path_check(map, unit, path, &check, &report), FW_OK);
    assert_int_equal(report.faults[FW_FAULT_COST], 1);
    assert_near(report.cost, 12, 1e-9);
    assert_int_equal(fw_path_set_cost(path, report.cost), FW_OK);
    assert_int_equal(fw_path_check(map, unit, path, &check, &report), FW_OK);
    assert_true(report.legal);
    assert_int_equal(fw_path_set_cost(NULL, 1), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_set_cost(path, NAN), FW_NOT_FINITE);
    assert_int_equal(fw_path_set_cost(path, -1), FW_BAD_VALUE);
    assert_int_equal(fw_path_check(map, unit, path, &check, &report), FW_OK);
    assert_true(report.legal);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

TEST(impossible_stretches_follow_splits_joins_and_reversal)
{
    fw_path *path = new_path(), *rest = new_path();
    path_begin(path);
    assert_int_equal(path_push_line(path, 0, 0, 10, 0), FW_OK);
    assert_int_equal(path_push_impossible(path, 1, 2), FW_OK);
    assert_int_equal(path_push_impossible(path, 4, 7), FW_OK);
    path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND, .violations = { .impossible = 2 } });
    assert_int_equal(fw_path_split(path, 5, rest), FW_OK);
    int32_t count;
    const double *stretch = fw_path_impossible(rest, &count);
    assert_int_equal(count, 1);
    assert_near(stretch[0], 0, 0);
    assert_near(stretch[1], 2, 0);
    assert_int_equal(fw_path_reverse(rest), FW_OK);
    stretch = fw_path_impossible(rest, &count);
    assert_near(stretch[0], 3, 0);
    assert_near(stretch[1], 5, 0);
    assert_int_equal(fw_path_reverse(rest), FW_OK);
    assert_int_equal(fw_path_join(path, rest), FW_OK);
    stretch = fw_path_impossible(path, &count);
    assert_int_equal(count, 3);
    assert_near(stretch[4], 5, 0);
    assert_near(stretch[5], 7, 0);
    fw_path_destroy(path);
    fw_path_destroy(rest);
}

/// Lines and arcs that jump in heading here and there.
static int32_t breaking_segments(random_source *random, fw_segment *segments, int32_t most)
{
    const int32_t count = 1 + (int32_t)random_below(random, (uint32_t)most);
    fw_pose at = { 32, 32, random_within(random, -3, 3) };
    for (int32_t i = 0; i < count; i++) {
        if (random_below(random, 3) == 0)
            at.heading += random_within(random, 0.1, 3);
        segments[i] = (fw_segment){ .start = at, .length = random_within(random, 0.1, 3) };
        if (random_below(random, 2))
            segments[i].curvature = random_within(random, -2, 2);
        at = segment_end(&segments[i]);
    }
    return count;
}

/// What the checker counts along a path, but for the jump from a heading before it.
static fw_violations broken_by(const fw_map *map, fw_unit_id unit, const fw_path *path)
{
    fw_check_report report;
    assert_int_equal(fw_path_check(map, unit, path, NULL, &report), FW_OK);
    return (fw_violations){ .too_tight = report.faults[FW_FAULT_TOO_TIGHT],
                            .heading_jumps = report.faults[FW_FAULT_HEADING] };
}

static void assert_counts(const fw_path *path, fw_violations expected)
{
    fw_path_summary said;
    assert_int_equal(fw_path_summarise(path, &said), FW_OK);
    assert_int_equal(said.violations.too_tight, expected.too_tight);
    assert_int_equal(said.violations.heading_jumps, expected.heading_jumps);
}

TEST(parts_of_a_path_count_what_they_break)
{
    enum { MOST = 6 };
    random_source random = { 48 };
    fw_unit_def def = unit_of_size(1);
    def.turn_radius = 1;
    def.methods = FW_METHOD_BIT(FW_GRID);
    fw_map *map = map_at_random(&random, 64, 64, 0, 1);
    const fw_unit_id unit = add_unit(map, def);
    fw_path *path = new_path(), *rest = new_path();
    int tight = 0, jumps = 0;
    for (int round = 0; round < 400; round++) {
        fw_segment segments[MOST];
        const int32_t count = breaking_segments(&random, segments, MOST);
        fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = unit };
        assert_int_equal(fw_path_set(path, segments, count, &claimed), FW_OK);
        claimed.violations = broken_by(map, unit, path);
        claimed.violations.heading_jumps += round % 2; // from the start's heading
        assert_int_equal(fw_path_set(path, segments, count, &claimed), FW_OK);
        const bool at_joint = round % 3 == 0;
        const double cut = at_joint ? segments[0].length : random_unit(&random) * fw_path_length(path);
        assert_int_equal(fw_path_split(path, cut, rest), FW_OK);
        fw_violations first = broken_by(map, unit, path), last = broken_by(map, unit, rest);
        first.heading_jumps += round % 2;
        last.heading_jumps =
            claimed.violations.heading_jumps - first.heading_jumps; // one may be where it is cut
        assert_counts(path, first);
        assert_counts(rest, last);
        assert_int_equal(fw_path_join(path, rest), FW_OK);
        fw_violations all = broken_by(map, unit, path);
        all.heading_jumps += round % 2;
        assert_counts(path, all);
        tight += all.too_tight;
        jumps += all.heading_jumps;
    }
    assert_true(tight > 100 && jumps > 100);
    fw_path_destroy(path);
    fw_path_destroy(rest);
    fw_map_destroy(map);
}

TEST(a_part_without_impossible_stretches_counts_none)
{
    fw_path *path = new_path(), *rest = new_path();
    for (int cut = 0; cut <= 10; cut++) {
        path_begin(path);
        assert_int_equal(path_push_line(path, 0, 0, 10, 0), FW_OK);
        assert_int_equal(path_push_impossible(path, 4, 7), FW_OK);
        path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND, .violations = { .impossible = 1 } });
        assert_int_equal(fw_path_split(path, cut, rest), FW_OK);
        fw_path_summary before, after;
        fw_path_summarise(path, &before);
        fw_path_summarise(rest, &after);
        assert_int_equal(before.violations.impossible, cut > 4);
        assert_int_equal(after.violations.impossible, cut < 7);
        assert_int_equal(fw_path_join(path, rest), FW_OK);
        fw_path_summarise(path, &before);
        assert_int_equal(before.violations.impossible, 1 + (cut > 4 && cut < 7));
    }
    fw_path_destroy(path);
    fw_path_destroy(rest);
}

TEST(chords_stray_no_more_than_asked)
{
    random_source random = { 7 };
    fw_path *path = new_path();
    fw_pose poses[4096];
    for (int round = 0; round < 60; round++) {
        fill_at_random(&random, path, 1 + (int32_t)random_below(&random, 6));
        const double deviation = pow(10, random_within(&random, -4, 0));
        int32_t count;
        assert_int_equal(fw_path_resample(path, deviation, poses, 4096, &count), FW_OK);
        fw_pose first, last;
        fw_path_pose_at(path, 0, &first);
        fw_path_pose_at(path, fw_path_length(path), &last);
        assert_pose_near(poses[0], first, 1e-12);
        assert_pose_near(poses[count - 1], last, 1e-12);
        for (int32_t i = 0; i + 1 < count; i++) {
            const double x = (poses[i].x + poses[i + 1].x) / 2, y = (poses[i].y + poses[i + 1].y) / 2;
            double at, away;
            fw_path_nearest(path, x, y, &at, &away);
            assert_true(away <= deviation * (1 + 1e-9));
        }
        int32_t needed;
        assert_int_equal(fw_path_resample(path, deviation, poses, 2, &needed),
                         count <= 2 ? FW_OK : FW_BUFFER_TOO_SMALL);
        assert_int_equal(needed, count);
    }
    int32_t needed;
    const fw_segment circle = { { 0, 0, 0 }, 1, 100, FW_FORWARD };
    assert_int_equal(fw_path_set(path, &circle, 1, NULL), FW_OK);
    assert_int_equal(fw_path_resample(path, 1e-300, NULL, 0, &needed), FW_BAD_VALUE);
    assert_int_equal(fw_path_resample(path, 1e-14, poses, 9, &needed), FW_BUFFER_TOO_SMALL);
    assert_true(needed > 100000000);
    fw_path_destroy(path);
}

TEST(a_path_of_a_hundred_thousand_lines_is_as_long_as_they_are)
{
    enum { LINES = 100000 };
    fw_path *path = new_path();
    path_begin(path);
    for (int i = 0; i < LINES; i++)
        assert_int_equal(path_push_line(path, i, i % 2, i + 1, (i + 1) % 2), FW_OK);
    path_end(path, &(fw_path_summary){ .outcome = FW_OUTCOME_FOUND });
    assert_near(fw_path_length(path), LINES * sqrt(2), 1e-6);
    fw_pose pose;
    assert_int_equal(fw_path_pose_at(path, 77777.5 * sqrt(2), &pose), FW_OK);
    assert_near(pose.x, 77777.5, 1e-6);
    assert_near(pose.y, 0.5, 1e-6);
    fw_path_destroy(path);
}
