#pragma once

/// The field on the grid that guides grow, and the perimeter around the goal.

#include "directional/search/directional_inside.h"

/// Makes room for origins of the field. FW_OK or FW_NO_MEMORY.
fw_result guide_field_reserve(directional_space *space, size_t count);

/// Begins the field from the guide's first origins, within the corridor.
///
/// @param toward     where the field grows to first
/// @param is_greedy  the field tells distances that may be too long
/// @return FW_OK or FW_NO_MEMORY
fw_result guide_field_begin(directional_space *space, size_t count, lattice_pose toward, bool is_greedy);

/// Begins the field from the goals. FW_OK or FW_NO_MEMORY.
fw_result guide_field_surround_goals(directional_space *space);

/// The surcharges that fields of motions count; none if the search minimises time.
const surcharge *guide_charges(const directional_space *space);

/// Resets the perimeter around the goal. Its radius is the length of a half turn, which a unit may need for its last
/// turns; within a larger radius there would be too many poses.
void guide_surround_goal(directional_space *space);
