#ifndef PLAN_GRID_ASTAR_H
#define PLAN_GRID_ASTAR_H

/// @file
/// The space of A* on the grid, for all stages that search there.

#include "fairway/planner.h"

/// Creates the space of A* if the search has none yet: FW_OK or FW_NO_MEMORY. For all stages that search on the grid.
fw_result grid_search_prepare(fw_search *search);

#endif
