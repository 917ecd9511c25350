#pragma once

/// Searches: how one begins, goes on and gives its answer; for the rooms below.

#include "plan/grid_flow.h"

/// Makes a planner one of a traffic: what it is asked is not recorded, because what the traffic is asked is.
void planner_make_inner(fw_planner *planner);

/// Copies the path of a search that has ended, or writes an empty path whose outcome says why there is none. Returns
/// the result of the search; FW_NO_MEMORY: the path could not be written.
fw_result search_give_answer(fw_search *search, fw_path *path);

/// As fw_search_begin(), but if the request is a search on the grid to the goal of a flow, its path is taken from the
/// flow. The flow must equal the newest version of the map where the flow has been, and is only used by one search at a
/// time.
fw_result search_begin_by_flow(fw_planner *planner, const fw_request *request, flow *flow,
                               fw_search **search);
