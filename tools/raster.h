#pragma once

/// PNG files of pictures in SVG, by the program rsvg-convert of librsvg.

#include <stdbool.h>
#include <stdio.h>

#include "io/fault.h"

/// Writes a picture as PNG, as large as it says.
///
/// @param svg  a file that holds the picture; it is read from its beginning
/// @return false after a fault, for instance if the program is not installed
bool raster_png(FILE *to, FILE *svg, io_fault *fault);
