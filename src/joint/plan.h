#pragma once

/// From the nodes of a search to a plan.

#include "joint/solver.h"

/// Makes a plan of the run that has found one: to the lattice, along the nodes, and to the goals. The better one of
/// this and the best plan so far is kept.
fw_result plan_make(joint_solver *solver);
