#ifndef IO_FORMATS_H
#define IO_FORMATS_H

/// @file
/// Finds out what a file is, and calls the reader of its format.

#include "io/reading.h"

/// Reads a map.
///
/// @param def           valid until the reading is freed
/// @param[out] reading  to be freed; also after a failure, when it holds nothing
bool io_reading_read(const char *bytes, size_t size, const fw_io_map_def *def, io_reading *reading,
                     io_fault *fault);

/// Reads a map from a file.
///
/// @param def  `name` and `folder` have no effect
bool io_reading_load(const char *file, const fw_io_map_def *def, io_reading *reading, io_fault *fault);

/// Reads the map, or what else fills in a reading, from the reading's bytes.
typedef bool io_reader(io_reading *reading, io_fault *fault);

/// As io_reading_read(), by a given reader.
bool io_reading_read_by(io_reader *reader, const char *bytes, size_t size, const fw_io_map_def *def,
                        io_reading *reading, io_fault *fault);

/// As io_reading_load(), by a given reader.
bool io_reading_load_by(io_reader *reader, const char *file, const fw_io_map_def *def, io_reading *reading,
                        io_fault *fault);

#endif
