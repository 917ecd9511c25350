#ifndef SHAPE_PATH_ON_MAP_H
#define SHAPE_PATH_ON_MAP_H

#include "fairway/map.h"
#include "fairway/path.h"

/// Does a path belong to the map as it is, and does its body centre stay within it?
///
/// @return FW_OK, FW_STALE, FW_BAD_SIZE (empty path) or FW_OUT_OF_BOUNDS
fw_result path_on_map(const fw_map *map, const fw_path *path);

#endif
