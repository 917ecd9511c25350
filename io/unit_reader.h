#pragma once

/// Reads a unit that is a part of a larger JSON text, for readers in io.

#include "fairway/map.h"
#include "io/json_reader.h"

bool json_read_unit(const json_place *object, const fw_map *map, fw_unit_def *unit);
