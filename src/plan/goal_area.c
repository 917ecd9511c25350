#include "plan/goal_area.h"

#include <math.h>

#include "base/trig.h"

fw_result goal_area_judge(const fw_goal *goal, fw_refusal *why)
{
    if (!(goal->radius >= 0.0 && goal->radius <= 2.0 * FW_MAX_SIDE))
        return refuse_number(why, goal->radius, FW_BAD_VALUE, "goal.radius",
                             "the radius must be from 0 to 32768 tiles");
    if (!(goal->heading_tolerance >= 0.0 && goal->heading_tolerance <= FW_PI))
        return refuse_number(why, goal->heading_tolerance, FW_BAD_VALUE, "goal.heading_tolerance",
                             "the tolerance must be from 0 to pi");
    return FW_OK;
}

/// True if a pose is at one pose of a goal.
static bool holds_at(const fw_goal *goal, const fw_pose *at, const fw_pose *pose, bool with_heading)
{
    const double dx = pose->x - at->x, dy = pose->y - at->y, most = goal->radius + arrival_distance(pose);
    return dx * dx + dy * dy <= most * most &&
           (!with_heading ||
            fabs(trig_wrap(pose->heading - at->heading)) <= goal->heading_tolerance + ARRIVAL_TURN);
}

bool goal_area_holds(const fw_goal *goal, const fw_pose *pose, bool drives)
{
    const bool with_heading = drives && goal_has_heading(goal);
    if (goal->kind != FW_GOAL_SET)
        return holds_at(goal, &goal->pose, pose, with_heading);
    for (int32_t i = 0; i < goal->count; i++)
        if (holds_at(goal, &goal->set[i], pose, with_heading))
            return true;
    return false;
}
