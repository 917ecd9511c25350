#pragma once

/// The rows of a picture that is not interlaced, from top to bottom.

#include "io/image.h"

/// Where the rows come from.
typedef struct io_image_rows {
    const char *name; ///< of the picture, for faults
    int32_t width, height;
    /// Reads a row as [red, green, blue, opacity * width]; false, after filling in a fault, ends the reading.
    bool (*read)(void *reading, int32_t y, uint8_t *row);
    void *reading;
} io_image_rows;

/// Gives all rows to a taker, with memory for one row.
bool io_image_give_rows(const io_image_rows *rows, const io_pixel_taker *taker, io_fault *fault);
