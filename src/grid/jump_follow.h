#ifndef GRID_JUMP_FOLLOW_H
#define GRID_JUMP_FOLLOW_H

/// @file
/// Rows and columns of the tables follow changed tiles: a word near a changed tile is built anew, and the words beyond
/// as far as runs from there meet something else than before. So a line takes the work of the tiles whose way ahead
/// changes, not of its length.

#include "grid/jump_visit.h"

/// Lets a word of a row follow, and what hangs on it: words further on, and what is noted beside the blocks. The words
/// of a row may follow in any order; the row is right when all words near changed tiles have followed.
///
/// @return true, as a step of jump_patch_visit()
bool jump_follow_row(jump_patch *patch, int32_t y, int32_t word);

/// The same for a word of a column.
bool jump_follow_column(jump_patch *patch, int32_t x, int32_t word);

#endif
