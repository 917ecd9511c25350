#ifndef PLAN_FINISHED_H
#define PLAN_FINISHED_H

/// @file
/// Functions for public passes over finished paths: they find the unit and the map of a path.

#include "fairway/planner.h"
#include "shape/curved/way.h"

/// Holds the newest version of the map, until finished_end(), and finds a path's unit by its summary.
///
/// @param function     that the program has called, which a recording names
/// @param overlay      the overlay of the request, or null
/// @param[out] ground  without a charge for turns
/// @return FW_OK, FW_UNKNOWN_UNIT, FW_WRONG_MAP (overlay) or FW_STALE
fw_result finished_ground(fw_planner *planner, const char *function, const fw_overlay *overlay,
                          const fw_path *path, smooth_ground *ground);

/// Ends the hold on the map.
///
/// @return `result`
fw_result finished_end(fw_planner *planner, fw_result result);

#endif
