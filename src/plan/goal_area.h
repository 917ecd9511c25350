#pragma once

/// The poses that are at a goal: those within its radius and its tolerance of heading.

#include <math.h>
#include <stdbool.h>

#include "base/arrival.h"
#include "base/refusal.h"
#include "base/trig.h"
#include "fairway/request.h"

static inline bool goal_is_single(const fw_goal *goal)
{
    return goal->kind == FW_GOAL_PLACE || goal->kind == FW_GOAL_POSE;
}

static inline bool goal_has_heading(const fw_goal *goal)
{
    const bool asks = goal->kind == FW_GOAL_POSE || (goal->kind != FW_GOAL_PLACE && goal->has_heading);
    return asks && goal->heading_tolerance < FW_PI;
}

/// True if the goal tolerates nothing but rounding.
static inline bool goal_is_exact(const fw_goal *goal)
{
    return goal->radius == 0 && goal->heading_tolerance == 0;
}

/// A member of a set, with its heading within (-pi, pi] as the headings of requests are; the set itself is the
/// program's.
static inline fw_pose goal_member(const fw_goal *goal, int64_t index)
{
    const fw_pose *member = &goal->set[index];
    return (fw_pose){ member->x, member->y, trig_wrap(member->heading) };
}

fw_result goal_area_judge(const fw_goal *goal, fw_refusal *why);

/// True if a pose is at one of a goal's poses.
///
/// @param drives  the unit has a turning radius, so that headings count
bool goal_area_holds(const fw_goal *goal, const fw_pose *pose, bool drives);

/// The same, answered at once for most poses.
static inline bool goal_is_reached(const fw_goal *goal, const fw_pose *pose, bool drives)
{
    const bool is_far =
        goal->kind != FW_GOAL_SET && fabs(goal->pose.x - pose->x) > goal->radius + ARRIVAL_MOST;
    return !is_far && goal_area_holds(goal, pose, drives);
}
