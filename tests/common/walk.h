#pragma once

/// The plainest search there is, as an oracle: shortest distances by walking tile by tile until nothing improves.

#include <stdint.h>

#include "fairway/map.h"

/// Shortest lengths from an anchor to all others of a unit that never cuts corners, or steps to four neighbours.
///
/// @param[out] lengths  [tile * width * height] row by row, in tiles; INFINITY where there is no way
void walk_everywhere(const fw_map *map, fw_unit_id unit, int32_t from_x, int32_t from_y, double *lengths);
