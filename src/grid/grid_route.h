#ifndef GRID_GRID_ROUTE_H
#define GRID_GRID_ROUTE_H

/// @file
/// What the searches on the grid answer: a path as runs.

#include <stdint.h>

#include "curve/path.h"
#include "grid/grid_goal.h"

/// An anchor on the way.
typedef struct grid_anchor {
    int32_t x, y;
} grid_anchor;

/// Steps by the same move.
typedef path_run grid_run;

/// The path as runs, from the start on. No two that follow each other are of the same move.
typedef struct grid_route {
    const grid_run *runs; ///< [run * count], valid until the space is asked again
    int32_t count;
    grid_anchor start, end;
    double cost;               ///< the exact integral of cost along it, in tiles
    const grid_target *target; ///< GRID_GOAL_SET: which target was reached; null otherwise
} grid_route;

/// Which end of the search a route leads to.
typedef enum grid_end {
    GRID_END_GOAL,   ///< the goal that was reached
    GRID_END_BEST,   ///< the open anchor with the least h
    GRID_END_NEAREST ///< the expanded anchor nearest to the query's point
} grid_end;

#endif
