#pragma once

/// Where random cases take their choices from: a seed, or the bytes of a fuzzer. One generator serves both.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"

typedef struct choices {
    random_source random; ///< of a seed
    const uint8_t *bytes; ///< of a fuzzer; null = the seed counts
    size_t left;          ///< bytes not used yet; beyond the last one all choices are 0
} choices;

choices choices_of_seed(uint64_t seed);
choices choices_of_bytes(const uint8_t *bytes, size_t count);

/// True if there are no more choices. The choices of a seed never end.
bool choices_are_over(const choices *source);

/// A number from 0 to below - 1; below > 0.
uint32_t choose_below(choices *source, uint32_t below);

/// A number from low to high, both included.
int32_t choose_from_to(choices *source, int32_t low, int32_t high);

/// True once in `chances` times.
bool choose_one_in(choices *source, uint32_t chances);

/// A number from low up to high.
double choose_within(choices *source, double low, double high);

/// A number from low up to high, small ones as likely as large ones; low > 0.
double choose_magnitude(choices *source, double low, double high);

/// One of the numbers of an array.
#define CHOOSE_OF(source, numbers)                                                                           \
    ((numbers)[choose_below((source), (uint32_t)(sizeof(numbers) / sizeof *(numbers)))])
