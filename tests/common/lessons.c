#include "common/lessons.h"

#include <math.h>
#include <string.h>

#include "common/search_figures.h"
#include "common/unit.h"
#include "fairway/check.h"
#include "fairway/hybrid.h"
#include "fairway/shape.h"

/// True if a round body at a pose overlaps a blocked tile by more than the tolerance.
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

/// True if a path comes within a tile of a place.
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

void the_grid_has_eight_directions(canvas *canvas)
{
    int32_t count = 0;
    const fw_segment *lines = fw_path_segments(canvas->path, &count);
    assert_true(count > 3);
    for (int32_t i = 0; i < count; i++)
        assert_true(fabs(fw_round_heading(lines[i].start.heading, 8) - lines[i].start.heading) < 1e-9);
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

void waypoints_are_left_out(canvas *canvas)
{
    int32_t count = 0;
    int others = 0;
    const fw_segment *lines = fw_path_segments(canvas->path, &count);
    for (int32_t i = 0; i < count; i++)
        others += fabs(fw_round_heading(lines[i].start.heading, 8) - lines[i].start.heading) > 0.01;
    const int bends = count_bends(canvas->path);
    const double length = fw_path_length(canvas->path);
    assert_true(others > 0);
    assert_legal(canvas);
    as_the_grid_found_it(canvas);
    assert_true(bends < count_bends(canvas->path));
    assert_true(length < fw_path_length(canvas->path) - 0.1);
}

/// True if an end of the diamond around the body is blocked at one of the points that Walkable() looks at.
static bool diamond_is_hit(const canvas *canvas, fw_pose from, fw_pose to)
{
    const double radius = canvas->unit.footprint.radius;
    const double ends[4][2] = { { -radius, 0 }, { radius, 0 }, { 0, -radius }, { 0, radius } };
    const double count = ceil(hypot(to.x - from.x, to.y - from.y) / 0.2);
    for (double i = 0; i <= count; i++)
        for (int end = 0; end < 4; end++) {
            const double x = from.x + i / count * (to.x - from.x) + ends[end][0];
            const double y = from.y + i / count * (to.y - from.y) + ends[end][1];
            if (fw_map_terrain(canvas->map, (int32_t)floor(x), (int32_t)floor(y)) == FW_BLOCKED)
                return true;
        }
    return false;
}

void walkable_is_refused_at_the_first_hit(canvas *canvas)
{
    const fw_segment *lines = fw_path_segments(canvas->path, NULL);
    const fw_pose kept = lines[1].start, next = canvas->notes[canvas->note_count - 1].line.start;
    assert_true(comes_by(canvas->others[0].path, next.x, next.y));
    assert_true(hypot(next.x - kept.x, next.y - kept.y) < 1.5);
    assert_false(diamond_is_hit(canvas, lines[0].start, kept));
    assert_true(diamond_is_hit(canvas, lines[0].start, next));
    int red = 0;
    for (int i = 0; i < canvas->note_count; i++)
        red += canvas->notes[i].pen == IO_PEN_RED;
    assert_true(red > 0);
}

void the_body_overlaps_where_it_is_impossible(canvas *canvas)
{
    int32_t count = 0;
    const double radius = canvas->unit.footprint.radius;
    const double *stretch = fw_path_impossible(canvas->path, &count);
    assert_int_equal(count, 1);
    assert_true(fabs(stretch[1] - stretch[0] - sqrt(2)) < 1e-9);
    int hits = 0;
    for (double at = 0; at < fw_path_length(canvas->path); at += 0.01) {
        fw_pose pose;
        double along, distance;
        assert_int_equal(fw_path_pose_at(canvas->path, at, &pose), FW_OK);
        const bool is_inside = at > stretch[0] && at < stretch[1];
        const bool is_hit = overlaps(canvas->map, pose, radius);
        assert_int_equal(fw_path_nearest(canvas->others[0].path, pose.x, pose.y, &along, &distance), FW_OK);
        assert_true(is_inside ? distance < 1e-9 : !is_hit);
        hits += is_hit;
    }
    assert_true(hits > 50);
    assert_true(fw_path_length(canvas->path) < fw_path_length(canvas->others[0].path) - 0.3);
    assert_int_equal(summary_of(canvas->path).violations.impossible, 1);
}

/// How far a path turns to the right, less how far it turns to the left, from a distance on.
static double turn_of(const fw_path *path, double from, double to)
{
    double turn = 0, passed = 0;
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; passed += segments[i++].length)
        turn += segments[i].curvature * fmax(fmin(to, passed + segments[i].length) - fmax(from, passed), 0);
    return turn;
}

/// Where a path is at a place for the first time and for the last.
static void find_visits(const fw_path *path, double x, double y, double *first, double *last)
{
    *first = -1;
    for (double at = 0; at < fw_path_length(path); at += 0.01) {
        fw_pose pose;
        assert_int_equal(fw_path_pose_at(path, at, &pose), FW_OK);
        if (hypot(pose.x - x, pose.y - y) > 0.1)
            continue;
        *first = *first < 0 ? at : *first;
        *last = at;
    }
    assert_true(*first >= 0);
}

void a_loop_to_the_right_leads_to_the_left(canvas *canvas)
{
    const fw_path *grid = canvas->others[0].path;
    double first = 0, last = 0;
    assert_legal(canvas);
    assert_true(comes_by(grid, 3.5, 2.5) && !comes_by(canvas->path, 3.5, 2.5));
    assert_true(summary_of(grid).violations.heading_jumps > 0);
    find_visits(canvas->path, 14.5, 11.5, &first, &last);
    assert_true(last > first + 10);
    assert_true(fabs(turn_of(canvas->path, first, last) - 1.5 * FW_PI) < 1e-6);
    fw_overlay *overlay;
    assert_int_equal(fw_overlay_create(fw_map_width(canvas->map), fw_map_height(canvas->map), NULL, &overlay),
                     FW_OK);
    assert_int_equal(fw_overlay_block(overlay, 14, 8, 1, 1), FW_OK);
    fw_request ask = canvas_request(canvas);
    ask.method = FW_DIRECTIONAL_48;
    ask.overlay = overlay;
    ask.unit = summary_of(canvas->path).unit;
    assert_int_equal(fw_find_path(canvas->planner, &ask, canvas->path), FW_NOT_FOUND);
    fw_overlay_destroy(overlay);
}

void the_mask_holds_what_the_body_touches(canvas *canvas)
{
    const double radius = canvas->unit.footprint.radius;
    int marked = 0;
    for (int32_t y = 0; y < fw_map_height(canvas->map); y++)
        for (int32_t x = 0; x < fw_map_width(canvas->map); x++) {
            double nearest = INFINITY;
            for (double at = 0; at <= fw_path_length(canvas->path); at += 0.001) {
                fw_pose pose;
                assert_int_equal(fw_path_pose_at(canvas->path, at, &pose), FW_OK);
                const double across = fmax(fmax(x - pose.x, pose.x - x - 1), 0);
                const double along = fmax(fmax(y - pose.y, pose.y - y - 1), 0);
                nearest = fmin(nearest, hypot(across, along));
            }
            const bool is_marked = fw_map_terrain(canvas->map, x, y) == FW_SAND;
            assert_true(is_marked == (nearest < radius));
            assert_true(!is_marked ||
                        (fabs(x + 0.5 - canvas->start.x) <= 5 && fabs(y + 0.5 - canvas->start.y) <= 5));
            marked += is_marked;
        }
    assert_int_equal(canvas_count_texts(canvas, "1"), marked);
    assert_int_equal(canvas_count_texts(canvas, "0"), 11 * 11 - marked);
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

void bends_become_fewer(canvas *canvas)
{
    zigzag(canvas);
    const int bends = count_bends(canvas->path);
    const double length = fw_path_length(canvas->path);
    with_fewer_bends(canvas);
    assert_in_range(count_bends(canvas->path), 1, bends - 1);
    assert_true(fabs(fw_path_length(canvas->path) - length) < 1e-9);
    straightened(canvas);
    assert_int_equal(bends - count_bends(canvas->path), 4);
    int red = 0;
    for (int i = 0; i < canvas->note_count; i++)
        red += canvas->notes[i].pen == IO_PEN_RED;
    assert_int_equal(red, 2 * 4); // zigzag() has drawn them twice
    assert_true(fw_path_length(canvas->path) < length - 0.5);
}

void bends_are_fewer_at_equal_length(canvas *canvas)
{
    const int bends = count_bends(canvas->path);
    const double length = fw_path_length(canvas->path);
    zigzag(canvas);
    assert_in_range(bends, 1, count_bends(canvas->path) - 1);
    assert_true(fabs(fw_path_length(canvas->path) - length) < 1e-9);
}

void the_way_is_direct(canvas *canvas)
{
    const double length = fw_path_length(canvas->path);
    const double straight = hypot(canvas->goal.x - canvas->start.x, canvas->goal.y - canvas->start.y);
    assert_legal(canvas);
    assert_true(length < 1.001 * straight);
    zigzag(canvas);
    assert_true(count_bends(canvas->path) > 4); // round rocks
    assert_true(length < fw_path_length(canvas->path) - 0.5);
}

void one_turn_is_tighter(canvas *canvas)
{
    const fw_violations violations = summary_of(canvas->path).violations;
    assert_int_equal(violations.too_tight, 1);
    assert_int_equal(violations.blocked + violations.heading_jumps, 0);
    assert_int_equal(count_overlaps(canvas, true), 0);
    turn_as_wide_as_it_can(canvas);
    assert_true(count_overlaps(canvas, true) > 0);
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

/// Directional-48 finds no path near the path on the grid, where Smoothing-48 may go.
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

/// The ways of steps 2 and 3 end at a and b, and the repair leads from one of their points to another.
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
    assert_true(comes_by(canvas->path, canvas->start.x, canvas->start.y));
    assert_true(comes_by(canvas->path, canvas->goal.x, canvas->goal.y));
}

/// Fewer expansions than figure 20 takes, more than figure 21b. The ways of steps 2 and 3 end at a and b.
void the_repair_takes_less(canvas *canvas)
{
    const fw_hybrid_report report = report_of(canvas);
    fw_pose forward_end;
    const fw_path *forward = canvas->others[0].path;
    assert_legal(canvas);
    assert_true(comes_by(canvas->path, canvas->goal.x, canvas->goal.y));
    assert_int_equal(fw_path_pose_at(forward, fw_path_length(forward), &forward_end), FW_OK);
    assert_true(apart(forward_end, report.a) < 1e-9);
    assert_true(apart(fw_path_segments(canvas->others[1].path, NULL)->start, report.b) < 1e-9);
    assert_in_range(report.steps[FW_HYBRID_REPAIR].expanded, 50, 500);
}

void no_repair_is_needed(canvas *canvas)
{
    const fw_hybrid_report report = report_of(canvas);
    assert_legal(canvas);
    assert_int_equal(report.steps[FW_HYBRID_FORWARD].result, FW_OK);
    assert_int_equal(report.steps[FW_HYBRID_REPAIR].result, FW_PENDING);
}

/// The dot beside which a letter stands.
static fw_pose place_named(const canvas *canvas, const char *letter)
{
    for (int i = 0; i < canvas->note_count; i++)
        if (strcmp(canvas->notes[i].text, letter) == 0)
            return canvas->notes[i].line.start;
    fail_msg("no letter %s", letter);
    return canvas->start;
}

void the_direction_changes_before_the_corner(canvas *canvas)
{
    const double simple = fw_path_length(canvas->path), taut = fw_path_length(canvas->others[0].path);
    assert_legal(canvas);
    assert_true(taut < simple - 1);
    int32_t count = 0;
    const fw_segment *string = fw_path_segments(canvas->others[0].path, &count);
    const fw_pose p = place_named(canvas, "p"), q = place_named(canvas, "q");
    assert_true(count > 1 && apart(string[count - 1].start, p) < 1e-9);
    assert_false(diamond_is_hit(canvas, p, canvas->goal));
    assert_false(diamond_is_hit(canvas, q, place_named(canvas, "r")));
    assert_true(diamond_is_hit(canvas, q, place_named(canvas, "s")));
    assert_true(comes_by(canvas->path, q.x, q.y) && p.x > q.x);
}

/// The path found along the grid's path, on which the ship cannot turn, is legal.
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
    fw_request ask = canvas_request(canvas); // simple smoothing does not find it
    ask.goal = fw_goal_pose(canvas->goal);
    ask.method = FW_GRID;
    ask.smoothing = FW_SMOOTH_SIMPLE;
    canvas_find(canvas, ask, canvas->path);
    assert_true(summary_of(canvas->path).violations.heading_jumps > 0);
}

void the_longer_way_is_faster(canvas *canvas)
{
    const fw_path *shortest = canvas->others[0].path;
    assert_true(fw_path_length(canvas->path) > fw_path_length(shortest) + 0.5);
    const double fastest = fw_path_duration(canvas->path);
    assert_true(fastest < fw_path_duration(shortest) - 5);
    const fw_method methods[] = { FW_DIRECTIONAL, FW_DIRECTIONAL_24 };
    const double charges[] = { 0, 3, 6, 12, 40 }; // tiles for each full turn: no charge leads to a faster way
    canvas->unit.methods = FW_METHOD_BIT(FW_DIRECTIONAL) | FW_METHOD_BIT(FW_DIRECTIONAL_24);
    fw_speed_def speeds = fw_default_speed_def();
    speeds.top = 5;
    speeds.acceleration = speeds.braking = 3;
    speeds.lateral = 0.5;
    for (int i = 0; i < 10; i++) {
        fw_request ask = canvas_request(canvas);
        ask.method = methods[i % 2];
        ask.turn_charge = charges[i / 2];
        ask.smoothing = FW_SMOOTH_AUTO;
        canvas_find(canvas, ask, canvas->path);
        assert_int_equal(fw_path_profile(canvas->map, &speeds, canvas->path, NULL), FW_OK);
        assert_true(fw_path_duration(canvas->path) > fastest - 0.005);
    }
}
