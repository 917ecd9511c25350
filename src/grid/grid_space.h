#pragma once

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
/// @param shared        memory for the table of natural moves
/// @param natural       the planner's table of natural moves, created here if there is none yet
fw_result grid_space_create(memory *memory, page_pool *small, page_pool *large, struct memory *shared,
                            natural_moves **natural, grid_space **space);
void grid_space_destroy(grid_space *space);

void grid_space_reset(grid_space *space, const grid_query *query, const search_limits *limits);

/// Continues the search; results as best_first_run().
fw_result grid_space_run(grid_space *space, uint64_t work);

/// True if a move was rejected because it leaves the roads.
bool grid_space_was_held(const grid_space *space);

/// Writes the route to an end of the search. FW_OK, FW_NOT_FOUND (nothing was expanded yet) or FW_NO_MEMORY.
fw_result grid_space_route(grid_space *space, grid_end end, grid_route *route);

void grid_space_statistics(const grid_space *space, fw_statistics *statistics);
double grid_space_progress(const grid_space *space);

/// h of an anchor, in tiles.
double grid_space_estimate(const grid_space *space, int32_t x, int32_t y);
