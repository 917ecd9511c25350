#pragma once

/// The choice of the guide for a lattice search, and its beginning.

#include <stdbool.h>
#include <stdint.h>

#include "directional/search/directional_inside.h"

/// Prepares the guide for a query: the obstacle-free bounds that all its lattice searches share.
void directional_guide_reset(directional_space *space);

/// Chooses the kind of guide for the next lattice search, once the goals are connected. A field on the grid around the
/// goals is kept for the next search; all other fields begin again.
void directional_guide_choose(directional_space *space);

/// True if the guide knows that no path leads from the start to a goal.
bool directional_guide_misses_start(const directional_space *space);

/// True if the search must not begin before directional_guide_begin() has returned FW_OK. A guide that grows late
/// begins its fields later.
bool directional_guide_is_needed(const directional_space *space);

/// Prepares the curves to the first goal, whose lengths are part of h.
void guide_aim_at_goal(directional_space *space);

/// Begins the fields of the guide.
///
/// @return FW_OK, FW_PENDING (more must be done), FW_NOT_FOUND (nothing leads to the goal) or FW_NO_MEMORY
fw_result directional_guide_begin(directional_space *space, uint64_t work);
