#pragma once

/// A designer's areas: named parts of a map, from JSON or from a painted picture.
///
/// JSON: `{ "areas": [ { "name": "market", "rects": [[x, y, w, h]] } ] }`; where rectangles overlap, the later area
/// counts. Picture: a PNG file with one pixel for each tile; each colour but black is an area with the name `#rrggbb`.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "io/fault.h"

typedef struct io_area_names {
    uint16_t *labels; ///< [width * height] the area of each tile, from 1 on; 0 = none
    char **names;     ///< [label] name of each area; the name of label 0 is empty
    int32_t count;    ///< number of labels, 0 included
    int32_t width, height;
} io_area_names;

/// Reads areas for a map of a size.
///
/// @param name        for faults
/// @param[out] areas  to be freed
bool io_area_names_read(const char *name, const char *bytes, size_t size, int32_t width, int32_t height,
                        io_area_names *areas, io_fault *fault);

/// Reads areas from a file, as io_area_names_read() does.
bool io_area_names_load(const char *file, int32_t width, int32_t height, io_area_names *areas,
                        io_fault *fault);

void io_area_names_free(io_area_names *areas);
