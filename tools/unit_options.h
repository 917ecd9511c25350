#pragma once

/// The unit that the command line describes.

#include <stdbool.h>

#include "fairway/map.h"
#include "fairway/unit.h"
#include "options.h"

/// Reads --size, --enter, --footprint and the other options of the unit.
///
/// @param map            for names of terrains
/// @param[in,out] unit   options that were given replace its fields
/// @return false after an error message
bool unit_from_options(const options *given, const fw_map *map, fw_unit_def *unit);

/// The dominance that was given, or the default.
fw_dominance dominance_from_options(const options *given);

/// The placement of transitions that was given, or the default.
fw_placement placement_from_options(const options *given);
