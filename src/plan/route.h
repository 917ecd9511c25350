#ifndef PLAN_ROUTE_H
#define PLAN_ROUTE_H

/// @file
/// What stages that search share: limits going in, a route becoming a path, and how a path that is written ends.

#include "fairway/path.h"
#include "fairway/planner.h"
#include "grid/grid_route.h"
#include "search/limits.h"

/// The limits that a request sets to its search.
search_limits limits_of(const fw_request *ask);

/// Writes lines from the exact start along a route's runs to the exact end.
///
/// @param end  the exact pose where the path ends; null = the route's last anchor
/// @return FW_OK or FW_NO_MEMORY
fw_result write_route(const fw_search *search, fw_outcome outcome, const grid_route *route,
                      const fw_pose *end, fw_path *path);

/// Ends a path that a stage was writing: what was written becomes the path, or is thrown away where that failed.
///
/// @param cost        what the path costs
/// @param impossible  how many of its stretches were left impossible
/// @return `written`
fw_result write_end(const fw_search *search, fw_result written, fw_outcome outcome, double cost,
                    int32_t impossible, fw_path *path);

#endif
