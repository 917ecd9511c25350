#ifndef IO_TMJ_H
#define IO_TMJ_H

/// @file
/// Maps of Tiled in JSON.

#include "io/json_reader.h"
#include "io/reading.h"

bool io_tmj_read(io_reading *reading, const json_place *top);

#endif
