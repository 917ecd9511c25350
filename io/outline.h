#pragma once

/// Shapes made of closed loops, in pixels. All loops are stored with the same direction of rotation, so that filling by
/// the nonzero rule draws their union.

#include <stdbool.h>
#include <stddef.h>

#include "fairway/path.h"

typedef struct io_point {
    double x, y;
} io_point;

/// A list of loops. If memory runs out, `failed` is set, and all later calls do nothing until outline_clear().
typedef struct io_outline {
    io_point *points; ///< [point * count]
    size_t count, capacity;
    size_t *ends; ///< [index * loops] one past the last point of each loop
    size_t loops, loop_capacity;
    bool failed; ///< there was not enough memory
} io_outline;

/// Empties an outline and keeps its memory.
void outline_clear(io_outline *outline);

void outline_free(io_outline *outline);

/// Adds a loop.
///
/// @param points  [point * count], in either direction of rotation
void outline_loop(io_outline *outline, const io_point *points, size_t count);

void outline_rectangle(io_outline *outline, double x, double y, double width, double height);

void outline_disc(io_outline *outline, io_point centre, double radius);

/// Adds a line with round ends.
void outline_line(io_outline *outline, io_point from, io_point to, double width);

/// Adds the convex hull of at most 16 points.
void outline_hull(io_outline *outline, const io_point *points, size_t count);
