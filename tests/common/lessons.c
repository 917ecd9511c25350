#include "common/lessons.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/search_figures.h"
#include "fairway/check.h"
#include "fairway/hybrid.h"
#include "fairway/shape.h"

/// Is a round body at a pose deeper than a hair in a blocked tile?
static bool overlaps(const fw_map *map, fw_pose pose, double radius)
{
    for (int32_t y = (int32_t)floor(pose.y - radius); y <= (int32_t)floor(pose.y + radius); y++)
        for (int32_t x = (int32_t)floor(pose.x - radius); x <= (int32_t)floor(pose.x + radius); x++) {
            const double across = fmax(fmax(x - pose.x, pose.x - x - 1), 0);
            const double along = fmax(fmax(y - pose.y, pose.y - y - 1), 0);
            if (fw_map_terrain(map, x, y) == FW_BLOCKED && hypot(across, along) < radius - 0.01)
                return true;
        }
    return false;
}

/// How many arcs of the figure's path, or lines, overlap a blocked tile; by samples.
static int count_overlaps(const canvas *canvas, bool arcs)
{
    int32_t count = 0;
    int overlapping = 0;
    double begin = 0;
    const fw_segment *segments = fw_path_segments(canvas->path, &count);
    for (int32_t i = 0; i < count; begin += segments[i++].length) {
        bool is_overlapping = false;
        for (double at = 0; at < segments[i].length && !is_overlapping; at += 0.01) {
            fw_pose pose;
            assert_int_equal(fw_path_pose_at(canvas->path, begin + at, &pose), FW_OK);
            is_overlapping = overlaps(canvas->map, pose, canvas->unit.footprint.radius);
        }
        overlapping += is_overlapping && (segments[i].curvature != 0) == arcs;
    }
    return overlapping;
}

static fw_path_summary summary_of(const fw_path *path)
{
    fw_path_summary summary;
    assert_int_equal(fw_path_summarise(path, &summary), FW_OK);
    return summary;
}

/// Does a path come within a tile of a place?
static bool comes_by(const fw_path *path, double x, double y)
{
    double along, distance;
    assert_int_equal(fw_path_nearest(path, x, y, &along, &distance), FW_OK);
    return distance < 1;
}

static void assert_legal(const canvas *canvas)
{
    fw_check_report report;
    assert_int_equal(fw_path_check(canvas->map, summary_of(canvas->path).unit, canvas->path, NULL, &report),
                     FW_OK);
    assert_true(report.legal);
    assert_int_equal(count_overlaps(canvas, true) + count_overlaps(canvas, false), 0);
}

void both_turns_overlap(canvas *canvas)
{
    assert_true(comes_by(canvas->path, 11.5, 9));
    assert_true(count_overlaps(canvas, true) >= 2);
}

void another_way_is_legal_and_longer(canvas *canvas)
{
    const double length = fw_path_length(canvas->path);
    assert_legal(canvas);
    assert_false(comes_by(canvas->path, 11.5, 9));
    ignoring_obstacles(canvas);
    assert_true(comes_by(canvas->path, 11.5, 9));
    assert_true(length > 1.5 * fw_path_length(canvas->path));
}

static int count_bends(const fw_path *path)
{
    int32_t count = 0;
    int bends = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 1; i < count; i++)
        bends += segments[i].start.heading != segments[i - 1].start.heading;
    return bends;
}

void bends_become_fewer(canvas *canvas)
{
    zigzag(canvas);
    const int bends = count_bends(canvas->path);
    const double length = fw_path_length(canvas->path);
    with_fewer_bends(canvas);
    assert_in_range(count_bends(canvas->path), 1, bends - 1);
    assert_true(fabs(fw_path_length(canvas->path) - length) < 1e-9);
    straightened(canvas);
    assert_int_equal(count_bends(canvas->path), 0);
    assert_true(fw_path_length(canvas->path) < length - 0.5);
}

void one_turn_is_tighter(canvas *canvas)
{
    const fw_violations violations = summary_of(canvas->path).violations;
    assert_int_equal(violations.too_tight, 1);
    assert_int_equal(violations.blocked + violations.heading_jumps, 0);
    assert_int_equal(count_overlaps(canvas, true), 0);
}

void it_backs_up_once(canvas *canvas)
{
    int32_t count = 0;
    int changes = 0;
    const fw_segment *segments = fw_path_segments(canvas->path, &count);
    for (int32_t i = 1; i < count; i++)
        changes += segments[i].gear != segments[i - 1].gear;
    assert_int_equal(changes, 2);
    assert_int_equal(segments[0].gear, FW_FORWARD);
    assert_legal(canvas);
}

void directional_8_finds_no_way(canvas *canvas)
{
    assert_legal(canvas);
    canvas->unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL_8);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_DIRECTIONAL_8;
    assert_int_equal(fw_map_add_unit(canvas->map, &canvas->unit, &ask.unit), FW_OK);
    assert_int_equal(fw_find_path(canvas->planner, &ask, canvas->path), FW_NOT_FOUND);
}

/// Is there no way for Directional-48 near the path on the grid, where Smoothing-48 may go?
void no_way_is_near_the_grids(canvas *canvas)
{
    const int32_t margin = (int32_t)canvas->unit.turn_radius - 1, around = 2 * (margin + 1);
    const fw_pose ends[] = { canvas->start, canvas->goal };
    assert_legal(canvas);
    assert_false(comes_by(canvas->path, 11.5, 9));
    assert_true(comes_by(canvas->others[0].path, 11.5, 9));
    fw_overlay *overlay;
    assert_int_equal(fw_overlay_create(fw_map_width(canvas->map), fw_map_height(canvas->map), NULL, &overlay),
                     FW_OK);
    assert_int_equal(fw_overlay_corridor_along(overlay, canvas->others[0].path, 1, margin), FW_OK);
    for (int i = 0; i < 2; i++)
        assert_int_equal(fw_overlay_corridor(overlay, (int32_t)ends[i].x - around,
                                             (int32_t)ends[i].y - around, 2 * around + 1, 2 * around + 1),
                         FW_OK);
    fw_request ask = canvas_request(canvas);
    ask.goal = fw_goal_pose(canvas->goal);
    ask.method = FW_DIRECTIONAL_48;
    ask.overlay = overlay;
    ask.unit = summary_of(canvas->path).unit;
    assert_int_equal(fw_find_path(canvas->planner, &ask, canvas->path), FW_NOT_FOUND);
    fw_overlay_destroy(overlay);
}

static fw_hybrid_report report_of(const canvas *canvas)
{
    fw_hybrid_report report;
    assert_int_equal(fw_planner_hybrid_report(canvas->planner, &report), FW_OK);
    return report;
}

void the_grid_leads_through_the_jog(canvas *canvas)
{
    const fw_hybrid_report report = report_of(canvas);
    assert_true(comes_by(canvas->path, 8.5, 7.5));
    assert_int_equal(report.steps[FW_HYBRID_FORWARD].result, FW_NOT_FOUND);
    assert_int_equal(report.steps[FW_HYBRID_BACKWARD].result, FW_NOT_FOUND);
}

static double apart(fw_pose a, fw_pose b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/// Do the ways of steps 2 and 3 end at a and b, and does the repair lead from one of their points to another?
void the_repair_joins_both_ends(canvas *canvas)
{
    const fw_hybrid_report report = report_of(canvas);
    const fw_path *forward = canvas->others[0].path, *backward = canvas->others[1].path;
    fw_pose forward_end, repair_end;
    assert_legal(canvas);
    assert_int_equal(fw_path_pose_at(forward, fw_path_length(forward), &forward_end), FW_OK);
    assert_int_equal(fw_path_pose_at(canvas->path, fw_path_length(canvas->path), &repair_end), FW_OK);
    assert_true(apart(forward_end, report.a) < 1e-9);
    assert_true(apart(fw_path_segments(backward, NULL)->start, report.b) < 1e-9);
    assert_true(apart(fw_path_segments(canvas->path, NULL)->start, report.from) < 1e-9);
    assert_true(apart(repair_end, report.to) < 1e-9);
    assert_true(fabs(report.from.x - report.to.x) <= 12 && fabs(report.from.y - report.to.y) <= 12);
    assert_true(comes_by(forward, report.from.x, report.from.y) &&
                comes_by(backward, report.to.x, report.to.y));
}

void another_gap_is_legal(canvas *canvas)
{
    assert_true(report_of(canvas).steps[FW_HYBRID_REPAIR].expanded > 1000);
    assert_legal(canvas);
    assert_false(comes_by(canvas->path, 8.5, 7.5));
    assert_true(comes_by(canvas->path, 17, 7.5));
}

/// Fewer expansions than figure 20 takes, more than figure 21b.
void the_repair_takes_less(canvas *canvas)
{
    assert_legal(canvas);
    assert_in_range(report_of(canvas).steps[FW_HYBRID_REPAIR].expanded, 50, 500);
}

void no_repair_is_needed(canvas *canvas)
{
    const fw_hybrid_report report = report_of(canvas);
    assert_legal(canvas);
    assert_int_equal(report.steps[FW_HYBRID_FORWARD].result, FW_OK);
    assert_int_equal(report.steps[FW_HYBRID_REPAIR].result, FW_PENDING);
}

void the_direction_changes_before_the_corner(canvas *canvas)
{
    const double simple = fw_path_length(canvas->path), taut = fw_path_length(canvas->others[0].path);
    assert_legal(canvas);
    assert_true(taut < simple - 1);
    assert_true(count_bends(canvas->others[0].path) > 0);
}

/// Is the way legal along the grid's path, on which the ship cannot turn?
void the_same_way_is_legal_from_the_side(canvas *canvas)
{
    const fw_path *grid = canvas->others[0].path;
    assert_legal(canvas);
    assert_true(summary_of(grid).violations.heading_jumps > 0);
    for (double at = 0; at < fw_path_length(canvas->path); at += 0.5) {
        fw_pose pose;
        double along, distance;
        assert_int_equal(fw_path_pose_at(canvas->path, at, &pose), FW_OK);
        assert_int_equal(fw_path_nearest(grid, pose.x, pose.y, &along, &distance), FW_OK);
        assert_true(distance < 2);
    }
}

void the_longer_way_is_faster(canvas *canvas)
{
    const fw_path *shortest = canvas->others[0].path;
    assert_true(fw_path_length(canvas->path) > fw_path_length(shortest) + 1);
    assert_true(fw_path_duration(canvas->path) < fw_path_duration(shortest) - 5);
}
