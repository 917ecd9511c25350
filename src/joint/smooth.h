#pragma once

/// Frees a plan from the zigzag of the lattice, and from steps aside that nobody needed.

#include "joint/knot.h"
#include "joint/schedule.h"

/// Makes ready for smoothing the paths of a schedule.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result smooth_open(schedule *schedule);

/// Lets a unit go straight and evenly between two beats, wherever walls and the motions of all others leave it room.
/// Its way never becomes longer, and it rests no later.
///
/// @return motions that were compared
uint64_t smooth_unit(schedule *schedule, const knot *knot, int32_t unit);
