#include "traffic/driving_way.h"

#include <math.h>

#include "traffic/way_pool.h"
#include "traffic/way_sight.h"

/// What a tile in reverse costs, and a change of gear, in turning radii.
#define REVERSE_COST     1.5
#define GEAR_CHANGE_COST 0.5

/// A unit without a reverse gear stops only where it can drive on along its way by so many corners: it could not leave
/// a place with a wall before it.
enum { CORNERS_AHEAD = 3 };

/// If the next corner is nearer than this, in turning radii, the unit may drive to the corner after it.
#define CORNER_REACH 3.0

fw_pose driving_facing(fw_pose pose, fw_gear gear)
{
    if (gear == FW_REVERSE)
        pose.heading += pose.heading > 0 ? -FW_PI : FW_PI;
    return pose;
}

/// Length of a turn and a line to a place, in the cheaper gear.
static double curve_to(const planning *task, fw_pose pose, double x, double y)
{
    const agent_kind *kind = kind_of(task->traffic, task->unit);
    fw_curve curve;
    const double away = apart(pose.x, pose.y, x, y);
    if (away < FW_TRAFFIC_ARRIVED / 2 ||
        fw_turn_then_straight(pose, x, y, kind->turn_radius, FW_SIDE_SHORTER, &curve) != FW_OK)
        return away;
    const double forward = curve.length, least = REVERSE_COST * away + GEAR_CHANGE_COST * kind->turn_radius;
    if (!kind->reverse || forward <= least ||
        fw_turn_then_straight(driving_facing(pose, FW_REVERSE), x, y, kind->turn_radius, FW_SIDE_SHORTER,
                              &curve) != FW_OK)
        return forward;
    return fmin(forward, REVERSE_COST * curve.length + GEAR_CHANGE_COST * kind->turn_radius);
}

double driving_rest(const planning *task, fw_pose pose)
{
    const way *way = &task->unit->way;
    const way_point *next = &way->points[way->next];
    const double rest = curve_to(task, pose, next->x, next->y) + task->corner_rest;
    const double reach = CORNER_REACH * turn_radius_of(task->traffic, task->unit);
    if (way->next + 1 == way->count || apart(pose.x, pose.y, next->x, next->y) > reach)
        return rest;
    const way_point *then = next + 1;
    if (!way_is_clear(task->traffic, task->unit, pose.x, pose.y, then->x, then->y))
        return rest;
    const double then_rest = way_rests(task->traffic, task->unit)[way->next + 1];
    return fmin(rest, curve_to(task, pose, then->x, then->y) + then_rest);
}

/// True if walls let a unit drive to a corner of its way, and on from there, by a turn and a line to each of so many
/// corners.
///
/// @param gear  in which it drives to the first of these
static bool drives_on(const planning *task, fw_pose pose, fw_gear gear, int32_t corner, int32_t corners)
{
    const way *way = &task->unit->way;
    const agent_kind *kind = kind_of(task->traffic, task->unit);
    for (fw_side side = FW_SIDE_RIGHT; side >= FW_SIDE_LEFT; side--) {
        const way_point *to = &way->points[corner];
        fw_curve curve;
        if (fw_turn_then_straight(driving_facing(pose, gear), to->x, to->y, kind->turn_radius, side,
                                  &curve) != FW_OK)
            continue;
        const rail made = rail_of(&curve, gear);
        const fw_pose there = curve.count > 0 ? rail_at(&made, rail_length(&made)) : pose;
        if (rail_is_free(&kind->ground, &kind->body, &made) &&
            (corner + 1 == way->count || corners == 1 ||
             drives_on(task, there, FW_FORWARD, corner + 1, corners - 1)))
            return true;
    }
    return false;
}

bool driving_sees_way(const planning *task, fw_pose pose)
{
    const agent *unit = task->unit;
    const way *way = &unit->way;
    const bool reverses = kind_of(task->traffic, unit)->reverse;
    if (planning_is_on_course(task) || unit->relation.in_way_of != NO_AGENT)
        return true;
    for (int32_t i = way->next; i < way->count && i < way->next + 2; i++)
        if (drives_on(task, pose, FW_FORWARD, i, reverses ? 1 : CORNERS_AHEAD))
            return true;
    return way->count == 0 || (reverses && drives_on(task, pose, FW_REVERSE, way->next, 1));
}
