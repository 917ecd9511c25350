#pragma once

/// The free places nearest to a goal by way.

#include "traffic/free_search.h"

/// Finds free places, from the inside out: where no wall is, and no place of another unit. On open ground these are
/// points of a lattice, else of a wave from the goal. Other units are no obstacles to the way. Fewer are found if there
/// are no more.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result free_places_find(free_search *search);
