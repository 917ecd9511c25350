#pragma once

/// Lanes: ways in the right half of passages.

#include "traffic/inside.h"

/// Moves a unit's way into the right half of the passages that it leads through.
///
/// @return FW_OK or FW_NO_MEMORY: the way is as it was
fw_result lane_keep_right(fw_traffic *traffic, agent *unit);

/// Lists places along a way, from each corner on to the next one, in `work.lane`.
///
/// @param[out] count  number of places
/// @return FW_OK or FW_NO_MEMORY
fw_result lane_list(fw_traffic *traffic, const way *way, double radius, int32_t *count);
