#ifndef GRID_JUMP_SCAN_H
#define GRID_JUMP_SCAN_H

/// @file
/// Reading the jump tables along lines, 64 tiles a step. Source: Harabor & Grastien 2014, "block-based scanning".

#include <stdint.h>

#include "grid/jump_tables.h"

/// Steps from tile `at` up to the next jump point; the tile must have a jump upward.
static inline int32_t jump_steps_up(const jump_line *line, int32_t at)
{
    const int32_t bit = at & 63;
    const uint64_t here = line->jump_up >> bit >> 1;
    if (here)
        return bits_lowest(here) + 1;
    int32_t steps = WORD_BITS - bit;
    for (line++; !line->jump_up; line++)
        steps += WORD_BITS;
    return steps + bits_lowest(line->jump_up);
}

/// Steps from tile `at` down to the next jump point; the tile must have a jump downward.
static inline int32_t jump_steps_down(const jump_line *line, int32_t at)
{
    const int32_t bit = at & 63;
    const uint64_t here = line->jump_down & bits_below(bit);
    if (here)
        return bit - bits_highest(here);
    int32_t steps = bit + WORD_BITS;
    for (line--; !line->jump_down; line--)
        steps += WORD_BITS;
    return steps - bits_highest(line->jump_down);
}

/// Free tiles beyond (x, y) up a row of a layer; counts no further than a word beyond `enough`.
static inline int32_t jump_free_up(const layer *layer, int32_t x, int32_t y, int32_t enough)
{
    const uint64_t *word = layer_row(layer, y) + (x >> WORD_SHIFT);
    const int32_t bit = x & 63;
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

/// Free tiles beyond (x, y) down a row of a layer; counts no further than a word beyond `enough`.
static inline int32_t jump_free_down(const layer *layer, int32_t x, int32_t y, int32_t enough)
{
    const uint64_t *word = layer_row(layer, y) + (x >> WORD_SHIFT);
    const int32_t bit = x & 63;
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

/// From a word of a diagonal line to the next one in the direction of travel.
static inline ptrdiff_t jump_diagonal_stride(const jump_tables *tables, int direction)
{
    const ptrdiff_t east = (ptrdiff_t)tables->diagonal_lines + WORD_BITS;
    return direction & 1 ? -east : east;
}

/// Diagonal steps that are free from (x, y) on; counts no further than a word beyond `enough`.
static inline int32_t jump_free_diagonal(const jump_tables *tables, int direction, int32_t x, int32_t y,
                                         int32_t enough)
{
    const jump_diagonal *line = &tables->diagonal[direction][jump_diagonal_index(tables, direction, x, y)];
    const ptrdiff_t stride = jump_diagonal_stride(tables, direction);
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
        line += stride;
        stuck = line->stuck;
    }
    return count + (west ? WORD_BITS - 1 - bits_highest(stuck) : bits_lowest(stuck));
}

#endif
