#ifndef IO_FONT_H
#define IO_FONT_H

/// @file
/// A tiny font: letters of 5 x 7 dots, drawn as rounded strokes from dot to dot.

#include "io/outline.h"

/// Width of a text in pixels.
double font_width(const char *text, double height);

/// Adds a text to an outline.
///
/// @param x, y    left end of the base line
/// @param height  of capital letters, in pixels
void font_outline(io_outline *outline, double x, double y, double height, const char *text);

#endif
