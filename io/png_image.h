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

/// True if these bytes begin like a PNG file.
bool io_png_begins(const char *bytes, size_t size);

/// Some pixels of one row, from left to right. Interlaced images come in passes that hold every n-th pixel.
typedef struct io_png_row {
    int32_t y, x;          ///< of the first pixel
    int32_t step;          ///< columns from pixel to pixel
    int32_t count;         ///< pixels
    const uint8_t *pixels; ///< [red, green, blue * count]
} io_png_row;

/// Receives the pixels of an image while they are decoded. A function that returns false, after filling in a fault,
/// ends the reading.
typedef struct io_png_taker {
    bool (*begin)(void *user, int32_t width, int32_t height, io_fault *fault);
    bool (*take)(void *user, const io_png_row *row, io_fault *fault);
    void *user;
} io_png_taker;

/// Reads a PNG file of any kind row by row, with memory for one row. Transparency is ignored.
///
/// @param name       for faults
/// @param most_side  an image that is wider or higher is refused
bool io_png_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                      const io_png_taker *taker, io_fault *fault);

/// Reads a PNG file of any kind. Transparency is ignored.
///
/// @param name        for faults
/// @param most_side   an image that is wider or higher is refused before memory is allocated
/// @param[out] image  its pixels, to be freed
bool io_png_read(const char *name, const char *bytes, size_t size, int32_t most_side, io_image *image,
                 io_fault *fault);

/// Writes a PNG file: a palette image if there are at most 256 colours.
bool io_png_write(FILE *to, const io_image *image, io_fault *fault);

#endif
