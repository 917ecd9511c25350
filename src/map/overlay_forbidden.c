#include "map/overlay_forbidden.h"

#include "map/overlay_parts.h"

/// True if the cost of a tile forbids it for the centre, or has done so.
static bool closes_tiles(const fw_overlay *overlay)
{
    return !tile_box_is_empty(&overlay->closed);
}

bool overlay_has_moves(const fw_overlay *overlay)
{
    return overlay && (overlay->has_moves || closes_tiles(overlay));
}

/// The tiles on which the centre of a unit may be that is anchored somewhere from one tile to another.
static tile_box centres_of(int32_t size, tile_box anchors)
{
    const int32_t first = (size - 1) / 2, last = size / 2;
    return (tile_box){ anchors.left + first, anchors.top + first, anchors.right + last,
                       anchors.bottom + last };
}

uint64_t overlay_closed(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y)
{
    uint64_t closed = 0;
    if (!overlay || !closes_tiles(overlay))
        return 0;
    const tile_box centres = centres_of(size, tile_box_at(x, y));
    if (centres.bottom < overlay->closed.top || centres.top > overlay->closed.bottom ||
        centres.right + WORD_BITS <= overlay->closed.left || centres.left > overlay->closed.right)
        return 0;
    for (int32_t row = centres.top; row <= centres.bottom; row++)
        for (int32_t column = centres.left; column <= centres.right; column++)
            closed |= overlay_window(overlay, column, row, OVERLAY_CLOSED);
    return closed;
}

/// The moves out of an anchor to anchors that are closed.
static uint8_t moves_into_closed(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y)
{
    static const uint8_t moves[3][3] = { { FW_MOVE_NW, FW_MOVE_N, FW_MOVE_NE },
                                         { FW_MOVE_W, 0, FW_MOVE_E },
                                         { FW_MOVE_SW, FW_MOVE_S, FW_MOVE_SE } };
    uint8_t into = 0;
    for (int32_t dy = 0; dy < 3; dy++) {
        const uint64_t closed = overlay_closed(overlay, size, x - 1, y - 1 + dy);
        for (int32_t dx = 0; closed && dx < 3; dx++)
            into |= (uint8_t)(closed >> dx & 1 ? moves[dy][dx] : 0);
    }
    return into;
}

uint8_t overlay_forbidden(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y)
{
    if (!overlay_has_moves(overlay))
        return 0;
    const uint8_t into_closed = closes_tiles(overlay) ? moves_into_closed(overlay, size, x, y) : 0;
    if (!overlay->has_moves || x < 0 || y < 0 || x >= overlay->width || y >= overlay->height)
        return into_closed;
    const overlay_block *block = overlay_block_at(overlay, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT);
    return block && block->has_moves ? block->moves[overlay_tile_of(x, y)] | into_closed : into_closed;
}

/// True if a row of a block has forbidden moves out of tiles from `left` to `right` of the map.
static bool row_has_moves(const overlay_block *block, int32_t left, int32_t right, int32_t y)
{
    for (size_t tile = overlay_tile_of(left, y), last = tile + (size_t)(right - left); tile <= last; tile++)
        if (block->moves[tile])
            return true;
    return false;
}

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

/// True if a tile of a rectangle is forbidden for the centre.
static bool closes_tile_in(const fw_overlay *overlay, tile_box within)
{
    const tile_box *closed = &overlay->closed;
    const int32_t left = larger(within.left, closed->left), right = smaller(within.right, closed->right),
                  bottom = smaller(within.bottom, closed->bottom);
    for (int32_t y = larger(within.top, closed->top); y <= bottom; y++)
        for (int32_t x = left; x <= right; x += WORD_BITS)
            if (overlay_window(overlay, x, y, OVERLAY_CLOSED) & bits_below(smaller(right - x + 1, WORD_BITS)))
                return true;
    return false;
}

bool overlay_has_moves_in(const fw_overlay *overlay, int32_t size, tile_box within)
{
    if (!overlay_has_moves(overlay))
        return false;
    const tile_box beside = { within.left - 1, within.top - 1, within.right + 1, within.bottom + 1 };
    if (closes_tiles(overlay) && closes_tile_in(overlay, centres_of(size, beside)))
        return true;
    if (!overlay->has_moves)
        return false;
    const tile_box span = overlay_clipped(overlay, within.left, within.top, within.right - within.left + 1,
                                          within.bottom - within.top + 1);
    for (int32_t last_y, y = span.top; y <= span.bottom; y = last_y + 1) {
        last_y = y | BLOCK_MASK;
        for (int32_t last_x, x = span.left; x <= span.right; x = last_x + 1) {
            last_x = x | BLOCK_MASK;
            const overlay_block *block = overlay_block_at(overlay, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT);
            if (!block || !block->has_moves)
                continue;
            for (int32_t row = y; row <= last_y && row <= span.bottom; row++)
                if (row_has_moves(block, x, last_x < span.right ? last_x : span.right, row))
                    return true;
        }
    }
    return false;
}
