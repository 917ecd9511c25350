#pragma once

/// Vehicles at the scale of real maps: maps whose tiles are divided into small ones, and units with two gears.

#include "fairway/fairway.h"

/// The map in a file, each tile as a square of k x k tiles; null if it cannot be read.
fw_map *wide_map(const char *file, int32_t k);

/// A vehicle whose reverse costs twice as much.
///
/// @param gears  1: it has no reverse gear; or 2
fw_unit_def wide_vehicle(fw_footprint body, double radius, int gears, double gear_change);
