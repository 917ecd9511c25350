#pragma once

#include "fairway/path.h"
#include "map/map.h"

/// Checks that a path belongs to the present version of the map and that its body centre stays on the map. Arcs of more
/// than 4,096 full turns are refused, too: no path needs them, and passes take time for each turn.
///
/// @param map  null: the path itself is checked alone
/// @return FW_OK, FW_STALE, FW_BAD_SIZE (empty path), FW_TOO_MANY or FW_OUT_OF_BOUNDS
fw_result path_on_map(const map_version *map, const fw_path *path);
