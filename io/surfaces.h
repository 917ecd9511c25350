#ifndef IO_SURFACES_H
#define IO_SURFACES_H

/// @file
/// The two surfaces that pictures are drawn on, and the drawing itself.

#include <stdio.h>

#include "io/canvas.h"
#include "io/picture.h"
#include "io/surface.h"

/// Pixels. `surface` must be its first field.
typedef struct io_pixel_surface {
    io_surface surface;
    io_canvas canvas;
    io_outline strokes; ///< kept from stroke to stroke
} io_pixel_surface;

io_pixel_surface pixel_surface_on(io_canvas canvas);

/// SVG text. `surface` must be its first field.
typedef struct io_svg_surface {
    io_surface surface;
    FILE *to;
} io_svg_surface;

io_svg_surface svg_surface_to(FILE *to);

/// Computes the layout of a picture.
io_layout picture_layout(const io_picture *picture, const io_surface *surface);

/// Draws a picture; false without memory.
bool picture_draw(const io_picture *picture, const io_layout *layout, io_surface *surface);

/// Colour of the page around map and legend.
io_color picture_page_color(void);

#endif
