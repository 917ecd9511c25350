#include "map/edits.h"

#include <string.h>

/// Blocks of edits that are kept from commit to commit.
enum { KEPT_BLOCKS = 16 };

void edits_clear(memory *memory, sheet *edits)
{
    for (sheet_block *block = edits->used; block; block = block->next)
        ((edit_block *)block)->touched = 0;
    sheet_clear(memory, edits, KEPT_BLOCKS);
}

bool edits_are_any(const sheet *edits)
{
    for (const sheet_block *block = edits->used; block; block = block->next)
        if (((const edit_block *)block)->touched)
            return true;
    return false;
}

uint8_t *edits_word(const map_version *version, sheet *edits, int32_t x, int32_t y)
{
    edit_block *block = (edit_block *)sheet_at(edits, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT);
    const int row = y & BLOCK_MASK;
    uint8_t *terrains = block->terrains[row];
    if (!(block->touched >> row & 1)) {
        memcpy(terrains, map_terrain_word(version, y, x >> WORD_SHIFT), BLOCK_SIDE);
        block->touched |= UINT64_C(1) << row;
    }
    return terrains;
}

/// Forgets rows of a block that would change nothing; says how many remain.
static int forget_idle_rows(const map_version *version, edit_block *edits)
{
    for (uint64_t rows = edits->touched; rows; rows &= rows - 1) {
        const int row = bits_lowest(rows);
        if (memcmp(edits->terrains[row], edits_committed(version, edits, row), BLOCK_SIDE) == 0)
            edits->touched &= ~(UINT64_C(1) << row);
    }
    return bits_count(edits->touched);
}

size_t edits_forget_idle(const map_version *version, const sheet *edits)
{
    size_t words = 0;
    for (sheet_block *block = edits->used; block; block = block->next)
        words += (size_t)forget_idle_rows(version, (edit_block *)block);
    return words;
}

void edits_exchange(map_version *version, const sheet *edits)
{
    for (sheet_block *block = edits->used; block; block = block->next) {
        edit_block *edited = (edit_block *)block;
        for (uint64_t rows = edited->touched; rows; rows &= rows - 1) {
            const int row = bits_lowest(rows);
            uint8_t *committed = edits_committed(version, edited, row);
            uint8_t kept[BLOCK_SIDE];
            memcpy(kept, committed, BLOCK_SIDE);
            memcpy(committed, edited->terrains[row], BLOCK_SIDE);
            memcpy(edited->terrains[row], kept, BLOCK_SIDE);
        }
    }
}
