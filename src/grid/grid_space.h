#ifndef GRID_GRID_SPACE_H
#define GRID_GRID_SPACE_H

/// @file
/// A* on the tiles of a layer: 4 or 8 neighbours, every corner rule, terrain costs, overlays, any size of
/// unit.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "fairway/planner.h"
#include "grid/grid_query.h"
#include "grid/grid_route.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct grid_space grid_space;
typedef struct natural_moves natural_moves;

/// Creates a space.
///
/// @param small, large  pools of pages with 1 << SMALL_NODE_PAGE_SHIFT and 1 << NODE_PAGE_SHIFT nodes
/// @param natural       the planner's table of natural moves, created here if there is none yet
fw_result grid_space_create(memory *memory, page_pool *small, page_pool *large, natural_moves **natural,
                            grid_space **space);
void grid_space_destroy(grid_space *space);
size_t grid_space_bytes(const grid_space *space);

/// Prepares a query.
void grid_space_reset(grid_space *space, const grid_query *query, const search_limits *limits);

/// Continues the search; results as best_first_run().
fw_result grid_space_run(grid_space *space, uint64_t work);

/// True if a move was rejected because it leaves the roads.
bool grid_space_was_held(const grid_space *space);

/// Writes the route to an end of the search.
///
/// @return FW_OK, FW_NOT_FOUND (nothing was expanded yet) or FW_NO_MEMORY
fw_result grid_space_route(grid_space *space, grid_end end, grid_route *route);

/// Continues on a map that equals the one before wherever the search has been, see grid_space_has_changed().
void grid_space_renew(grid_space *space, const map_version *map, const map_unit *unit);

/// True if a search with the goal GRID_GOAL_NOWHERE, and without aims, has found the cheapest path to an anchor: no
/// later step changes it.
bool grid_space_has_settled(const grid_space *space, int32_t x, int32_t y);

/// Writes the route from an anchor that has settled back to the start of the search.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result grid_space_route_back(grid_space *space, int32_t x, int32_t y, grid_route *route);

/// True if the map may have changed after a version where such a search has been, or right beside. O(nodes / 64)
bool grid_space_has_changed(const grid_space *space, const map_version *map, uint64_t version);

/// The statistics and the progress of the search.
void grid_space_statistics(const grid_space *space, fw_statistics *statistics);
double grid_space_progress(const grid_space *space);

#endif
