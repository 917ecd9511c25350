#ifndef SHAPE_ROAD_PIECE_H
#define SHAPE_ROAD_PIECE_H

/// @file
/// Pieces of a path that is assembled from its stretches.

#include "shape/roads/road_shape.h"

/// Writes the lines between consecutive points as a separate path.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_write_lines(const assembly *assembly, const shape_points *points, fw_path *piece);

/// Appends a piece to the path that is being assembled.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_append_piece(assembly *assembly, const fw_path *piece);

#endif
