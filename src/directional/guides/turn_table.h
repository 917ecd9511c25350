#pragma once

/// The article's heuristic table (Pinter 2001, "the modified heuristic"): lengths of a turn and a straight line to a
/// point, by the point's distance in 1/64 tile up to 10 tiles, and by its direction in eighths of a turn from the
/// heading. Directions to both sides share their lengths.

#include <stdint.h>

enum { TURN_GRAIN = 64, TURN_REACH = 10, TURN_DISTANCES = TURN_REACH * TURN_GRAIN + 1, TURN_DIRECTIONS = 5 };

/// In 1 / MOTION_SCALE tile.
typedef struct turn_table {
    uint32_t length[TURN_DIRECTIONS][TURN_DISTANCES];
} turn_table;

void turn_table_fill(turn_table *table, double turn_radius);

/// The length to a point. Beyond 10 tiles, the value at 10 tiles and the difference in distance.
///
/// @param distance   of the point, in tiles
/// @param direction  of the point, from the heading, in radians
uint32_t turn_table_length(const turn_table *table, double distance, double direction);
