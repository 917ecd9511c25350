#pragma once

/// Directional A*: a search over poses (x, y, heading) whose moves are motions (Pinter 2001).

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "directional/directional_task.h"
#include "directional/ends/connections.h"
#include "fairway/planner.h"
#include "search/limits.h"
#include "search/page_pool.h"

typedef struct directional_space directional_space;

fw_result directional_space_create(memory *memory, page_pool *pool, directional_space **space);

/// Prepares a query. FW_OK or FW_NO_MEMORY.
fw_result directional_space_reset(directional_space *space, const directional_query *query,
                                  const search_limits *limits);

/// Floods from both ends before the search. FW_OK, or FW_NOT_FOUND: base motions do not lead from the start to the
/// goal.
fw_result directional_space_flood(directional_space *space);

/// True if the reset has found a single curve from start to goal.
bool directional_space_has_direct(const directional_space *space);

/// Copies the connections of the start, or of the goal, that the reset has found. Those of several goals are not
/// listed.
void directional_space_list_start(const directional_space *space, connections *listed);
void directional_space_list_goal(const directional_space *space, connections *listed);

/// Finds the connections of the start, even if the search has not needed them.
void directional_space_connect_start(const directional_space *space, connections *found);

/// Continues the search; results as best_first_run(). If the motion table allows it, a search with extended motions and
/// extended connections near the ends follows a search that runs dry, and then the fine search follows.
fw_result directional_space_run(directional_space *space, uint64_t work);

/// Finds out how near to the query's aims the expanded poses are. O(expanded poses)
///
/// @return false if nothing was expanded yet
bool directional_space_nearest(const directional_space *space, double *square);

/// True if the query's limit on distance ended the search with FW_LIMIT.
bool directional_space_is_beyond(const directional_space *space);

/// Statistics of the search, and its progress from 0 to 1.
void directional_space_statistics(const directional_space *space, fw_statistics *statistics);
double directional_space_progress(const directional_space *space);

/// True if a search on the lattice is under way, or was the last one, and has expanded something. (The fine search
/// makes the guide's field its own.)
bool directional_space_has_guide(const directional_space *space);

/// h of the lattice pose on a tile, as far as the guide knows it.
///
/// @param heading  radians, rounded to a heading of the lattice
/// @return tiles; infinite: no path leads from there, or there is no guide
double directional_space_estimate(const directional_space *space, int32_t x, int32_t y, double heading);
