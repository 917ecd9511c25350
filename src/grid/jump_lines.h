#pragma once

/// Words of rows and columns, for the code that builds and patches tables.

#include "grid/jump_tables.h"

/// Most words of a row.
enum { JUMP_MOST_WORDS = UINT8_MAX + 1 };

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

/// Tiles of a word from which a run up meets a jump point in this word.
static inline uint64_t jump_meets_up(uint64_t free, uint64_t jump)
{
    return jump ? free & flood_down(jump, free) >> 1 : 0;
}

/// Tiles of a word from which a run down meets a jump point in this word: where the sum carries, because jump points
/// generate carries and free tiles propagate them.
static inline uint64_t jump_meets_down(uint64_t free, uint64_t jump)
{
    return ((free + jump) ^ free ^ jump) & free;
}

/// The rows of a layer, or columns.
typedef struct jump_lines {
    const layer *rows;    ///< null: columns
    const paged *columns; ///< of jump_pages
} jump_lines;

/// The jump points in one word of a line; the other bits are 0.
jump_line jump_lines_points(const jump_lines *lines, int32_t across, int32_t word);

/// The jump points in one word of each line of a block; those of lines beside the map are 0.
///
/// @param first     line of the block
/// @param[out] out  [JUMP_BLOCK_LINES]
void jump_lines_fill(const jump_lines *lines, int32_t first, int32_t word, jump_line *out);
