#ifndef SHAPE_ROAD_PIECE_H
#define SHAPE_ROAD_PIECE_H

/// @file
/// Pieces of a path that is put together again from its stretches.

#include "shape/roads/road_shape.h"

/// Writes the lines from point to point as a path of their own.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_write_lines(const assembly *assembly, const shape_points *points, fw_path *piece);

/// Appends a piece to the path that is put together.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result road_append_piece(assembly *assembly, const fw_path *piece);

#endif
