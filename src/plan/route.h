#ifndef PLAN_ROUTE_H
#define PLAN_ROUTE_H

/// @file
/// What stages that search share: limits going in, a route becoming a path, and how a path that is written ends.

#include <stdbool.h>

#include "directional/corridor.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "grid/grid_route.h"
#include "search/limits.h"

/// What a request's limits leave for its next search.
///
/// @param spent  work that the present stage has done for it, besides searches that are over; where nothing is left,
///               an expansion is
search_limits limits_left(const fw_search *search, uint64_t spent);

/// Is a limit of the request reached, on all work that was done for it or on time?
///
/// @param spent  as limits_left() has it
bool limits_reached(const fw_search *search, uint64_t spent);

/// Writes lines from the exact start along a route's runs to the exact end.
///
/// @param end  the exact pose where the path ends; null = the route's last anchor
/// @return FW_OK or FW_NO_MEMORY
fw_result write_route(const fw_search *search, fw_outcome outcome, const grid_route *route,
                      const fw_pose *end, fw_path *path);

/// The tiles that a route on the grid runs over, as lattice points.
///
/// @param shift        from an anchor to the lattice point of the body's centre
/// @param[out] points  [point * most] the first ones
/// @return how many
int32_t route_points(const grid_route *route, int32_t shift, corridor_tile *points, int32_t most);

/// Ends a path that a stage was writing: what was written becomes the path, or is thrown away where that failed.
///
/// @param cost        what the path costs
/// @param impossible  how many of its stretches were left impossible
/// @return `written`
fw_result write_end(const fw_search *search, fw_result written, fw_outcome outcome, double cost,
                    int32_t impossible, fw_path *path);

/// Writes the path of a unit that stays where it is.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result write_start(const fw_search *search, fw_outcome outcome, fw_path *path);

#endif
