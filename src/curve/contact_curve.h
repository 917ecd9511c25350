#pragma once

/// The curves on which a body's centre lies when the body touches an obstacle: lines and circles.

#include <stdbool.h>
#include <stdint.h>

#include "base/vector.h"

enum { MOST_CONTACT_CURVES = 64 };

typedef struct contact_curve {
    bool is_circle;
    double x, y;  ///< centre of the circle; unit vector across the line
    double reach; ///< radius of the circle; distance of the line from the origin, along the unit vector
} contact_curve;

/// The curves that cross a square, and come near to a point.
typedef struct contact_curves {
    double x, y, side; ///< the square
    vector near;       ///< the point
    double most;       ///< greatest distance from there, in tiles; may be infinite
    bool is_full;      ///< there was no room for a curve
    int32_t count;
    contact_curve items[MOST_CONTACT_CURVES];
} contact_curves;

/// Add a curve if it crosses the square and comes near enough to the point.
void contact_curves_add_line(contact_curves *curves, double across_x, double across_y, double reach);
void contact_curves_add_circle(contact_curves *curves, double x, double y, double radius);

/// The point of a curve nearest to another point; of a circle around the point, the one in the east.
vector contact_curve_nearest(const contact_curve *curve, vector to);

/// The points where two curves meet. Returns the number of points, 0 .. 2; 0 for curves that lie on each other.
int contact_curves_meet(const contact_curve *one, const contact_curve *other, vector meet[2]);
