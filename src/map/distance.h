#pragma once

/// Distances from the middles of tiles to the nearest walls, row by row.

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/tile_box.h"
#include "map/map.h"

/// What distances are beyond the reach, and everywhere on a map without walls within reach.
#define FARTHER_THAN_REACH UINT32_MAX

/// The rows of a rectangle. Distances are given as (2 d)^2, a whole number: the middle of a tile is an odd number of
/// half tiles from the sides of other tiles.
typedef struct distance_rows {
    memory *memory;
    tile_box box;        ///< the tiles whose distances are asked for
    int32_t left, right; ///< columns whose walls may be nearest, one beside the map among them
    uint16_t *walls; ///< [column - left, row] vertical steps to the nearest wall; more than `reach`: too far
    int32_t *sites;  ///< [0 .. right - left] columns of the walls that are nearest to a stretch of the row
    int32_t *starts; ///< [0 .. right - left] where the stretches begin
    uint32_t *row;   ///< [column of the box] the row that was asked for last
    int32_t columns, reach; ///< columns of `walls`; steps along an axis beyond which no wall matters
} distance_rows;

/// Looks at the walls of a rectangle and around it.
///
/// @param capability  terrains that are no walls, one bit each; bit 0 is ignored
/// @param box         on the map, not empty
/// @param most        distances beyond this may be given as FARTHER_THAN_REACH, in tiles; any number
/// @param[out] rows   to be freed
/// @return FW_OK or FW_NO_MEMORY
fw_result distance_rows_open(memory *memory, const map_version *map, uint32_t capability, tile_box box,
                             double most, distance_rows *rows);

/// The distances of a row of the rectangle, valid until the next call.
///
/// @return [column of the rectangle] (2 d)^2, or FARTHER_THAN_REACH
const uint32_t *distance_row(distance_rows *rows, int32_t y);

void distance_rows_close(distance_rows *rows);
