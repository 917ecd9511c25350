#pragma once

/// A search on the grid that goes on for other starts: a flow toward one goal.

#include "grid/grid_space.h"

/// Continues on a map that equals the one before wherever the search has been, see grid_space_has_changed().
void grid_space_renew(grid_space *space, const map_version *map, const map_unit *unit);

/// True if a search with the goal GRID_GOAL_NOWHERE, and without aims, has found the cheapest path to an anchor: no
/// later step changes it.
bool grid_space_has_settled(const grid_space *space, int32_t x, int32_t y);

/// Writes the route from an anchor that has settled back to the start of the search. FW_OK or FW_NO_MEMORY.
fw_result grid_space_route_back(grid_space *space, int32_t x, int32_t y, grid_route *route);

/// True if the map may have changed after a version where such a search has been, or right beside. O(nodes / 64)
bool grid_space_has_changed(const grid_space *space, const map_version *map, uint64_t version);
