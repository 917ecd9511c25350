#pragma once

/// Triangles that hold motions, for a quick look at whether two come near each other.

#include "traffic/knots.h"

/// A triangle that holds the centre of a body without a turning radius for all time from a knot on: its place there,
/// the point where the tangents at both ends of the ramp meet, and its stop.
typedef struct hull {
    double x[3], y[3];
} hull;

/// The hull of a motion.
///
/// @param at    state at the knot
/// @param ramp  intervals of the ramp that are left
/// @param x, y  where the motion stops
hull hull_of(const knot *at, int64_t ramp, double x, double y);

/// True if two hulls are clearly farther apart than a distance. False does not mean that they are near.
bool hulls_are_apart(const hull *a, const hull *b, double distance);
