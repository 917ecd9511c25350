#ifndef SHAPE_PATH_ON_MAP_H
#define SHAPE_PATH_ON_MAP_H

#include "fairway/map.h"
#include "fairway/path.h"

/// Does a path belong to the map as it is, and does its body centre stay within it? Arcs that turn around more than
/// 4,096 times are refused, too: no path needs them, and passes take time for each turn.
///
/// @return FW_OK, FW_STALE, FW_BAD_SIZE (empty path), FW_TOO_MANY or FW_OUT_OF_BOUNDS
fw_result path_on_map(const fw_map *map, const fw_path *path);

#endif
