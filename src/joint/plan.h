#pragma once

/// From the nodes of a search to a plan.

#include "joint/solver.h"

/// Begins a plan of the run that has found one.
fw_result plan_begin(joint_solver *solver);

/// Adds the next moves: as many as there are units.
///
/// @return FW_OK when all are packed; FW_PENDING; FW_NO_MEMORY
fw_result plan_pack(joint_solver *solver);

/// Ends the plan. The better one of this and the best plan so far is kept.
fw_result plan_end(joint_solver *solver);

/// Smoothes the way of the next unit of the best plan.
///
/// @param[out] spent  work
/// @return FW_OK when all ways are smooth; FW_PENDING; FW_NO_MEMORY
fw_result plan_smooth(joint_solver *solver, uint64_t *spent);
