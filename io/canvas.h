#ifndef IO_CANVAS_H
#define IO_CANVAS_H

/// @file
/// Pixels, and shapes drawn on them with smooth edges.

#include <stdbool.h>
#include <stdint.h>

#include "io/outline.h"
#include "io/terrain.h"

typedef struct io_canvas {
    int width, height;
    uint8_t *pixels; ///< [red, green, blue * width * height]
} io_canvas;

/// A canvas of one colour; false without memory.
bool canvas_create(io_canvas *canvas, int width, int height, io_color color);

void canvas_free(io_canvas *canvas);

/// Lays a colour over a pixel; `cover` from 0 to 1.
void canvas_blend(io_canvas *canvas, int x, int y, io_color color, double cover);

/// Fills an outline by the nonzero rule; false without memory.
bool canvas_fill(io_canvas *canvas, const io_outline *outline, io_color color, double alpha);

#endif
