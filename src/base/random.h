#pragma once

/// The project's only random generator: SplitMix64 (Steele, Lea & Flood 2014). A seed gives the same numbers on every
/// platform.

#include <stdint.h>

typedef struct random_source {
    uint64_t state; ///< any seed
} random_source;

static inline uint64_t random_bits(random_source *source)
{
    uint64_t z = source->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/// A number from 0 to below - 1; below > 0.
static inline uint32_t random_below(random_source *source, uint32_t below)
{
    return (uint32_t)((random_bits(source) >> 32) * below >> 32);
}

/// A number from 0 up to, but not including, 1.
static inline double random_unit(random_source *source)
{
    return (double)(random_bits(source) >> 11) * 0x1p-53;
}

/// A number from `low` to `high`.
static inline double random_within(random_source *source, double low, double high)
{
    return low + (high - low) * random_unit(source);
}
