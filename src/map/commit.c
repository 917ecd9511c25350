#include <string.h>

#include "map/apply.h"
#include "map/recording.h"
#include "map/versions.h"

/// A commit drops edits that change nothing, opens a version, applies the edits by the cheaper of two ways, and
/// publishes the version.

/// The tiles from the first to the last that differ, of some tiles side by side of which one does.
static tile_box tiles_that_differ(tile_box tiles, const uint8_t *before, const uint8_t *now)
{
    int32_t first = 0, last = tiles.right - tiles.left;
    while (now[first] == before[first])
        first++;
    while (now[last] == before[last])
        last--;
    return (tile_box){ tiles.left + first, tiles.top, tiles.left + last, tiles.bottom };
}

static void note_row(map_version *version, int32_t column, int32_t y, const uint8_t *before,
                     const uint8_t *now)
{
    change_log *log = version->editor->log;
    for (int32_t x = 0; x < BLOCK_SIDE; x += TILE_LOG_SIDE) {
        const int32_t left = column * BLOCK_SIDE + x;
        tile_box changed = { left, y, left + TILE_LOG_SIDE - 1, y };
        if (memcmp(now + x, before + x, TILE_LOG_SIDE) == 0)
            continue;
        if (!change_log_holds(log, changed, version->number)) // else the box stays as it is
            changed = tiles_that_differ(changed, before + x, now + x);
        change_log_note(log, changed, version->number);
    }
}

/// Notes where the pending edits, which hold what was there before, have changed a version.
static void note_changes(map_version *version)
{
    for (const sheet_block *block = version->editor->pending.used; block; block = block->next) {
        const edit_block *edits = (const edit_block *)block;
        for (uint64_t rows = edits->touched; rows; rows &= rows - 1) {
            const int row = bits_lowest(rows);
            note_row(version, block->column, block->row * BLOCK_SIDE + row, edits->terrains[row],
                     edits_committed(version, edits, row));
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

static fw_result commit(map_editor *editor)
{
    const size_t words = edits_forget_idle(editor_newest(editor), &editor->pending);
    const fw_result result = words > 0 ? commit_words(editor) : FW_OK;
    if (result == FW_OK)
        edits_clear(&editor->memory, &editor->pending);
    return result;
}

fw_result fw_map_commit(fw_map *map)
{
    const fw_result refused = map_judge_edit(map);
    if (refused)
        return refused;
    RECORD_CALL(map->editor, RECORD_COMMIT, 0);
    return recording_answer(map->editor, commit(map->editor), 0);
}
