#pragma once

/// The speeds that the command line describes.

#include <stdbool.h>

#include "fairway/map.h"
#include "fairway/shape.h"
#include "options.h"

/// Reads --speed, --speed-on, --speed-ends and --radius-per-speed.
///
/// @param map          for names of terrains
/// @param[out] speeds  the defaults for values that are not given
/// @return false after an error message
bool speeds_from_options(const options *given, const fw_map *map, fw_speed_def *speeds);
