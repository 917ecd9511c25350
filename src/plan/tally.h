#pragma once

/// The work of a request before its present search: of earlier searches, surveys of places, and guides.

#include <stdbool.h>

#include "fairway/planner.h"

typedef struct tally {
    fw_statistics sum;
    bool has_any; ///< false: all of `sum` is 0
} tally;

/// Clears the tally, if anything was added.
static inline void tally_clear(tally *tally)
{
    if (tally->has_any)
        *tally = (struct tally){ .has_any = false };
}

/// Adds work that is no search.
static inline void tally_spend_work(tally *tally, uint64_t work)
{
    if (work == 0)
        return;
    tally->sum.work += work;
    tally->has_any = true;
}

/// Adds the statistics of a search that is over.
void tally_spend(tally *tally, const fw_statistics *spent);

/// Adds the work of one search to that of others; `pages` and `fringe` are the greatest.
void statistics_add(fw_statistics *sum, const fw_statistics *added);
