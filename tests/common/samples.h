#pragma once

/// Bodies at rest along a path: an oracle for what bodies touch that shares no geometry with the library.

#include "fairway/map.h"
#include "fairway/path.h"

/// By how much a body overlaps blocked tiles at most, in tiles, at places 1/16 tile apart along a path, the ends of
/// its lines and arcs included; 0 or less = it touches none. Outside the map all is blocked.
///
/// @param def  the unit: its body, and the terrains that it may enter
double samples_deepest(const fw_map *map, const fw_unit_def *def, const fw_path *path);
