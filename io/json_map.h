#pragma once

/// JSON that is a map: Tiled TMJ or LDtk. Other JSON is refused by its name.

#include "io/reading.h"

bool io_json_map_read(io_reading *reading, io_fault *fault);
