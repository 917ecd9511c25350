#pragma once

/// Jump point search: exact paths on a layer where every tile costs the same and corners are never cut, with eight
/// neighbours or four.
///
/// Source: Harabor & Grastien 2011, "Online graph pruning for pathfinding on grid maps", in the form of 2014 that cuts
/// no corners. Paths are searched in diagonal-first order (the canonical order of Sturtevant & Rabin 2016). Nodes are
/// the jump points that straight runs meet; the edges between them are kept from query to query.

#include <stdint.h>

#include "base/memory.h"
#include "fairway/planner.h"
#include "grid/grid_route.h"
#include "grid/jump_graph.h"
#include "grid/jump_query.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct jump_space jump_space;

/// Creates a space.
///
/// @param pool    pool of pages with 1 << JUMP_NODE_PAGE_SHIFT nodes
/// @param small   pool of pages with 1 << SMALL_NODE_PAGE_SHIFT nodes, for searches under overlays
/// @param shared  memory for the graphs
/// @param graphs  list of the planner's jump graphs, to which the space may add
fw_result jump_space_create(memory *memory, page_pool *pool, page_pool *small, struct memory *shared,
                            jump_graph **graphs, jump_space **space);
void jump_space_destroy(jump_space *space);

/// Lets go of the graph, so that queries on other versions of the layer may take it. The last query ends.
void jump_space_let_go(jump_space *space);

/// Prepares a query. If `is_hidden`, a goal around one corner needs no search. FW_OK or FW_NO_MEMORY.
fw_result jump_space_reset(jump_space *space, const jump_query *query, const search_limits *limits);

/// Continues the search; results as best_first_run(). FW_TOO_MANY: the cost of the path overflows, which takes a path
/// of more than 180,000 tiles.
fw_result jump_space_run(jump_space *space, uint64_t work);

/// Writes the route to the goal or to the best node so far. FW_OK, FW_NOT_FOUND (nothing was expanded yet) or
/// FW_NO_MEMORY.
fw_result jump_space_route(jump_space *space, grid_end end, grid_route *route);

void jump_space_statistics(const jump_space *space, fw_statistics *statistics);
double jump_space_progress(const jump_space *space);
