#include "directional/guides/goal_curve.h"

#include <math.h>

#include "base/trig.h"
#include "base/vector.h"
#include "curve/build.h"

void goal_curve_aim(goal_curve *curve, const lookup_table *table, lattice_pose tile, fw_pose goal,
                    double turn_radius, double offset)
{
    curve->table = table;
    curve->tile = tile;
    curve->offset = offset;
    curve->frame = dubins_between((fw_pose){ 0 }, goal, turn_radius);
    for (int heading = 0; heading < MOST_HEADINGS; heading++)
        curve->cosines[heading] = trig_cos(motion_heading(heading));
}

uint32_t goal_curve_length(const goal_curve *goal_curve, lattice_pose from)
{
    dubins_frame frame = goal_curve->frame;
    frame.start = motion_pose(from, goal_curve->offset);
    if (goal_curve->reverses) {
        fw_curve curve = { 0 };
        fw_reeds_shepp(frame.start, frame.goal, frame.radius, 1, 0, &curve);
        return (uint32_t)(curve.length * MOTION_SCALE);
    }
    frame.x = (frame.goal.x - frame.start.x) / frame.radius;
    frame.y = (frame.goal.y - frame.start.y) / frame.radius;
    frame.start_cosine = goal_curve->cosines[from.heading];
    frame.start_sine = goal_curve->cosines[heading_turned(from.heading, -2)];
    return (uint32_t)(dubins_length(&frame) * MOTION_SCALE);
}

static double straight_length(const goal_curve *curve, lattice_pose from)
{
    return hypotenuse(curve->frame.goal.x - from.x - curve->offset,
                      curve->frame.goal.y - from.y - curve->offset);
}

/// The pose on the edge of the table in the direction of a pose outside the table.
static lattice_pose edge_toward(const goal_curve *curve, lattice_pose from)
{
    const double shrunk = (double)LOOKUP_REACH / lookup_distance(from, curve->tile);
    return (lattice_pose){ curve->tile.x + (int32_t)lround((from.x - curve->tile.x) * shrunk),
                           curve->tile.y + (int32_t)lround((from.y - curve->tile.y) * shrunk), from.heading };
}

static uint32_t by_table(const goal_curve *curve, lattice_pose from)
{
    if (lookup_covers(from, curve->tile))
        return lookup_cost(curve->table, from, curve->tile);
    const lattice_pose edge = edge_toward(curve, from);
    const double beyond = straight_length(curve, from) - straight_length(curve, edge);
    return lookup_cost(curve->table, edge, curve->tile) + (uint32_t)(beyond * MOTION_SCALE);
}

/// A point as curve_turn_to_side() takes it, for a turn to the side on which the point lies.
typedef struct seen_point {
    double ahead, aside;
} seen_point;

static seen_point see_point(const goal_curve *curve, lattice_pose from, double x, double y)
{
    const double across = (x - from.x - curve->offset) / curve->frame.radius,
                 along = (y - from.y - curve->offset) / curve->frame.radius;
    const double cosine = curve->cosines[from.heading],
                 sine = curve->cosines[heading_turned(from.heading, -2)];
    return (seen_point){ across * cosine + along * sine, fabs(along * cosine - across * sine) };
}

/// As goal_curve_turn(), in forward gear.
static uint32_t turn_forward(const goal_curve *curve, bool by_table, lattice_pose from, double x, double y)
{
    const seen_point seen = see_point(curve, from, x, y);
    const double radius = curve->frame.radius;
    if (by_table)
        return turn_table_length(curve->turns,
                                 radius * sqrt(seen.ahead * seen.ahead + seen.aside * seen.aside),
                                 trig_atan2(seen.aside, seen.ahead));
    const double near = curve_turn_to_side(seen.ahead, seen.aside);
    return (uint32_t)(radius * MOTION_SCALE *
                      (near < INFINITY ? near : curve_turn_to_side(seen.ahead, -seen.aside)));
}

uint32_t goal_curve_turn(const goal_curve *curve, bool by_table, lattice_pose from, double x, double y)
{
    const uint32_t forward = turn_forward(curve, by_table, from, x, y);
    if (!curve->reverses)
        return forward;
    const uint32_t reverse = turn_forward(curve, by_table, lattice_opposite(from), x, y);
    return reverse < forward ? reverse : forward;
}

/// A lower bound of the way to a goal without a heading: within a turning circle, other ways may be shorter than a turn
/// and a straight line.
static uint32_t bound_to_place(const goal_curve *curve, lattice_pose from)
{
    const seen_point seen = see_point(curve, from, curve->frame.goal.x, curve->frame.goal.y);
    const double length = curve->reverses ? INFINITY : curve_turn_to_side(seen.ahead, seen.aside);
    return (uint32_t)(MOTION_SCALE *
                      (length < INFINITY ? length * curve->frame.radius : straight_length(curve, from)));
}

uint32_t goal_curve_estimate(const goal_curve *curve, fw_heuristic heuristic, lattice_pose from)
{
    const fw_pose goal = curve->frame.goal;
    switch (heuristic) {
    case FW_HEURISTIC_STRAIGHT:
        return (uint32_t)(straight_length(curve, from) * MOTION_SCALE);
    case FW_HEURISTIC_TURN:
        return goal_curve_turn(curve, false, from, goal.x, goal.y);
    case FW_HEURISTIC_TURN_TABLE:
        return goal_curve_turn(curve, true, from, goal.x, goal.y);
    case FW_HEURISTIC_TABLE:
        if (!curve->has_heading)
            return goal_curve_turn(curve, true, from, goal.x, goal.y);
        if (curve->tile.heading >= 0)
            return by_table(curve, from);
        break;
    case FW_HEURISTIC_AUTO:
    case FW_HEURISTIC_CURVE:
    case FW_HEURISTIC_MOTIONS:
    case FW_HEURISTIC_COUNT:
        break;
    }
    return curve->has_heading ? goal_curve_length(curve, from) : bound_to_place(curve, from);
}
