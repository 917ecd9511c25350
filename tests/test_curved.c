/// Curved smoothing against the independent checker, on drives at random: lines and arcs, forward and in reverse.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <math.h>

#include "common/drawing.h"
#include "common/near.h"
#include "fairway/fairway.h"

enum { SIDE = 30, MOST_SEGMENTS = 60 };

/// A map, a unit that drives on it, and a path.
typedef struct drive_test {
    fw_map *map;
    fw_unit_id unit;
    fw_unit_def def;
    fw_planner *planner;
    fw_path *path;
} drive_test;

static drive_test drive_on(fw_map *map, fw_unit_def def)
{
    drive_test on = { .map = map, .unit = add_unit(map, def), .def = def };
    assert_int_equal(fw_planner_create(map, NULL, &on.planner), FW_OK);
    assert_int_equal(fw_path_create(NULL, &on.path), FW_OK);
    return on;
}

static void drive_end(drive_test *on)
{
    fw_path_destroy(on->path);
    fw_planner_destroy(on->planner);
    fw_map_destroy(on->map);
}

static fw_unit_def vehicle(fw_footprint footprint, int32_t size, double radius)
{
    fw_unit_def def = fw_default_unit_def();
    def.footprint = footprint;
    def.size = size;
    def.turn_radius = radius;
    return def;
}

static fw_unit_def vehicle_at_random(random_source *source)
{
    const double radius = (double)(1 + random_below(source, 12)) / 2;
    fw_unit_def def = random_below(source, 2) ? vehicle(fw_circle(0.33), 1, radius)
                                              : vehicle(fw_rectangle(1.2, 0.6), 1, radius);
    def.reverse = random_below(source, 2) == 0;
    def.reverse_penalty = 1.5;
    def.gear_change_cost = 0.25;
    if (random_below(source, 2)) {
        def.terrain_cost[FW_SWAMP] = 3;
        def.terrain_cost[FW_GROUND] = 1.5;
    }
    return def;
}

static bool is_free(const drive_test *on, const fw_segment *segment)
{
    bool is_free = false;
    return fw_sweep(on->map, on->unit, NULL, segment, &is_free) == FW_OK && is_free;
}

static fw_pose end_of(fw_path *path, const fw_segment *segment)
{
    fw_pose end = { 0 };
    assert_int_equal(fw_path_set(path, segment, 1, NULL), FW_OK);
    assert_int_equal(fw_path_pose_at(path, segment->length, &end), FW_OK);
    return end;
}

/// Drives about: each segment free, none tighter than the unit can, and back where nothing else is free.
static int32_t drive_about(const drive_test *on, random_source *source, fw_segment *segments)
{
    fw_segment tried = { 0 };
    tried.start.x = fw_map_width(on->map) * (0.25 + random_unit(source) / 2);
    tried.start.y = fw_map_height(on->map) * (0.25 + random_unit(source) / 2);
    tried.start.heading = 6 * random_unit(source);
    if (!is_free(on, &tried))
        return 0;
    int32_t count = 0;
    for (int tries = 0; tries < 12 * MOST_SEGMENTS && count < MOST_SEGMENTS; tries++) {
        const double bend = random_unit(source) < 0.5 ? 1 : random_unit(source);
        const double side = (double)random_below(source, 3) - 1;
        tried.curvature = side * bend / on->def.turn_radius;
        tried.length = 0.2 + 3 * random_unit(source);
        tried.gear = on->def.reverse && random_below(source, 8) == 0 ? FW_REVERSE : FW_FORWARD;
        if (!is_free(on, &tried))
            continue;
        segments[count++] = tried;
        tried.start = end_of(on->path, &tried);
    }
    return count;
}

static fw_check_report judged(const drive_test *on)
{
    fw_check_report report;
    assert_int_equal(fw_path_check(on->map, on->unit, on->path, NULL, &report), FW_OK);
    return report;
}

/// Makes segments the path, with its true length and cost.
static fw_check_report set_drive(const drive_test *on, const fw_segment *segments, int32_t count)
{
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .unit = on->unit };
    assert_int_equal(fw_path_set(on->path, segments, count, &claimed), FW_OK);
    const fw_check_report report = judged(on);
    claimed.length = report.length;
    claimed.cost = report.cost;
    assert_int_equal(fw_path_set(on->path, segments, count, &claimed), FW_OK);
    return judged(on);
}

static void assert_same_pose(fw_pose a, fw_pose b)
{
    assert_true(fabs(a.x - b.x) < 1e-9 && fabs(a.y - b.y) < 1e-9);
    assert_true(fabs(remainder(a.heading - b.heading, 2 * FW_PI)) < 1e-9);
}

/// Smooths the path, which must stay legal, end where it did, cost what it says, and not more than before.
static void smooth_and_judge(const drive_test *on, double before)
{
    int32_t count;
    fw_pose start = fw_path_segments(on->path, &count)->start, end, new_end;
    assert_int_equal(fw_path_pose_at(on->path, fw_path_length(on->path), &end), FW_OK);
    assert_int_equal(fw_path_smooth(on->planner, NULL, FW_SMOOTH_CURVED, on->path), FW_OK);
    assert_int_equal(fw_path_pose_at(on->path, fw_path_length(on->path), &new_end), FW_OK);
    assert_same_pose(fw_path_segments(on->path, &count)->start, start);
    assert_same_pose(end, new_end);
    fw_check_def against = fw_default_check_def();
    fw_check_report report;
    against.check_cost = true;
    assert_int_equal(fw_path_check(on->map, on->unit, on->path, &against, &report), FW_OK);
    if (!report.legal)
        fail_msg("illegal: %s", fw_fault_text(report.first));
    assert_true(report.cost <= before * (1 + 1e-9));
}

static void smoothed_drives_are_legal_and_never_dearer(void **state)
{
    (void)state;
    random_source source = { 61 };
    int driven = 0, shorter = 0;
    double before = 0, after = 0;
    for (int i = 0; i < 300; i++) {
        const uint32_t blocked = 3 + random_below(&source, 12);
        drive_test on = drive_on(map_at_random(&source, SIDE, SIDE, blocked, 2), vehicle_at_random(&source));
        fw_segment segments[MOST_SEGMENTS];
        const int32_t count = drive_about(&on, &source, segments);
        if (count > 0) {
            const fw_check_report plain = set_drive(&on, segments, count);
            assert_true(plain.legal);
            smooth_and_judge(&on, plain.cost);
            const double once = judged(&on).cost;
            smooth_and_judge(&on, once);
            driven++;
            shorter += once < plain.cost - 1e-6;
            before += plain.cost;
            after += once;
        }
        drive_end(&on);
    }
    assert_true(driven > 100);
    assert_true(shorter > driven / 2);
    assert_true(after < 0.9 * before);
}

/// On open ground nothing is shorter than the shortest curve from the start pose to the goal pose.
static void a_detour_over_open_ground_becomes_the_shortest_curve(void **state)
{
    (void)state;
    random_source source = { 62 };
    for (int i = 0; i < 60; i++) {
        drive_test on =
            drive_on(map_at_random(&source, 8 * SIDE, 8 * SIDE, 0, 1), vehicle(fw_circle(0.4), 1, 1));
        fw_segment segments[MOST_SEGMENTS];
        const int32_t count = drive_about(&on, &source, segments);
        if (count > 0) {
            const fw_check_report plain = set_drive(&on, segments, count);
            const fw_pose end = end_of(on.path, &segments[count - 1]);
            double shortest;
            assert_int_equal(fw_dubins_length(segments[0].start, end, 1, &shortest), FW_OK);
            set_drive(&on, segments, count);
            smooth_and_judge(&on, plain.cost);
            assert_near(fw_path_length(on.path), shortest, 1e-9);
        }
        drive_end(&on);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smoothed_drives_are_legal_and_never_dearer),
        cmocka_unit_test(a_detour_over_open_ground_becomes_the_shortest_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
