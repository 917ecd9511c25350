#pragma once

/// From the nodes of a search to a plan.

#include "joint/solver.h"

/// Begins a plan of the run that has found one: with the moves to the lattice.
fw_result plan_begin(joint_solver *solver);

/// Adds the moves to the next node, while any is left: solver->runs.unpacked.
fw_result plan_pack(joint_solver *solver);

/// Ends the plan with the moves to the goals. The better one of this and the best plan so far is kept.
fw_result plan_end(joint_solver *solver);

/// Smoothes the way of the next unit of the best plan.
///
/// @param[out] spent  work
/// @return FW_OK when all ways are smooth; FW_PENDING; FW_NO_MEMORY
fw_result plan_smooth(joint_solver *solver, uint64_t *spent);
