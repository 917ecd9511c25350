#pragma once

/// Finds out what a file is, and calls the reader of its format.

#include "io/reading.h"

/// Reads a map from a file.
///
/// @param def           valid until the reading is freed; `name` and `folder` have no effect
/// @param[out] reading  to be freed; also after a failure, when it holds nothing
bool io_reading_load(const char *file, const fw_io_map_def *def, io_reading *reading, io_fault *fault);

/// Reads the map, or what else fills in a reading, from the reading's bytes.
typedef bool io_reader(io_reading *reading, io_fault *fault);

/// What is read: a file, or bytes if `file` is null.
typedef struct io_source {
    const char *file;
    const char *bytes;
    size_t size;
} io_source;

/// Reads what a public function is asked for.
///
/// @param reader        null = that of the format which the bytes have
/// @param source        null, or without both = FW_NULL_ARGUMENT
/// @param given         of the caller, see io/map_def.h
/// @param[out] def      how it is read; valid until the reading is freed
/// @param[out] reading  to be freed if the result is FW_OK
fw_result io_reading_open(io_reader *reader, const io_source *source, const fw_io_map_def *given,
                          fw_io_map_def *def, io_reading *reading, io_fault *fault);
