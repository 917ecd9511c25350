#include <math.h>
#include <string.h>

#include "base/random.h"
#include "common/drawing.h"
#include "common/new.h"
#include "common/unit.h"
#include "fairway/check.h"

/// One map, one unit and one path under judgement.
typedef struct scene {
    fw_map *map;
    fw_unit_id unit;
    fw_path *path;
    fw_check_def def;
} scene;

static fw_unit_def vehicle(fw_footprint footprint, double turn_radius)
{
    fw_unit_def unit = fw_default_unit_def();
    unit.footprint = footprint;
    unit.turn_radius = turn_radius;
    return unit;
}

static scene scene_with(fw_map *map, fw_unit_def unit)
{
    scene s = { .map = map, .def = fw_default_check_def() };
    assert_int_equal(fw_map_add_unit(map, &unit, &s.unit), FW_OK);
    assert_int_equal(fw_path_create(NULL, &s.path), FW_OK);
    return s;
}

static void end_scene(scene *s)
{
    fw_path_destroy(s->path);
    fw_map_destroy(s->map);
}

static fw_segment line(double x, double y, double degrees, double length)
{
    return (fw_segment){ .start = { x, y, degrees * FW_PI / 180 }, .length = length };
}

static fw_segment arc(double x, double y, double degrees, double curvature, double length)
{
    return (fw_segment){ .start = { x, y, degrees * FW_PI / 180 }, .curvature = curvature, .length = length };
}

static fw_check_report judge(scene *s, const fw_segment *segments, int32_t count)
{
    fw_check_report report;
    assert_int_equal(fw_path_set(s->path, segments, count, NULL), FW_OK);
    assert_int_equal(fw_path_check(s->map, s->unit, s->path, &s->def, &report), FW_OK);
    return report;
}

#define JUDGE(scene, ...)                                                                                    \
    judge((scene), (fw_segment[]){ __VA_ARGS__ },                                                            \
          (int32_t)(sizeof((fw_segment[]){ __VA_ARGS__ }) / sizeof(fw_segment)))

/// Only this fault, so often.
static void assert_fault(fw_check_report report, fw_fault fault, int32_t count)
{
    for (int kind = 1; kind < FW_FAULT_COUNT; kind++)
        if (report.faults[kind] != (kind == (int)fault ? count : 0))
            fail_msg("%d times '%s'", report.faults[kind], fw_fault_text((fw_fault)kind));
    assert_int_equal(report.first, fault);
    assert_true(fault != FW_FAULT_NONE || report.first_segment == -1);
    assert_int_equal(report.legal, fault == FW_FAULT_NONE || fault == FW_FAULT_STALE);
}

static void assert_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not within %g of %.17g", a, tolerance, b);
}

TEST(a_circle_of_diameter_1_passes_a_corridor_one_tile_wide)
{
    const char *corridor[] = { "########", "........", "########" };
    static const struct {
        double diameter;
        bool passes;
    } bodies[] = { { 0.5, true }, { 1, true }, { 1 + 1e-6, true }, { 1 + 1e-5, false }, { 1.2, false } };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        scene s = scene_with(DRAWN(corridor), vehicle(fw_circle(bodies[i].diameter / 2), 1));
        const fw_check_report report = JUDGE(&s, line(0.6, 1.5, 0, 6.8));
        assert_fault(report, bodies[i].passes ? FW_FAULT_NONE : FW_FAULT_BLOCKED, 1);
        end_scene(&s);
    }
}

TEST(a_long_rectangle_drives_a_corridor_one_tile_wide)
{
    const char *corridor[] = { "########", "........", "########" };
    scene s = scene_with(DRAWN(corridor), vehicle(fw_rectangle(1.2, 0.6), 1));
    assert_fault(JUDGE(&s, line(0.6, 1.5, 0, 6.8)), FW_FAULT_NONE, 0);
    assert_fault(JUDGE(&s, line(0.6, 1.7, 0, 6.8)), FW_FAULT_NONE, 0);
    assert_fault(JUDGE(&s, line(0.6, 1.70001, 0, 6.8)), FW_FAULT_BLOCKED, 1);
    const fw_check_report slanted = JUDGE(&s, line(1, 1.5, 30, 0));
    assert_fault(slanted, FW_FAULT_BLOCKED, 1); // 0.6 sin 30 + 0.3 cos 30 = 0.56 > 0.5: it touches
    end_scene(&s);
    for (int twice = 0; twice <= 1; twice++) { // 0.9 and 2.1 FW_TOUCH too wide on either side
        s = scene_with(DRAWN(corridor), vehicle(fw_rectangle(1.2, 1 + (twice ? 4.2 : 1.8) * FW_TOUCH), 1));
        assert_fault(JUDGE(&s, line(0.6, 1.5, 0, 6.8)), twice ? FW_FAULT_BLOCKED : FW_FAULT_NONE, twice);
        end_scene(&s);
    }
}

TEST(a_fault_tells_where_the_body_first_touches_and_what)
{
    const char *wall[] = { "........", "......#.", "........", "........" };
    scene s = scene_with(DRAWN(wall), vehicle(fw_circle(0.5), 1));
    const fw_check_report head_on = JUDGE(&s, line(1, 1.5, 0, 1), line(2, 1.5, 0, 5));
    assert_fault(head_on, FW_FAULT_BLOCKED, 1);
    assert_int_equal(head_on.first_segment, 1);
    assert_near(head_on.first_at, 4.5, 2e-6);
    assert_near(head_on.first_x, 5.5, 2e-6);
    assert_near(head_on.first_y, 1.5, 1e-9);
    assert_int_equal(head_on.first_tile_x, 6);
    assert_int_equal(head_on.first_tile_y, 1);
    const fw_check_report past_a_corner = JUDGE(&s, line(1, 2.4, 0, 6));
    assert_fault(past_a_corner, FW_FAULT_BLOCKED, 1);
    assert_near(past_a_corner.first_at, 5 - sqrt(0.25 - 0.16), 1e-5);
    end_scene(&s);
    const char *two[] = { "...#....", "........", "..#....." }; // the upper one comes later
    s = scene_with(DRAWN(two), vehicle(fw_circle(0.6), 1));
    const fw_check_report between = JUDGE(&s, line(0.7, 1.5, 0, 5));
    assert_fault(between, FW_FAULT_BLOCKED, 1);
    assert_near(between.first_at, 1.3 - sqrt(0.36 - 0.25), 1e-5);
    assert_int_equal(between.first_tile_x, 2);
    assert_int_equal(between.first_tile_y, 2);
    end_scene(&s);
}

TEST(the_outside_of_the_map_is_blocked)
{
    const char *field[] = { "....", "....", "....", "...." };
    scene s = scene_with(DRAWN(field), vehicle(fw_circle(0.5), 1));
    assert_fault(JUDGE(&s, line(0.5, 2, 0, 3)), FW_FAULT_NONE, 0);
    assert_fault(JUDGE(&s, line(0.5, 2, 0, 3.1)), FW_FAULT_BLOCKED, 1);
    assert_fault(JUDGE(&s, line(0.5, 2, 0, 1e300)), FW_FAULT_BLOCKED, 1);
    assert_fault(JUDGE(&s, line(1e300, 2, 0, 1)), FW_FAULT_BLOCKED, 1);
    assert_fault(JUDGE(&s, line(-70, 2, 0, 0)), FW_FAULT_BLOCKED, 1);
    const fw_check_report report = JUDGE(&s, line(-1, 2, 0, 1)); // touches from its start on
    assert_fault(report, FW_FAULT_BLOCKED, 1);
    assert_true(report.first_at == 0 && report.first_x == -1);
    assert_fault(JUDGE(&s, arc(2, 2, 0, 1e-9, 1e12)), FW_FAULT_BLOCKED, 1);
    assert_fault(JUDGE(&s, arc(2, 1, 0, 1, 1e12)), FW_FAULT_NONE, 0);
    end_scene(&s);
}

TEST(what_an_overlay_blocks_is_blocked)
{
    const char *field[] = { "......", "......", "......" };
    scene s = scene_with(DRAWN(field), vehicle(fw_circle(0.5), 1));
    fw_overlay *overlay = new_overlay(6, 3);
    assert_int_equal(fw_overlay_block(overlay, 3, 1, 1, 1), FW_OK);
    assert_fault(JUDGE(&s, line(0.5, 1.5, 0, 4)), FW_FAULT_NONE, 0);
    s.def.overlay = overlay;
    const fw_check_report report = JUDGE(&s, line(0.5, 1.5, 0, 4));
    assert_fault(report, FW_FAULT_BLOCKED, 1);
    assert_near(report.first_at, 2, 2e-6);
    fw_overlay_destroy(overlay);
    assert_int_equal(fw_overlay_create(5, 3, NULL, &overlay), FW_OK);
    s.def.overlay = overlay;
    fw_check_report unchanged;
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, &s.def, &unchanged), FW_WRONG_MAP);
    fw_overlay_destroy(overlay);
    end_scene(&s);
}

TEST(a_rectangle_that_turns_on_the_spot_sweeps_the_shorter_turn)
{
    const char *yard[] = { ".....", ".....", "..#..", ".....", "....." };
    scene s = scene_with(DRAWN(yard), vehicle(fw_rectangle(2, 0.4), 0));
    // East, then south at (1.5, 1.5): the nose passes through the tile to the south-east.
    assert_fault(JUDGE(&s, line(1.2, 1.5, 0, 0.3), line(1.5, 1.5, 90, 1)), FW_FAULT_BLOCKED, 1);
    assert_fault(JUDGE(&s, line(1.2, 1.5, 0, 0.3), line(1.5, 1.5, -90, 0.2)), FW_FAULT_NONE, 0);
    assert_fault(JUDGE(&s, line(1.2, 1.5, 0, 0.3), line(1.5, 1.5, 180, 0.1)), FW_FAULT_BLOCKED, 1);
    assert_fault(JUDGE(&s, line(1.2, 1.03, 0, 0.3), line(1.5, 1.03, 180, 0.1)), FW_FAULT_NONE, 0);
    end_scene(&s);
}

static const char *const field[] = { "............", "............", "............", "............",
                                     "............", "............", "............", "............" };

/// A legal drive of a vehicle with a reverse gear: right turn, straight, back.
static void fill_drive(fw_segment drive[3])
{
    drive[0] = arc(2, 2, 0, 0.5, FW_PI);
    drive[1] = line(4, 4, 90, 2);
    drive[2] = arc(4, 6, 90, -0.5, 1);
    drive[2].gear = FW_REVERSE;
}

static scene drive_scene(void)
{
    fw_unit_def unit = vehicle(fw_circle(0.5), 2);
    unit.reverse = true;
    unit.reverse_penalty = 3;
    unit.gear_change_cost = 5;
    return scene_with(DRAWN(field), unit);
}

TEST(each_way_to_break_a_legal_path_is_its_own_fault)
{
    scene s = drive_scene();
    fw_segment drive[3];
    fill_drive(drive);
    assert_fault(judge(&s, drive, 3), FW_FAULT_NONE, 0);

    drive[1].start.x += 1e-4;
    drive[2].start.x += 1e-4;
    const fw_check_report torn = judge(&s, drive, 3);
    assert_fault(torn, FW_FAULT_POSITION, 1);
    assert_int_equal(torn.first_segment, 1);
    assert_near(torn.first_at, FW_PI, 1e-9);

    fill_drive(drive);
    drive[2].start.heading += 1e-4;
    assert_fault(judge(&s, drive, 3), FW_FAULT_HEADING, 1);

    fill_drive(drive);
    drive[2].curvature = -0.500001;
    assert_fault(judge(&s, drive, 3), FW_FAULT_TOO_TIGHT, 1);

    fill_drive(drive);
    drive[0].start.y = 0.4;
    drive[1].start.y = 2.4;
    drive[2].start.y = 4.4;
    const fw_check_report outside = judge(&s, drive, 3);
    assert_fault(outside, FW_FAULT_BLOCKED, 1);
    assert_near(outside.first_at, 0, 1e-9);
    assert_int_equal(outside.first_tile_y, -1);
    end_scene(&s);
}

TEST(reverse_without_a_reverse_gear_is_a_fault)
{
    scene s = scene_with(DRAWN(field), vehicle(fw_circle(0.5), 2));
    fw_segment drive[3];
    fill_drive(drive);
    assert_fault(judge(&s, drive, 3), FW_FAULT_GEAR, 1);
    end_scene(&s);
}

TEST(length_and_cost_are_held_against_the_claims)
{
    scene s = drive_scene();
    s.def.check_cost = true;
    fw_segment drive[3];
    fill_drive(drive);
    const double length = FW_PI + 3, cost = FW_PI + 2 + 3 * 1 + 5;
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .length = length, .cost = cost };
    fw_check_report report;
    assert_int_equal(fw_path_set(s.path, drive, 3, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, &s.def, &report), FW_OK);
    assert_fault(report, FW_FAULT_NONE, 0);
    assert_near(report.length, length, 1e-9);
    assert_near(report.cost, cost, 1e-9);

    claimed.length = length * (1 + 1e-6);
    assert_int_equal(fw_path_set(s.path, drive, 3, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, &s.def, &report), FW_OK);
    assert_fault(report, FW_FAULT_LENGTH, 1);
    assert_int_equal(report.first_segment, -1);

    claimed.length = length;
    claimed.cost = cost - 1e-3;
    assert_int_equal(fw_path_set(s.path, drive, 3, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, &s.def, &report), FW_OK);
    assert_fault(report, FW_FAULT_COST, 1);

    claimed.cost = cost;
    claimed.map_version = fw_map_version(s.map);
    assert_int_equal(fw_path_set(s.path, drive, 3, &claimed), FW_OK);
    assert_int_equal(fw_map_set_tile(s.map, 11, 0, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(s.map), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, &s.def, &report), FW_OK);
    assert_fault(report, FW_FAULT_STALE, 1);
    end_scene(&s);
}

/// An arc begins along the border between cheap and expensive ground. Rounding by 2e-16 moves 2e-8 tiles of it onto
/// the expensive ground.
TEST(the_cost_of_an_arc_along_a_border_may_differ_by_rounding)
{
    static const char *const rows[] = { "......", "......", "......", "ssssss", "ssssss" };
    fw_unit_def unit = vehicle(fw_circle(0.3), 1);
    unit.terrain_cost[FW_GROUND] = 0.5f;
    unit.terrain_cost[FW_SHALLOW] = 255.0f;
    scene s = scene_with(DRAWN(rows), unit);
    s.def.check_cost = true;
    const fw_segment drive = arc(2, nextafter(3, 4), 0, -1, 1);
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .length = 1, .cost = 0.5 };
    fw_check_report report;
    assert_int_equal(fw_path_set(s.path, &drive, 1, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, &s.def, &report), FW_OK);
    assert_fault(report, FW_FAULT_NONE, 0);
    assert_true(report.cost > 0.5 + 2e-6);

    claimed.cost = 0.501;
    assert_int_equal(fw_path_set(s.path, &drive, 1, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, &s.def, &report), FW_OK);
    assert_fault(report, FW_FAULT_COST, 1);
    end_scene(&s);
}

TEST(start_and_goal_are_judged_when_asked_for)
{
    scene s = drive_scene();
    fw_segment drive[2] = { line(1, 1, 0, 4), arc(5, 1, 0, 0.5, FW_PI) };
    s.def.has_start = s.def.has_goal = true;
    s.def.start = (fw_pose){ 1, 1, 2 * FW_PI };
    s.def.goal = fw_goal_pose((fw_pose){ 7, 3, FW_PI / 2 });
    assert_fault(judge(&s, drive, 2), FW_FAULT_NONE, 0);
    s.def.start.heading = 0.1;
    assert_fault(judge(&s, drive, 2), FW_FAULT_START, 1);
    s.def.start.heading = 3e-6;
    assert_fault(judge(&s, drive, 2), FW_FAULT_START, 1);
    s.def.start.heading = 5e-7;
    assert_fault(judge(&s, drive, 2), FW_FAULT_NONE, 0);
    s.def.start = (fw_pose){ 1, 1.009, 0 };
    assert_fault(judge(&s, drive, 2), FW_FAULT_NONE, 0);
    s.def.start.y = 1.011;
    assert_fault(judge(&s, drive, 2), FW_FAULT_START, 1);
    s.def.start_slack = 0.012;
    assert_fault(judge(&s, drive, 2), FW_FAULT_NONE, 0);
    s.def.start_slack = 0;
    s.def.start.y = 1 + 3e-6;
    assert_fault(judge(&s, drive, 2), FW_FAULT_START, 1);
    s.def.start.y = 1;
    s.def.goal.pose.heading = 0;
    assert_fault(judge(&s, drive, 2), FW_FAULT_GOAL, 1);
    s.def.goal = fw_goal_at(7, 3);
    assert_fault(judge(&s, drive, 2), FW_FAULT_NONE, 0);
    s.def.goal = fw_goal_at(7, 3.001);
    assert_fault(judge(&s, drive, 2), FW_FAULT_GOAL, 1);
    s.def.goal = fw_goal_within(7, 4, 1);
    assert_fault(judge(&s, drive, 2), FW_FAULT_NONE, 0);
    s.def.goal = fw_goal_within(7, 4, 0.999);
    assert_fault(judge(&s, drive, 2), FW_FAULT_GOAL, 1);
    const fw_pose set[] = { { 1, 1, 0 }, { 7, 3, 0 } };
    s.def.goal = fw_goal_nearest_of(set, 2);
    assert_fault(judge(&s, drive, 2), FW_FAULT_NONE, 0);
    s.def.goal = fw_goal_nearest_of(set, 1);
    assert_fault(judge(&s, drive, 2), FW_FAULT_GOAL, 1);
    s.def.start.x = NAN;
    assert_int_equal(judge(&s, drive, 2).faults[FW_FAULT_START], 1);
    end_scene(&s);
}

TEST(a_path_for_fixed_angles_may_jump_between_them_and_face_no_other_way)
{
    scene s = scene_with(DRAWN(field), vehicle(fw_circle(0.5), 2));
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND, .length = 4, .fixed_angles = 8 };
    fw_segment bent[2] = { line(1, 1, 0, 2), line(3, 1, 45, 2) };
    fw_check_report report;
    assert_int_equal(fw_path_set(s.path, bent, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, NULL, &report), FW_OK);
    assert_fault(report, FW_FAULT_NONE, 0);
    bent[1].start.heading = FW_PI / 8;
    assert_int_equal(fw_path_set(s.path, bent, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, NULL, &report), FW_OK);
    assert_fault(report, FW_FAULT_ANGLE, 1);
    claimed.fixed_angles = 16;
    assert_int_equal(fw_path_set(s.path, bent, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, NULL, &report), FW_OK);
    assert_fault(report, FW_FAULT_NONE, 0);
    bent[1].curvature = 0.1;
    bent[1].length = 0;
    claimed.length = 2;
    assert_int_equal(fw_path_set(s.path, bent, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, NULL, &report), FW_OK);
    assert_fault(report, FW_FAULT_NONE, 0);
    bent[1].length = 2;
    claimed.length = 4;
    assert_int_equal(fw_path_set(s.path, bent, 2, &claimed), FW_OK);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, NULL, &report), FW_OK);
    assert_fault(report, FW_FAULT_ANGLE, 1);
    end_scene(&s);
}

static fw_check_report judge_step(fw_corner_rule corners, int32_t size, const char *const *rows,
                                  int32_t height, fw_segment step)
{
    fw_unit_def unit = unit_of_size(size);
    unit.corners = corners;
    scene s = scene_with(map_from_drawing(rows, height), unit);
    const fw_check_report report = judge(&s, &step, 1);
    end_scene(&s);
    return report;
}

TEST(corners_are_cut_only_by_units_that_may)
{
    const char *one[] = { "...", ".#.", "..." };
    const char *both[] = { ".#.", "#..", "..." };
    const fw_segment past_one = line(1.5, 0.5, 45, 1.41421356237309505),
                     past_both = line(0.5, 0.5, 45, 1.41421356237309505);
    assert_fault(judge_step(FW_CORNERS_NEVER, 1, one, 3, past_one), FW_FAULT_BLOCKED, 1);
    assert_fault(judge_step(FW_CORNERS_ONE, 1, one, 3, past_one), FW_FAULT_NONE, 0);
    assert_fault(judge_step(FW_CORNERS_ALWAYS, 1, one, 3, past_one), FW_FAULT_NONE, 0);
    assert_fault(judge_step(FW_CORNERS_NEVER, 1, both, 3, past_both), FW_FAULT_BLOCKED, 1);
    assert_fault(judge_step(FW_CORNERS_ALWAYS, 1, both, 3, past_both), FW_FAULT_NONE, 0);
    const fw_check_report cut = judge_step(FW_CORNERS_ONE, 1, both, 3, past_both);
    assert_fault(cut, FW_FAULT_CORNER, 1);
    assert_int_equal(cut.first_tile_x, 0);
    assert_int_equal(cut.first_tile_y, 1);
}

TEST(a_unit_that_cuts_corners_needs_its_square_at_every_step)
{
    const char *gap[] = { "......", "......", "...#..", "......" };
    const fw_check_report beside = judge_step(FW_CORNERS_ALWAYS, 2, gap, 4, line(1, 1, 0, 4));
    assert_fault(beside, FW_FAULT_NONE, 0);
    const fw_check_report through = judge_step(FW_CORNERS_ALWAYS, 2, gap, 4, line(1, 2, 0, 4));
    assert_fault(through, FW_FAULT_BLOCKED, 1);
    assert_near(through.first_at, 1.5, 2e-6); // from there on its square reaches the tile
    assert_int_equal(through.first_tile_x, 3);
    assert_int_equal(through.first_tile_y, 2);
    const char *wall[] = { "...", ".#.", "..." };
    assert_fault(judge_step(FW_CORNERS_ALWAYS, 1, wall, 3, line(0.7, 1.4, 10, 1)), FW_FAULT_BLOCKED, 1);
}

TEST(a_body_that_touches_nothing_goes_where_its_square_may_not)
{
    const char *corridor[] = { "########", "........", "########" };
    fw_unit_def cutter = vehicle(fw_circle(0.2), 1);
    cutter.size = 2;
    cutter.corners = FW_CORNERS_ONE;
    scene s = scene_with(DRAWN(corridor), cutter);
    assert_fault(JUDGE(&s, line(1, 1.5, 0, 4)), FW_FAULT_NONE, 0);
    assert_fault(JUDGE(&s, line(1, 2, 0, 4)), FW_FAULT_BLOCKED, 1);
    end_scene(&s);
}

TEST(a_footprint_larger_than_its_size_is_judged_as_it_is)
{
    const char *corridor[] = { "########", "........", "########" };
    fw_unit_def unit = vehicle(fw_circle(0.7), 1);
    unit.size = 1;
    scene s = scene_with(DRAWN(corridor), unit);
    assert_fault(JUDGE(&s, line(1, 1.5, 0, 4)), FW_FAULT_BLOCKED, 1);
    end_scene(&s);
}

static scene cost_scene(const char *const *rows, int32_t height)
{
    fw_unit_def unit = vehicle(fw_circle(0.25), 1);
    unit.terrain_cost[FW_SWAMP] = 3;
    unit.terrain_cost[FW_ROAD] = 0.5f;
    return scene_with(map_from_drawing(rows, height), unit);
}

TEST(cost_is_the_integral_of_the_terrain_under_the_centre)
{
    const char *mixed[] = { ".SSR..", "......", "......", "......" };
    scene s = cost_scene(mixed, 4);
    assert_near(JUDGE(&s, line(0.5, 0.5, 0, 5)).cost, 0.5 + 2 * 3 + 0.5 + 1.5, 1e-9);
    assert_near(JUDGE(&s, line(2.5, 0.5, 90, 3)).cost, 0.5 * 3 + 2.5, 1e-9);
    // Around the corner at (1, 1), a quarter of the circle with radius 1/2 in each tile.
    const double quarters[] = { 1, 3, 1, 1 };
    double cost = 0;
    for (int i = 0; i < 24; cost += FW_PI / 4 * quarters[i++ % 4])
        assert_near(JUDGE(&s, arc(0.5, 1, -90, 2, FW_PI / 4 * i)).cost, cost, 1e-9);
    assert_near(JUDGE(&s, arc(0.5, 1, -90, 2, 1000 * FW_PI)).cost, 1000 * FW_PI / 4 * (1 + 3 + 1 + 1), 1e-6);
    end_scene(&s);
}

TEST(turns_beyond_number_cost_nothing_where_they_lead_off_the_map)
{
    const char *open[] = { "......", "......", "......" };
    scene s = cost_scene(open, 3);
    const fw_check_report report = JUDGE(&s, arc(1, 1.5, 0, 1e-9, 1e300));
    assert_true(report.cost >= 0 && isfinite(report.cost));
    assert_int_equal(report.faults[FW_FAULT_BLOCKED], 1);
    end_scene(&s);
}

TEST(a_line_on_a_grid_line_pays_the_mean_of_both_sides)
{
    const char *mixed[] = { ".S#R..", "..SR..", "......", "......" };
    scene s = cost_scene(mixed, 4);
    s.def.check_cost = true;
    assert_near(JUDGE(&s, line(0.5, 1, 0, 0.5)).cost, 0.5, 1e-9);
    assert_near(JUDGE(&s, line(1, 1 + 5e-7, 0, 1)).cost, 2, 1e-9);
    assert_near(JUDGE(&s, line(2, 1, 0, 1)).cost, 3, 1e-9); // only one side may be entered
    assert_near(JUDGE(&s, line(2, 1.2, 90, 0.5)).cost, 0.5 * 2, 1e-9);
    assert_near(JUDGE(&s, line(1, 1 + 2e-6, 0, 1)).cost, 1, 1e-9);
    fw_overlay *overlay = new_overlay(6, 4);
    assert_int_equal(fw_overlay_add_cost(overlay, 1, 1, 1, 1, 4), FW_OK);
    s.def.overlay = overlay;
    assert_near(JUDGE(&s, line(1, 1, 0, 1)).cost, 4, 1e-9);
    assert_near(JUDGE(&s, line(1, 1.5, 0, 1)).cost, 5, 1e-9);
    fw_overlay_destroy(overlay);
    end_scene(&s);
}

TEST(a_line_beside_the_edge_of_the_map_by_less_than_a_touch_costs_what_lies_within)
{
    const char *mixed[] = { ".SSR", "....", "...." };
    scene s = cost_scene(mixed, 3);
    static const double beside[] = { 0, 2.3e-16, 1e-9, 9e-7 };
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        assert_near(JUDGE(&s, line(0.5, -beside[i], 0, 3)).cost, 0.5 + 2 * 3 + 0.5 * 0.5, 1e-9);
        assert_near(JUDGE(&s, line(1, 3 + beside[i], 0, 2)).cost, 2, 1e-9);
        assert_near(JUDGE(&s, line(-beside[i], 1, 90, 2)).cost, 2, 1e-9);
        assert_near(JUDGE(&s, line(4 + beside[i], 0.5, 90, 2)).cost, 0.5 * 0.5 + 1.5, 1e-9);
    }
    end_scene(&s);
}

/// The cost by a sum over many small steps.
static double sampled_cost(const fw_map *map, const fw_unit_def *unit, const fw_path *path)
{
    enum { STEPS = 40000 };
    const double step = fw_path_length(path) / STEPS;
    double cost = 0;
    for (int i = 0; i < STEPS; i++) {
        fw_pose at;
        fw_path_pose_at(path, step * (i + 0.5), &at);
        cost += step * unit->terrain_cost[fw_map_terrain(map, (int32_t)floor(at.x), (int32_t)floor(at.y))];
    }
    return cost;
}

TEST(costs_of_random_segments_are_those_of_many_small_steps)
{
    random_source random = { 11 };
    fw_unit_def unit = vehicle(fw_circle(0.1), 0);
    unit.terrain_cost[FW_SWAMP] = 3;
    unit.terrain_cost[FW_WATER] = 20;
    scene s = scene_with(map_at_random(&random, 24, 24, 0, 3), unit);
    for (int i = 0; i < 60; i++) {
        const double curvature = i % 3 ? 3 * random_unit(&random) - 1.5 : 0;
        const fw_segment segment = arc(8 + 8 * random_unit(&random), 8 + 8 * random_unit(&random),
                                       360 * random_unit(&random), curvature, 7 * random_unit(&random));
        const fw_check_report report = judge(&s, &segment, 1);
        assert_near(report.cost, sampled_cost(s.map, &unit, s.path), 0.05);
    }
    end_scene(&s);
}

TEST(ten_thousand_lines_are_judged_and_the_one_that_touches_is_found)
{
    enum { LINES = 10000 };
    static fw_segment segments[LINES];
    scene s = scene_with(DRAWN(field), vehicle(fw_circle(0.5), 0));
    for (int i = 0; i < LINES; i++)
        segments[i] = i % 2 ? line(9, 2, 180, 6) : line(3, 2, 0, 6);
    assert_fault(judge(&s, segments, LINES), FW_FAULT_NONE, 0);
    segments[LINES - 1].length = 9;
    const fw_check_report report = judge(&s, segments, LINES);
    assert_fault(report, FW_FAULT_BLOCKED, 1);
    assert_near(report.first_at, 6.0 * (LINES - 1) + 8.5, 1e-5);
    end_scene(&s);
}

TEST(small_jumps_do_not_add_up)
{
    enum { LINES = 1000 };
    static fw_segment segments[LINES];
    scene s = scene_with(DRAWN(field), vehicle(fw_circle(0.5), 2));
    const double jumps[] = { 0, 1e-9, 1.1e-9, 5e-7 };
    for (size_t k = 0; k < sizeof jumps / sizeof *jumps; k++) {
        const double jump = jumps[k];
        const bool adds_up = jump * (LINES - 1) > 1e-6;
        for (int i = 0; i < LINES; i++)
            segments[i] = line(2, 2, i * jump * 180 / FW_PI, 0);
        assert_int_equal(judge(&s, segments, LINES).faults[FW_FAULT_HEADING] > 0, adds_up);
        for (int i = 0; i < LINES; i++)
            segments[i] = line(2, 2 + i * jump, 0, 0);
        assert_int_equal(judge(&s, segments, LINES).faults[FW_FAULT_POSITION] > 0, adds_up);
        for (int i = 0; i < LINES; i++) // there and back again
            segments[i] = line(2 + i % 2 * jump, 2, i % 2 * jump * 180 / FW_PI, 0);
        assert_fault(judge(&s, segments, LINES), FW_FAULT_NONE, 0);
    }
    end_scene(&s);
}

TEST(a_rectangle_that_turns_on_the_spot_sweeps_the_turns_from_its_start_and_to_its_goal)
{
    const char *corridor[] = { "#######", ".......", "#######" };
    fw_unit_def unit = vehicle(fw_rectangle(3, 1), 0);
    unit.size = 1;
    scene s = scene_with(DRAWN(corridor), unit);
    const fw_segment drive = line(2.5, 1.5, 0, 2);
    const double degrees[] = { 0, 90, 180, -45 };
    for (int i = 0; i < 4; i++) {
        const double heading = degrees[i] * FW_PI / 180;
        const bool turns = degrees[i] != 0;
        s.def = fw_default_check_def();
        s.def.has_start = true;
        s.def.start = (fw_pose){ 2.5, 1.5, heading };
        assert_fault(judge(&s, &drive, 1), turns ? FW_FAULT_BLOCKED : FW_FAULT_NONE, turns);
        s.def.has_start = false;
        s.def.has_goal = true;
        s.def.goal = fw_goal_pose((fw_pose){ 4.5, 1.5, heading });
        const fw_check_report arrival = judge(&s, &drive, 1);
        assert_fault(arrival, turns ? FW_FAULT_BLOCKED : FW_FAULT_NONE, turns);
        assert_near(arrival.first_at, turns ? 2 : 0, 1e-9);
        s.def.goal = fw_goal_at(4.5, 1.5);
        assert_fault(judge(&s, &drive, 1), FW_FAULT_NONE, 0);
    }
    end_scene(&s);
}

TEST(a_body_smaller_than_a_touch_gets_between_two_blocked_tiles_nowhere)
{
    const char *pair[] = { "....", "....", ".##.", "....", "...." };
    const fw_footprint bodies[] = { fw_circle(1e-8), fw_circle(9e-7), fw_rectangle(0.5, 1e-6),
                                    fw_rectangle(1e-6, 1e-6) };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        scene s = scene_with(DRAWN(pair), vehicle(bodies[i], 0));
        assert_fault(JUDGE(&s, line(2, 0.5, 90, 4)), FW_FAULT_BLOCKED, 1);
        assert_fault(JUDGE(&s, line(1, 0.5, 90, 4)), FW_FAULT_NONE, 0);
        assert_fault(JUDGE(&s, line(2, 0.5, -90, 0.8)), FW_FAULT_BLOCKED, 1);
        for (int side = -1; side <= 1; side += 2) {
            const double beside = 2 + side * 5e-7;
            assert_fault(JUDGE(&s, line(beside, 0.5, 90, 4)), FW_FAULT_BLOCKED, 1);
        }
        end_scene(&s);
    }
}

TEST(a_body_smaller_than_a_touch_is_as_deep_in_a_tile_as_a_touch_at_most_on_every_side)
{
    const char *block[] = { "....", ".##.", ".##.", "...." };
    static const double radii[] = { 1e-8, 5e-7 };
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        for (int deep = 0; deep <= 1; deep++) {
            const double depth = (deep ? 1.1 : 0.9) * (FW_TOUCH - radii[i]);
            const fw_segment sides[] = { line(1 + depth, 0.5, 90, 3), line(3 - depth, 0.5, 90, 3),
                                         line(0.5, 1 + depth, 0, 3), line(0.5, 3 - depth, 0, 3) };
            scene s = scene_with(DRAWN(block), vehicle(fw_circle(radii[i]), 0));
            for (int side = 0; side < 4; side++)
                assert_fault(judge(&s, &sides[side], 1), deep ? FW_FAULT_BLOCKED : FW_FAULT_NONE, deep);
            end_scene(&s);
        }
}

TEST(bad_input_is_named)
{
    scene s = drive_scene();
    fw_check_report report;
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, NULL, &report), FW_BAD_SIZE);
    assert_int_equal(fw_path_check(NULL, s.unit, s.path, NULL, &report), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_check(s.map, s.unit, NULL, NULL, &report), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, NULL, NULL), FW_NULL_ARGUMENT);
    assert_int_equal(fw_path_check(s.map, s.unit + 99, s.path, NULL, &report), FW_UNKNOWN_UNIT);
    assert_int_equal(fw_path_check(s.map, s.unit, s.path, &(fw_check_def){ 0 }, &report), FW_BAD_DEF);
    assert_non_null(strstr(fw_result_text(FW_BAD_SIZE), "path is empty"));
    for (int a = 0; a < FW_FAULT_COUNT; a++)
        for (int b = 0; b < a; b++)
            assert_string_not_equal(fw_fault_text((fw_fault)a), fw_fault_text((fw_fault)b));
    assert_string_equal(fw_fault_text(FW_FAULT_COUNT), fw_fault_text((fw_fault)-1));
    end_scene(&s);
}
