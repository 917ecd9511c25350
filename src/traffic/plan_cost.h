#pragma once

/// What candidates of a plan cost.

#include "traffic/plan_task.h"

/// Computes what a candidate costs, if it is not settled yet. Then it moves behind those that cost less; if it costs as
/// much as the limit, it is left out. So whoever goes through the candidates and settles each one that matters
/// meets these by what they cost.
///
/// @return true if another candidate may be at this index now
bool planning_settle(planning *task, int32_t index);

/// Adds what a candidate costs because of the ground, of which the motion was built last. It moves as in
/// planning_settle().
///
/// @return true if another candidate may be at this index now; false: the cost was added before, or there is none
bool planning_weigh(planning *task, int32_t index);

/// What a candidate costs, whether or not it is settled.
double planning_exact_cost(const planning *task, const candidate *place);

/// True if a candidate costs less than the limit and all candidates behind it, whether or not it is settled.
bool planning_is_next(const planning *task, int32_t index);

/// What it costs to stop at a place, besides the rest of the way; or less, but more than `most`.
double planning_surcharge(const planning *task, double x, double y, double most);

/// What it costs to stop at a pose, with the rest of the way from there.
///
/// @param place  of the pose on the course, if the unit follows one
double planning_cost(const planning *task, fw_pose pose, double place);

/// The place on the way at a distance from where the unit takes over, and the direction of the way there.
way_place planning_place(const planning *task, double distance, double *direction);

/// Length of the way from a pose.
double planning_rest(const planning *task, fw_pose pose);

/// Length of the way from a pose, or of the course from a place.
double planning_rest_at(const planning *task, fw_pose pose, double place);

/// Adds candidates, except where a wall is, or where they cost as much as the limit.
void planning_add(planning *task, const place_list *places);
