#include <string.h>

#include "map/inside.h"

static uint8_t *committed_word(const fw_map *map, const edit_block *edits, int row)
{
    return map_terrain_word(map, edits->block.row * SHEET_SIDE + row, edits->block.column);
}

/// Forgets rows of a block that would change nothing; says how many remain.
static int forget_idle_rows(const fw_map *map, edit_block *edits)
{
    for (uint64_t rows = edits->touched; rows; rows &= rows - 1) {
        const int row = bits_lowest(rows);
        if (memcmp(edits->terrains[row], committed_word(map, edits, row), SHEET_SIDE) == 0)
            edits->touched &= ~(UINT64_C(1) << row);
    }
    return bits_count(edits->touched);
}

static size_t forget_idle_edits(fw_map *map)
{
    size_t words = 0;
    for (sheet_block *block = map->pending.used; block; block = block->next)
        words += (size_t)forget_idle_rows(map, (edit_block *)block);
    return words;
}

void map_swap_pending(fw_map *map)
{
    for (sheet_block *block = map->pending.used; block; block = block->next) {
        edit_block *edits = (edit_block *)block;
        for (uint64_t rows = edits->touched; rows; rows &= rows - 1) {
            const int row = bits_lowest(rows);
            uint8_t *committed = committed_word(map, edits, row);
            uint8_t kept[SHEET_SIDE];
            memcpy(kept, committed, SHEET_SIDE);
            memcpy(committed, edits->terrains[row], SHEET_SIDE);
            memcpy(edits->terrains[row], kept, SHEET_SIDE);
        }
    }
}

/// Is it quicker to build everything anew than to patch what these edits change? Both take as long at 1/8 of the
/// words for tiles scattered at random, on cities and mazes alike; at 1/3 for tiles that lie together.
static bool is_better_rebuilt(const fw_map *map, size_t changed_words)
{
    return changed_words > (size_t)map->words * (size_t)map->height / 8;
}

fw_result fw_map_commit(fw_map *map)
{
    if (!map)
        return FW_NULL_ARGUMENT;
    const size_t words = forget_idle_edits(map);
    if (words > 0) {
        const fw_result result = is_better_rebuilt(map, words) ? map_rebuild(map) : map_patch(map, words);
        if (result)
            return result;
        map->version++;
    }
    map_clear_pending(map);
    return FW_OK;
}
