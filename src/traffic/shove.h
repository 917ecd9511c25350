#pragma once

/// Shoves: a unit takes a place although others rest there, who go a little farther away, and shove others in turn.

#include "traffic/inside.h"

/// Gives a unit a reservation. Those that rest where it leads get places beside it, and rest there from now on.
///
/// @param made  free of walls
/// @return false: they cannot, or may not be moved, and nothing has changed
bool shove_others(fw_traffic *traffic, uint32_t slot, const reservation *made);

/// Lets a unit without an order, or one that had arrived, rest at a place from now on. Its way must have room for two
/// points.
void rest_at(fw_traffic *traffic, uint32_t slot, way_point place);

/// The same where it will stop.
void rest_at_stop(fw_traffic *traffic, uint32_t slot);
