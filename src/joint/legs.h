#pragma once

/// The parts of a plan (solver_leg): which one is searched for, from where, and to where.

#include "joint/solver.h"

/// Lets all units begin the leg anew, each with its own goal: runs exchange those that are shared.
void legs_reset_units(joint_solver *solver);

/// Work on the ways of one unit.
uint64_t legs_way_work(const joint_solver *solver);

/// Begins a leg: the ways of its units come next.
void legs_begin(joint_solver *solver, solver_leg leg);

/// Begins a leg to places where units do not hinder each other, or the next one, if nobody must be moved.
fw_result legs_begin_spread(joint_solver *solver, solver_leg leg, spread_kind kind);

/// Ends such a leg: units have been moved, or as many of them as its run could move. The next leg begins.
fw_result legs_end_spread(joint_solver *solver);

/// Lets nobody end where it cannot be passed, until all have found their ways.
fw_result legs_loosen(joint_solver *solver);
