#pragma once

/// The search on the lattice: expands poses by motions and connections.

#include <stdint.h>

#include "directional/search/directional_inside.h"

/// The slot of the cheapest of the expanded poses that are nearest to the query's aims; NO_SLOT: nothing was expanded.
///
/// @param[out] square  square of the least distance; infinite if nothing was expanded
uint32_t directional_nearest_slot(const directional_space *space, double *square);

/// Prepares a lattice search, and continues it; results as best_first_run().
void directional_search_reset(directional_space *space, const search_limits *limits);
fw_result directional_search_run(directional_space *space, uint64_t work);
