#pragma once

/// Pictures of several formats, row by row.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/fault.h"

/// Some pixels of one row, from left to right. Interlaced images come in passes that hold every n-th pixel.
typedef struct io_pixel_row {
    int32_t y, x;          ///< of the first pixel
    int32_t step;          ///< columns from pixel to pixel
    int32_t count;         ///< pixels
    bool has_opacity;      ///< the format states the opacity of each pixel
    const uint8_t *pixels; ///< [red, green, blue, opacity * count]; opacity is 255 if the format has none
} io_pixel_row;

/// Receives the pixels of an image while they are decoded. A function that returns false, after filling in a fault,
/// ends the reading.
typedef struct io_pixel_taker {
    bool (*begin)(void *user, int32_t width, int32_t height, io_fault *fault);
    bool (*take)(void *user, const io_pixel_row *row, io_fault *fault);
    void *user;
} io_pixel_taker;

/// True if these bytes begin like a picture that can be read.
bool io_image_begins(const char *bytes, size_t size);

/// Reads a picture row by row, with memory for one row.
///
/// @param name       for faults
/// @param most_side  an image that is wider or higher is refused
bool io_image_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                        const io_pixel_taker *taker, io_fault *fault);
