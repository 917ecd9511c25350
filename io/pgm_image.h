#pragma once

/// PGM pictures: greys as text (P2) or as bytes (P5), of 8 or 16 bits. Source: the manual page pgm(5) of Netpbm.

#include "io/image.h"

/// True if these bytes begin like a PGM file.
bool io_pgm_begins(const char *bytes, size_t size);

/// As io_image_read_rows(). Greys are scaled to 0..255, to the nearest.
bool io_pgm_read_rows(const char *name, const char *bytes, size_t size, int32_t most_side,
                      const io_pixel_taker *taker, io_fault *fault);
