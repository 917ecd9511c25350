#pragma once

/// The speed profile of a path.

#include "fairway/shape.h"
#include "map/map.h"

/// fw_path_profile() on a version of the map, or on none.
fw_result speed_profile(const map_version *map, const fw_speed_def *def, fw_path *path, double *too_fast_at);
