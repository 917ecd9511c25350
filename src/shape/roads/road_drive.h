#pragma once

/// Keeping right on a stretch of roads: in the lane if there is one, and made drivable if the unit has a turning
/// radius. Bends become curves section by section, so that curves at one bend do not move the middle of a long line.

#include "shape/roads/road_shaper.h"

void road_drive_begin(road_shaper *shaper);

/// Continues to write the present stretch to the piece, in the middle of the roads' right half if possible. The
/// shaper's points must hold the stretch's places at the beginning. FW_OK, FW_PENDING (the work is used up) or
/// FW_NO_MEMORY.
fw_result road_drive_step(const assembly *assembly);
