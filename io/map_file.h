#pragma once

/// Reads the map in a file, and nothing else that the file says; fw_io_map_load() tells all of it.

#include "fairway/map.h"
#include "io/fault.h"
#include "io/tiles.h"

/// Reads the tiles of a map file.
///
/// @param[out] tiles  to be freed
bool io_tiles_load(const char *file, io_tiles *tiles, io_fault *fault);

/// Reads a map file.
///
/// @param allocator  of the map; null = malloc and free
/// @param[out] map   committed, without units; to be destroyed
bool io_map_load(const char *file, const fw_allocator *allocator, fw_map **map, io_fault *fault);
