#pragma once

/// Free places on open ground: points of a lattice of equilateral triangles around the goal. No places lie closer
/// together that are as far apart.

#include "traffic/free_search.h"

/// Finds free places, if no wall is as near as they are.
///
/// @param[out] is_open  no wall is; false: nothing was found
/// @return FW_OK or FW_NO_MEMORY
fw_result place_lattice_find(free_search *search, bool *is_open);
