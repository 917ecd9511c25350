#pragma once

/// Lists such as ground=1,road=0.5 on the command line.

#include <stdbool.h>

#include "fairway/map.h"
#include "io/text.h"

/// One item of such a list.
typedef struct terrain_value {
    int terrain;
    const char *name;
    io_span value; ///< the text after =; its start is null if there is no =
} terrain_value;

/// Reads TERRAIN or TERRAIN=VALUE.
///
/// @param option  the option's name, for error messages
/// @param map     for names of terrains
/// @return false after an error message
bool terrain_value_read(const char *option, io_span item, const fw_map *map, terrain_value *read);
