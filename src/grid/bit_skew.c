#include "grid/bit_skew.h"

/// A word that a pass of bit_skew() leaves behind at place i, where some of the words it takes from lie outside.
static uint64_t skewed_at_end(const uint64_t taken[4], int32_t step, const uint64_t *words, int32_t total,
                              int32_t i)
{
    uint64_t word = 0;
    for (int32_t times = 0; times < 4 && i + times * step < total; times++)
        word |= words[i + times * step] & taken[times];
    return word;
}

void bit_skew(uint64_t *words, int32_t count, int32_t width)
{
    static const uint64_t taken[3][4] = {
        { UINT64_C(0x1111111111111111), UINT64_C(0x2222222222222222), UINT64_C(0x4444444444444444),
          UINT64_C(0x8888888888888888) },
        { UINT64_C(0x000f000f000f000f), UINT64_C(0x00f000f000f000f0), UINT64_C(0x0f000f000f000f00),
          UINT64_C(0xf000f000f000f000) },
        { UINT64_C(0x000000000000ffff), UINT64_C(0x00000000ffff0000), UINT64_C(0x0000ffff00000000),
          UINT64_C(0xffff000000000000) },
    };
    static const int32_t lines_apart[3] = { 1, 4, 16 };
    const int32_t total = count * width;
    for (int pass = 0; pass < 3; pass++) {
        const uint64_t *masks = taken[pass];
        const int32_t step = width * lines_apart[pass];
        int32_t i = 0;
        for (; i < total - 3 * step; i++)
            words[i] = (words[i] & masks[0]) | (words[i + step] & masks[1]) |
                       (words[i + 2 * step] & masks[2]) | (words[i + 3 * step] & masks[3]);
        for (; i < total; i++)
            words[i] = skewed_at_end(masks, step, words, total, i);
    }
}
