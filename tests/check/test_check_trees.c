#include <math.h>

#include "base/random.h"
#include "check/circles.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/fairway.h"

/// Where a segment gets to after a distance.
static fw_pose pose_at(const fw_segment *segment, double at)
{
    const double gone = segment->gear == FW_REVERSE ? -at : at, heading = segment->start.heading;
    const double turned = heading + segment->curvature * gone;
    if (segment->curvature == 0)
        return (fw_pose){ segment->start.x + gone * cos(heading), segment->start.y + gone * sin(heading),
                          heading };
    return (fw_pose){ segment->start.x + (sin(turned) - sin(heading)) / segment->curvature,
                      segment->start.y - (cos(turned) - cos(heading)) / segment->curvature, turned };
}

TEST(the_first_overlap_with_a_circle_is_where_sampling_finds_it)
{
    enum { SAMPLES = 2000 };
    fw_map_def map_def = fw_default_map_def();
    fw_map *map;
    int touched = 0;
    assert_int_equal(fw_map_create(&map_def, &map), FW_OK);
    fw_unit_def unit = fw_default_unit_def();
    unit.size = 0;
    unit.footprint = fw_circle(0.5);
    unit.reverse = true;
    const fw_unit_id id = add_unit(map, unit);
    fw_path *path = new_path();
    for (uint64_t seed = 0; seed < 400; seed++) {
        random_source from = { seed * 7919 };
        const fw_segment segment = { .start = { 32, 32, random_within(&from, -FW_PI, FW_PI) },
                                     .curvature = random_below(&from, 3) ? random_within(&from, -1, 1) : 0,
                                     .length = random_within(&from, 0, 6),
                                     .gear = random_below(&from, 2) ? FW_REVERSE : FW_FORWARD };
        const fw_tree tree = { random_within(&from, 29, 35), random_within(&from, 29, 35),
                               random_within(&from, 0, 2) };
        double first = INFINITY;
        for (int i = SAMPLES; i >= 0; i--) {
            const fw_pose pose = pose_at(&segment, segment.length * i / SAMPLES);
            first = hypot(pose.x - tree.x, pose.y - tree.y) < tree.radius + 0.5 ? segment.length * i / SAMPLES
                                                                                : first;
        }
        const fw_path_summary claimed = { .unit = id, .length = segment.length, .cost = segment.length };
        fw_check_def def = fw_default_check_def();
        fw_check_report report;
        def.trees = &tree;
        def.tree_count = 1;
        assert_int_equal(fw_path_set(path, &segment, 1, &claimed), FW_OK);
        assert_int_equal(fw_path_check(map, id, path, &def, &report), FW_OK);
        if (first == INFINITY && report.faults[FW_FAULT_TREE] == 0)
            continue;
        touched++;
        if (report.faults[FW_FAULT_TREE] != 1 || report.legal ||
            fabs(report.first_at - fmin(first, 6)) > 2e-2)
            fail_msg("seed %llu: at %g instead of %g", (unsigned long long)seed, report.first_at, first);
    }
    assert_true(touched > 50);
    fw_path_destroy(path);
    fw_map_destroy(map);
}

/// The gap between a tree and a body of radius 0.5 after a distance along a segment, in long double; negative: the
/// overlap. By the chord, which is exact for curvatures of any size.
static long double gap_at(const fw_segment *segment, const fw_tree *tree, long double distance)
{
    const long double ahead = segment->gear == FW_REVERSE ? -distance : distance;
    const long double half = segment->curvature * ahead / 2;
    const long double chord = half != 0 ? ahead * sinl(half) / half : ahead;
    const long double heading = segment->start.heading + half;
    return hypotl(segment->start.x + chord * cosl(heading) - tree->x,
                  segment->start.y + chord * sinl(heading) - tree->y) -
           tree->radius - 0.5L;
}

/// The least gap before a distance, by samples: no gap closes faster than the body moves, so the next sample may be as
/// far as the gap is wide. Samples are never nearer than 1/1000 tile.
static long double least_gap_before(const fw_segment *segment, const fw_tree *tree, double end)
{
    long double least = gap_at(segment, tree, 0);
    for (long double at = 0; at < end && least > -1e-7L;) {
        const long double gap = gap_at(segment, tree, at);
        least = fminl(least, gap);
        at += fmaxl(gap, 1e-3L);
    }
    return least;
}

/// A tree that a segment may pass closely: beside one of its places, or around the start.
static fw_tree draw_tree(random_source *from, const fw_segment *segment)
{
    fw_pose near;
    const double at = random_below(from, 4) ? random_within(from, 0, segment->length) : 0;
    fw_segment_pose_at(segment, at, &near);
    const double radius = random_within(from, 0, 3), away = random_within(from, 0, 2 * (radius + 0.5));
    const double toward = random_within(from, -FW_PI, FW_PI);
    return (fw_tree){ near.x + away * cos(toward), near.y + away * sin(toward), radius };
}

TEST(an_overlap_is_found_on_arcs_of_any_curvature)
{
    const double sure = 1e-8; // rounding errors and the overlap that paths may have
    int overlaps = 0, gaps = 0;
    for (uint64_t seed = 0; seed < 20000; seed++) {
        random_source from = { seed };
        const double curvature = pow(10, random_within(&from, -14, 1)) * (random_below(&from, 2) ? 1 : -1);
        const double longest = seed % 50 ? pow(10, random_within(&from, -1, 4.301)) : 0; // 20,000 tiles
        const fw_segment arc = { .start = { random_within(&from, 0, 16384), random_within(&from, 0, 16384),
                                            random_within(&from, -FW_PI, FW_PI) },
                                 .curvature = random_below(&from, 20) ? curvature : 0,
                                 .length = random_below(&from, 2)
                                               ? longest
                                               : fmin(longest, random_within(&from, 0, 13) / fabs(curvature)),
                                 .gear = random_below(&from, 2) ? FW_REVERSE : FW_FORWARD };
        const fw_tree tree = draw_tree(&from, &arc);
        const double at = circles_first_overlap(&(circles){ &tree, 1, 0.5 }, &arc);
        const bool is_overlap = at <= arc.length;
        const long double there = is_overlap ? gap_at(&arc, &tree, at) : 0;
        const long double before = least_gap_before(&arc, &tree, is_overlap ? at : arc.length);
        if (!(at >= 0) || there > sure || (at > 0 && fminl(there, before) < -sure))
            fail_msg("seed %llu, curvature %g: overlap at %g of %g, where the gap is %Lg; gap before: %Lg",
                     (unsigned long long)seed, arc.curvature, at, arc.length, there, before);
        overlaps += is_overlap;
        gaps += !is_overlap;
    }
    assert_true(overlaps > 5000 && gaps > 2000);
}

TEST(a_body_may_overlap_a_tree_by_as_much_as_paths_may)
{
    fw_map_def map_def = fw_default_map_def();
    fw_map *map;
    assert_int_equal(fw_map_create(&map_def, &map), FW_OK);
    fw_unit_def unit = fw_default_unit_def();
    unit.size = 0;
    unit.footprint = fw_circle(0.5);
    const fw_unit_id round = add_unit(map, unit);
    unit.footprint = fw_rectangle(1, 1);
    const fw_unit_id square = add_unit(map, unit);
    fw_path *path = new_path();
    const double overlaps[] = { 1e-9, 4e-9 };
    for (int i = 0; i < 2; i++) {
        const fw_segment line = { .start = { 5, 5, 0 }, .length = 10 };
        const fw_tree tree = { 10, 6.5 - overlaps[i], 1 };
        const fw_path_summary claimed = { .unit = round, .length = 10, .cost = 10 };
        fw_check_def def = fw_default_check_def();
        fw_check_report report;
        def.trees = &tree;
        def.tree_count = 1;
        assert_int_equal(fw_path_set(path, &line, 1, &claimed), FW_OK);
        assert_int_equal(fw_path_check(map, round, path, &def, &report), FW_OK);
        assert_int_equal(report.faults[FW_FAULT_TREE], i);
        assert_int_equal(fw_path_check(map, square, path, &def, &report), FW_NOT_SUPPORTED);
    }
    fw_path_destroy(path);
    fw_map_destroy(map);
}
