#pragma once

/// The generic instance of the loop: a space that the user describes as a table of functions.

#include "base/memory.h"
#include "fairway/space.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct user_space user_space;

/// Creates a space whose pages come from `pool`.
fw_result user_space_create(memory *memory, page_pool *pool, user_space **space);

/// Prepares a query.
void user_space_reset(user_space *space, const fw_space *described, const search_limits *limits);

/// Continues the query; results as best_first_run(), with FW_SPACE_FAILED for errors of the user's functions.
fw_result user_space_run(user_space *space, uint64_t work);

/// The nodes of the path that was found, or of the partial path to best_first_best(); see fw_search_nodes().
fw_result user_space_nodes(const user_space *space, fw_node *nodes, int32_t capacity, int32_t *count,
                           uint64_t *total);

/// Statistics and progress (0 .. 1) of the search.
void user_space_statistics(const user_space *space, fw_statistics *statistics);
double user_space_progress(const user_space *space);
