#pragma once

/// The tiles of a map that are obstacles of a forest, and the walls between them and free tiles.

#include "base/memory.h"
#include "map/map.h"

/// A border between tiles that a body may enter and others, along a row or a column. A corner that sticks out into free
/// tiles is also a circle of the forest.
typedef struct wall {
    double x, y, to_x, to_y; ///< its ends
} wall;

typedef struct blocked_tiles {
    wall *walls; ///< [wall * wall_count]
    size_t wall_capacity, wall_count;
    uint8_t *are_blocked;  ///< [y * width + x]
    int32_t width, height; ///< of the map; 0: there is none
} blocked_tiles;

/// Reads the blocked tiles of a map and makes their walls. FW_OK or FW_NO_MEMORY.
fw_result blocked_tiles_read(memory *memory, const map_version *map, uint32_t capability,
                             blocked_tiles *tiles);

void blocked_tiles_free(memory *memory, blocked_tiles *tiles);

/// True if a place is on a blocked tile or outside of the map; false without a map.
bool blocked_tiles_at(const blocked_tiles *tiles, double x, double y);

/// True if exactly one of the four tiles at a point is blocked: its corner sticks out.
bool blocked_tiles_stick_out(const blocked_tiles *tiles, int32_t x, int32_t y);
