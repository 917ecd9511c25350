#include <math.h>

#include "base/trig.h"
#include "base/vector.h"
#include "curve/build.h"
#include "fairway/curve.h"

/// The turn to one side, and the tangent from its circle to the point; false if the point lies inside the circle.
///
/// @param x, y  from the start to the point, in tiles
static bool turn_to_side(fw_pose start, double x, double y, double radius, int side, fw_curve *curve)
{
    double sine, cosine;
    trig_sincos(start.heading, &sine, &cosine);
    const double centre_x = -side * sine, centre_y = side * cosine; // in radii, as all lengths below
    const double to_x = x / radius - centre_x, to_y = y / radius - centre_y;
    // to_x^2 + to_y^2 - 1, in an order that keeps its digits for points near the start.
    const double across = (y * cosine - x * sine) / radius;
    const double straight_squared = (x * x + y * y) / (radius * radius) - 2 * side * across;
    if (straight_squared < -1e-12)
        return false;
    const double straight = straight_squared > 0 ? sqrt(straight_squared) : 0;
    // As complex numbers: the vector from the centre to the point, times (straight + side * i), points along the
    // tangent.
    const double squared = 1 + straight * straight;
    const double along_x = (to_x * straight - side * to_y) / squared;
    const double along_y = (to_y * straight + side * to_x) / squared;
    const double heading = trig_atan2(along_y, along_x);
    const double turn = full_turn(side * (heading - start.heading), NO_PART / (radius * (1 + straight)));
    const fw_pose leave = { start.x + radius * (centre_x + side * along_y),
                            start.y + radius * (centre_y - side * along_x), heading };
    curve_clear(curve);
    curve_add(curve, start, side / radius, turn * radius);
    if (straight * radius >= NO_PART)
        curve_add(curve, turn > 0 ? leave : start, 0, straight * radius);
    return true;
}

/// The curve of a unit without a turning radius: it turns on the spot to face the point, then drives straight.
static void face_and_go(fw_pose start, double x, double y, fw_curve *curve)
{
    const fw_pose facing = { start.x, start.y, trig_atan2(y, x) };
    curve_clear(curve);
    curve_add(curve, facing, 0, hypotenuse(x, y));
}

fw_result fw_turn_then_straight(fw_pose start, double x, double y, double turn_radius, fw_side side,
                                fw_curve *curve)
{
    if (!curve)
        return FW_NULL_ARGUMENT;
    const double radius_or_any = turn_radius == 0 ? 1 : turn_radius;
    const fw_result result = curve_judge_query(start, (fw_pose){ x, y, 0 }, radius_or_any);
    if (result != FW_OK)
        return result;
    if ((int)side < FW_SIDE_SHORTER || side > FW_SIDE_RIGHT)
        return FW_BAD_VALUE;
    const double away_x = x - start.x, away_y = y - start.y;
    if (turn_radius == 0) {
        face_and_go(start, away_x, away_y, curve);
        return FW_OK;
    }
    start.heading = trig_wrap(start.heading);
    fw_curve left, right;
    const bool goes_left =
        side != FW_SIDE_RIGHT && turn_to_side(start, away_x, away_y, turn_radius, TURN_LEFT, &left);
    const bool goes_right =
        side != FW_SIDE_LEFT && turn_to_side(start, away_x, away_y, turn_radius, TURN_RIGHT, &right);
    if (!goes_left && !goes_right)
        return FW_NOT_FOUND;
    *curve = goes_left && !(goes_right && right.length < left.length) ? left : right;
    return FW_OK;
}
