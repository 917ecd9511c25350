#pragma once

/// The tiles under a unit: terrains of the map, and the changes of an overlay.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/overlay.h"
#include "map/map.h"

/// A map as one unit sees it.
typedef struct ground {
    const map_version *map;
    const map_unit *unit;
    const fw_overlay *overlay; ///< or null
    int32_t width;             ///< of the map, in tiles
    int32_t height;            ///< of the map, in tiles
} ground;

/// True if the unit may not enter this tile, or if the tile is outside the map.
bool ground_is_blocked(const ground *ground, int64_t x, int64_t y);

/// True if the unit may not enter one of the size x size tiles right and down of an anchor.
///
/// @param[out] blocked_x, blocked_y  the first such tile
bool ground_square_is_blocked(const ground *ground, int64_t x, int64_t y, int64_t *blocked_x,
                              int64_t *blocked_y);

/// Cost of a tile's length on a tile; the cost of the unit's cheapest terrain if the unit may not enter the tile.
double ground_cost(const ground *ground, int64_t x, int64_t y);
