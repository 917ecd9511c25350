#include "common/geometry_figures.h"

#include <math.h>
#include <stdio.h>

#include "base/trig.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "fairway/curve.h"
#include "fairway/shape.h"

#define DEGREES (FW_PI / 180)

static io_point point_at(io_point from, double angle, double distance)
{
    return (io_point){ from.x + distance * cos(angle), from.y + distance * sin(angle) };
}

static io_point place_of(fw_pose pose)
{
    return (io_point){ pose.x, pose.y };
}

static io_point middle_of(io_point a, io_point b)
{
    return (io_point){ (a.x + b.x) / 2, (a.y + b.y) / 2 };
}

static double distance_between(io_point a, io_point b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/// The centre of the circle on which a unit turns to one side; side 1: right on the screen, -1: left.
static io_point centre_of_turn(fw_pose at, int side, double radius)
{
    return point_at(place_of(at), at.heading + side * FW_PI / 2, radius);
}

static void draw_curve(canvas *canvas, const char *name, const fw_curve *curve)
{
    char text[48];
    snprintf(text, sizeof text, "%s: %.2f", name, curve->length);
    fw_path_set(canvas_other(canvas, text, NULL), curve->segments, curve->count, NULL);
}

static void draw_circle(canvas *canvas, io_point centre, double radius)
{
    canvas_arc(canvas, centre, radius, 0, 2 * FW_PI, "");
}

/// A line with a text beside its middle.
///
/// @param aside  how far to the right of the line, seen along it on the screen
static void draw_named_line(canvas *canvas, io_point from, io_point to, double aside, const char *text)
{
    const double along = atan2(to.y - from.y, to.x - from.x);
    const io_point beside = point_at(middle_of(from, to), along + FW_PI / 2, aside);
    canvas_line(canvas, from, to, beside.x, beside.y, text);
}

/// The mark of a right angle.
///
/// @param towards  angle of one leg; the other one is a quarter of a turn clockwise from it
static void draw_right_angle(canvas *canvas, io_point corner, double towards)
{
    const double side = 0.3;
    const io_point first = point_at(corner, towards, side);
    const io_point last = point_at(corner, towards + FW_PI / 2, side);
    const io_point inner = point_at(first, towards + FW_PI / 2, side);
    canvas_line(canvas, first, inner, 0, 0, "");
    canvas_line(canvas, inner, last, 0, 0, "");
}

void three_turning_radii(canvas *canvas)
{
    static const char *const names[] = { "radius 1", "radius 2", "radius 4" };
    for (int i = 0; i < 3; i++) {
        fw_curve curve;
        assert_int_equal(fw_turn_then_straight(canvas->start, canvas->goal.x, canvas->goal.y, 1 << i,
                                               FW_SIDE_SHORTER, &curve),
                         FW_OK);
        draw_curve(canvas, names[i], &curve);
    }
    canvas_title(canvas, "the same way with three turning radii");
}

void the_tightest_turn_is_shortest(canvas *canvas)
{
    for (int i = 1; i < 3; i++)
        assert_true(fw_path_length(canvas->others[i - 1].path) < fw_path_length(canvas->others[i].path));
}

/// Draws the turn to a side and the straight line to the goal.
static void draw_turn(canvas *canvas, const char *name, fw_side side, double radius)
{
    fw_curve curve;
    assert_int_equal(
        fw_turn_then_straight(canvas->start, canvas->goal.x, canvas->goal.y, radius, side, &curve), FW_OK);
    draw_curve(canvas, name, &curve);
}

void turn_to_both_sides(canvas *canvas)
{
    const double radius = 2;
    draw_turn(canvas, "to the left", FW_SIDE_LEFT, radius);
    draw_turn(canvas, "to the right", FW_SIDE_RIGHT, radius);
    canvas->others[1].color = 3;
    draw_circle(canvas, centre_of_turn(canvas->start, -1, radius), radius);
    draw_circle(canvas, centre_of_turn(canvas->start, 1, radius), radius);
    canvas->pens[IO_PEN_INK] = "turning circles";
    canvas_dot(canvas, canvas->start.x, canvas->start.y, 0.1, 0.8, "origin");
    canvas_dot(canvas, canvas->goal.x, canvas->goal.y, -0.2, 0.8, "destination");
    canvas_title(canvas, "turn, then straight");
}

void the_right_turn_is_shorter(canvas *canvas)
{
    fw_curve shorter;
    const double right = fw_path_length(canvas->others[1].path);
    assert_true(right < fw_path_length(canvas->others[0].path));
    assert_int_equal(
        fw_turn_then_straight(canvas->start, canvas->goal.x, canvas->goal.y, 2, FW_SIDE_SHORTER, &shorter),
        FW_OK);
    assert_true(shorter.length == right);
}

static const double turn_radius_of_6 = 3;

void a_turn_and_its_triangle(canvas *canvas)
{
    const double radius = turn_radius_of_6;
    draw_turn(canvas, "to the right", FW_SIDE_RIGHT, radius);
    canvas->others[0].color = 3;
    const io_point start = place_of(canvas->start), goal = place_of(canvas->goal);
    const io_point p = centre_of_turn(canvas->start, 1, radius);
    const io_point q = place_of(fw_path_segments(canvas->others[0].path, NULL)[1].start);
    const double phi = atan2(goal.y - p.y, goal.x - p.x), leaving = atan2(q.y - p.y, q.x - p.x);
    draw_circle(canvas, p, radius);
    draw_named_line(canvas, start, p, 0.35, "r");
    draw_named_line(canvas, p, q, -0.35, "r");
    draw_named_line(canvas, p, goal, 0.35, "h");
    draw_named_line(canvas, q, goal, -0.4, "d");
    canvas_line(canvas, p, (io_point){ p.x + 2.4, p.y }, 0, 0, "");
    canvas_arc(canvas, p, 1.7, 0, phi, "\u03c6");
    canvas_arc(canvas, p, 0.9, leaving, phi - leaving, "\u03b8");
    draw_right_angle(canvas, q, leaving + FW_PI / 2);
    canvas_dot(canvas, p.x, p.y, -0.4, 0.4, "P");
    canvas_dot(canvas, q.x, q.y, 0.2, -0.45, "Q");
    canvas->pens[IO_PEN_INK] = "turning circle and triangle";
    canvas_title(canvas, "d\u00b2 = h\u00b2 - r\u00b2, cos \u03b8 = r / h");
}

/// The path leaves the circle where the article's formulas say.
void the_triangle_has_a_right_angle_at_q(canvas *canvas)
{
    const double radius = turn_radius_of_6;
    int32_t count = 0;
    const fw_segment *drive = fw_path_segments(canvas->others[0].path, &count);
    const io_point p = centre_of_turn(canvas->start, 1, radius), goal = place_of(canvas->goal);
    const double h = distance_between(p, goal), theta = acos(radius / h);
    const double phi = atan2(goal.y - p.y, goal.x - p.x);
    const io_point q = point_at(p, phi - theta, radius);
    assert_int_equal(count, 2);
    assert_true(drive[0].curvature == 1 / radius && drive[1].curvature == 0);
    assert_true(distance_between(place_of(drive[1].start), q) < 1e-9);
    assert_true(fabs(drive[1].length - sqrt(h * h - radius * radius)) < 1e-9);
    fw_curve none;
    assert_int_equal(
        fw_turn_then_straight(canvas->start, p.x + radius / 2, p.y, radius, FW_SIDE_RIGHT, &none),
        FW_NOT_FOUND);
}

enum { FOUR = 4 };
static const double dubins_radius = 2;

static void draw_word(canvas *canvas, fw_dubins_word word, double radius, int color)
{
    static const char *const names[] = { "", "left, left", "right, right", "left, right", "right, left" };
    fw_curve curve;
    assert_int_equal(fw_dubins(canvas->start, canvas->goal, radius, word, &curve), FW_OK);
    draw_curve(canvas, names[word], &curve);
    canvas->others[canvas->other_count - 1].color = color;
}

void four_curves(canvas *canvas)
{
    for (int i = 0; i < FOUR; i++) {
        draw_word(canvas, (fw_dubins_word)(FW_DUBINS_LSL + i), 1.5, 0);
        canvas->others[i].boldness = i < 2 ? 1 : 2.6; // those below look out
    }
    for (int side = -1; side < 2; side += 2) {
        draw_circle(canvas, centre_of_turn(canvas->start, side, 1.5), 1.5);
        draw_circle(canvas, centre_of_turn(canvas->goal, side, 1.5), 1.5);
    }
    canvas->pens[IO_PEN_INK] = "turning circles";
    canvas_title(canvas, "turn, straight, turn: four ways; wide: the turns differ");
}

void all_four_lead_there(canvas *canvas)
{
    fw_curve shortest;
    double least = INFINITY;
    for (int i = 0; i < FOUR; i++) {
        const fw_path *curve = canvas->others[i].path;
        fw_pose end;
        assert_int_equal(fw_path_pose_at(curve, fw_path_length(curve), &end), FW_OK);
        assert_true(distance_between(place_of(end), place_of(canvas->goal)) < 1e-9);
        assert_true(fabs(trig_wrap(end.heading - canvas->goal.heading)) < 1e-9);
        const fw_segment *drive =
            fw_path_segments(curve, NULL); // left, left; right, right; left, right; right, left
        assert_true((drive[0].curvature < 0) == (i % 2 == 0) &&
                    (drive[2].curvature < 0) == (i == 0 || i == 3));
        for (int k = 0; k < i; k++)
            assert_true(fabs(fw_path_length(curve) - fw_path_length(canvas->others[k].path)) > 0.1);
        least = fmin(least, fw_path_length(curve));
    }
    assert_int_equal(fw_dubins(canvas->start, canvas->goal, 1.5, FW_DUBINS_SHORTEST, &shortest), FW_OK);
    assert_true(fabs(shortest.length - least) < 1e-9);
}

/// The middle line of the drawn curve.
static fw_segment middle_line(const canvas *canvas)
{
    int32_t count = 0;
    const fw_segment *drive = fw_path_segments(canvas->others[0].path, &count);
    assert_int_equal(count, 3);
    assert_true(drive[1].curvature == 0);
    return drive[1];
}

/// The radii to both ends of the middle line.
static void draw_radii(canvas *canvas, io_point p1, io_point p2)
{
    const fw_segment line = middle_line(canvas);
    draw_named_line(canvas, p1, place_of(line.start), 0.35, "r");
    draw_named_line(canvas, p2, place_of(segment_end(&line)), 0.35, "r");
}

void around_both_circles_the_same_way(canvas *canvas)
{
    const double radius = dubins_radius;
    draw_word(canvas, FW_DUBINS_RSR, radius, 3);
    const io_point p1 = centre_of_turn(canvas->start, 1, radius),
                   p2 = centre_of_turn(canvas->goal, 1, radius);
    const fw_segment line = middle_line(canvas);
    const double along = line.start.heading;
    draw_circle(canvas, p1, radius);
    draw_circle(canvas, p2, radius);
    canvas_line(canvas, p1, p2, 0, 0, "");
    draw_radii(canvas, p1, p2);
    draw_right_angle(canvas, place_of(line.start), along);
    draw_right_angle(canvas, place_of(segment_end(&line)), along + FW_PI / 2);
    canvas_dot(canvas, p1.x, p1.y, 0, 0.45, "P1");
    canvas_dot(canvas, p2.x, p2.y, 0, 0.45, "P2");
    canvas->pens[IO_PEN_INK] = "turning circles, and the line of their centres";
    canvas_title(canvas, "case 1, both turns to one side: the line is as long as P1 P2");
}

void the_line_is_the_line_of_centres_moved(canvas *canvas)
{
    const io_point p1 = centre_of_turn(canvas->start, 1, dubins_radius);
    const io_point p2 = centre_of_turn(canvas->goal, 1, dubins_radius);
    const fw_segment line = middle_line(canvas);
    const double slope = atan2(p2.y - p1.y, p2.x - p1.x);
    const io_point leaving = point_at(p1, slope - FW_PI / 2, dubins_radius);
    const io_point touching = point_at(p2, slope - FW_PI / 2, dubins_radius);
    assert_true(fabs(line.length - distance_between(p1, p2)) < 1e-9);
    assert_true(fabs(trig_wrap(line.start.heading - slope)) < 1e-9);
    assert_true(distance_between(place_of(line.start), leaving) < 1e-9);
    assert_true(distance_between(place_of(segment_end(&line)), touching) < 1e-9);
}

/// The centre of the circle that touches the one at the goal, on the far side of the path's line.
static io_point third_centre(const canvas *canvas)
{
    const double along = middle_line(canvas).start.heading;
    return point_at(centre_of_turn(canvas->goal, -1, dubins_radius), along + FW_PI / 2, 2 * dubins_radius);
}

void around_the_circles_in_opposite_ways(canvas *canvas)
{
    const double radius = dubins_radius;
    draw_word(canvas, FW_DUBINS_RSL, radius, 3);
    const io_point p1 = centre_of_turn(canvas->start, 1, radius),
                   p2 = centre_of_turn(canvas->goal, -1, radius);
    const io_point p3 = third_centre(canvas);
    const double to_p3 = atan2(p3.y - p2.y, p3.x - p2.x), to_p1 = atan2(p1.y - p2.y, p1.x - p2.x);
    draw_circle(canvas, p1, radius);
    draw_circle(canvas, p2, radius);
    draw_circle(canvas, p3, radius);
    canvas_line(canvas, p1, p2, 0, 0, "");
    canvas_line(canvas, p1, p3, 0, 0, "");
    canvas_line(canvas, p2, p3, p3.x + 0.45, p3.y - 1.2, "2 r");
    draw_right_angle(canvas, p3, to_p3 + FW_PI / 2);
    canvas_arc(canvas, p2, 1.0, to_p3, trig_wrap(to_p1 - to_p3), "\u03b8");
    canvas_dot(canvas, p1.x, p1.y, -0.1, 0.45, "P1");
    canvas_dot(canvas, p2.x, p2.y, 0.55, -0.1, "P2");
    canvas_dot(canvas, p3.x, p3.y, 0.45, 0.35, "P3");
    canvas->pens[IO_PEN_INK] = "circles and triangle";
    canvas_title(canvas, "case 2, turns to different sides: cos \u03b8 = 2 r / P1 P2");
}

void the_line_is_that_to_the_third_centre_moved(canvas *canvas)
{
    const io_point p1 = centre_of_turn(canvas->start, 1, dubins_radius);
    const io_point p2 = centre_of_turn(canvas->goal, -1, dubins_radius), p3 = third_centre(canvas);
    const fw_segment line = middle_line(canvas);
    const double between = distance_between(p1, p2), theta = acos(2 * dubins_radius / between);
    const double slope = atan2(p2.y - p1.y, p2.x - p1.x) + FW_PI / 2 - theta;
    assert_true(fabs(trig_wrap(line.start.heading - slope)) < 1e-9);
    assert_true(fabs(line.length - distance_between(p1, p3)) < 1e-9);
    assert_true(fabs(line.length - sqrt(between * between - 4 * dubins_radius * dubins_radius)) < 1e-9);
    assert_true(distance_between(place_of(line.start), point_at(p1, slope - FW_PI / 2, dubins_radius)) <
                1e-9);
}

/// Makes a path of segments one of the figure's unit, on the map as it is.
static void set_drive(const canvas *canvas, fw_unit_id unit, const fw_segment *segments, int32_t count,
                      fw_path *path)
{
    fw_path_summary claimed = { .outcome = FW_OUTCOME_FOUND,
                                .unit = unit,
                                .map_version = fw_map_version(canvas->map) };
    assert_int_equal(fw_path_set(path, segments, count, &claimed), FW_OK);
    claimed.length = claimed.cost = fw_path_length(path);
    assert_int_equal(fw_path_set(path, segments, count, &claimed), FW_OK);
}

static fw_unit_id add_unit(canvas *canvas, double radius)
{
    fw_unit_id unit = 0;
    canvas->unit = canvas_unit(radius, 0);
    assert_int_equal(fw_map_add_unit(canvas->map, &canvas->unit, &unit), FW_OK);
    assert_int_equal(fw_planner_create(canvas->map, NULL, &canvas->planner), FW_OK);
    return unit;
}

/// A line beside the main path, with its length.
static void draw_beside(canvas *canvas, const char *name, const fw_path *path, double boldness)
{
    char text[48];
    snprintf(text, sizeof text, "%s: %.2f", name, fw_path_length(path));
    fw_path *drawn = canvas_other(canvas, text, NULL);
    canvas->others[canvas->other_count - 1].boldness = boldness;
    assert_int_equal(fw_path_copy(path, drawn), FW_OK);
}

static void draw_bent(canvas *canvas, const char *name, const fw_path *smooth, int32_t angles,
                      double boldness)
{
    fw_path *bent = canvas_path();
    assert_int_equal(fw_path_copy(smooth, bent), FW_OK);
    assert_int_equal(fw_path_fix_angles(canvas->planner, NULL, angles, bent), FW_OK);
    draw_beside(canvas, name, bent, boldness);
    fw_path_destroy(bent);
}

static const double radius_of_14 = 4.5;
static const double turn_of_14 = 55 * DEGREES;

enum { ROWS_OF_14 = 3 };

/// Rows of the figure lie so far above each other, in tiles.
static const double row_of_14 = 2.6;

/// Along a line, around the wide circle, and on in a direction that no picture has.
static void drive_around(canvas *canvas, fw_unit_id unit, fw_pose start, fw_path *path)
{
    fw_segment drive[3] = { { .start = start, .length = 5 },
                            { .curvature = -1 / radius_of_14, .length = turn_of_14 * radius_of_14 },
                            { .length = 4 } };
    for (int i = 1; i < 3; i++)
        drive[i].start = segment_end(&drive[i - 1]);
    set_drive(canvas, unit, drive, 3, path);
}

static fw_pose pose_on(const fw_path *path, double at)
{
    fw_pose pose;
    assert_int_equal(fw_path_pose_at(path, at, &pose), FW_OK);
    return pose;
}

/// How far a picture in one of so many directions looks away from where the unit moves.
static double rounding_of(fw_pose pose, int32_t directions)
{
    return fabs(trig_wrap(fw_round_heading(pose.heading, directions) - pose.heading));
}

/// The sprite of a unit: a box with a nose.
static void draw_sprite(canvas *canvas, fw_pose at, io_pen pen)
{
    const double ahead = 0.45, aside = 0.24;
    const double corners[6][2] = { { -ahead, -aside }, { ahead, -aside }, { ahead + 0.25, 0 },
                                   { ahead, aside },   { -ahead, aside }, { -ahead, -aside } };
    const double c = cos(at.heading), s = sin(at.heading);
    for (int i = 0; i < 5; i++) {
        const double *a = corners[i], *b = corners[i + 1];
        canvas_line(canvas, (io_point){ at.x + a[0] * c - a[1] * s, at.y + a[0] * s + a[1] * c },
                    (io_point){ at.x + b[0] * c - b[1] * s, at.y + b[0] * s + b[1] * c }, 0, 0, "")
            ->pen = pen;
    }
}

/// The sprites of a path, of which there are pictures in so many directions; 0 = any.
static void draw_sprites(canvas *canvas, const fw_path *path, int32_t directions)
{
    for (double at = 1; at < fw_path_length(path); at += 1.45) {
        fw_pose pose = pose_on(path, at);
        const bool is_sliding = directions && rounding_of(pose, directions) > 5 * DEGREES;
        pose.heading = directions ? fw_round_heading(pose.heading, directions) : pose.heading;
        draw_sprite(canvas, pose, is_sliding ? IO_PEN_RED : IO_PEN_INK);
    }
}

/// The start of a row: 0 is the one at the top.
static fw_pose start_of_row(const canvas *canvas, int row)
{
    fw_pose start = canvas->start;
    start.y += row * row_of_14;
    return start;
}

/// The path of the top row bent to 8 angles, that of the middle one to 16; the one at the bottom is smooth.
void arcs_at_fixed_angles(canvas *canvas)
{
    static const int32_t angles[ROWS_OF_14] = { 8, 16, 0 };
    static const char *const names[ROWS_OF_14] = { "", "16 angles", "smooth" };
    const fw_unit_id unit = add_unit(canvas, CANVAS_POINT);
    for (int row = ROWS_OF_14 - 1; row >= 0; row--) {
        drive_around(canvas, unit, start_of_row(canvas, row), canvas->path);
        if (angles[row])
            assert_int_equal(fw_path_fix_angles(canvas->planner, NULL, angles[row], canvas->path), FW_OK);
        draw_sprites(canvas, canvas->path, 0);
        if (row > 0)
            draw_beside(canvas, names[row], canvas->path, 1);
    }
    canvas->goal = pose_on(canvas->path, fw_path_length(canvas->path));
    canvas->name = "8 angles";
    canvas->pens[IO_PEN_INK] = "picture of the unit";
    canvas_title(canvas, "a smooth path at the bottom, its likes at 16 and 8 angles above");
}

/// Pictures face along the path at the fixed angles, and the path stays outside of the circle.
void the_path_stays_outside_of_the_circle(canvas *canvas)
{
    const io_point centre =
        centre_of_turn((fw_pose){ canvas->start.x + 5, canvas->start.y, 0 }, -1, radius_of_14);
    for (double at = 0; at < fw_path_length(canvas->path); at += 0.05) {
        const fw_pose pose = pose_on(canvas->path, at);
        assert_true(rounding_of(pose, 8) < 1e-9);
        assert_true(distance_between(place_of(pose), centre) > radius_of_14 - 1e-6);
    }
    const fw_path *finer = canvas->others[1].path, *smooth = canvas->others[0].path;
    for (double at = 0; at < fw_path_length(finer); at += 0.05)
        assert_true(rounding_of(pose_on(finer, at), 16) < 1e-9);
    assert_true(fw_path_length(smooth) < fw_path_length(finer));
    assert_true(fw_path_length(finer) < fw_path_length(canvas->path));
}

void rounded_art_that_slides(canvas *canvas)
{
    const fw_unit_id unit = add_unit(canvas, CANVAS_POINT);
    fw_path *lower = canvas_other(canvas, "pictures in 16 directions", NULL);
    drive_around(canvas, unit, start_of_row(canvas, 1), lower);
    drive_around(canvas, unit, canvas->start, canvas->path);
    draw_sprites(canvas, lower, 16);
    draw_sprites(canvas, canvas->path, 8);
    canvas->goal = pose_on(canvas->path, fw_path_length(canvas->path));
    canvas->name = "pictures in 8 directions";
    canvas->pens[IO_PEN_RED] = "picture that looks more than 5 degrees aside";
    canvas->is_aside[IO_PEN_RED] = true;
    canvas->pens[IO_PEN_INK] = "picture that looks along the path";
    canvas_title(canvas, "smooth paths, and pictures in the nearest direction that there is");
}

/// The largest rounding on a path.
static double most_rounding(const fw_path *path, int32_t directions)
{
    double most = 0;
    for (double at = 0; at < fw_path_length(path); at += 0.01)
        most = fmax(most, rounding_of(pose_on(path, at), directions));
    return most;
}

void the_art_moves_sideways(canvas *canvas)
{
    const double most = most_rounding(canvas->path, 8), finer = most_rounding(canvas->others[0].path, 16);
    assert_true(most > 22 * DEGREES && most <= 22.5 * DEGREES + 1e-9);
    assert_true(sin(most) > 0.37 && sin(most) < 0.39);
    assert_true(finer > 11 * DEGREES && finer <= 11.25 * DEGREES + 1e-9);
    int upper = 0, lower = 0; // lines of pictures that look aside
    for (int i = 0; i < canvas->note_count; i++)
        if (canvas->notes[i].pen == IO_PEN_RED) {
            const fw_pose at = canvas->notes[i].line.start;
            double along, aside, above;
            assert_int_equal(fw_path_nearest(canvas->path, at.x, at.y, &along, &above), FW_OK);
            assert_int_equal(fw_path_nearest(canvas->others[0].path, at.x, at.y, &along, &aside), FW_OK);
            assert_true(fmin(above, aside) < 0.5); // a corner of the picture
            upper += above < aside;
            lower += aside < above;
        }
    assert_true(upper > lower && lower > 0);
}

static const double radius_of_15 = 3.5;
static const io_point circle_of_15 = { 4.6, 4.5 };

/// The line between two of the angles, bent on both sides: a rock above it makes the way below it the only one.
static void draw_both_ways(canvas *canvas, fw_unit_id unit, fw_path *straight)
{
    fw_segment line;
    segment_set_line(&line, 11, 7.5, 18.5, 4);
    set_drive(canvas, unit, &line, 1, straight);
    draw_bent(canvas, "above, without the rock", straight, 8, 0.7);
    for (int i = 0; i < 4; i++)
        assert_int_equal(fw_map_set_tile(canvas->map, 14 + i % 2, 3 + i / 2, FW_BLOCKED), FW_OK);
    assert_int_equal(fw_map_commit(canvas->map), FW_OK);
    set_drive(canvas, unit, &line, 1, straight);
    draw_bent(canvas, "below", straight, 8, 0.7);
    draw_beside(canvas, "straight", straight, 0.7);
}

void triangles_of_fixed_angles(canvas *canvas)
{
    const fw_unit_id unit = add_unit(canvas, 0.3);
    const double radius = radius_of_15;
    const io_point p = circle_of_15;
    draw_both_ways(canvas, unit, canvas->path);
    const fw_segment around = {
        { p.x - radius, p.y, -FW_PI / 2 }, 1 / radius, 2 * FW_PI * radius, FW_FORWARD
    };
    canvas->unit = canvas_unit(CANVAS_POINT, 0);
    set_drive(canvas, unit, &around, 1, canvas->path);
    draw_circle(canvas, p, radius);
    assert_int_equal(fw_path_fix_angles(canvas->planner, NULL, 8, canvas->path), FW_OK);
    int32_t count = 0;
    const fw_segment *sides = fw_path_segments(canvas->path, &count);
    for (int32_t i = 1; i < count; i++) {
        const io_point corner = place_of(sides[i].start);
        canvas_line(canvas, p, corner, 0, 0, "");
        canvas_line(canvas, p, point_at(p, sides[i].start.heading - FW_PI / 2, radius), 0, 0, "");
    }
    canvas_arc(canvas, p, 1.6, 0, FW_PI / 8, "\u03b8");
    draw_right_angle(canvas, (io_point){ p.x + radius, p.y }, FW_PI / 2);
    canvas_dot(canvas, p.x + radius, p.y, -1.3, -0.3, "r");
    canvas_dot(canvas, p.x + radius, p.y, 1.25, 0.75, "r tan \u03b8");
    canvas->name = "around the circle";
    canvas->pens[IO_PEN_INK] = "circle, and its 16 triangles";
    canvas_title(canvas, "8 angles, \u03b8 = 22.5 degrees");
}

void bases_are_as_long_as_the_triangle_says(canvas *canvas)
{
    const double base = radius_of_15 * tan(22.5 * DEGREES);
    int32_t count = 0;
    const fw_segment *sides = fw_path_segments(canvas->path, &count);
    assert_int_equal(count, 9);
    for (int32_t i = 1; i < count; i++) {
        const double far = distance_between(place_of(sides[i].start), circle_of_15);
        assert_true(fabs(far - radius_of_15 / cos(22.5 * DEGREES)) < 1e-6);
        assert_true(i == count - 1 || fabs(sides[i].length - 2 * base) < 1e-6);
    }
    assert_int_equal(fw_map_terrain(canvas->map, 14, 4), FW_BLOCKED); // the rock
    for (int i = 0; i < 2; i++) {
        const fw_segment *ways = fw_path_segments(canvas->others[i].path, &count);
        const double rise = 3.5, run = 7.5 - rise;
        assert_int_equal(count, 2);
        assert_true(fabs(ways[i ? 0 : 1].length - run) < 1e-9 && ways[i ? 0 : 1].start.heading == 0);
        assert_true(fabs(ways[i].length - rise * sqrt(2)) < 1e-9);
    }
}
