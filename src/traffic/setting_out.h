#pragma once

/// Units set out before their paths are found.

#include "traffic/inside.h"

/// Gives a unit that waits for a path a line toward its goal, unless a wall is right before it.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result setting_out_begin(fw_traffic *traffic, uint32_t slot);

/// After the queue has been served: lets those units plan that have set out since the last step, if they plan for the
/// next knot at all, so that only half of many that get their orders at once plan in the same step.
void setting_out_plan(fw_traffic *traffic);
