#pragma once

/// What searches count, added up.

#include "fairway/planner.h"

/// Adds what another search has done, but not how many nodes it had open.
static inline void counts_add(fw_statistics *sum, const fw_statistics *added)
{
    sum->expanded += added->expanded;
    sum->generated += added->generated;
    sum->improved += added->improved;
    sum->reopened += added->reopened;
    sum->work += added->work;
}

/// The same for searches one after the other: the largest number of open nodes counts.
static inline void counts_add_in_turn(fw_statistics *sum, const fw_statistics *added)
{
    counts_add(sum, added);
    sum->fringe = added->fringe > sum->fringe ? added->fringe : sum->fringe;
}
