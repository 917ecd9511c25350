#pragma once

/// What the sources say about open lists, beside what was measured.

#include "open_lists/sequences.h"
#include "open_lists/table.h"

/// Everything that claims are judged by.
typedef struct evidence {
    const sequences *short_uniform, *short_terrains;
    const sequences *long_uniform, *long_terrains, *long_blind; ///< blind: with terrain costs
    const sequences *jump_points;
    const table *by_fringe;       ///< terrain costs, the search knows what is open
    const table *by_fringe_asked; ///< terrain costs, the structure is asked
    const short_searches *searches;
} evidence;

/// The mix of operations in each set of searches, as a Markdown table.
void mix_write(const evidence *from, text *to);

/// Each claim with its figure and whether it holds, as a Markdown table.
void claims_write(const evidence *from, text *to);
