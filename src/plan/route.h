#ifndef PLAN_ROUTE_H
#define PLAN_ROUTE_H

/// @file
/// What the stages that search the grid share: limits going in, and a route becoming a path.

#include "fairway/path.h"
#include "fairway/planner.h"
#include "grid/grid_route.h"
#include "search/limits.h"

/// The limits that a request sets to its search.
search_limits limits_of(const fw_request *ask);

/// Writes lines from the exact start over a route's waypoints to the exact end.
///
/// @param end  the exact pose where the path ends; null = the route's last anchor
/// @return FW_OK or FW_NO_MEMORY
fw_result write_route(const fw_search *search, fw_outcome outcome, const grid_route *route,
                      const fw_pose *end, fw_path *path);

#endif
