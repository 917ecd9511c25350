#ifndef IO_PNG_IMAGE_H
#define IO_PNG_IMAGE_H

/// @file
/// PNG files as plain pixels.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "io/fault.h"

/// Pixels of an image.
typedef struct io_image {
    int32_t width, height;
    uint8_t *pixels; ///< [red, green, blue * width * height]
} io_image;

/// Do these bytes begin like a PNG file?
bool io_png_begins(const char *bytes, size_t size);

/// Reads a PNG file of any kind. Transparent pixels count by their colour alone.
///
/// @param name        for faults
/// @param most_side   an image that is wider or higher is refused before memory is asked for
/// @param[out] image  its pixels, to be freed
bool io_png_read(const char *name, const char *bytes, size_t size, int32_t most_side, io_image *image,
                 io_fault *fault);

/// Writes a PNG file; with at most 256 colours as a palette image.
bool io_png_write(FILE *to, const io_image *image, io_fault *fault);

#endif
