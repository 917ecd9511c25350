#pragma once

/// BMP pictures that are not compressed, of 1, 4, 8, 24 or 32 bits a pixel.

#include "io/image.h"

/// True if these bytes begin like a BMP file.
bool io_bmp_begins(const char *bytes, size_t size);

/// As io_image_read_rows(). Pixels of 32 bits are opaque: programs leave the fourth byte undefined.
bool io_bmp_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                      const io_pixel_taker *taker, io_fault *fault);
