#ifndef GRID_GRID_ROUTE_H
#define GRID_GRID_ROUTE_H

/// @file
/// The route that a search on the grid has found: a path as runs.

#include <stdint.h>

#include "curve/path.h"
#include "grid/grid_goal.h"

/// An anchor on the path.
typedef struct grid_anchor {
    int32_t x, y;
} grid_anchor;

/// Consecutive steps by the same move.
typedef path_run grid_run;

/// The path as runs, from the start on. Consecutive runs have different moves.
typedef struct grid_route {
    const grid_run *runs; ///< [run * count], valid until the next call for the space
    int32_t count;
    grid_anchor start, end;
    double cost;               ///< the exact integral of cost along the path, in tiles
    const grid_target *target; ///< GRID_GOAL_SET: which target was reached; null otherwise
} grid_route;

/// The end of the search to which a route leads.
typedef enum grid_end {
    GRID_END_GOAL,   ///< the goal that was reached
    GRID_END_BEST,   ///< the open anchor with the least h
    GRID_END_NEAREST ///< the expanded anchor nearest to the query's point
} grid_end;

#endif
