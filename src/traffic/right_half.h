#pragma once

/// The half of a passage that a unit keeps to, and what it costs to stop outside of it.

typedef struct right_half {
    double cost; ///< of each tile by which a body is outside of the half, in tiles; 0: there is no half
    double x, y; ///< a place on the middle line of the passage
    double right_x, right_y; ///< direction from this line to the half, a unit vector
} right_half;

/// What it costs to stop at a place outside of the half, in tiles.
static inline double right_half_cost(const right_half *half, double radius, double x, double y)
{
    if (half->cost == 0)
        return 0;
    const double inside = (x - half->x) * half->right_x + (y - half->y) * half->right_y - radius;
    return inside < 0 ? -inside * half->cost : 0;
}
