#ifndef PLAN_WALK_AREAS_H
#define PLAN_WALK_AREAS_H

/// @file
/// Walks over the areas of a map.

#include "base/refusal.h"
#include "plan/query.h"

/// Chooses the leg to the next area on the path: a walk_chooser.
fw_result walk_choose_area(fw_search *search);

/// Judges the area map of a request. FW_OK, FW_NOT_PREPARED or FW_WRONG_MAP.
fw_result walk_judge_areas(const map_version *map, const query *query, fw_refusal *why);

/// Begins the search for a path over areas.
///
/// @return FW_OK, or FW_GAVE_UP: the start or the goal lies in no area
fw_result walk_plan_areas(fw_search *search);

/// Copies the path that the search over areas has found.
///
/// @param result  of the search
/// @return FW_OK, FW_GAVE_UP (there is no path) or FW_NO_MEMORY
fw_result walk_take_areas(fw_search *search, fw_result result);

#endif
