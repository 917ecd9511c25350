#pragma once

/// How near a pose must be to a goal to be at the goal. Positions and headings of engines are 32-bit floats.

#include <math.h>

#include "fairway/pose.h"

/// A heading that differs from a goal's by no more than this, in radians, is the goal's.
#define ARRIVAL_TURN (FW_TOUCH + FW_ROUNDING * FW_PI)

/// No arrival_distance() on a map is longer, in tiles.
#define ARRIVAL_MOST 0.01

/// A pose on the map that is no farther than this from a goal's position, in tiles, is there.
static inline double arrival_distance(const fw_pose *pose)
{
    return FW_TOUCH + FW_ROUNDING * fmax(fabs(pose->x), fabs(pose->y));
}
