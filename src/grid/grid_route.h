#ifndef GRID_GRID_ROUTE_H
#define GRID_GRID_ROUTE_H

/// @file
/// What the searches on the grid answer: a path as waypoints.

#include <stdint.h>

#include "curve/path.h"
#include "grid/grid_goal.h"

/// An anchor where a straight run of the path that was found begins or ends.
typedef path_waypoint grid_waypoint;

/// The path as waypoints, from the start on.
typedef struct grid_route {
    const grid_waypoint *points; ///< [point * count], valid until the space is asked again
    int32_t count;
    double cost;               ///< the exact integral of cost along it, in tiles
    const grid_target *target; ///< GRID_GOAL_SET: which target was reached; null otherwise
} grid_route;

/// Which end of the search a route leads to.
typedef enum grid_end {
    GRID_END_GOAL,   ///< the goal that was reached
    GRID_END_BEST,   ///< the expanded anchor with the least h
    GRID_END_NEAREST ///< the expanded anchor nearest to the query's point
} grid_end;

#endif
