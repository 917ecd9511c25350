#ifndef GRID_BIT_TRANSPOSE_H
#define GRID_BIT_TRANSPOSE_H

/// @file
/// Turning blocks of 64x64 bits on their side.

#include <stdint.h>

/// Transposes a block: bit x of rows[y] becomes bit y of rows[x]. Source: Warren 2012, "Hacker's Delight", 7-3.
static inline void bits_transpose(uint64_t rows[64])
{
    static const uint64_t keep[6] = { UINT64_C(0x00000000ffffffff), UINT64_C(0x0000ffff0000ffff),
                                      UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0f0f0f0f0f0f0f0f),
                                      UINT64_C(0x3333333333333333), UINT64_C(0x5555555555555555) };
    for (int pass = 0, half = 32; half > 0; pass++, half >>= 1)
        for (int block = 0; block < 64; block += 2 * half)
            for (int i = block; i < block + half; i++) {
                const uint64_t swapped = (rows[i] >> half ^ rows[i + half]) & keep[pass];
                rows[i] ^= swapped << half;
                rows[i + half] ^= swapped;
            }
}

#endif
