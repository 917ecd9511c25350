#pragma once

/// A map whose terrains change from west to east.

#include "fairway/map.h"

/// A square map of stripes of terrains 1 to 4, one to four tiles wide.
fw_map *striped_map(int32_t side);
