#pragma once

/// A search on the grid by the method that serves it, for the grid stage and the stages that search on the grid
/// themselves.

#include "fairway/path.h"
#include "fairway/planner.h"
#include "plan/grid_search.h"
#include "plan/query.h"

/// A query for a search between two places, under the map and the overlay of the request but no other options of it.
grid_query grid_search_between(const fw_search *search, grid_anchor start, grid_goal goal);

/// Creates the space of A* if the search has none yet: FW_OK or FW_NO_MEMORY. For all stages that search there.
fw_result grid_search_prepare(fw_search *search);

/// Begins a search by the first method that serves the query, or by A* if moves are forbidden because of illegal turns.
fw_result grid_search_begin(fw_search *search);

fw_result grid_search_begin_by(fw_search *search, const grid_method *method);

/// Continues the search, as grid_method::run; never FW_TOO_MANY.
fw_result grid_search_run(fw_search *search, uint64_t work);

fw_result grid_search_write(fw_search *search, fw_outcome outcome, fw_path *path);

grid_end grid_search_end_of(const query *query, fw_outcome outcome);

/// Writes a route to an end of a search, and the line to the exact pose of the goal.
fw_result grid_search_write_route(const fw_search *search, fw_outcome outcome, grid_end end,
                                  const grid_route *route, fw_path *path);

fw_result grid_search_route(fw_search *search, grid_end end, grid_route *route);
void grid_search_statistics(const fw_search *search, fw_statistics *statistics);
double grid_search_progress(const fw_search *search);
