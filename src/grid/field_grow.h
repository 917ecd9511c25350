#pragma once

/// Grows a resumable field until the distance of a tile is known.

#include <stdint.h>

#include "grid/field.h"

/// Grows until the distance of a tile is known, or known not to exist.
///
/// @param[in,out] work  number of tiles that may be followed; reduced by the number used
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY: then the field must be reset
fw_result grid_field_reach(grid_field *field, int32_t x, int32_t y, uint64_t *work);

/// As grid_field_reach(), but until the wave has passed the tile: then the distance is exact in a greedy field, too.
fw_result grid_field_settle(grid_field *field, int32_t x, int32_t y, uint64_t *work);
