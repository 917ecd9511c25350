#ifndef GRID_JUMP_VISIT_H
#define GRID_JUMP_VISIT_H

/// @file
/// What a patch of the tables visits: lines, words and pages near changed tiles.

#include "grid/jump_lines.h"

/// A patch under way.
typedef struct jump_patch {
    jump_tables *tables;
    const layer_change *changes; ///< [change * count] in order of y, then word
    size_t count;
    uint64_t work;            ///< bits to write
    size_t remembered;        ///< words of tables->remembered that were written or read
    jump_lines rows, columns; ///< to build lines from
} jump_patch;

/// What is done with what a patch visits, each once. All but `row_word` are null where nothing is to be done.
typedef struct jump_patch_steps {
    bool (*row)(jump_patch *patch, int32_t y);
    bool (*column)(jump_patch *patch, int32_t x);
    /// The word of a row, which may hold a tile beside a changed one.
    bool (*row_word)(jump_patch *patch, int32_t y, int32_t word);
    /// The tiles of a column that lie in a block, where lines rise or fall. None for four neighbours.
    bool (*column_block)(jump_patch *patch, int32_t x, int32_t block, bool rising);
} jump_patch_steps;

/// Tiles of a changed word that have changed.
static inline uint64_t jump_changed_bits(const jump_patch *patch, const layer_change *change)
{
    return change->before ^ layer_row(patch->tables->rows, change->y)[change->word];
}

/// Visits what may change. Lines come first, because blocks follow from them.
///
/// @return false as soon as a step does
bool jump_patch_visit(jump_patch *patch, const jump_patch_steps *steps);

/// What is done with a page that a patch may write to: false if it fails.
typedef bool jump_page_step(paged *table, size_t row);

/// Does something with all pages that a patch may write to.
///
/// @return false as soon as a step does
bool jump_patch_visit_pages(jump_tables *tables, const layer_change *changes, size_t count,
                            jump_page_step *step);

#endif
