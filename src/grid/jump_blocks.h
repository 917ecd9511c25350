#pragma once

/// What blocks of diagonal lines hold, row by row and column by column, for the code that builds and patches tables. A
/// row's word lies in two blocks: its lower tiles in one, the others in the one before.

#include "grid/jump_lines.h"

/// 64 tiles of a row, and the tiles before and after each of them.
typedef struct row_tiles {
    uint64_t free, before, after;
} row_tiles;

static inline row_tiles tiles_of_row(const uint64_t *word)
{
    return (row_tiles){ *word, from_below(word), from_above(word) };
}

/// Free tiles of a part of a line from which a run up leaves the part, past neither a jump point nor a wall.
static inline uint64_t runs_up_and_out(uint64_t free, uint64_t jump, uint64_t part)
{
    const uint64_t stops = (~free | jump) & part;
    return free & part & (stops ? UINT64_MAX << bits_highest(stops) : UINT64_MAX);
}

/// The same for runs down.
static inline uint64_t runs_down_and_out(uint64_t free, uint64_t jump, uint64_t part)
{
    const uint64_t stops = (~free | jump) & part;
    return free & part & (stops ^ (stops - 1));
}

/// What a diagonal table holds of a row's word, but for runs along columns: bit x & 63 for each tile.
///
/// @param next    the next row in the direction of travel
/// @param meets   tiles from which a run along the row, in the direction, meets a jump point of the word
/// @param number  of the row in the table
static inline jump_diagonal diagonals_of_row(const row_tiles *row, const row_tiles *next,
                                             const jump_line *line, uint64_t meets, int32_t number, bool west)
{
    const uint64_t lower = UINT64_MAX >> (-number & 63), free = row->free;
    if (west) {
        const uint64_t leaves = runs_down_and_out(free, line->jump_down, lower) |
                                runs_down_and_out(free, line->jump_down, ~lower);
        return (jump_diagonal){ .meets_along_x = meets & ~leaves,
                                .leaves_along_x = leaves,
                                .stuck = ~(row->before & next->before & next->free) };
    }
    const uint64_t leaves =
        runs_up_and_out(free, line->jump_up, lower) | runs_up_and_out(free, line->jump_up, ~lower);
    return (jump_diagonal){ .meets_along_x = meets & ~leaves,
                            .leaves_along_x = leaves,
                            .stuck = ~(row->after & next->after & next->free) };
}

/// Runs along the rows, for four neighbours, from the tiles of a row's word: bit x & 63 for each tile.
static inline jump_aside asides_of_row(uint64_t free, const jump_line *line)
{
    const uint64_t east = runs_up_and_out(free, line->jump_up, UINT64_MAX);
    const uint64_t west = runs_down_and_out(free, line->jump_down, UINT64_MAX);
    return (jump_aside){ jump_meets_up(free, line->jump_up) & ~east, east,
                         jump_meets_down(free, line->jump_down) & ~west, west };
}

/// Replaces the bits of a mask.
static inline void put_bits(uint64_t *word, uint64_t bits, uint64_t mask)
{
    *word ^= (*word ^ bits) & mask;
}

/// The column, of the 64 of a word, whose last tile in a block lies in a row.
static inline int32_t column_that_ends(int32_t number, bool west)
{
    return (west ? number + 63 : number) & 63;
}

/// Notes what the run of this column meets beyond the block.
///
/// @param has  tiles of the row's word that have a jump in the vertical part of the direction; the others do not count
static inline void note_beyond_column(const paged *beyond, int32_t word, int32_t number, bool west,
                                      uint64_t has)
{
    const int32_t block = (west ? number + 63 : number) / JUMP_BLOCK_LINES;
    put_bits((uint64_t *)beyond->row[word] + block, has, UINT64_C(1) << column_that_ends(number, west));
}
