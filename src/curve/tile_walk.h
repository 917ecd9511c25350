#pragma once

/// The tiles under a straight line, one after the other. Source: Amanatides & Woo 1987.

#include <stdbool.h>
#include <stdint.h>

/// Where a line crosses the next grid line of one axis.
typedef struct tile_crossing {
    double at;    ///< share of the line's length at the crossing; infinite if there is none
    double step;  ///< share between two crossings
    int32_t side; ///< step to the next tile: -1, 0 or 1
} tile_crossing;

typedef struct tile_walk {
    int32_t x, y; ///< the tile under this piece of the line; on a grid line, the tile right of it or below it
    double share; ///< of the line's length that lies on this tile
    bool on_column; ///< both ends of the line are within FW_TOUCH of the grid line between tiles x - 1 and x
    bool on_row;    ///< both ends of the line are within FW_TOUCH of the grid line between tiles y - 1 and y
    double done;    ///< share of the line up to the end of this tile
    tile_crossing next_x, next_y;
} tile_walk;

/// Starts before the first tile.
tile_walk tile_walk_along(double from_x, double from_y, double to_x, double to_y);

/// Moves to the next tile; false at the line's end. A line of length 0 has one tile.
bool tile_walk_next(tile_walk *walk);
