#pragma once

/// What a patch of the tables visits: lines, words and pages near changed tiles.

#include "grid/jump_lines.h"

typedef struct jump_patch {
    jump_tables *tables;
    const layer_change *changes; ///< [change * count] a part of a list
    size_t count;
    size_t remembered; ///< words of tables->remembered that were written or read
} jump_patch;

/// Notes that tiles in a rectangle change in the next version, even if the patch is discarded.
static inline void jump_patch_mark(const jump_patch *patch, tile_box tiles)
{
    change_log_note(patch->tables->log, tiles, patch->tables->next);
}

/// What is done with what a patch visits, each once. There is one step for columns, or none for four neighbours.
typedef struct jump_patch_steps {
    /// The word of a row, which may hold a tile beside a changed one.
    bool (*row_word)(jump_patch *patch, int32_t y, int32_t word);
    /// The word of a column, which holds a tile beside a changed one.
    bool (*column_word)(jump_patch *patch, int32_t x, int32_t word);
    /// The tiles of a column that lie in a block, where lines rise or fall.
    bool (*column_block)(jump_patch *patch, int32_t x, int32_t block, bool rising);
} jump_patch_steps;

/// Tiles of a changed word that have changed.
static inline uint64_t jump_changed_bits(const jump_patch *patch, const layer_change *change)
{
    return change->before ^ layer_row(patch->tables->rows, change->y)[change->word];
}

/// Visits what may change. Returns false as soon as a step does.
bool jump_patch_visit(jump_patch *patch, const jump_patch_steps *steps);

/// What is done with a page that a patch may write to: false if it fails.
///
/// @param row   of the table, in the page
/// @param word  of the row, which most likely differs from other pages' after the patch
typedef bool jump_page_step(paged *table, size_t row, size_t word);

/// Does something with all pages that a patch may write to; pages come more than once. Returns false as soon as a step
/// does.
bool jump_patch_visit_pages(jump_tables *tables, const layer_change *changes, size_t count,
                            jump_page_step *step);
