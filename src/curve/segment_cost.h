#ifndef CURVE_SEGMENT_COST_H
#define CURVE_SEGMENT_COST_H

/// @file
/// The cost of a line or an arc: the integral of the cost of the tile under the body's centre.

#include "fairway/overlay.h"
#include "fairway/path.h"
#include "map/map.h"

/// Integral of terrain cost along a segment by the rule of line_cost(), overlay costs added; without the penalty for
/// reverse gear. An arc never counts as running on a grid line.
///
/// @return cost in tiles
double segment_cost(const map_version *map, const map_unit *unit, const fw_overlay *overlay,
                    const fw_segment *segment);

#endif
