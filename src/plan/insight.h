#ifndef PLAN_INSIGHT_H
#define PLAN_INSIGHT_H

/// @file
/// What inspections ask of a search.

#include "fairway/planner.h"
#include "map/version.h"
#include "shape/roads/roadside.h"

/// Holds the search's version of the map.
///
/// @return the version; null: a commit has taken it. Otherwise insight_end() must follow
const map_version *insight_begin(const fw_search *search);
void insight_end(const fw_search *search);

/// The unit that the search is for.
const map_unit *insight_unit(const fw_search *search);

/// True if the search has a guide.
bool insight_has_guide(const fw_search *search);

/// h at an anchor, by the search's guide.
///
/// @param heading  directional searches: of the unit, in radians
/// @return tiles; infinite: no path leads from there
double insight_guide(const fw_search *search, int32_t x, int32_t y, double heading);

/// Puts up the cones of the search's path on empty ground.
///
/// @param[out] cones  to be freed by insight_free_cones(), whatever the result
/// @return FW_OK, FW_NOT_FOUND (the search has put up none) or FW_NO_MEMORY
fw_result insight_cones(const fw_search *search, roadside *cones);
void insight_free_cones(const fw_search *search, roadside *cones);

#endif
