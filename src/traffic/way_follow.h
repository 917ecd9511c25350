#pragma once

/// Which corner of its way a unit heads for.

#include "traffic/inside.h"

/// Sets `next` of a unit's way to the farthest corner that the unit sees from a place: at most two ahead, or back as
/// far as WAY_BACK corners behind the farthest one so far. So it does not matter when earlier corners are dropped.
///
/// @return false if the unit sees none of these corners, or walls block the way from the corner that it sees to `next`
bool way_follow(const fw_traffic *traffic, agent *unit, double x, double y);
