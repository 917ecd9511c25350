#pragma once

/// Finds out from its first bytes what a file is.

#include <stddef.h>

#include "fairway-io/map.h"

/// What the bytes of a file are.
typedef struct io_kind {
    /// The format of the map. Files that begin with `{` are all called Tiled JSON, files that begin with `<` Tiled XML:
    /// their readers look further. FW_IO_UNKNOWN: no map that is read, or rows of letters or numbers
    fw_io_format format;
    const char *what; ///< of an unknown file that has another name: "a JPEG picture"; else null
} io_kind;

io_kind io_kind_of(const char *bytes, size_t size);

/// True if bytes are text: UTF-8 without control characters, but for white space.
bool io_is_text(const char *bytes, size_t size);

/// The formats that are read, for messages.
#define IO_MAPS_READ                                                                                         \
    "maps are MovingAI .map, PNG, PGM and BMP pictures, ROS map.yaml, Tiled .tmx and .tmj, LDtk, and grids " \
    "of "                                                                                                    \
    "letters or numbers"
