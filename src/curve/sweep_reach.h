#pragma once

/// How far a round body gets along a straight line.

#include "curve/sweep_body.h"
#include "curve/sweep_ground.h"

/// Length by which a round body may move from a place in a direction (a unit vector) before the body touches a blocked
/// tile or the border of the map, at most `most`; 0 if the body touches one where it is. Exact but for rounding.
/// Forbidden moves are not checked.
double sweep_straight_reach(const sweep_ground *ground, const sweep_body *body, double x, double y,
                            double along_x, double along_y, double most);
