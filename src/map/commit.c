#include <string.h>

#include "map/map_inside.h"

/// @file
/// A commit drops edits that change nothing, opens a version, applies the edits by the cheaper of two ways, and
/// publishes the version.

static uint8_t *committed_word(const fw_map *map, const edit_block *edits, int row)
{
    return map_terrain_word(map, edits->block.row * BLOCK_SIDE + row, edits->block.column);
}

/// Forgets rows of a block that would change nothing; says how many remain.
static int forget_idle_rows(const fw_map *map, edit_block *edits)
{
    for (uint64_t rows = edits->touched; rows; rows &= rows - 1) {
        const int row = bits_lowest(rows);
        if (memcmp(edits->terrains[row], committed_word(map, edits, row), BLOCK_SIDE) == 0)
            edits->touched &= ~(UINT64_C(1) << row);
    }
    return bits_count(edits->touched);
}

static size_t forget_idle_edits(const fw_map *version, const sheet *edits)
{
    size_t words = 0;
    for (sheet_block *block = edits->used; block; block = block->next)
        words += (size_t)forget_idle_rows(version, (edit_block *)block);
    return words;
}

void map_swap_edits(fw_map *map)
{
    for (sheet_block *block = map->editor->applied->used; block; block = block->next) {
        edit_block *edits = (edit_block *)block;
        for (uint64_t rows = edits->touched; rows; rows &= rows - 1) {
            const int row = bits_lowest(rows);
            uint8_t *committed = committed_word(map, edits, row);
            uint8_t kept[BLOCK_SIDE];
            memcpy(kept, committed, BLOCK_SIDE);
            memcpy(committed, edits->terrains[row], BLOCK_SIDE);
            memcpy(edits->terrains[row], kept, BLOCK_SIDE);
        }
    }
}

/// True if it is quicker to build everything anew than to patch what these edits change. Both take as long at 1/8 of
/// the words for tiles scattered at random, on cities and mazes alike; at 1/3 for tiles that lie together.
static bool is_better_rebuilt(const fw_map *map, size_t changed_words)
{
    return changed_words > (size_t)map->words * (size_t)map->height / 8;
}

/// Gives the rows of tiles under edits pages of their own.
static fw_result own_rows(fw_map *version, const sheet *edits)
{
    for (const sheet_block *block = edits->used; block; block = block->next)
        for (uint64_t rows = ((const edit_block *)block)->touched; rows; rows &= rows - 1)
            if (!paged_write(&version->tiles, tiles_place(block->row * BLOCK_SIDE + bits_lowest(rows))))
                return FW_NO_MEMORY;
    return FW_OK;
}

/// The first of eight tiles in a row under edits that was changed, or any if none was: the edits hold what was there
/// before.
static int32_t first_changed(const fw_map *version, const edit_block *edits, int row)
{
    int32_t x = 0;
    while (x < BLOCK_SIDE - 8 &&
           memcmp(committed_word(version, edits, row) + x, edits->terrains[row] + x, 8) == 0)
        x += 8;
    return edits->block.column * BLOCK_SIDE + x;
}

/// Shares the pages of the rows of tiles under edits with equal ones.
static void settle_rows(fw_map *version, const sheet *edits, const fw_map *like)
{
    for (const sheet_block *block = edits->used; block; block = block->next)
        for (uint64_t rows = ((const edit_block *)block)->touched; rows; rows &= rows - 1) {
            const int row = bits_lowest(rows);
            paged_settle(&version->tiles, tiles_place(block->row * BLOCK_SIDE + row),
                         tiles_word(first_changed(version, (const edit_block *)block, row)),
                         like ? &like->tiles : NULL, NULL);
        }
}

fw_result map_apply(fw_map *version, sheet *edits, const fw_map *like)
{
    const size_t words = forget_idle_edits(version, edits);
    version->editor->applied = edits;
    if (words == 0)
        return FW_OK;
    fw_result result = own_rows(version, edits);
    if (result == FW_OK)
        result = is_better_rebuilt(version, words) ? map_rebuild(version) : map_patch(version, words);
    settle_rows(version, edits, like);
    return result;
}

/// Makes room to remember which words the pending edits change, if an old version may have to catch up.
static fw_result reserve_past(map_editor *editor, size_t words)
{
    if (!editor->versions->next)
        return FW_OK;
    return memory_reserve(&editor->memory, &editor->past, &editor->past_capacity, editor->past_count + words,
                          sizeof *editor->past);
}

/// Remembers which words the pending edits have changed.
static void note_past(map_editor *editor, uint64_t version)
{
    if (!editor->versions->next) {
        editor->past_count = 0;
        editor->past_from = version;
        return;
    }
    for (const sheet_block *block = editor->pending.used; block; block = block->next)
        for (uint64_t rows = ((const edit_block *)block)->touched; rows; rows &= rows - 1)
            editor->past[editor->past_count++] = (past_edit){
                .version = version, .y = block->row * BLOCK_SIDE + bits_lowest(rows), .word = block->column
            };
}

/// Notes where the pending edits, which hold what was there before, have changed a version, and tells the tables that
/// are being built.
static void note_changes(fw_map *version)
{
    map_editor *editor = version->editor;
    tile_box *around = &version->recent[version->version % RECENT_COMMITS];
    *around = NO_TILES;
    for (const sheet_block *block = editor->pending.used; block; block = block->next) {
        const edit_block *edits = (const edit_block *)block;
        for (uint64_t rows = edits->touched; rows; rows &= rows - 1) {
            const int row = bits_lowest(rows);
            const uint8_t *now = committed_word(version, edits, row);
            for (int32_t x = 0; x < BLOCK_SIDE; x += CHANGED_SIDE)
                if (memcmp(now + x, edits->terrains[row] + x, CHANGED_SIDE) != 0) {
                    const int32_t left = block->column * BLOCK_SIDE + x;
                    const int32_t y = block->row * BLOCK_SIDE + row;
                    const tile_box changed = { left, y, left + CHANGED_SIDE - 1, y };
                    changed_blocks_note(&editor->changed, left, y, version->version);
                    tile_box_widen(around, changed);
                    map_outdate_constructions(editor, changed);
                }
        }
    }
}

/// Applies pending edits that change some words of tiles.
static fw_result commit_words(fw_map *map, size_t words)
{
    map_editor *editor = map->editor;
    fw_map *opened = map_open_version(map);
    if (!opened)
        return FW_NO_MEMORY;
    fw_result result = reserve_past(editor, words);
    if (result == FW_OK)
        result = map_apply(opened, &editor->pending, NULL);
    if (result == FW_OK) {
        note_past(editor, ++opened->version);
        note_changes(opened);
    }
    map_close_version(map, opened, result == FW_OK);
    return result;
}

fw_result fw_map_commit(fw_map *map)
{
    if (!map)
        return FW_NULL_ARGUMENT;
    const size_t words = forget_idle_edits(map_seen(map), &map->editor->pending);
    const fw_result result = words > 0 ? commit_words(map, words) : FW_OK;
    if (result == FW_OK)
        edits_clear(map->memory, &map->editor->pending);
    return result;
}
