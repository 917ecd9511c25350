#pragma once

/// Memory for the points and lengths of ways.

#include "traffic/inside.h"

/// Makes room for the points of a unit's way; those that it has stay. The points of other ways may move.
///
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result way_reserve(fw_traffic *traffic, uint32_t slot, int32_t count);

/// Gives each unit room for the points that its way counts, and that are not there yet, at once: way_reserve() one by
/// one may drop points that units have passed. No unit has points.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result way_provide(fw_traffic *traffic);

/// Makes room for the ways of a number of units that get orders: way_reserve() for two points of each cannot fail, so
/// that either all of them get their orders, or none.
///
/// @return FW_OK or FW_NO_MEMORY: nothing has changed
fw_result way_reserve_lines(fw_traffic *traffic, int32_t count);

/// Length of a unit's way from each corner to its end, in tiles: [length * way.count]. They are computed when they are
/// asked for, because a plan asks for those of few ways. Valid until the next call for another unit, and until a way
/// gets room for points.
const double *way_rests(fw_traffic *traffic, const agent *unit);

/// After the points of a way have changed: way_rests() computes the lengths again.
static inline void way_has_changed(fw_traffic *traffic)
{
    traffic->ways.measured = NO_AGENT;
}
