#ifndef BENCH_NOISE_MAP_H
#define BENCH_NOISE_MAP_H

/// @file
/// A map without obstacles.

#include "fairway/fairway.h"

/// Ground, sand and swamp as noise, on side x side tiles.
fw_map *noise_map(int32_t side);

#endif
