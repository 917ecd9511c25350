#pragma once

/// Functions shared by all stages that change the draft in one step, and by the public passes over finished paths.

#include "fairway/planner.h"
#include "shape/curved/bends.h"

/// The headings of a unit with a turning radius at the ends of the draft.
bend_ends draft_ends(const fw_search *search);

smooth_ground draft_ground(fw_search *search);

/// Keeps a copy of the draft.
///
/// @param[in,out] kept  receives the copy; null: the path is created
/// @return FW_OK or FW_NO_MEMORY
fw_result draft_keep(fw_search *search, fw_path **kept);

/// Holds the newest version of the map, until finished_end(), and finds a path's unit by its summary.
///
/// @param function     that the program has called, which a recording names
/// @param overlay      the overlay of the request, or null
/// @param[out] ground  without a charge for turns
/// @return FW_OK, FW_UNKNOWN_UNIT, FW_WRONG_MAP (overlay) or FW_STALE
fw_result finished_ground(fw_planner *planner, const char *function, const fw_overlay *overlay,
                          const fw_path *path, smooth_ground *ground);

/// Ends the hold on the map.
fw_result finished_end(fw_planner *planner, fw_result result);
