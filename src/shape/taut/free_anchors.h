#pragma once

/// The anchors that smoothing may use: a unit's layer without the tiles that an overlay blocks.

#include "fairway/overlay.h"
#include "map/layer.h"
#include "map/overlay.h"

typedef struct free_anchors {
    const layer *layer;        ///< layer of the unit's size
    const fw_overlay *overlay; ///< blocked tiles; null = none
} free_anchors;

/// The anchors 64 * word .. 64 * word + 63 of row y that are free; -1 <= word <= words, -1 <= y <= height.
static inline uint64_t free_anchors_word(const free_anchors *anchors, int32_t y, int32_t word)
{
    const uint64_t fits = layer_row(anchors->layer, y)[word];
    return anchors->overlay ? fits & overlay_free(anchors->overlay, anchors->layer->size, word * WORD_BITS, y)
                            : fits;
}

/// The bits of a word whose tiles lie within [west, east).
static inline uint64_t free_anchors_bits(int32_t word, int32_t west, int32_t east)
{
    const int32_t first = west - word * WORD_BITS, end = east - word * WORD_BITS;
    return bits_below(end < WORD_BITS ? end : WORD_BITS) & ~bits_below(first > 0 ? first : 0);
}

/// True if an anchor is free. Any x, y.
static inline bool free_anchors_has(const free_anchors *anchors, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < anchors->layer->width && y < anchors->layer->height &&
           free_anchors_word(anchors, (int32_t)y, (int32_t)x >> WORD_SHIFT) >> (x & 63) & 1;
}
