#pragma once

/// Maps of Tiled in JSON.

#include "io/json_reader.h"
#include "io/reading.h"

bool io_tmj_read(io_reading *reading, const json_place *top);
