#pragma once

/// Words of 64 bits with one bit for each tile: bit i of a word stands for the tile i columns to the right.
/// Rings of words have one bit for each bucket. Bit i of many words is bit i % 64 of word i / 64.

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
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

/// Sets bit i of many words.
static ALWAYS_INLINE void bits_set(uint64_t *words, size_t i)
{
    words[i / WORD_BITS] |= UINT64_C(1) << i % WORD_BITS;
}

/// Clears bit i of many words.
static ALWAYS_INLINE void bits_clear(uint64_t *words, size_t i)
{
    words[i / WORD_BITS] &= ~(UINT64_C(1) << i % WORD_BITS);
}

/// True if bit i of many words is set.
static ALWAYS_INLINE bool bits_is_set(const uint64_t *words, size_t i)
{
    return words[i / WORD_BITS] >> i % WORD_BITS & 1;
}

/// Steps from a bit around a ring of words to the next bit that is set, itself included.
///
/// @param words  of the ring: a power of 2
/// @return UINT32_MAX: no bit is set
static ALWAYS_INLINE uint32_t bits_next_in_ring(const uint64_t *ring, uint32_t words, uint32_t from)
{
    const uint32_t first = from / WORD_BITS, place = from % WORD_BITS;
    const uint64_t ahead = ring[first] >> place;
    if (ahead)
        return (uint32_t)bits_lowest(ahead);
    for (uint32_t i = 1; i <= words; i++) {
        const uint64_t word = ring[(first + i) & (words - 1)];
        if (word)
            return i * WORD_BITS - place + (uint32_t)bits_lowest(word);
    }
    return UINT32_MAX;
}
