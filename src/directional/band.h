#ifndef DIRECTIONAL_BAND_H
#define DIRECTIONAL_BAND_H

/// @file
/// The tiles within a margin of a path, each with the point of the path that it lies beside. Memory and time follow the
/// path's length, not the map's size.

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

typedef struct band_tile {
    int32_t x, y;
    int32_t point; ///< index on the path
} band_tile;

typedef struct band {
    memory *memory;
    band_tile *tiles; ///< [tile * count], in the order in which the path comes by
    size_t capacity;
    int32_t count;
    uint32_t *table; ///< open addressing: number of a tile + 1; 0 = free
    size_t table_capacity;
    int table_shift; ///< 32 - log2(entries in use)
} band;

enum { NOT_IN_BAND = -1 };

void band_free(band *band);
size_t band_bytes(const band *band);

/// Starts anew along a path on the grid: each of its points is next to the one before.
///
/// @param points  [point * count] tiles; `point` of each is ignored
/// @param margin   tiles beside it
/// @param turning  tiles around both of its ends
/// @return FW_OK or FW_NO_MEMORY
fw_result band_along(band *band, const band_tile *points, int32_t count, int32_t margin, int32_t turning);

/// Knuth, TAOCP 3, 6.4.
static inline uint32_t band_home(const band *band, uint32_t key)
{
    return key * UINT32_C(0x9e3779b9) >> band->table_shift;
}

static inline uint32_t band_mask(const band *band)
{
    return UINT32_MAX >> band->table_shift;
}

/// The number of a tile, or NOT_IN_BAND.
static inline int32_t band_find(const band *band, int32_t x, int32_t y)
{
    const uint32_t mask = band_mask(band);
    uint32_t at = band_home(band, (uint32_t)y << 16 ^ (uint32_t)x);
    for (; band->table[at]; at = (at + 1) & mask) {
        const band_tile *tile = &band->tiles[band->table[at] - 1];
        if (tile->x == x && tile->y == y)
            return (int32_t)band->table[at] - 1;
    }
    return NOT_IN_BAND;
}

#endif
