#include <string.h>

#include "map/editor.h"
#include "map/edits.h"
#include "map/recording.h"

/// Pending edits, which wait for the next commit.

bool fw_map_has_pending_edits(const fw_map *map)
{
    const map_version *version = map_version_of(map);
    return version && edits_are_any(&version->editor->pending);
}

void fw_map_discard(fw_map *map)
{
    if (map_judge_edit(map))
        return;
    RECORD_CALL(map->editor, RECORD_DISCARD, 0);
    edits_clear(&map->editor->memory, &map->editor->pending);
    recording_answer(map->editor, FW_OK, 0);
}

/// Puts every block under a rectangle, so that noting terrains in it cannot fail.
static fw_result put_blocks(map_editor *editor, int32_t x, int32_t y, int32_t width, int32_t height)
{
    for (int32_t row = y >> BLOCK_SHIFT; row <= (y + height - 1) >> BLOCK_SHIFT; row++)
        for (int32_t column = x >> BLOCK_SHIFT; column <= (x + width - 1) >> BLOCK_SHIFT; column++)
            if (!sheet_put(&editor->memory, &editor->pending, column, row))
                return FW_NO_MEMORY;
    return FW_OK;
}

/// Notes a run of tiles in one row: those of a buffer, or all of one terrain where the buffer is null.
static void note_run(map_editor *editor, int32_t x, int32_t y, int32_t width, const uint8_t *terrains,
                     uint8_t terrain)
{
    while (width > 0) {
        const int32_t first = x & BLOCK_MASK;
        const int32_t count = width < BLOCK_SIDE - first ? width : BLOCK_SIDE - first;
        uint8_t *to = edits_word(editor_newest(editor), &editor->pending, x, y) + first;
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

static fw_result check_rect(const map_editor *editor, int32_t x, int32_t y, int32_t width, int32_t height)
{
    if (width <= 0 || height <= 0)
        return FW_BAD_SIZE;
    if (x < 0 || y < 0 || x >= editor->width || y >= editor->height || width > editor->width - x ||
        height > editor->height - y)
        return FW_OUT_OF_BOUNDS;
    return FW_OK;
}

static fw_result set_rect(map_editor *editor, int32_t x, int32_t y, int32_t width, int32_t height,
                          uint8_t terrain)
{
    const fw_result fits = check_rect(editor, x, y, width, height);
    if (fits)
        return fits;
    if (terrain >= FW_TERRAIN_COUNT)
        return FW_UNKNOWN_TERRAIN;
    if (put_blocks(editor, x, y, width, height))
        return FW_NO_MEMORY;
    for (int32_t row = y; row < y + height; row++)
        note_run(editor, x, row, width, NULL, terrain);
    return FW_OK;
}

fw_result fw_map_set_rect(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain)
{
    const fw_result refused = map_judge_edit(map);
    if (refused)
        return refused;
    RECORD_CALL(map->editor, RECORD_RECT, x, y, width, height, terrain);
    return recording_answer(map->editor, set_rect(map->editor, x, y, width, height, terrain), 0);
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

/// fw_map_set_tiles() with right arguments.
static fw_result set_tiles(map_editor *editor, int32_t x, int32_t y, int32_t width, int32_t height,
                           const uint8_t *terrains, size_t stride)
{
    if (put_blocks(editor, x, y, width, height))
        return FW_NO_MEMORY;
    for (int32_t row = 0; row < height; row++)
        note_run(editor, x, y + row, width, terrains + (size_t)row * stride, 0);
    return FW_OK;
}

fw_result fw_map_set_tiles(fw_map *map, int32_t x, int32_t y, int32_t width, int32_t height,
                           const uint8_t *terrains, size_t stride)
{
    const fw_result refused = terrains ? map_judge_edit(map) : FW_NULL_ARGUMENT;
    if (refused)
        return refused;
    map_editor *editor = map->editor;
    const fw_result fits = check_rect(editor, x, y, width, height);
    if (fits)
        return fits;
    if (stride < (size_t)width)
        return FW_BAD_SIZE;
    if (!all_terrains_known(terrains, width, height, stride))
        return FW_UNKNOWN_TERRAIN;
    recording_tiles(editor, (tile_box){ x, y, x + width - 1, y + height - 1 }, terrains, stride);
    return recording_answer(editor, set_tiles(editor, x, y, width, height, terrains, stride), 0);
}
