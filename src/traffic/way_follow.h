#pragma once

/// Which corner of its way a unit heads for.

#include "traffic/inside.h"

/// Sets `next` of a unit's way to the farthest corner that the unit sees from a place: at most two ahead, or back as
/// far as WAY_BACK corners behind the farthest one so far. So it does not matter when earlier corners are dropped.
///
/// @return false if the unit sees none of these corners, or walls block the way from the corner that it sees to `next`
bool way_follow(const fw_traffic *traffic, agent *unit, double x, double y);

/// True if a unit that heads for a corner may head for the next one instead: walls let it go there, the ground on the
/// line costs no more, and its way does not lead round anybody on the line.
bool way_may_skip(const fw_traffic *traffic, const agent *unit, double x, double y, int32_t corner);
