#pragma once

/// The cost of a line or an arc: the integral of the cost of the tile under the body's centre.

#include "fairway/overlay.h"
#include "fairway/path.h"
#include "map/map.h"

/// Cost of a tile's length on tile (x, y), overlay costs added. A tile that the unit may not enter costs as much as its
/// cheapest terrain. Any x, y.
double tile_cost(const map_version *map, const map_unit *unit, const fw_overlay *overlay, int32_t x,
                 int32_t y);

/// Integral of terrain cost along a line, overlay costs added. A line with both ends within FW_TOUCH of one grid line
/// runs on it and pays the mean of the tiles on both sides that the unit may enter. Tiles that it may not enter cost
/// as much as its cheapest terrain. Returns the cost in tiles; 0 for a line of length 0.
double line_cost(const map_version *map, const map_unit *unit, const fw_overlay *overlay, double from_x,
                 double from_y, double to_x, double to_y);

/// Integral of terrain cost along a segment by the rule of line_cost(), overlay costs added; without the penalty for
/// reverse gear. An arc never counts as running on a grid line. Returns the cost in tiles.
double segment_cost(const map_version *map, const map_unit *unit, const fw_overlay *overlay,
                    const fw_segment *segment);
