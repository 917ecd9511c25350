#include "shape/taut/free_anchors.h"

#include <math.h>

/// The blocked tiles of a word within [first, last].
static inline uint64_t blocked_of(const free_anchors *anchors, int32_t y, int32_t word, int32_t first,
                                  int32_t last)
{
    return ~free_anchors_word(anchors, y, word) & free_anchors_bits(word, first, last + 1);
}

double free_anchors_reach(const free_anchors *anchors, int32_t y, double from, double to)
{
    const bool eastward = to > from;
    const int32_t first = (int32_t)((eastward ? from : to) + FW_TOUCH),
                  last = (int32_t)((eastward ? to : from) - FW_TOUCH);
    const int32_t step = eastward ? 1 : -1;
    int32_t word = (eastward ? first : last) >> WORD_SHIFT;
    for (; word >= first >> WORD_SHIFT && word <= last >> WORD_SHIFT; word += step) {
        const uint64_t blocked = blocked_of(anchors, y, word, first, last);
        if (blocked) {
            const double side =
                word * WORD_BITS + (eastward ? bits_lowest(blocked) : bits_highest(blocked) + 1);
            return eastward ? fmax(side, from) : fmin(side, from);
        }
    }
    return to;
}
