#pragma once

/// Functions shared by the stages that search: limits, statistics, and writing a route as a path.

#include <stdbool.h>

#include "directional/corridor.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "grid/grid_route.h"
#include "search/limits.h"

/// The limits of a request that remain for its next search.
///
/// @param spent  work that the present stage has done so far, without earlier stages. If no work is left, one expansion
///               is allowed
search_limits limits_left(const fw_search *search, uint64_t spent);

/// True if the request's limit on work, all searches added up, or on time is reached.
bool limits_reached(const fw_search *search, uint64_t spent);

/// Writes lines from the exact start along a route's runs to the exact end.
///
/// @param end  the exact pose where the path ends; null = the route's last anchor
/// @return FW_OK or FW_NO_MEMORY
fw_result write_route(const fw_search *search, fw_outcome outcome, const grid_route *route,
                      const fw_pose *end, fw_path *path);

/// Writes a line, between an exact pose and a lattice point as a rule, unless both are the same place.
///
/// @param[in,out] cost  the cost of the line is added
/// @return FW_OK or FW_NO_MEMORY
fw_result write_connection(const fw_search *search, const fw_pose *from, const fw_pose *to, fw_path *path,
                           double *cost);

/// Ends a path that a stage has written: completes the path, or clears it if writing failed.
///
/// @param impossible  number of stretches that are impossible to drive
/// @return `written`
fw_result write_end(const fw_search *search, fw_result written, fw_outcome outcome, double cost,
                    int32_t impossible, fw_path *path);

/// Writes the path of a unit that stays where it is: a stage_kind::write. FW_OK or FW_NO_MEMORY.
fw_result write_start(fw_search *search, fw_outcome outcome, fw_path *path);
