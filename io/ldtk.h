#pragma once

/// Levels of LDtk: one IntGrid layer of one level. Its values have names, which become terrains: names that every map
/// has, new ones, or what the table beside the map says (`class NAME terrain`). The value 0 is ground, or what
/// `empty terrain` says.

#include "io/json_reader.h"
#include "io/reading.h"

bool io_ldtk_read(io_reading *reading, const json_place *top);
