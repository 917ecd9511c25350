#ifndef TESTS_ANSWER_HASH_H
#define TESTS_ANSWER_HASH_H

/// @file
/// Numbers that stand for answers: equal for equal paths and equal maps, to the last bit.

#include <stdint.h>

#include "fairway/map.h"
#include "fairway/path.h"

/// What a hash begins with.
#define HASH_OF_NOTHING UINT64_C(0xcbf29ce484222325)

/// Adds 64 bits to a hash.
uint64_t hash_bits(uint64_t hash, uint64_t bits);

/// Adds a double to a hash, bit for bit; -0 counts as 0.
uint64_t hash_double(uint64_t hash, double value);

/// Adds a path: outcome, length, cost, and every segment.
uint64_t hash_path(uint64_t hash, const fw_path *path);

/// Adds what can be seen of a map: version, terrains, and where each unit fits and gets (labels up to renaming).
///
/// @param units  [unit * count]; unknown ones count too
uint64_t hash_map(uint64_t hash, const fw_map *map, const fw_unit_id *units, int count);

#endif
