#pragma once

/// Which candidate a plan takes.

#include "traffic/plan_task.h"

/// Gives the unit a reservation. If the unit follows its course, its place on the course advances; else the unit
/// leaves the course.
void planning_adopt(planning *task, const reservation *made);

/// planning_adopt(), as the plan wants it: no other unit and no wall is in the way any more.
void planning_take(planning *task, const reservation *made);

/// Takes the best candidate that is free and costs less than a limit.
bool planning_take_best(planning *task, double limit);

/// Takes the candidate of planning_first(), if there is one and it is free.
///
/// @param limit  of planning_first()
bool planning_take_first(planning *task, double limit);

/// Builds the motion to a candidate.
///
/// @return false if limits, walls or other units forbid it
bool planning_is_free(planning *task, const candidate *place, reservation *made);

/// Takes the cheapest free candidate of the slightest turn to the right that has one.
bool planning_roll_right(planning *task);
