#pragma once

/// A map while it is written: its tiles, and the files that are opened for it, which all get their names at the end, or
/// none does.

#include <stdbool.h>
#include <stdio.h>

#include "fairway-io/save.h"
#include "io/fault.h"
#include "io/output.h"
#include "io/tiles.h"

enum { IO_MOST_FILES = 2, IO_FILE_NAME_BYTES = 4096 };

typedef struct io_saving {
    const io_tiles *tiles;
    const fw_io_save_def *def;
    char names[IO_MOST_FILES][IO_FILE_NAME_BYTES]; ///< of the files; the first one is the main file
    io_output files[IO_MOST_FILES];
    int count; ///< files that are open
} io_saving;

/// Name of a terrain of the tiles, such as "ground"; "terrain-9" for one without a name.
void io_saved_name(const io_tiles *tiles, uint8_t terrain, char name[IO_NAME_BYTES]);

/// Opens a file beside the main file, whose name has another ending.
///
/// @param ending  such as ".colors"
/// @return null after a fault
FILE *io_saving_beside(io_saving *saving, const char *ending, io_fault *fault);

/// Name of the file that was opened last, without its folder.
const char *io_saving_last_name(const io_saving *saving);

/// Writes tiles, after the name's ending or `def->format`; all files or none.
///
/// @param def  null = the defaults
bool io_tiles_save(const io_tiles *tiles, const char *file, const fw_io_save_def *def, io_fault *fault);

/// These write a format to the main file, and to files beside it.
bool io_save_image(io_saving *saving, io_fault *fault);
bool io_save_ros(io_saving *saving, io_fault *fault);
bool io_save_tmj(io_saving *saving, io_fault *fault);
