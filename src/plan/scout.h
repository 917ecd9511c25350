#pragma once

/// A scout finds a path on which a vehicle may set out before its search knows a better one: along a path on the grid,
/// as far as a few expansions lead. Its work is bounded, and does not count as work of the search.

#include "base/memory.h"
#include "directional/ends/connections.h"
#include "directional/motions/ground.h"
#include "directional/smoothing_48.h"
#include "fairway/planner.h"
#include "plan/trail.h"

enum {
    SCOUT_GRID_WORK = 512,  ///< expansions for a path on the grid
    SCOUT_ALONG_WORK = 256, ///< expansions of poses along this path
    SCOUT_POINTS = 256      ///< tiles of this path at most
};

typedef struct scout {
    memory *memory;
    smoothing_48 *along;
    motion_ground ground;
    corridor_tile points[SCOUT_POINTS];
    int32_t point_count;
    connections starts;
    path_end_pose begins[MOST_CONNECTIONS];
    trail driven;
} scout;

/// Replaces a path by the scout's path if that ends nearer to the goal.
///
/// @param path  the best path so far of a directional method, from the start
/// @return FW_OK or FW_NO_MEMORY
fw_result scout_improve(fw_search *search, fw_path *path);
