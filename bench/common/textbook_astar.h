#pragma once

/// The yardstick of all benchmarks on grids: the A* that a good programmer writes in an afternoon. 8 neighbours, no
/// corner cutting, a binary heap with lazy deletion, arrays of the map's size that are never cleared, octile
/// distance, and the path written out tile by tile.

#include <stdbool.h>
#include <stdint.h>

#include "fairway/map.h"

typedef struct textbook_astar textbook_astar;

typedef struct textbook_answer {
    double cost; ///< of the path; negative: there is none
    int64_t expanded;
    int32_t tiles; ///< of the path
} textbook_answer;

/// A* on the tiles of a map where a unit fits.
///
/// @param costs  [terrain * 32] cost of a tile's length; null = a step costs its length
/// @return null when there is no memory
textbook_astar *textbook_on(const fw_map *map, fw_unit_id unit, const double *costs);

void textbook_destroy(textbook_astar *textbook);

/// Finds one path. A step pays the mean of the costs of both of its tiles.
textbook_answer textbook_find(textbook_astar *textbook, int32_t from_x, int32_t from_y, int32_t to_x,
                              int32_t to_y);
