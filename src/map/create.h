#pragma once

/// Creates a map with the tables that the library derives.

#include "fairway/map.h"
#include "map/derived.h"

/// Creates a map that keeps derived tables of these kinds.
///
/// @param count  0 .. 32
fw_result map_create(const fw_map_def *def, const derived_kind *const *kinds, int32_t count, fw_map **map);
