#pragma once

/// Closed forms for one line or arc: its poses, its box, its point nearest to a point.
///
/// The signed distance along a segment has the sign of the gear: 0 to length forward, 0 to -length in reverse. At a
/// signed distance v the heading is h + curvature * v, in either gear.

#include <math.h>
#include <stdbool.h>

#include "base/trig.h"
#include "base/vector.h"
#include "fairway/path.h"

#define SQRT2 1.41421356237309504880

static inline bool pose_is_finite(const fw_pose *pose)
{
    return isfinite(pose->x) && isfinite(pose->y) && isfinite(pose->heading);
}

static inline double pose_distance(fw_pose a, fw_pose b)
{
    return hypotenuse(b.x - a.x, b.y - a.y);
}

static inline bool segment_is_finite(const fw_segment *segment)
{
    return pose_is_finite(&segment->start) && isfinite(segment->curvature) && isfinite(segment->length);
}

/// A distance or curvature with the sign of the gear: negated in reverse gear.
static inline double segment_signed(const fw_segment *segment, double value)
{
    return segment->gear == FW_REVERSE ? -value : value;
}

/// Pose after a distance along the segment, within its length or beyond; the heading is not wrapped.
fw_pose segment_pose_at(const fw_segment *segment, double distance);

/// Pose at the segment's end; the heading is not wrapped.
static inline fw_pose segment_end(const fw_segment *segment)
{
    return segment_pose_at(segment, segment->length);
}

/// The segment along which a unit with the opposite heading, in the other gear, makes the same movement.
static inline fw_segment segment_turned_back(const fw_segment *segment)
{
    fw_segment turned = *segment;
    turned.start.heading += turned.start.heading > 0 ? -FW_PI : FW_PI;
    turned.curvature = 0 - turned.curvature; // no negative zero
    turned.gear = segment->gear == FW_FORWARD ? FW_REVERSE : FW_FORWARD;
    return turned;
}

/// The segment driven from its end to its start by a unit that faces the other way. The gear stays the same.
static inline fw_segment segment_retraced(const fw_segment *segment)
{
    fw_segment back = *segment;
    back.start = segment_end(segment);
    back.start.heading = trig_wrap(back.start.heading + FW_PI);
    back.curvature = 0 - segment->curvature; // no negative zero
    return back;
}

/// Headings that differ by at most this many radians do not jump.
#define HEADINGS_MEET 1e-6

static inline bool headings_meet(double a, double b)
{
    return fabs(trig_wrap(a - b)) <= HEADINGS_MEET;
}

static inline bool segment_is_forward_line(const fw_segment *segment)
{
    return segment->curvature == 0 && segment->gear == FW_FORWARD;
}

/// True if all segments are lines driven forward, as those of grid methods are.
static inline bool segments_are_forward_lines(const fw_segment *segments, int32_t count)
{
    while (count > 0 && segment_is_forward_line(&segments[count - 1]))
        count--;
    return count == 0;
}

/// -1, 0 or 1.
static inline int sign_of(double value)
{
    return (value > 0) - (value < 0);
}

/// The eight directions of the compass, clockwise on the screen from east: headings, steps and their lengths.
static const struct segment_direction {
    double heading, step, dx, dy;
} segment_compass[8] = { { 0, 1, 1, 0 },           { FW_PI / 4, SQRT2, 1, 1 },
                         { FW_PI / 2, 1, 0, 1 },   { 3 * FW_PI / 4, SQRT2, -1, 1 },
                         { FW_PI, 1, -1, 0 },      { -3 * FW_PI / 4, SQRT2, -1, -1 },
                         { -FW_PI / 2, 1, 0, -1 }, { -FW_PI / 4, SQRT2, 1, -1 } };

/// The compass direction along (dx, dy), by the signs of both; east for (0, 0).
static inline const struct segment_direction *segment_direction_along(double dx, double dy)
{
    static const uint8_t by_signs[3][3] = { { 5, 6, 7 }, { 4, 0, 0 }, { 3, 2, 1 } };
    return &segment_compass[by_signs[sign_of(dy) + 1][sign_of(dx) + 1]];
}

/// Sets a line between two points, driven forward. The eight compass directions have exact headings, from a table over
/// the signs of dx and dy instead of trigonometry or branches: grid paths take the directions in an order that no
/// branch predictor foresees.
static inline void segment_set_line(fw_segment *line, double from_x, double from_y, double to_x, double to_y)
{
    const double dx = to_x - from_x, dy = to_y - from_y;
    line->start.x = from_x;
    line->start.y = from_y;
    line->curvature = 0;
    line->gear = FW_FORWARD;
    if ((dx == 0) | (dy == 0) | (fabs(dx) == fabs(dy))) {
        const struct segment_direction *along = segment_direction_along(dx, dy);
        line->start.heading = along->heading;
        line->length = (fabs(dx) > fabs(dy) ? fabs(dx) : fabs(dy)) * along->step;
    } else {
        line->start.heading = trig_atan2(dy, dx);
        line->length = hypotenuse(dx, dy);
    }
}

void segment_widen_box(const fw_segment *segment, fw_box *box);

/// The distance along the segment of its point nearest to (x, y); the first one if several are equally near.
///
/// @param[out] away  straight distance from (x, y) to this point
double segment_nearest(const fw_segment *segment, double x, double y, double *away);
