#pragma once

/// Free ground that a unit has seen along its way.

#include "traffic/inside.h"

/// way_is_clear() from a place to a corner of a unit's way. Asks the unit's sight first.
bool sight_is_clear(const fw_traffic *traffic, const agent *unit, double x, double y,
                    const way_point *corner);

/// Looks for ground without walls around the line from a place to a corner of a unit's way, if the line is long and
/// does not lie in the unit's sight: then all lines within this ground are known to be free.
void sight_look(const fw_traffic *traffic, agent *unit, double x, double y, const way_point *corner);

/// Forgets the sight of a unit, after a change of the map.
void sight_forget(agent *unit);

/// True if the unit's sight holds the line from a place to a corner of the unit's way: then no wall is there. Free
/// ground is convex, so it holds a line if it holds both ends.
bool sight_holds(const fw_traffic *traffic, const agent *unit, double x, double y, const way_point *corner);
