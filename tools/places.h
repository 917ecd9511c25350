#pragma once

/// Places on the command line: X,Y, X,Y,DEG, or the name of a place or a unit of the map, also with DEG.

#include <stdbool.h>

#include "io/queries.h"
#include "io/text.h"
#include "job.h"

/// Reads a place as the value of an option.
///
/// @param work        its map was read
/// @param[out] place  in tiles
/// @return false after an error message
bool place_read(const job *work, const char *option, io_span text, io_place *place);

/// The unit of the map that a place names; null if it names none.
const io_named_unit *place_unit(const job *work, io_span text);
