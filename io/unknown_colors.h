#pragma once

/// Counts colours that a table does not hold, for a message that lists them by how often they occur.

#include <stddef.h>
#include <stdint.h>

#include "io/fault.h"

enum { IO_MOST_UNKNOWN = 256, IO_UNKNOWN_SLOTS = 2 * IO_MOST_UNKNOWN };

typedef struct io_unknown_color {
    uint32_t color; ///< 0xrrggbbaa
    size_t count;   ///< pixels
    int32_t x, y;   ///< the first pixel
} io_unknown_color;

/// A hash table. All zeros is an empty one.
typedef struct io_unknown_colors {
    io_unknown_color slots[IO_UNKNOWN_SLOTS]; ///< free if their count is 0
    int count; ///< colours; once there are IO_MOST_UNKNOWN, further ones are not counted
} io_unknown_colors;

void io_unknown_color_add(io_unknown_colors *colors, uint32_t color, int32_t x, int32_t y);

/// Fills in a fault that names the most frequent colours. Always returns false.
///
/// @param name       of the picture
/// @param table      of the table of colours
/// @param has_table  the table exists; else black and white are known
bool io_unknown_colors_fail(io_unknown_colors *colors, const char *name, const char *table, bool has_table,
                            io_fault *fault);
