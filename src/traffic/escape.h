#pragma once

/// Ways out of new walls: a unit whose body a wall overlaps, or would overlap where it must stop, goes to the nearest
/// place where it may stand. Only the walls that it is in do not stop it.

#include "traffic/inside.h"

/// At a knot: lets a unit leave that a new wall stands on, if no other unit is in the way. Else those are asked for
/// room.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result escape_look(fw_traffic *traffic, uint32_t slot);

/// Lets a unit that stands step aside to the nearest place that no obstacle comes to.
///
/// @return false: there is none in reach
bool escape_step_aside(fw_traffic *traffic, uint32_t slot);
