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

/// Bits i such that some `source` bit at or above i is reached over `open` bits only.
/// Source: Kogge & Stone 1973, on bit boards.
static inline uint64_t flood_down(uint64_t source, uint64_t open)
{
    for (int step = 1; step < WORD_BITS; step *= 2) {
        source |= open & source >> step;
        open &= open >> step;
    }
    return source;
}

/// The `open` bits that are reached from above the word.
static inline uint64_t open_from_above(uint64_t open)
{
    return ~open ? UINT64_MAX << bits_highest(~open) << 1 : UINT64_MAX;
}

/// Tiles of a word from which a run up meets a jump point.
///
/// @param carry  1 if a run up into the next word meets one; else 0
static inline uint64_t jump_has_up(uint64_t free, uint64_t jump, uint64_t carry)
{
    const uint64_t reached = (jump ? flood_down(jump, free) : 0) | (open_from_above(free) & -carry);
    return free & (reached >> 1 | carry << 63);
}

/// Tiles of a word from which a run down meets a jump point: where the sum carries, because jump points generate
/// carries and free tiles propagate them.
///
/// @param carry  1 if a run down into the word before meets one; else 0
static inline uint64_t jump_has_down(uint64_t free, uint64_t jump, uint64_t carry)
{
    return ((free + jump + carry) ^ free ^ jump) & free;
}

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

/// The jump points in one word of a line; the other bits are 0.
jump_line jump_lines_points(const jump_lines *lines, int32_t across, int32_t word);

#endif
