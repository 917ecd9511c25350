#pragma once

/// Blocks of 64 x 64 tiles, by which the map notes edits, overlays, regions and changes. A row of a block is a word of
/// a layer.

#include <stdbool.h>
#include <stdint.h>

#include "base/bits.h"

enum { BLOCK_SHIFT = WORD_SHIFT, BLOCK_SIDE = WORD_BITS, BLOCK_MASK = BLOCK_SIDE - 1 };

/// Number of blocks that cover a number of tiles in a row or column.
static inline int32_t blocks_across(int32_t tiles)
{
    return (tiles + BLOCK_SIDE - 1) >> BLOCK_SHIFT;
}

/// A rectangle of blocks, by their columns and rows, ends included. A map has at most 256 of each.
typedef struct block_box {
    uint8_t left, top, right, bottom;
} block_box;

/// No block.
#define NO_BLOCKS ((block_box){ UINT8_MAX, UINT8_MAX, 0, 0 })

/// The block that holds a tile.
static inline block_box block_box_at(int32_t x, int32_t y)
{
    const uint8_t column = (uint8_t)(x >> BLOCK_SHIFT), row = (uint8_t)(y >> BLOCK_SHIFT);
    return (block_box){ column, row, column, row };
}

/// Widens a rectangle so that it holds another one.
static inline void block_box_widen(block_box *box, block_box other)
{
    box->left = other.left < box->left ? other.left : box->left;
    box->top = other.top < box->top ? other.top : box->top;
    box->right = other.right > box->right ? other.right : box->right;
    box->bottom = other.bottom > box->bottom ? other.bottom : box->bottom;
}

static inline bool block_boxes_overlap(block_box a, block_box b)
{
    return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}

/// Numbers the tiles of a map block by block: as the id of a node it makes a block a page of the node store.
static inline uint32_t block_tile_id(uint32_t x, uint32_t y)
{
    return y >> BLOCK_SHIFT << 20 | x >> BLOCK_SHIFT << 12 | (y & BLOCK_MASK) << BLOCK_SHIFT |
           (x & BLOCK_MASK);
}

/// The column of the tile that block_tile_id() gives a number.
static inline int32_t block_tile_x(uint32_t id)
{
    return (int32_t)((id >> 6 & 0x3fc0) | (id & BLOCK_MASK));
}

/// The row of that tile.
static inline int32_t block_tile_y(uint32_t id)
{
    return (int32_t)((id >> 14 & 0x3fc0) | (id >> BLOCK_SHIFT & BLOCK_MASK));
}
