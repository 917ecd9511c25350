#pragma once

/// The oracle of maps that are too large for dijkstra.h: ways are made cheaper until none can be. It knows units of
/// size 1 that cut no corners.

#include "fairway/map.h"

/// Costs of the cheapest ways from a tile to all others.
///
/// @return [y * width + x] infinite: there is no way; to be freed with free()
double *cheapest_ways(const fw_map *map, fw_unit_id unit, int32_t x, int32_t y);
