#pragma once

/// The search on the abstract graph.

#include "hierarchy/abstract_space.h"

/// Creates a space in zeroed memory. Its nodes come from a pool.
void abstract_search_init(abstract_space *space, memory *memory, page_pool *pool);

/// Prepares a query. FW_OK or FW_NO_MEMORY.
fw_result abstract_search_reset(abstract_space *space, const hierarchy_query *query,
                                const search_limits *limits);

/// Begins another search of the same query, from another start. Goals that are joined to the graph stay so.
void abstract_search_begin_at(abstract_space *space, grid_anchor start, const search_limits *limits);

/// Continues the search; results as best_first_run(). A run may exceed `work` by one wave, the tiles of a cluster.
fw_result abstract_search_run(abstract_space *space, uint64_t work);

/// The tile of the map to which a node's step leads.
grid_anchor abstract_search_entry_tile(const abstract_space *space, fw_node_id id, uint16_t via);

/// A lower bound of the cost from a tile to the goal: that of a straight way on the cheapest ground.
cost abstract_search_remaining(const abstract_space *space, int32_t x, int32_t y);

/// Makes sure that the wave of `from_start` has begun.
void abstract_search_begin_at_start(abstract_space *space);

/// Makes sure that `to_goals` has a wave over a cluster from the goals in it. `within` stays as it is.
void abstract_search_begin_at_goals(abstract_space *space, cluster_at cluster);
