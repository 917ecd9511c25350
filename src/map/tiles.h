#pragma once

/// The terrains of a version of a map, in rows whose pages versions share. There is a blocked row above the first and
/// below the last, and blocked tiles around each row: (x, y) may be read for -8 <= x < 64 * words + 8 and
/// -1 <= y <= height.

#include <stddef.h>
#include <stdint.h>

#include "base/paged.h"

/// Blocked tiles on both sides of a row.
enum { TILES_MARGIN = sizeof(uint64_t) };

/// The rows of a map's tiles, for readers.
typedef struct tile_rows {
    void *const *row; ///< [y]
} tile_rows;

/// Row y of the terrains: [terrain * width], and blocked up to the next multiple of 64.
static inline const uint8_t *tile_row(tile_rows rows, ptrdiff_t y)
{
    return (const uint8_t *)rows.row[y] + TILES_MARGIN;
}

static inline tile_rows tiles_rows(const paged *tiles)
{
    return (tile_rows){ tiles->row + 1 };
}

/// The row of the table that holds row y of the tiles.
static inline size_t tiles_place(int32_t y)
{
    return (size_t)(y + 1);
}

/// The word of such a row that holds tile x.
static inline size_t tiles_word(int32_t x)
{
    return (size_t)(x + TILES_MARGIN) / sizeof(uint64_t);
}

/// Tiles of one terrain. FW_OK or FW_NO_MEMORY.
fw_result tiles_create(memory *memory, int32_t width, int32_t height, uint8_t terrain, paged *made);
