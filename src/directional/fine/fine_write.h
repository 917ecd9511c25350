#pragma once

/// The curves that a fine search has found, as the unit drives them.

#include "directional/drive_route.h"
#include "directional/fine/fine_inside.h"

/// Converts a curve of a search, in the frame, to the curve that the unit drives in the world.
fw_curve fine_driven(const fine_side *side, const fw_curve *curve);

/// Appends the way to the goal, or to the most promising pose so far, to a path that is being written.
///
/// @param[out] total  cost of the path, in tiles
/// @return FW_OK, FW_NOT_FOUND (nothing was expanded yet) or FW_NO_MEMORY
fw_result fine_search_write(fine_search *fine, const map_unit *unit, bool to_goal, fw_path *path,
                            double *total);
