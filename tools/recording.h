#pragma once

/// Recordings for `fairway replay`: --record.

#include <stdbool.h>
#include <stdio.h>

#include "fairway/map.h"

/// Begins to record what is asked of a map.
///
/// @param name       null = nothing is recorded
/// @param[out] file  to be closed after the map was destroyed, also after a failure; null without a name
/// @return false after an error message
bool recording_open(const char *name, fw_map *map, FILE **file);

/// Ends what recording_open() began; null does nothing. Returns false after an error message: the recording could not
/// be written.
bool recording_close(FILE *file);
