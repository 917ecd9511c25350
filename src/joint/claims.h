#pragma once

/// What claims ask of the units of a knot.

#include "joint/solver.h"

/// Finds where the first one of a pair may stay, which cannot come back: the nearest place to its own one at which it
/// is not in the way of the other one. -1: there is none.
///
/// @param is_vacant  it is not where anybody else wants to be, either
int32_t claims_find_stay(const joint_solver *solver, const int32_t *pair, bool is_vacant);

/// True if a unit's goal is one of several: that it cannot get to one of them proves nothing.
bool claims_share_goal(const joint_solver *solver, int32_t unit);
