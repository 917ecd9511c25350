#pragma once

/// Units that hold and obstacles that stand: they make no room, so others go round them (detour.h).

#include "traffic/inside.h"

/// True if a unit that rests makes no room for another one.
bool holder_stops(const agent *unit, const agent *other);

/// True if a unit that goes straight from one place to another would touch one of those that make no room.
bool holders_are_between(const fw_traffic *traffic, const agent *unit, double x, double y, double to_x,
                         double to_y);
