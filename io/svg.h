#pragma once

/// Parts of pictures, written as SVG. Lengths are in pixels.

#include <stdio.h>

#include "fairway/map.h"
#include "fairway/path.h"
#include "io/outline.h"
#include "io/terrain.h"
#include "io/trail.h"

/// Begins a picture of one colour.
void svg_begin(FILE *to, int width, int height, io_color page);

/// Draws all tiles of a map in the colours of their terrains.
void svg_tiles(FILE *to, const fw_map *map, const io_view *view);

/// Fills an outline.
void svg_fill(FILE *to, const io_outline *outline, io_color color, double alpha);

/// Draws segments as one line with round ends and joints; arcs are arcs.
void svg_stroke(FILE *to, const fw_segment *segments, int32_t count, const io_view *view, double width,
                io_color color, double alpha);

/// Writes a text from the left end of its base line.
///
/// @param height  of capitals
void svg_text(FILE *to, double x, double y, double height, io_color color, const char *text);

/// Width of a text in a common font.
double svg_text_width(const char *text, double height);
