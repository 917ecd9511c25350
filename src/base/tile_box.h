#pragma once

/// Rectangles of tiles, of anchors, or of cells.

#include <stdbool.h>
#include <stdint.h>

/// Tiles from (left, top) to (right, bottom), both included. Without tiles if right < left or bottom < top.
typedef struct tile_box {
    int32_t left, top, right, bottom;
} tile_box;

/// No tile.
#define NO_TILES ((tile_box){ INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN })

/// The rectangle of one tile.
static inline tile_box tile_box_at(int32_t x, int32_t y)
{
    return (tile_box){ x, y, x, y };
}

static inline bool tile_box_holds(const tile_box *box, int32_t x, int32_t y)
{
    return x >= box->left && x <= box->right && y >= box->top && y <= box->bottom;
}

static inline bool tile_box_is_empty(const tile_box *box)
{
    return box->right < box->left || box->bottom < box->top;
}

/// Number of tiles.
static inline int64_t tile_box_count(const tile_box *box)
{
    const int64_t width = (int64_t)box->right - box->left + 1;
    const int64_t height = (int64_t)box->bottom - box->top + 1;
    return width > 0 && height > 0 ? width * height : 0;
}

/// Widens a rectangle so that it holds another one.
static inline void tile_box_widen(tile_box *box, tile_box other)
{
    box->left = other.left < box->left ? other.left : box->left;
    box->top = other.top < box->top ? other.top : box->top;
    box->right = other.right > box->right ? other.right : box->right;
    box->bottom = other.bottom > box->bottom ? other.bottom : box->bottom;
}
