#pragma once

/// Free places among walls: a wave over a fine grid finds the nearest ones by way.

#include "traffic/free_search.h"

/// Finds free places by way. Source: Dijkstra 1959; ways are straight where no wall is between, see Nash, Daniel,
/// Koenig & Felner 2007 (Theta*).
///
/// @return FW_OK or FW_NO_MEMORY
fw_result place_wave_find(free_search *search);
