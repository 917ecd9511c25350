#pragma once

/// What a save tells of the traffic as a whole: its clocks, and its map.

#include "traffic/inside.h"
#include "traffic/save_fields.h"

/// What is to be saved. Changes nothing but what is kept to compute it.
saved_clock save_clock_of(fw_traffic *traffic);

/// Finds out if the map has other tiles than that of the save, of the same size. They count as changed since, then.
bool save_clock_moves(fw_traffic *traffic, saved_clock *clock);

/// Sets the clocks to those of a save.
void save_clock_take(fw_traffic *traffic, const saved_clock *clock);
