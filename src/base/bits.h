#ifndef BASE_BITS_H
#define BASE_BITS_H

/// @file
/// Words of 64 bits with one bit for each tile: bit i of a word stands for the tile i columns to the right.

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/compiler.h"

enum { WORD_BITS = 64, WORD_SHIFT = 6 };

/// A word whose lowest `count` bits are set, 0 <= count <= 64.
static inline uint64_t bits_below(int count)
{
    assert(count >= 0);
    return count >= WORD_BITS ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

/// Index of the lowest bit set; the word must not be 0.
static inline int bits_lowest(uint64_t word)
{
    return trailing_zeros(word);
}

/// Index of the highest bit set; the word must not be 0.
static inline int bits_highest(uint64_t word)
{
    return 63 - leading_zeros(word);
}

/// Number of bits that are set. Not the compiler's builtin, which is a library call on machines without an instruction
/// for it.
static inline int bits_count(uint64_t word)
{
    word -= word >> 1 & UINT64_C(0x5555555555555555);
    word = (word & UINT64_C(0x3333333333333333)) + (word >> 2 & UINT64_C(0x3333333333333333));
    word = (word + (word >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (int)(word * UINT64_C(0x0101010101010101) >> 56);
}

#endif
