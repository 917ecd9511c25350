#pragma once

/// The tiles within a margin of a path on the grid, each with the index of the path point that it lies beside. Memory
/// and time grow with the length of the path, not with the size of the map, because the tiles are entries of a hash
/// table.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/memory.h"

typedef struct corridor_tile {
    int32_t x, y;
    int32_t point; ///< index of the path point beside the tile
} corridor_tile;

typedef struct corridor {
    memory *memory;
    corridor_tile *tiles; ///< [tile * count], in the order in which the path passes them
    size_t capacity;
    int32_t count;
    uint32_t *table; ///< open addressing: index in `tiles` + 1; 0 = free
    size_t table_capacity;
    int table_shift; ///< 32 - log2(entries in use)

    const corridor_tile *points; ///< [point * point_count] the path
    int32_t point_count;
    int32_t margin, turning; ///< arguments of corridor_begin()
    /// Steps of corridor_fill() that are done: one for the tile of each point, then one for the margin beside each
    /// point, then one for the tiles around both ends.
    int32_t step;
} corridor;

enum { NOT_IN_CORRIDOR = -1 };

/// Clears the corridor, and prepares to fill it along a path on the grid, on which consecutive points are neighbours.
///
/// @param points   [point * count] tiles of the path; their field `point` is ignored. They must stay valid until the
///                 corridor is filled
/// @param margin   tiles on each side of the path
/// @param turning  tiles around both ends of the path
/// @return FW_OK or FW_NO_MEMORY
fw_result corridor_begin(corridor *corridor, const corridor_tile *points, int32_t count, int32_t margin,
                         int32_t turning);

/// Continues to fill the corridor.
///
/// @param points  most points to fill along in this call
/// @return true if the whole corridor is filled
bool corridor_fill(corridor *corridor, int32_t points);

/// The table's entry of a tile, or the free entry where the tile belongs.
static inline uint32_t *corridor_entry(const corridor *corridor, int32_t x, int32_t y)
{
    const uint32_t mask = UINT32_MAX >> corridor->table_shift;
    uint32_t entry = hash_32((uint32_t)y << 16 ^ (uint32_t)x) >> corridor->table_shift;
    for (; corridor->table[entry]; entry = (entry + 1) & mask) {
        const corridor_tile *tile = &corridor->tiles[corridor->table[entry] - 1];
        if (tile->x == x && tile->y == y)
            break;
    }
    return &corridor->table[entry];
}

/// Index of a tile in `tiles`, or NOT_IN_CORRIDOR.
static inline int32_t corridor_find(const corridor *corridor, int32_t x, int32_t y)
{
    return (int32_t)*corridor_entry(corridor, x, y) - 1;
}
