#pragma once

/// Writes the path that a directional search has found.

#include "directional/directional_end.h"
#include "directional/search/directional_space.h"
#include "fairway/path.h"

/// Appends the curves to an end to a path that is being written.
///
/// @param[out] total  cost of the path, in tiles
/// @return FW_OK, FW_NOT_FOUND (nothing was expanded yet) or FW_NO_MEMORY
fw_result directional_space_write(directional_space *space, directional_end end, fw_path *path,
                                  double *total);
