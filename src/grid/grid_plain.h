#pragma once

/// Plain queries: one goal, and the map without changes. Their loop makes natural moves only, so that nearly every node
/// is pushed once.

#include "grid/grid_inside.h"

/// Prepares the search of a plain query.
void grid_plain_reset(grid_space *space, const search_limits *limits, uint64_t least_step);

/// Continues the search; results as best_first_run().
fw_result grid_plain_run(grid_space *space, uint64_t work);
