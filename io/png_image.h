#pragma once

/// PNG files as plain pixels.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "io/image.h"

/// Pixels of an image.
typedef struct io_image {
    int32_t width, height;
    uint8_t *pixels; ///< [red, green, blue * width * height]
} io_image;

/// True if these bytes begin like a PNG file.
bool io_png_begins(const char *bytes, size_t size);

/// As io_image_read_rows().
bool io_png_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                      const io_pixel_taker *taker, io_fault *fault);

/// Reads a PNG file of any kind. Pixels that are fully transparent become black, others opaque.
///
/// @param name        for faults
/// @param most_side   an image that is wider or higher is refused before memory is allocated
/// @param[out] image  its pixels, to be freed
bool io_png_read(const char *name, const char *bytes, size_t size, int32_t most_side, io_image *image,
                 io_fault *fault);

/// Writes a PNG file: a palette image if there are at most 256 colours.
bool io_png_write(FILE *to, const io_image *image, io_fault *fault);
