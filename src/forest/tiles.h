#ifndef FOREST_TILES_H
#define FOREST_TILES_H

/// @file
/// Blocked tiles of a map as obstacles of a forest: walls between blocked and free tiles, and circles for the corners
/// that stick out.

#include "forest/trees.h"

/// True if a place is on a blocked tile or outside of the map; false without a map.
bool tiles_block(const blocked_tiles *tiles, double x, double y);

void blocked_tiles_free(memory *memory, blocked_tiles *tiles);

#endif
