#pragma once

/// How the way of a unit follows its goal.

#include "traffic/inside.h"

/// After the goal of a unit has moved: the unit goes on along its way, or along the path that is being searched for, if
/// that leads nearer to the new goal, and asks for a better one. It keeps its place in the queue.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result way_redirect(fw_traffic *traffic, uint32_t slot);

/// Gives a unit a way straight to its goal at once, which the unit must see from where it will stop.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result way_go_straight(fw_traffic *traffic, uint32_t slot);
