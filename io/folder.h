#pragma once

/// The neighbours of a file in the file system.

#include <stdbool.h>

#include "fairway-io/map.h"

typedef struct io_folder {
    const char *file;   ///< the map; "-" = standard input, which has no neighbours
    bool allow_outside; ///< links may lead out of the folder
    fw_io_folder hooks; ///< valid while the struct is
} io_folder;

/// Fills in a folder.
///
/// @param[out] folder  holds a pointer to itself: not to be copied
void io_folder_open(const char *file, bool allow_outside, io_folder *folder);
