#include <string.h>

#include "map/apply.h"
#include "map/constructions.h"
#include "map/versions.h"

/// @file
/// A commit drops edits that change nothing, opens a version, applies the edits by the cheaper of two ways, and
/// publishes the version.

/// Notes where the pending edits, which hold what was there before, have changed a version, and tells the tables that
/// are being built.
static void note_changes(map_version *version)
{
    map_editor *editor = version->editor;
    tile_box *around = &version->recent[version->number % RECENT_COMMITS];
    *around = NO_TILES;
    for (const sheet_block *block = editor->pending.used; block; block = block->next) {
        const edit_block *edits = (const edit_block *)block;
        for (uint64_t rows = edits->touched; rows; rows &= rows - 1) {
            const int row = bits_lowest(rows);
            const uint8_t *now = edits_committed(version, edits, row);
            for (int32_t x = 0; x < BLOCK_SIDE; x += CHANGED_SIDE)
                if (memcmp(now + x, edits->terrains[row] + x, CHANGED_SIDE) != 0) {
                    const int32_t left = block->column * BLOCK_SIDE + x;
                    const int32_t y = block->row * BLOCK_SIDE + row;
                    const tile_box changed = { left, y, left + CHANGED_SIDE - 1, y };
                    changed_blocks_note(&editor->changed, left, y, version->number);
                    tile_box_widen(around, changed);
                    constructions_outdate(editor, changed);
                }
        }
    }
}

/// Applies pending edits that change some words of tiles.
static fw_result commit_words(map_editor *editor)
{
    map_version *opened = versions_open(editor);
    if (!opened)
        return FW_NO_MEMORY;
    const fw_result result = map_apply(opened, &editor->pending);
    if (result == FW_OK) {
        opened->number++;
        note_changes(opened);
    }
    versions_close(editor, opened, result == FW_OK);
    return result;
}

fw_result fw_map_commit(fw_map *map)
{
    const fw_result refused = map_judge_edit(map);
    if (refused)
        return refused;
    map_editor *editor = map->editor;
    const size_t words = edits_forget_idle(editor_newest(editor), &editor->pending);
    const fw_result result = words > 0 ? commit_words(editor) : FW_OK;
    if (result == FW_OK)
        edits_clear(&editor->memory, &editor->pending);
    return result;
}
