#ifndef SHAPE_SIMPLE_H
#define SHAPE_SIMPLE_H

/// @file
/// Simple smoothing: leaves out points that can be walked past. Source: Pinter 2001, Listing 1.

#include "shape/way.h"

/// Leaves out points of a way, taken tile by tile, in place.
///
/// @param sampled  test lines as the article does, at points a fifth of a tile apart, each with the four ends of a
///                 diamond around the body: paths may touch blocked tiles. Else exactly
/// @param room     for the points tile by tile
/// @return FW_OK or FW_NO_MEMORY: the way is as before
fw_result simple_smooth(shape_points *room, memory *from, const way_rules *by, bool sampled,
                        shape_points *way);

#endif
