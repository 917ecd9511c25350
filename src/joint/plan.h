#pragma once

/// From the nodes of a search to a plan.

#include "joint/solver.h"

/// Begins a plan of the run that has found one: with the moves to the lattice.
fw_result plan_begin(joint_solver *solver);

/// Adds the moves to the next node, while any is left: solver->unpacked.
fw_result plan_pack(joint_solver *solver);

/// Ends the plan with the moves to the goals. The better one of this and the best plan so far is kept.
fw_result plan_end(joint_solver *solver);
