#pragma once

/// A map that was edited beside one with the same tiles and units, built from scratch.

#include "fairway/map.h"

enum { TWIN_UNITS = 16 };

/// Compares the tiles, layers and regions of a map with those of one that is built from its tiles and units.
///
/// @param units  [unit * count] units of the map that have regions
/// @param count  at most TWIN_UNITS
void assert_equals_one_from_scratch(const fw_map *map, const fw_unit_id *units, int count);
