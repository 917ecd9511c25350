#include "directional/ends/rounded_curve.h"

#include "base/arrival.h"
#include "base/trig.h"
#include "curve/build.h"
#include "curve/segment.h"
#include "directional/drive_route.h"

/// The turn to one side from a heading to another one, within [0, 2 pi).
static double turn_between(double from, double to, int side)
{
    return full_turn(trig_wrap(to - from) * side, 0);
}

/// Takes `found` as the curve if it is cheaper and ends at the goal.
static void take_if_cheaper(const fw_curve *found, fw_pose goal, bool any_heading, fw_curve *curve)
{
    if (found->count == 0 || found->cost + ARRIVAL_MOST >= curve->cost)
        return;
    const fw_pose end = segment_end(&found->segments[found->count - 1]);
    if (pose_distance(end, goal) <= arrival_distance(&goal) &&
        (any_heading || fabs(trig_wrap(end.heading - goal.heading)) <= ARRIVAL_TURN))
        *curve = *found;
}

/// True if a pose and a goal pose lie on one line, or on one circle of the curvature, but for rounding.
static bool are_on_one(fw_pose from, fw_pose goal, double curvature)
{
    if (curvature == 0)
        return fabs(trig_wrap(from.heading - goal.heading)) <= ARRIVAL_TURN;
    const double x = from.x - trig_sin(from.heading) / curvature,
                 y = from.y + trig_cos(from.heading) / curvature,
                 goal_x = goal.x - trig_sin(goal.heading) / curvature,
                 goal_y = goal.y + trig_cos(goal.heading) / curvature;
    return hypotenuse(goal_x - x, goal_y - y) <= arrival_distance(&goal);
}

/// A line, or an arc of the curvature. An arc to a pose ends with the heading of the goal; others end where they are
/// nearest to the goal.
static void try_single(fw_pose from, fw_pose goal, bool any_heading, double curvature, fw_curve *curve)
{
    if (!any_heading && !are_on_one(from, goal, curvature))
        return;
    fw_segment single = { .start = from, .curvature = curvature, .length = curve->length };
    double away;
    const double length = curvature != 0 && !any_heading
                              ? turn_between(from.heading, goal.heading, sign_of(curvature)) / fabs(curvature)
                              : segment_nearest(&single, goal.x, goal.y, &away);
    fw_curve found;
    curve_clear(&found);
    curve_add(&found, from, curvature, length);
    take_if_cheaper(&found, goal, any_heading, curve);
}

/// An arc to one side and one to the other, where the two circles touch but for rounding.
static void try_two_arcs(fw_pose from, fw_pose goal, double radius, int side, fw_curve *curve)
{
    const double x = from.x - side * radius * trig_sin(from.heading),
                 y = from.y + side * radius * trig_cos(from.heading),
                 goal_x = goal.x + side * radius * trig_sin(goal.heading),
                 goal_y = goal.y - side * radius * trig_cos(goal.heading);
    if (fabs(hypotenuse(goal_x - x, goal_y - y) - 2 * radius) > arrival_distance(&goal))
        return;
    const double between = trig_atan2(goal_y - y, goal_x - x) + side * FW_PI / 2;
    const fw_segment first = { .start = from,
                               .curvature = side / radius,
                               .length = radius * turn_between(from.heading, between, side) };
    fw_curve found;
    curve_clear(&found);
    curve_add(&found, from, first.curvature, first.length);
    curve_add(&found, segment_end(&first), -first.curvature,
              radius * turn_between(between, goal.heading, -side));
    take_if_cheaper(&found, goal, false, curve);
}

void rounded_curve_prefer(fw_pose from, fw_pose goal, bool any_heading, double turn_radius, fw_curve *curve)
{
    if (curve->cost < FW_PI * turn_radius) // a loop turns by more than half a turn
        return;
    try_single(from, goal, any_heading, 0, curve);
    for (int side = TURN_LEFT; side <= TURN_RIGHT; side += TURN_RIGHT - TURN_LEFT) {
        try_single(from, goal, any_heading, side / turn_radius, curve);
        if (!any_heading)
            try_two_arcs(from, goal, turn_radius, side, curve);
    }
}

static fw_pose facing_back(fw_pose pose)
{
    return (fw_pose){ pose.x, pose.y, trig_wrap(pose.heading + FW_PI) };
}

bool rounded_curve_from(fw_pose start, fw_pose pose, double turn_radius, fw_curve *curve)
{
    fw_curve back = { .length = 1 + pose_distance(start, pose), .cost = INFINITY };
    rounded_curve_prefer(facing_back(pose), facing_back(start), false, turn_radius, &back);
    *curve = curve_retraced(&back);
    return curve->count > 0;
}
