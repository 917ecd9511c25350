#pragma once

/// Pictures as maps: a pixel a tile, with a table of colours in a file beside it (town.png and town.colors). Without a
/// table, black is blocked and white is ground.

#include "io/color_table.h"
#include "io/reading.h"

/// Reads a map.
///
/// @param name        for faults
/// @param[out] tiles  to be freed
bool io_image_map_read(const char *name, const char *bytes, size_t size, const io_color_table *table,
                       io_tiles *tiles, io_fault *fault);

/// Reads a map with the table in the file beside it.
bool io_image_map_open(io_reading *reading, io_fault *fault);
