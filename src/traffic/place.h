#pragma once

/// Distances between places, in tiles.

#include <math.h>

#include "base/box.h"
#include "base/vector.h"

static inline double apart(double x, double y, double to_x, double to_y)
{
    return hypotenuse(to_x - x, to_y - y);
}

/// Where a line is nearest to (x, y), as a share of its length from 0 to 1.
static inline double nearest_share(double x, double y, double from_x, double from_y, double to_x, double to_y)
{
    const double dx = to_x - from_x, dy = to_y - from_y, square = dx * dx + dy * dy;
    const double along = square > 0 ? ((x - from_x) * dx + (y - from_y) * dy) / square : 0;
    return smaller(larger(along, 0), 1);
}

/// Distance of (x, y) from a line.
static inline double apart_from_line(double x, double y, double from_x, double from_y, double to_x,
                                     double to_y)
{
    const double share = nearest_share(x, y, from_x, from_y, to_x, to_y);
    return apart(x, y, from_x + share * (to_x - from_x), from_y + share * (to_y - from_y));
}
