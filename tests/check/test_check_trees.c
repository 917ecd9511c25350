#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "base/random.h"
#include "common/drawing.h"
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

static void the_first_overlap_with_a_circle_is_where_sampling_finds_it(void **state)
{
    (void)state;
    enum { SAMPLES = 2000 };
    fw_map_def map_def = fw_default_map_def();
    fw_map *map;
    fw_path *path;
    int touched = 0;
    assert_int_equal(fw_map_create(&map_def, &map), FW_OK);
    fw_unit_def unit = fw_default_unit_def();
    unit.size = 0;
    unit.footprint = fw_circle(0.5);
    unit.reverse = true;
    const fw_unit_id id = add_unit(map, unit);
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
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

static void a_body_may_overlap_a_tree_by_as_much_as_paths_may(void **state)
{
    (void)state;
    fw_map_def map_def = fw_default_map_def();
    fw_map *map;
    fw_path *path;
    assert_int_equal(fw_map_create(&map_def, &map), FW_OK);
    fw_unit_def unit = fw_default_unit_def();
    unit.size = 0;
    unit.footprint = fw_circle(0.5);
    const fw_unit_id round = add_unit(map, unit);
    unit.footprint = fw_rectangle(1, 1);
    const fw_unit_id square = add_unit(map, unit);
    assert_int_equal(fw_path_create(NULL, &path), FW_OK);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_overlap_with_a_circle_is_where_sampling_finds_it),
        cmocka_unit_test(a_body_may_overlap_a_tree_by_as_much_as_paths_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
