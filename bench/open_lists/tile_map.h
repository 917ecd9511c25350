#pragma once

/// Maps to search on: the cost of each tile, a blocked tile all round.

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"

/// Costs are integers, this for a tile's length at cost 1; a diagonal step's is TILE_COST_DIAGONAL.
enum { TILE_COST = 256, TILE_COST_DIAGONAL = 362 };

typedef struct tile_map {
    int32_t width, height; ///< padding included: ids are y * width + x
    uint8_t *cost;         ///< [tile * width * height] 0 = blocked, else 1..3
} tile_map;

/// Reads a map file; ground and swamp are free. With `terrains`, tiles cost 1, 2 or 3 in patches; else all
/// cost 1.
///
/// @return false when the file is absent or no map
bool tile_map_read(const char *path, bool terrains, tile_map *map);

/// A cave: random tiles, smoothed; always the same for a seed.
tile_map tile_map_generate(int32_t side, uint64_t seed, bool terrains);

/// Each tile as a square of `factor` x `factor` tiles.
tile_map tile_map_enlarge(const tile_map *map, int32_t factor);

void tile_map_free(tile_map *map);
