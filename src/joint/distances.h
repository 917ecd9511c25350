#pragma once

/// Ways from all places to one place, for one body: shortest ways without regard to other units.

#include "joint/places.h"

/// No way, or one too long to count.
#define NO_WAY UINT16_MAX

enum { LENGTH_BUCKETS = 16 }; // a power of 2, more than LENGTH_MOST

/// An entry of a bucket.
typedef struct distance_entry {
    int32_t place;
    int32_t next; ///< entry of the same bucket; -1 = none
} distance_entry;

/// Memory of the wave.
typedef struct distances {
    memory *memory;
    distance_entry *entries;
    size_t capacity;
} distances;

void distances_init(distances *distances, memory *memory);

void distances_release(distances *distances);

/// Fills a table of ways to a goal (Dial 1969).
///
/// @param ground, rank  of the body
/// @param[out] table    [way * places], in 1/LENGTH_ONE of the spacing; NO_WAY
fw_result distances_fill(distances *distances, const places *places, int32_t ground, int32_t rank,
                         int32_t goal, uint16_t *table);
