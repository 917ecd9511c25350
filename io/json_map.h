#ifndef IO_JSON_MAP_H
#define IO_JSON_MAP_H

/// @file
/// JSON that is a map: Tiled TMJ or LDtk. Other JSON is refused by its name.

#include "io/reading.h"

bool io_json_map_read(io_reading *reading, io_fault *fault);

#endif
