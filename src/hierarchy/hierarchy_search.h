#pragma once

/// A path by the hierarchy: a search on the abstract graph, then its refinement to tiles (cluster_visits.h).
///
/// If the path comes in legs, the first one does not wait for the search on the graph to reach the goal. After some
/// expansions it is the beginning of the path to the node that seems nearest to the goal. Another search on the graph
/// goes on from the end of this leg.

#include "grid/grid_route.h"
#include "hierarchy/abstract_space.h"
#include "search/page_pool.h"

/// By how much h counts more than it is in the search on the graph. Of ways that cost almost the same, this takes the
/// first one that it finds: refinement changes costs by more than these differ.
#define GRAPH_WEIGHT 1.01

typedef struct hierarchy_search hierarchy_search;

/// Creates a search whose nodes come from a pool.
fw_result hierarchy_search_create(memory *memory, page_pool *pool, hierarchy_search **search);

/// Prepares a query. FW_OK or FW_NO_MEMORY.
fw_result hierarchy_search_reset(hierarchy_search *search, const hierarchy_query *query,
                                 const search_limits *limits);

/// Continues the search; results as best_first_run(). A step may exceed `work` by one wave, the tiles of a cluster. It
/// ends early when the first leg becomes ready, unless `work` is UINT64_MAX.
fw_result hierarchy_search_run(hierarchy_search *search, uint64_t work);

/// Writes the route to the goal, or (GRID_END_BEST) as far as the search has come: to the end of the last leg that
/// is ready, if there are legs. FW_OK, FW_NOT_FOUND (nothing was expanded yet, or no leg is ready) or FW_NO_MEMORY.
fw_result hierarchy_search_route(hierarchy_search *search, grid_end end, grid_route *route);

void hierarchy_search_statistics(const hierarchy_search *search, fw_statistics *statistics);
double hierarchy_search_progress(const hierarchy_search *search);
