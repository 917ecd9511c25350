#ifndef PLAN_FINISHED_H
#define PLAN_FINISHED_H

/// @file
/// What the public passes over finished paths have in common: whose path it is, and where.

#include "fairway/planner.h"
#include "shape/curved/way.h"

/// Finds a path's unit by its summary.
///
/// @param overlay      as the request had it, or null
/// @param[out] ground  without a charge for turns
/// @return FW_OK, FW_UNKNOWN_UNIT, FW_WRONG_MAP (overlay) or FW_STALE
fw_result finished_ground(const fw_planner *planner, const fw_overlay *overlay, const fw_path *path,
                          smooth_ground *ground);

#endif
