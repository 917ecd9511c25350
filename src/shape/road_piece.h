#ifndef SHAPE_ROAD_PIECE_H
#define SHAPE_ROAD_PIECE_H

/// @file
/// Pieces of a path that is assembled from its stretches.

#include "shape/roads/road_shape.h"

/// The heading of a unit that drives along a line.
double road_heading_along(shape_point from, shape_point to);

/// Copies the places of a stretch to the shaper's points.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_copy_places(const assembly *assembly, const road_stretch *part);

/// Continues to write the lines between consecutive points as a separate path. May pause after each line.
///
/// @return FW_OK, FW_PENDING (the work is used up) or FW_NO_MEMORY
fw_result road_write_lines(const assembly *assembly, const shape_points *points, fw_path *piece);

/// Appends a piece to the path that is being assembled.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_append_piece(assembly *assembly, const fw_path *piece);

#endif
