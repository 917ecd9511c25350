#pragma once

/// Writes the path that a search in a forest has found.

#include "forest/forest_space.h"

/// Writes the segments of the path that was found, from the start.
///
/// @param turn_radius     arcs with a smaller radius are counted
/// @return FW_OK or FW_NO_MEMORY
fw_result forest_space_write(forest_space *space, double turn_radius, fw_path *path, int32_t *too_tight);
