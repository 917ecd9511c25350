#pragma once

/// Rows and columns of the tables follow changed tiles: jump points beside them, and what is noted beside the blocks,
/// which is whether the run from the last tile of a row or column in a block meets a jump point beyond. The notes are
/// renewed against the direction of travel, from a changed word on, to where the run from there ends. So a line takes
/// the work of the tiles whose way ahead changes, not of its length.

#include "grid/jump_visit.h"

/// Fills the notes for a row of new pages, which hold the jump points of the row.
void jump_note_row(const jump_tables *tables, const jump_pages *pages, int32_t y);

/// Lets a word of a row follow, and the notes that hang on it. Words may follow in any order: those that have not
/// followed yet hold former jump points until their turn comes. All is right when all words have followed that hold a
/// tile beside a changed one.
///
/// @return true, as a step of jump_patch_visit()
bool jump_follow_row(jump_patch *patch, int32_t y, int32_t word);

/// The same for a word of a column.
bool jump_follow_column(jump_patch *patch, int32_t x, int32_t word);
