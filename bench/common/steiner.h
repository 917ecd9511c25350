#pragma once

/// The cheapest way across tiles of different costs, nearly: Dijkstra over points on the tiles' sides,
/// joined by straight lines within a tile. Never cheaper than the true optimum.

#include <stdint.h>

/// @param costs  [tile * side * side] of a tile's length, > 0
/// @return cost of a point's way between the centres of two tiles
double steiner_cost(const double *costs, int32_t side, int32_t from_x, int32_t from_y, int32_t to_x,
                    int32_t to_y);
