#pragma once

/// One bit a tile: 1 if a unit of size n with this capability may be anchored here.
///
/// Rows of words in pages that versions share, with blocked padding all round: a blocked row above the first and below
/// the last, and a blocked word left and right of each row. So (x, y) may be asked for -64 <= x < 64 * words + 64 and
/// -1 <= y <= height without a test.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/memory.h"
#include "base/paged.h"
#include "fairway/result.h"
#include "fairway/unit.h"
#include "map/tiles.h"

typedef struct layer {
    uint32_t capability; ///< terrains that may be entered, one bit each; bit 0 is never set
    int32_t size;        ///< side of the square that must be free
    int32_t width;       ///< of the map, in tiles
    int32_t height;      ///< of the map, in tiles
    int32_t words;       ///< words of a row, without padding
    paged rows;          ///< [y + 1] a blocked word, the words of row y, a blocked word
} layer;

/// First word of a row, -1 <= y <= height; its [-1] and [words] are blocked padding. To be written if layer_own() gave
/// the row a page of its own.
static inline uint64_t *layer_row(const layer *layer, int32_t y)
{
    return (uint64_t *)layer->rows.row[y + 1] + 1;
}

/// Gives a row a page of its own. False without memory.
static inline bool layer_own(layer *layer, int32_t y)
{
    return paged_write(&layer->rows, (size_t)(y + 1));
}

/// Shares the page of a row, which was written, again if it equals one beside it.
static inline void layer_settle(layer *layer, int32_t y, int32_t word)
{
    paged_settle(&layer->rows, (size_t)(y + 1), (size_t)(word + 1), NULL);
}

/// True if the square may be anchored at tile (x, y). Within the map or its padding.
static inline bool layer_fits(const layer *layer, int32_t x, int32_t y)
{
    return layer_row(layer, y)[x >> WORD_SHIFT] >> (x & 63) & 1;
}

/// True if the square may be anchored at tile (x, y). Any tile.
static inline bool layer_fits_anywhere(const layer *layer, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < layer->width && y < layer->height &&
           layer_fits(layer, (int32_t)x, (int32_t)y);
}

/// The 64 bits of a row from a bit of a word on.
static inline uint64_t layer_bits_from(const uint64_t *word, int bit)
{
    return word[0] >> bit | word[1] << 1 << (WORD_BITS - 1 - bit);
}

/// The 64 bits of a row from tile x on, at any bit position; -64 <= x < 64 * words, -1 <= y <= height.
static inline uint64_t layer_window(const layer *layer, int32_t x, int32_t y)
{
    return layer_bits_from(layer_row(layer, y) + (x >> WORD_SHIFT), x & 63);
}

/// A layer without rows, which layer_read() or layer_erode() make. FW_OK or FW_NO_MEMORY.
fw_result layer_create(memory *memory, int32_t width, int32_t height, uint32_t capability, int32_t size,
                       layer *made);

void layer_destroy(layer *layer);

/// An equal layer, which shares its rows with another one. FW_OK or FW_NO_MEMORY.
fw_result layer_copy(const layer *from, layer *made);

/// Word `word` of row y as it must be, from a layer `source` of the same capability whose size is at least
/// half of `target`'s: a square is free where the four squares in its corners are.
uint64_t layer_eroded_word(const layer *target, const layer *source, int32_t y, int32_t word);

/// All words of a layer without rows, from such a source.
///
/// @param former  rows with which equal pages are shared, or null
/// @return FW_OK or FW_NO_MEMORY
fw_result layer_erode(layer *target, const layer *source, const paged *former);

/// All words of a layer of size 1 without rows, from the terrains.
///
/// @param former  rows with which equal pages are shared, or null
/// @return FW_OK or FW_NO_MEMORY
fw_result layer_read(layer *layer, const paged *former, tile_rows tiles);
