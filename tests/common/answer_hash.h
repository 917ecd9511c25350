#pragma once

/// Numbers that stand for answers: equal for equal paths and equal maps, to the last bit.

#include <stdint.h>

#include "batch/fingerprint.h"
#include "fairway/map.h"

/// Adds what can be seen of a map: version, terrains, and where each unit fits and gets (labels up to renaming).
///
/// @param units  [unit * count]; unknown ones count too
uint64_t hash_map(uint64_t hash, const fw_map *map, const fw_unit_id *units, int count);
