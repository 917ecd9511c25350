#pragma once

/// Writes the stretches of a path as separate pieces, and assembles the path from them.

#include "shape/roads/road_shaper.h"

/// Copies the places of a stretch to the shaper's points. FW_OK or FW_NO_MEMORY.
fw_result road_copy_places(const assembly *assembly, const road_stretch *part);

/// Continues to write the lines between consecutive points as a separate path. May pause after each line. FW_OK,
/// FW_PENDING (the work is used up) or FW_NO_MEMORY.
fw_result road_write_lines(const assembly *assembly, const shape_points *points, fw_path *piece);

/// Appends a piece to the path that is being assembled. FW_OK or FW_NO_MEMORY.
fw_result road_append_piece(assembly *assembly, const fw_path *piece);
