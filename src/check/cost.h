#pragma once

/// The true cost of a segment: the integral of the cost of the tile under the body's centre.

#include "check/ground.h"

/// Terrain and overlay cost along a segment, with the penalty for reverse. A line with both ends within FW_TOUCH of the
/// same grid line runs along this grid line: it costs the mean of the tiles on both sides, without those that the unit
/// may not enter.
///
/// @param end  pose at the end of the segment
double cost_of_segment(const ground *ground, const fw_segment *segment, fw_pose end);
