#pragma once

/// Reading the jump tables along lines, 64 tiles a step. Source: Harabor & Grastien 2014, "block-based scanning".

#include <stdint.h>

#include "grid/jump_tables.h"

/// The words of a row or column, one page after the other: each at the same place of its page.
typedef struct jump_line_walk {
    void *const *page;
    int32_t place; ///< of the line in each page
} jump_line_walk;

static inline jump_line_walk jump_line_walk_along_x(const jump_tables *tables, int32_t x, int32_t y)
{
    return (jump_line_walk){ .page = tables->pages.along_x.row + jump_row_page(tables, x, y),
                             .place = y % JUMP_BLOCK_LINES };
}

static inline jump_line_walk jump_line_walk_along_y(const jump_tables *tables, int32_t x, int32_t y)
{
    return (jump_line_walk){ .page = tables->pages.along_y.row + jump_column_page(tables, x, y),
                             .place = x % JUMP_BLOCK_LINES };
}

static inline const jump_line *jump_line_walk_word(const jump_line_walk *walk)
{
    return (const jump_line *)*walk->page + walk->place;
}

/// Steps from tile `at`, which lies in the word of a walk, up to the next jump point; the tile must have a jump upward.
static inline int32_t jump_steps_up(jump_line_walk walk, int32_t at)
{
    const int32_t bit = at & 63;
    const uint64_t here = jump_line_walk_word(&walk)->jump_up >> bit >> 1;
    if (here)
        return bits_lowest(here) + 1;
    int32_t steps = -bit;
    uint64_t jump = 0;
    while (!jump) {
        steps += WORD_BITS;
        walk.page++;
        jump = jump_line_walk_word(&walk)->jump_up;
    }
    return steps + bits_lowest(jump);
}

/// Steps from tile `at` down to the next jump point; the tile must have a jump downward.
static inline int32_t jump_steps_down(jump_line_walk walk, int32_t at)
{
    const int32_t bit = at & 63;
    const uint64_t here = jump_line_walk_word(&walk)->jump_down & bits_below(bit);
    if (here)
        return bit - bits_highest(here);
    int32_t steps = bit;
    uint64_t jump = 0;
    while (!jump) {
        steps += WORD_BITS;
        walk.page--;
        jump = jump_line_walk_word(&walk)->jump_down;
    }
    return steps - bits_highest(jump);
}

/// Free tiles beyond tile `at` up a row or column; counts no further than a word beyond `enough`.
///
/// @param line  its first word
static inline int32_t jump_free_up(const uint64_t *line, int32_t at, int32_t enough)
{
    const uint64_t *word = line + (at >> WORD_SHIFT);
    const int32_t bit = at & 63;
    const uint64_t blocked = ~*word >> bit >> 1;
    if (blocked)
        return bits_lowest(blocked);
    int32_t count = WORD_BITS - 1 - bit;
    while (count < enough) {
        word++;
        if (~*word)
            return count + bits_lowest(~*word);
        count += WORD_BITS;
    }
    return count;
}

/// Free tiles beyond tile `at` down a row or column; counts no further than a word beyond `enough`.
static inline int32_t jump_free_down(const uint64_t *line, int32_t at, int32_t enough)
{
    const uint64_t *word = line + (at >> WORD_SHIFT);
    const int32_t bit = at & 63;
    const uint64_t blocked = ~*word & bits_below(bit);
    if (blocked)
        return bit - 1 - bits_highest(blocked);
    int32_t count = bit;
    while (count < enough) {
        word--;
        if (~*word)
            return count + WORD_BITS - 1 - bits_highest(~*word);
        count += WORD_BITS;
    }
    return count;
}

/// The words of a diagonal line, one page after the other in the direction of travel: each at the same place of its
/// page, because the next word column is 64 tiles and 64 lines further.
typedef struct jump_walk {
    void *const *page;
    ptrdiff_t stride;    ///< pages to the next word
    int32_t turn;        ///< word columns, and blocks, to the next word: 1 or -1
    int32_t word, block; ///< word column, and block there, of the word
    int32_t place;       ///< of the line in each page, among those of two directions
} jump_walk;

static inline jump_walk jump_walk_from(const jump_tables *tables, int direction, int32_t x, int32_t y)
{
    const uint32_t line = (uint32_t)jump_line_number(tables, direction, x, y);
    const ptrdiff_t east = (ptrdiff_t)tables->diagonal_blocks + 1;
    return (jump_walk){ .page = tables->pages.diagonal[!jump_lines_fall(direction)].row +
                                jump_diagonal_page(tables, x, (int32_t)line),
                        .stride = direction & 1 ? -east : east,
                        .turn = direction & 1 ? -1 : 1,
                        .word = x >> WORD_SHIFT,
                        .block = (int32_t)(line / JUMP_BLOCK_LINES),
                        .place = (int32_t)(line % JUMP_BLOCK_LINES) + (direction >> 1) * JUMP_BLOCK_LINES };
}

static inline const jump_diagonal *jump_walk_word(const jump_walk *walk)
{
    return (const jump_diagonal *)*walk->page + walk->place;
}

/// The next word of the line.
static inline const jump_diagonal *jump_walk_on(jump_walk *walk)
{
    walk->page += walk->stride;
    walk->word += walk->turn;
    walk->block += walk->turn;
    return jump_walk_word(walk);
}

/// Those among some tiles of the word from which a run in the horizontal part of the direction meets a jump point.
static inline uint64_t jump_walk_has_along_x(const jump_walk *walk, const jump_tables *tables, int direction,
                                             uint64_t among)
{
    const jump_diagonal *line = jump_walk_word(walk);
    const uint64_t leaves = line->leaves_along_x & among;
    if (!leaves)
        return line->meets_along_x & among;
    const jump_beyond_rows *beyond = tables->pages.beyond_x[direction].row[walk->block];
    return (line->meets_along_x & among) |
           (leaves & layer_bits_from(beyond[walk->word].bits, walk->place & 63));
}

/// The same for the vertical part of the direction.
static inline uint64_t jump_walk_has_along_y(const jump_walk *walk, const jump_tables *tables, int direction,
                                             uint64_t among)
{
    const jump_diagonal *line = jump_walk_word(walk);
    const uint64_t *beyond = tables->pages.beyond_y[direction].row[walk->word];
    return (line->meets_along_y | (line->leaves_along_y & beyond[walk->block])) & among;
}

/// The words of a column for four neighbours, one page after the other.
typedef struct jump_aside_walk {
    void *const *page;
    int32_t place; ///< of the column in each page
    int32_t word, block;
} jump_aside_walk;

static inline jump_aside_walk jump_aside_walk_from(const jump_tables *tables, int32_t x, int32_t y)
{
    return (jump_aside_walk){ .page = tables->pages.aside.row + jump_column_page(tables, x, y),
                              .place = x & 63,
                              .word = x >> WORD_SHIFT,
                              .block = y >> WORD_SHIFT };
}

static inline void jump_aside_walk_on(jump_aside_walk *walk, int32_t turn)
{
    walk->page += turn;
    walk->block += turn;
}

/// Those among some tiles of the word from which a run east or west meets a jump point.
static inline uint64_t jump_aside_walk_has(const jump_aside_walk *walk, const jump_tables *tables, bool west,
                                           uint64_t among)
{
    const jump_aside *aside = (const jump_aside *)*walk->page + walk->place;
    const jump_beyond_aside *beyond =
        (const jump_beyond_aside *)tables->pages.beyond_aside.row[walk->block] + walk->word;
    return (west ? aside->meets_west | (aside->leaves_west & beyond->west)
                 : aside->meets_east | (aside->leaves_east & beyond->east)) &
           among;
}

/// Diagonal steps that are free from (x, y) on; counts no further than a word beyond `enough`.
static inline int32_t jump_free_diagonal(const jump_tables *tables, int direction, int32_t x, int32_t y,
                                         int32_t enough)
{
    jump_walk walk = jump_walk_from(tables, direction, x, y);
    const jump_diagonal *line = jump_walk_word(&walk);
    const bool west = direction & 1;
    const int32_t bit = x & 63;
    int32_t left = west ? bit + 1 : WORD_BITS - bit;
    uint64_t stuck = west ? line->stuck << (WORD_BITS - 1 - bit) : line->stuck >> bit;
    int32_t count = 0;
    while (!stuck) {
        count += left;
        if (count >= enough)
            return count;
        left = WORD_BITS;
        stuck = jump_walk_on(&walk)->stuck;
    }
    return count + (west ? WORD_BITS - 1 - bits_highest(stuck) : bits_lowest(stuck));
}
