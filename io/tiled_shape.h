#pragma once

/// Shapes of objects of Tiled as polygons, and how much of a square they cover.

#include <stdbool.h>

enum { IO_MOST_POINTS = 256, IO_ELLIPSE_POINTS = 48 };

typedef struct tiled_shape {
    double x[IO_MOST_POINTS], y[IO_MOST_POINTS]; ///< any unit
    int count;                                   ///< less than 3: a point or a line, which covers nothing
} tiled_shape;

/// A rectangle, or the ellipse in it, turned by degrees about its first corner, clockwise on the screen.
void tiled_shape_box(tiled_shape *shape, double x, double y, double width, double height, double degrees,
                     bool is_ellipse);

/// Adds the points of a polygon, as in "0,0 16,0 16,16", relative to (x, y) and turned about it. Returns false if the
/// text is something else, or has too many points.
bool tiled_shape_points(tiled_shape *shape, double x, double y, double degrees, const char *text);

/// Adds one point of a polygon, as above.
bool tiled_shape_add(tiled_shape *shape, double x, double y, double degrees, double dx, double dy);

/// Area of a shape within a rectangle. Right for simple polygons, convex or not.
double tiled_shape_area(const tiled_shape *shape, double left, double top, double right, double bottom);
