#pragma once

/// The oracle of what directional search misses: a flood over poses a quarter of a tile apart with 32 headings, from
/// pose to pose by shortest curves of up to a quarter turn, and from compass headings by those of up to a full turn to
/// points whole tiles away, as the methods drive them. Each curve knows the tiles that the body touches.

#include <stdbool.h>

#include "directional/motions/lattice.h"
#include "fairway/map.h"
#include "fairway/path.h"

enum {
    FLOOD_PARTS = 4,     ///< positions to a tile, along each axis
    FLOOD_HEADINGS = 32, ///< 0 = east, clockwise on the screen
    FLOOD_MOST_SIDE = 16 ///< tiles of a map
};

typedef struct fine_flood fine_flood;

/// Collects the curves of a unit of size 1; null where memory ends.
fine_flood *fine_flood_create(const fw_unit_def *unit);
void fine_flood_destroy(fine_flood *flood);

/// Reads the blocked tiles of a map: terrain FW_BLOCKED, and all tiles outside the map.
void fine_flood_look(fine_flood *flood, const fw_map *map);

/// True if the flood gets from one lattice pose to another.
///
/// @param stride  of the headings: 1 = all, 4 = those of the compass
bool fine_flood_reaches(fine_flood *flood, lattice_pose from, lattice_pose to, int stride);

/// The way by which the last flood reached its goal.
fw_result fine_flood_write(const fine_flood *flood, fw_path *path);
