#ifndef CHECK_COST_H
#define CHECK_COST_H

/// @file
/// The true cost of a segment: the integral of the cost of the tile under the body's centre.

#include "check/ground.h"
#include "check/motion.h"

/// Terrain and overlay cost along a segment, with the penalty for reverse. A line with both ends within FW_TOUCH of one
/// grid line runs on it: it pays the mean of the tiles on both sides that the unit may enter.
///
/// @param ends  where the segment ends
double cost_of_segment(const ground *ground, const fw_segment *segment, fw_pose ends);

#endif
