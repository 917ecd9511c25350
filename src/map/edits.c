#include <string.h>

#include "map/map_inside.h"

/// @file
/// Pending edits: noted in blocks until the next commit.

/// Blocks of pending edits that are kept from commit to commit.
enum { KEPT_BLOCKS = 16 };

void edits_clear(memory *memory, sheet *edits)
{
    for (sheet_block *block = edits->used; block; block = block->next)
        ((edit_block *)block)->touched = 0;
    sheet_clear(memory, edits, KEPT_BLOCKS);
}

bool fw_map_has_pending_edits(const fw_map *map)
{
    for (const sheet_block *block = map ? map->editor->pending.used : NULL; block; block = block->next)
        if (((const edit_block *)block)->touched)
            return true;
    return false;
}

void fw_map_discard(fw_map *map)
{
    if (map)
        edits_clear(map->memory, &map->editor->pending);
}

/// Puts every block under a rectangle, so that noting terrains in it cannot fail.
static fw_result put_blocks(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height)
{
    for (int32_t row = y >> BLOCK_SHIFT; row <= (y + height - 1) >> BLOCK_SHIFT; row++)
        for (int32_t column = x >> BLOCK_SHIFT; column <= (x + width - 1) >> BLOCK_SHIFT; column++)
            if (!sheet_put(map->memory, &map->editor->pending, column, row))
                return FW_NO_MEMORY;
    return FW_OK;
}

uint8_t *edits_word(const fw_map *map, sheet *edits, int32_t x, int32_t y)
{
    edit_block *block = (edit_block *)sheet_at(edits, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT);
    const int row = y & BLOCK_MASK;
    uint8_t *terrains = block->terrains[row];
    if (!(block->touched >> row & 1)) {
        memcpy(terrains, map_terrain_word(map, y, x >> WORD_SHIFT), BLOCK_SIDE);
        block->touched |= UINT64_C(1) << row;
    }
    return terrains;
}

/// Notes a run of tiles in one row: those of a buffer, or all of one terrain where the buffer is null.
static void note_run(fw_map *map, int32_t x, int32_t y, int32_t width, const uint8_t *terrains,
                     uint8_t terrain)
{
    while (width > 0) {
        const int32_t first = x & BLOCK_MASK;
        const int32_t count = width < BLOCK_SIDE - first ? width : BLOCK_SIDE - first;
        uint8_t *to = edits_word(map_seen(map), &map->editor->pending, x, y) + first;
        if (terrains) {
            memcpy(to, terrains, (size_t)count);
            terrains += count;
        } else {
            memset(to, terrain, (size_t)count);
        }
        x += count;
        width -= count;
    }
}

static fw_result check_rect(const fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height)
{
    if (width <= 0 || height <= 0)
        return FW_BAD_SIZE;
    if (x < 0 || y < 0 || x >= map->width || y >= map->height || width > map->width - x ||
        height > map->height - y)
        return FW_OUT_OF_BOUNDS;
    return FW_OK;
}

fw_result fw_map_set_rect(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain)
{
    if (!map)
        return FW_NULL_ARGUMENT;
    const fw_result fits = check_rect(map, x, y, width, height);
    if (fits)
        return fits;
    if (terrain >= FW_TERRAIN_COUNT)
        return FW_UNKNOWN_TERRAIN;
    if (put_blocks(map, x, y, width, height))
        return FW_NO_MEMORY;
    for (int32_t row = y; row < y + height; row++)
        note_run(map, x, row, width, NULL, terrain);
    return FW_OK;
}

fw_result fw_map_set_tile(fw_map *map, int32_t x, int32_t y, uint8_t terrain)
{
    return fw_map_set_rect(map, x, y, 1, 1, terrain);
}

static bool all_terrains_known(const uint8_t *terrains, int32_t width, int32_t height, size_t stride)
{
    uint8_t all_bits = 0;
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            all_bits |= terrains[(size_t)y * stride + (size_t)x];
    return all_bits < FW_TERRAIN_COUNT;
}

fw_result fw_map_set_tiles(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height,
                           const uint8_t *terrains, size_t stride)
{
    if (!map || !terrains)
        return FW_NULL_ARGUMENT;
    const fw_result fits = check_rect(map, x, y, width, height);
    if (fits)
        return fits;
    if (stride < (size_t)width)
        return FW_BAD_SIZE;
    if (!all_terrains_known(terrains, width, height, stride))
        return FW_UNKNOWN_TERRAIN;
    if (put_blocks(map, x, y, width, height))
        return FW_NO_MEMORY;
    for (int32_t row = 0; row < height; row++)
        note_run(map, x, y + row, width, terrains + (size_t)row * stride, 0);
    return FW_OK;
}
