#include "map/apply.h"

#include <string.h>

#include "map/patch.h"
#include "map/rebuild.h"

/// True if it is quicker to build everything anew than to patch what these edits change. Both take as long at 1/8 of
/// the words for tiles scattered at random, on cities and mazes alike; at 1/3 for tiles that lie together.
static bool is_better_rebuilt(const map_version *version, size_t changed_words)
{
    return changed_words > (size_t)version->words * (size_t)version->height / 8;
}

/// Gives the rows of tiles under edits pages of their own.
static fw_result own_rows(map_version *version, const sheet *edits)
{
    for (const sheet_block *block = edits->used; block; block = block->next)
        for (uint64_t rows = ((const edit_block *)block)->touched; rows; rows &= rows - 1)
            if (!paged_write(&version->tiles, tiles_place(block->row * BLOCK_SIDE + bits_lowest(rows))))
                return FW_NO_MEMORY;
    return FW_OK;
}

/// The first of eight tiles in a row under edits that was changed, or any if none was: the edits hold what was there
/// before.
static int32_t first_changed(const map_version *version, const edit_block *edits, int row)
{
    int32_t x = 0;
    while (x < BLOCK_SIDE - 8 &&
           memcmp(edits_committed(version, edits, row) + x, edits->terrains[row] + x, 8) == 0)
        x += 8;
    return edits->block.column * BLOCK_SIDE + x;
}

/// Shares the pages of the rows of tiles under edits with equal ones.
static void settle_rows(map_version *version, const sheet *edits)
{
    for (const sheet_block *block = edits->used; block; block = block->next)
        for (uint64_t rows = ((const edit_block *)block)->touched; rows; rows &= rows - 1) {
            const int row = bits_lowest(rows);
            paged_settle(&version->tiles, tiles_place(block->row * BLOCK_SIDE + row),
                         tiles_word(first_changed(version, (const edit_block *)block, row)), NULL);
        }
}

fw_result map_apply(map_version *version, const sheet *edits)
{
    const size_t words = edits_forget_idle(version, edits);
    if (words == 0)
        return FW_OK;
    fw_result result = own_rows(version, edits);
    if (result == FW_OK)
        result = is_better_rebuilt(version, words) ? map_rebuild(version, edits)
                                                   : map_patch(version, edits, words);
    settle_rows(version, edits);
    return result;
}
