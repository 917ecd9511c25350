#pragma once

/// Transposing blocks of 64 x 64 and of 8 x 8 bits.

#include <stdint.h>

#include "base/compiler.h"

/// Swaps the two quarters beside the diagonal of each square of 2 half x 2 half bits.
static ALWAYS_INLINE void bits_exchange(uint64_t rows[64], const int half, uint64_t keep)
{
    for (int square = 0; square < 64; square += 2 * half)
        for (int i = square; i < square + half; i++) {
            const uint64_t swapped = (rows[i] >> half ^ rows[i + half]) & keep;
            rows[i] ^= swapped << half;
            rows[i + half] ^= swapped;
        }
}

/// Transposes a block: bit x of rows[y] becomes bit y of rows[x]. Source: Warren 2012, "Hacker's Delight", 7-3.
static inline void bits_transpose(uint64_t rows[64])
{
    bits_exchange(rows, 32, UINT64_C(0x00000000ffffffff));
    bits_exchange(rows, 16, UINT64_C(0x0000ffff0000ffff));
    bits_exchange(rows, 8, UINT64_C(0x00ff00ff00ff00ff));
    bits_exchange(rows, 4, UINT64_C(0x0f0f0f0f0f0f0f0f));
    bits_exchange(rows, 2, UINT64_C(0x3333333333333333));
    bits_exchange(rows, 1, UINT64_C(0x5555555555555555));
}

/// Transposes a block of 8 x 8 bits: bit x of byte y becomes bit y of byte x. Source: Warren 2012, 7-3.
static inline uint64_t bits_transpose_8(uint64_t block)
{
    const uint64_t near = (block ^ block >> 7) & UINT64_C(0x00aa00aa00aa00aa);
    block ^= near ^ near << 7;
    const uint64_t middle = (block ^ block >> 14) & UINT64_C(0x0000cccc0000cccc);
    block ^= middle ^ middle << 14;
    const uint64_t far = (block ^ block >> 28) & UINT64_C(0x00000000f0f0f0f0);
    return block ^ far ^ far << 28;
}
