#ifndef GRID_JUMP_OPEN_H
#define GRID_JUMP_OPEN_H

/// @file
/// Open blocks: 64 x 64 tiles that are free, as are the tiles beside them. Pages of diagonals, or of columns for four
/// neighbours, that lie in open blocks are all equal. They are one page, which no patch needs to write.

#include "grid/jump_tables.h"

/// Counts the blocked tiles of all blocks.
void jump_open_count(jump_tables *tables);

/// Counts the tiles that changed in a layer which holds the new words.
///
/// @param back  counts them back
void jump_open_follow(const jump_tables *tables, const change_list *words, bool back);

/// Makes the page of open blocks, or shares that of other pages. Small maps need none.
///
/// @param old  may be null
/// @return FW_OK or FW_NO_MEMORY
fw_result jump_open_make_page(const jump_tables *tables, const jump_pages *old, paged *open);

/// True if a block is open.
static inline bool jump_block_is_open(const jump_tables *tables, int32_t word, int32_t row)
{
    return tables->obstacles[(size_t)row * (size_t)tables->rows->words + (size_t)word] == 0;
}

/// True if a page of diagonals lies in open blocks.
///
/// @param falls  see jump_lines_fall()
static inline bool jump_diagonal_is_open(const jump_tables *tables, bool falls, int32_t word, int32_t block)
{
    enum { ROWS = 2 * JUMP_BLOCK_LINES - 1 };
    const int32_t top =
        falls ? (block - 1) * JUMP_BLOCK_LINES + 1 : tables->rows->height - (block + 1) * JUMP_BLOCK_LINES;
    if (top < 0)
        return false;
    const int32_t last = (top + ROWS - 1) >> WORD_SHIFT; // if beside the map, a block before it is not open
    for (int32_t row = top >> WORD_SHIFT; row <= last; row++)
        if (!jump_block_is_open(tables, word, row))
            return false;
    return true;
}

#endif
