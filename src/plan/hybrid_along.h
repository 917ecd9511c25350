#pragma once

/// The search along the path on the grid, and the trail that it leaves.

#include <stdbool.h>
#include <stdint.h>

#include "directional/corridor.h"
#include "directional/smoothing_48.h"
#include "grid/grid_route.h"
#include "plan/hybrid.h"

/// Lists the tiles along a route on the grid, as lattice points.
///
/// @param shift        from an anchor to the lattice point of the body's centre
/// @param[out] points  [point * most] the first `most` points
int32_t route_points(const grid_route *route, int32_t shift, corridor_tile *points, int32_t most);

/// A query for the search along a path on the grid. The caller fills in the ground, the starts and the goals.
smoothing_query hybrid_along_query(const fw_unit_def *unit, const corridor_tile *points, int32_t count);

/// Begins a search along the path: from the end of the trail, or backward from the goal.
fw_result hybrid_begin_along(fw_search *search, bool is_backward);

/// Appends a route of the search along the path to the trail. FW_OK or FW_NO_MEMORY.
fw_result hybrid_push_route(fw_search *search, const smoothing_route *route);

/// Appends the route of the search along the path to the trail, up to an end. FW_OK or FW_NO_MEMORY.
fw_result hybrid_push_along(fw_search *search, smoothing_end end);

/// Appends the connection or the part of the tail that leads from one of `ends` to the goal.
fw_result hybrid_push_end(hybrid *hybrid, int32_t end);
