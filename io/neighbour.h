#pragma once

/// Opens the files that belong to a map: those it names, and the tables beside it.

#include "io/reading.h"

/// A file that belongs to a map.
typedef struct io_neighbour {
    char path[512]; ///< its name with that of the map's folder, for faults; cut if it is long
    const char *bytes;
    size_t size;
} io_neighbour;

/// Opens a neighbour that the map names.
///
/// @param what    it is, for faults: "the tileset"
/// @param name    relative to the map's folder
/// @param most    most bytes
/// @param opened  to be closed; with bytes of null on failure
bool io_neighbour_open(const io_reading *reading, const char *what, const char *name, size_t most,
                       io_neighbour *opened, io_fault *fault);

/// Opens a table beside the map, which need not exist: town.colors for town.png.
///
/// @param extension  with a dot
/// @param opened     to be closed; with bytes of null if there is no such file. Its path is set in any case
/// @return false if the file is there but cannot be read
bool io_table_open(const io_reading *reading, const char *extension, io_neighbour *opened, io_fault *fault);

void io_neighbour_close(const io_reading *reading, io_neighbour *opened);

/// True unless a name leads out of the folder that it is relative to.
bool io_is_inside_folder(const char *name);
