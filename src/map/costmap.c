#include "map/costmap.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

bool costmap_get_bytes(fw_overlay *overlay, overlay_block *block)
{
    return block->bytes || (block->bytes = memory_get_zeroed(&overlay->kept.memory, 1, sizeof *block->bytes));
}

/// The part of a rectangle in one block.
static tile_box part_in_block(const tile_box *span, int32_t column, int32_t row)
{
    const int32_t left = column * BLOCK_SIDE, top = row * BLOCK_SIDE;
    return (tile_box){ span->left > left ? span->left : left, span->top > top ? span->top : top,
                       span->right < left + BLOCK_MASK ? span->right : left + BLOCK_MASK,
                       span->bottom < top + BLOCK_MASK ? span->bottom : top + BLOCK_MASK };
}

static const uint8_t *costs_at(const cost_rows *rows, int32_t x, int32_t y)
{
    return rows->costs + (size_t)(y - rows->y) * rows->stride + (size_t)(x - rows->x);
}

static bool is_free_of_costs(const cost_rows *rows, const tile_box *part)
{
    static const uint8_t zeros[BLOCK_SIDE];
    for (int32_t y = part->top; y <= part->bottom; y++)
        if (memcmp(costs_at(rows, part->left, y), zeros, (size_t)(part->right - part->left + 1)) != 0)
            return false;
    return true;
}

fw_result costmap_make_room(fw_overlay *overlay, const cost_rows *rows)
{
    for (int32_t row = rows->span.top >> BLOCK_SHIFT; row <= rows->span.bottom >> BLOCK_SHIFT; row++)
        for (int32_t column = rows->span.left >> BLOCK_SHIFT; column <= rows->span.right >> BLOCK_SHIFT;
             column++) {
            const tile_box part = part_in_block(&rows->span, column, row);
            if (is_free_of_costs(rows, &part))
                continue;
            overlay_block *block =
                (overlay_block *)sheet_put(&overlay->kept.memory, &overlay->blocks, column, row);
            if (!block || !costmap_get_bytes(overlay, block))
                return FW_NO_MEMORY;
        }
    return FW_OK;
}

/// Writes a row of costs into a row of a block.
///
/// @param first  tile of the block's row
static void write_row(const cost_rows *rows, const uint8_t *from, int32_t first, int32_t count, uint8_t *to,
                      uint64_t *closed)
{
    uint64_t bits = 0;
    for (int32_t i = 0; i < count; i++) {
        const uint8_t byte = from[i] == COST_BYTE_UNKNOWN ? rows->unknown : from[i];
        to[first + i] = byte;
        bits |= (uint64_t)(byte == COST_BYTE_CLOSED) << i;
    }
    const uint64_t written = bits_below(first + count) & ~bits_below(first);
    *closed = (*closed & ~written) | bits << first;
}

/// Adds a row of a block to the stamp.
static void stamp_row(fw_overlay *overlay, const uint8_t *tiles)
{
    uint64_t words[BLOCK_SIDE / sizeof(uint64_t)];
    memcpy(words, tiles, BLOCK_SIDE);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        overlay->stamp = hash_mixed(overlay->stamp, words[i]);
}

static void write_part(fw_overlay *overlay, const cost_rows *rows, const tile_box *part, overlay_block *block)
{
    const int32_t first = part->left & BLOCK_MASK, count = part->right - part->left + 1;
    for (int32_t y = part->top; y <= part->bottom; y++) {
        uint8_t *tiles = &block->bytes->tiles[overlay_tile_of(part->left - first, y)];
        uint64_t *closed = &block->bytes->closed[y & BLOCK_MASK];
        write_row(rows, costs_at(rows, part->left, y), first, count, tiles, closed);
        stamp_row(overlay, tiles);
        if (*closed)
            tile_box_widen(&overlay->closed, *part);
    }
    block->has_bytes = overlay->has_costs = true;
}

void costmap_write(fw_overlay *overlay, const cost_rows *rows)
{
    for (int32_t row = rows->span.top >> BLOCK_SHIFT; row <= rows->span.bottom >> BLOCK_SHIFT; row++)
        for (int32_t column = rows->span.left >> BLOCK_SHIFT; column <= rows->span.right >> BLOCK_SHIFT;
             column++) {
            const tile_box part = part_in_block(&rows->span, column, row);
            overlay_block *block = overlay_block_at(overlay, column, row);
            if (block && (block->has_bytes || !is_free_of_costs(rows, &part)))
                write_part(overlay, rows, &part, block);
        }
}

fw_result fw_overlay_set_costs(fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                               const uint8_t *costs, size_t stride, uint8_t unknown)
{
    if (!overlay || !costs)
        return FW_NULL_ARGUMENT;
    if (width <= 0 || height <= 0 || stride < (size_t)width)
        return FW_BAD_SIZE;
    if (unknown == COST_BYTE_UNKNOWN)
        return FW_BAD_VALUE;
    const cost_rows rows = { .costs = costs,
                             .stride = stride,
                             .x = x,
                             .y = y,
                             .span = overlay_clipped(overlay, x, y, width, height),
                             .unknown = unknown };
    if (tile_box_is_empty(&rows.span))
        return FW_OK;
    if (costmap_make_room(overlay, &rows) != FW_OK)
        return FW_NO_MEMORY;
    costmap_write(overlay, &rows);
    overlay->walls = (inflated_walls){ 0 };
    return FW_OK;
}

fw_result fw_overlay_get_costs(const fw_overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                               uint8_t *costs, size_t stride)
{
    if (!overlay || !costs)
        return FW_NULL_ARGUMENT;
    if (width <= 0 || height <= 0 || stride < (size_t)width)
        return FW_BAD_SIZE;
    if (x < 0 || y < 0 || width > overlay->width - x || height > overlay->height - y)
        return FW_OUT_OF_BOUNDS;
    for (int32_t row = 0; row < height; row++)
        for (int32_t column = 0; column < width; column++) {
            const overlay_block *block =
                overlay_block_at(overlay, (x + column) >> BLOCK_SHIFT, (y + row) >> BLOCK_SHIFT);
            costs[(size_t)row * stride + (size_t)column] =
                block && block->has_bytes ? block->bytes->tiles[overlay_tile_of(x + column, y + row)] : 0;
        }
    return FW_OK;
}
