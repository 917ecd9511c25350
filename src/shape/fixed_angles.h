#ifndef SHAPE_FIXED_ANGLES_H
#define SHAPE_FIXED_ANGLES_H

/// @file
/// Paths for art that is drawn in 8 or 16 directions, for the planners.

#include "fairway/overlay.h"
#include "fairway/path.h"
#include "map/map.h"

/// Makes a path one of lines at fixed angles; see fw_path_fix_angles(), which judges its arguments first.
///
/// @return FW_OK, FW_STALE, FW_BAD_SIZE, FW_OUT_OF_BOUNDS, FW_TOO_MANY or FW_NO_MEMORY
fw_result fix_angles(const fw_map *map, const map_unit *unit, const fw_overlay *overlay, int32_t angles,
                     fw_path *path);

#endif
