#pragma once

/// The blocked tiles that a sweep must test, 64 at a time.

#include "base/box.h"
#include "base/tile_box.h"
#include "curve/sweep_ground.h"
#include "map/overlay.h"

/// The part of a box that begins in a column and is at most 64 tiles wide.
static inline tile_box box_part(const tile_box *box, int32_t left)
{
    const int32_t last = left + WORD_BITS - 1;
    return (tile_box){ left, box->top, last < box->right ? last : box->right, box->bottom };
}

/// The rows of a box at most 64 tiles wide, from top to bottom.
typedef struct box_rows {
    const sweep_ground *ground;
    uint64_t columns; ///< the columns of the box, bit 0 = left
    int32_t left, y;
} box_rows;

static inline box_rows box_rows_of(const sweep_ground *ground, const tile_box *box)
{
    return (box_rows){
        .ground = ground, .columns = bits_below(box->right - box->left + 1), .left = box->left, .y = box->top
    };
}

/// The blocked tiles of row y, which becomes the next row: bit 0 is the left tile of the box. That may be the first one
/// of the word behind the row, which is the last word of the row's memory.
static inline uint64_t box_rows_next(box_rows *rows)
{
    const uint64_t *word = layer_row(rows->ground->open, rows->y) + (rows->left >> WORD_SHIFT);
    const int bit = rows->left & (WORD_BITS - 1);
    uint64_t blocked = ~(bit ? layer_bits_from(word, bit) : *word);
    if (rows->ground->overlay)
        blocked |= ~overlay_free(rows->ground->overlay, rows->ground->open->size, rows->left, rows->y);
    rows->y++;
    return blocked & rows->columns;
}

/// The tiles that a box of positions touches; false if the box reaches outside the map.
static inline bool box_on_map(const sweep_ground *ground, double min_x, double min_y, double max_x,
                              double max_y, tile_box *box)
{
    if (!(min_x >= 0 && min_y >= 0 && max_x <= ground->open->width && max_y <= ground->open->height))
        return false;
    *box = (tile_box){ (int32_t)min_x, (int32_t)min_y, (int32_t)max_x, (int32_t)max_y };
    return true;
}

/// Columns (bit 0 = left) of a box at most 64 tiles wide that hold a blocked tile.
static inline uint64_t blocked_columns(const sweep_ground *ground, const tile_box *box)
{
    uint64_t blocked = 0;
    const int shift = box->left & (WORD_BITS - 1);
    if (ground->overlay || shift + box->right - box->left >= WORD_BITS) {
        box_rows rows = box_rows_of(ground, box);
        for (int32_t y = box->top; y <= box->bottom; y++)
            blocked |= box_rows_next(&rows);
        return blocked;
    }
    for (int32_t y = box->top; y <= box->bottom; y++)
        blocked |= ~layer_row(ground->open, y)[box->left >> WORD_SHIFT];
    return blocked >> shift & bits_below(box->right - box->left + 1);
}
