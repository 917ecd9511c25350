#pragma once

/// How curves are put together, and the angles that they share.

#include <math.h>
#include <stdbool.h>

#include "base/trig.h"
#include "fairway/curve.h"

#define TWO_PI (2 * FW_PI)

/// A turn that moves the rest of the curve by less than this many tiles is left out, and so is a straight part shorter
/// than this. Rounding makes such parts, and makes a full turn where there should be none.
#define NO_PART 2e-10

/// The side to which an arc turns: the sign of its curvature when driven forward.
enum { TURN_LEFT = -1, TURN_RIGHT = 1 };

/// A turn from within (-2 pi, 2 pi) as one within [0, 2 pi).
///
/// @param none  turns below this angle count as 0: NO_PART over the tiles that a turn by a radian moves the rest of the
///              curve
static inline double full_turn(double angle, double none)
{
    const double turn = angle + (angle < 0 ? TWO_PI : 0);
    const bool is_none = (turn < none) | (turn > TWO_PI - none);
    return is_none ? 0 : turn;
}

/// The length of a turn to one side and a straight line to a point, in radii; infinite if the point lies within the
/// turning circle.
///
/// @param ahead, aside  the point, seen from the pose: along its heading, and toward the side; in radii
static inline double curve_turn_to_side(double ahead, double aside)
{
    const double squared = ahead * ahead + aside * aside - 2 * aside,
                 up = aside - 1; // the circle's centre is at (0, 1)
    if (squared < -1e-12)
        return INFINITY;
    const double straight = squared > 0 ? sqrt(squared) : 0;
    // As complex numbers, the vector from the centre to the point times (straight + i) points along the tangent.
    const double turn = trig_atan2(up * straight + ahead, ahead * straight - up);
    return straight + (turn < -1e-9 ? turn + TWO_PI : fmax(turn, 0));
}

/// FW_OK if the poses and the radius are finite, and the radius and the distance make a finite curve. A number that is
/// not finite becomes NaN when multiplied by 0.
static inline fw_result curve_judge_query(fw_pose start, fw_pose goal, double turn_radius)
{
    const double starts = start.x * 0 + start.y * 0 + start.heading * 0;
    const double ends = goal.x * 0 + goal.y * 0 + goal.heading * 0;
    if (starts + ends + turn_radius * 0 != 0)
        return FW_NOT_FINITE;
    const double x = goal.x - start.x, y = goal.y - start.y, squared = turn_radius * turn_radius;
    return turn_radius > 0 && squared < INFINITY && (x * x + y * y) / squared < INFINITY ? FW_OK
                                                                                         : FW_BAD_VALUE;
}

/// An empty curve. Its segments are not touched.
static inline void curve_clear(fw_curve *curve)
{
    curve->count = 0;
    curve->length = 0;
    curve->cost = 0;
}

/// Appends a segment driven forward, unless it has no length. Its length counts as cost.
static inline void curve_add(fw_curve *curve, fw_pose start, double curvature, double length)
{
    if (!(length > 0))
        return;
    curve->segments[curve->count++] =
        (fw_segment){ .start = start, .curvature = curvature, .length = length, .gear = FW_FORWARD };
    curve->length += length;
    curve->cost += length;
}
