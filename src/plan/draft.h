#ifndef PLAN_DRAFT_H
#define PLAN_DRAFT_H

/// @file
/// Functions shared by all stages that change the draft in one step.

#include "fairway/planner.h"
#include "shape/curved/bends.h"

/// The headings of a unit with a turning radius at the ends of the draft.
bend_ends draft_ends(const fw_search *search);

/// The ground on which the draft is changed.
smooth_ground draft_ground(fw_search *search);

/// Keeps a copy of the draft.
///
/// @param[in,out] kept  receives the copy; null: the path is created
/// @return FW_OK or FW_NO_MEMORY
fw_result draft_keep(const fw_search *search, fw_path **kept);

#endif
