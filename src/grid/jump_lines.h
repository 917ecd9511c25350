#ifndef GRID_JUMP_LINES_H
#define GRID_JUMP_LINES_H

/// @file
/// The rows and columns of the tables, line by line, for the code that builds and patches tables.

#include "grid/jump_tables.h"

/// Bits one step further up the line: bit i holds what bit i - 1 held.
static inline uint64_t from_below(const uint64_t *word)
{
    return word[0] << 1 | word[-1] >> 63;
}

/// Bits one step further down the line: bit i holds what bit i + 1 held.
static inline uint64_t from_above(const uint64_t *word)
{
    return word[0] >> 1 | word[1] << 63;
}

/// The free tiles at the ends of runs, among 64 tiles of a line.
struct jump_ends {
    uint64_t lowest;  ///< the tile before is blocked
    uint64_t highest; ///< the tile after is blocked
};

/// Lines of tiles, as they are read one after the other.
typedef struct jump_lines {
    const layer *rows;    ///< the lines are rows of a layer; null: columns
    const paged *columns; ///< of jump_pages
    int32_t words;        ///< of a line
    jump_ends *before, *here,
        *after;     ///< [word] of the line that was read last, `here`, and the lines beside it
    int32_t across; ///< number of the line that was read last
} jump_lines;

/// Begins to read rows.
///
/// @param room  [3 * word of a line]
jump_lines jump_lines_of_rows(const layer *rows, jump_ends *room);

/// Begins to read columns.
jump_lines jump_lines_of_columns(const paged *columns, int32_t words, jump_ends *room);

/// Builds all words of a row or of a column. Reading lines in order is faster.
void jump_lines_build(jump_lines *lines, int32_t across, jump_line *out);

#endif
