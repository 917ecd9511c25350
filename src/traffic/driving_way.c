#include "traffic/driving_way.h"

#include <math.h>

#include "traffic/way_pool.h"
#include "traffic/way_sight.h"

/// What a tile in reverse costs, and a change of gear, in turning radii.
#define REVERSE_COST     1.5
#define GEAR_CHANGE_COST 0.5

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

/// True if walls let the unit drive a turn and a line to a place.
static bool drives_to(const planning *task, fw_pose pose, double x, double y, fw_gear gear)
{
    const agent_kind *kind = kind_of(task->traffic, task->unit);
    for (fw_side side = FW_SIDE_RIGHT; side >= FW_SIDE_LEFT; side--) {
        fw_curve curve;
        if (fw_turn_then_straight(driving_facing(pose, gear), x, y, kind->turn_radius, side, &curve) != FW_OK)
            continue;
        const rail made = rail_of(&curve, gear);
        if (rail_is_free(&kind->ground, &kind->body, &made))
            return true;
    }
    return false;
}

bool driving_sees_way(const planning *task, fw_pose pose)
{
    const agent *unit = task->unit;
    const way *way = &unit->way;
    if (planning_is_on_course(task) || unit->relation.in_way_of != NO_AGENT)
        return true;
    for (int32_t i = way->next; i < way->count && i < way->next + 2; i++)
        if (drives_to(task, pose, way->points[i].x, way->points[i].y, FW_FORWARD))
            return true;
    return way->count == 0 ||
           (kind_of(task->traffic, unit)->reverse &&
            drives_to(task, pose, way->points[way->next].x, way->points[way->next].y, FW_REVERSE));
}
