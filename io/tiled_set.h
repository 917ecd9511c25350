#pragma once

/// Tilesets of Tiled in files of their own.

#include "io/tiled_map.h"

/// Reads a tileset's file, XML or JSON, which the map names.
///
/// @param first   number of its first tile on the map
/// @param source  the file, relative to the map's folder
bool tiled_set_open(tiled_map *map, double first, const char *source);
