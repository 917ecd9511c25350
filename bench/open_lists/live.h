#pragma once

/// Whole short searches, run with one structure or another.

#include "open_lists/sequences.h"

/// How many times faster than the first structure another one makes the searches.
typedef struct live_times {
    double mean_factor;                   ///< of the summed times
    double median_factor, largest_factor; ///< of single searches
    double share_above_40;                ///< part of the searches that became at least 40 times faster
} live_times;

/// Runs all searches with all structures, several times each; the least time counts.
///
/// @param[out] times  [structure * kind_count], compared with kinds[0]
void live_search_all(const short_searches *searches, const open_list_kind *const *kinds, size_t kind_count,
                     live_times *times);
