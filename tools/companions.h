#pragma once

/// The paths of other units that `--with` draws into the same picture.

#include <stdbool.h>

#include "io/picture.h"
#include "options.h"

typedef struct companions {
    io_companion items[IO_MOST_COMPANIONS];
    int count;
} companions;

/// Reads a path and its unit from a file that --json has written.
///
/// @param[out] path  to be destroyed, also after an error message; it must be null before
/// @return false after an error message
bool path_open(const char *file, const fw_map *map, fw_path **path, fw_unit_def *unit);

/// Reads the paths that the command line names.
///
/// @param map        for names of terrains
/// @param[out] all  to be closed also on failure
/// @return false after an error message
bool companions_open(const options *given, const fw_map *map, companions *all);

void companions_close(companions *all);

/// Names a path for the legend, such as "astar, size 2: 41.4".
void companion_name(const fw_unit_def *unit, const fw_path *path, char *text, size_t room);
