#ifndef IO_SURFACE_H
#define IO_SURFACE_H

/// @file
/// Surfaces, on which pictures are drawn: pixels or SVG. Lengths are in pixels.

#include <stdbool.h>
#include <stddef.h>

#include "fairway/map.h"
#include "fairway/path.h"
#include "io/outline.h"
#include "io/terrain.h"
#include "io/trail.h"

typedef struct io_surface io_surface;

/// A surface as a table of functions.
struct io_surface {
    /// Draws all tiles of a map in the colours of their terrains.
    bool (*tiles)(io_surface *surface, const fw_map *map, const io_view *view);
    /// Fills an outline.
    bool (*fill)(io_surface *surface, const io_outline *outline, io_color color, double alpha);
    /// Draws segments as one line with round ends and joints; arcs are arcs.
    bool (*stroke)(io_surface *surface, const fw_segment *segments, int32_t count, const io_view *view,
                   double width, io_color color, double alpha);
    /// Writes a text from the left end of its base line.
    bool (*text)(io_surface *surface, double x, double y, double height, io_color color, const char *text);
    /// Width of a text.
    double (*text_width)(const char *text, double height);
};

/// Size of a picture, and positions of map and legend in it.
typedef struct io_layout {
    int width, height;
    io_view view;
    double legend_top; ///< where the legend begins
} io_layout;

#endif
