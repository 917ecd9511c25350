#pragma once

/// Units that stand on a map: objects of its file that name a file of their own, as docs/files.md describes it.

#include "io/reading.h"

/// A map has a few kinds of units, and many units.
enum { IO_MOST_UNIT_FILES = 32 };

/// The unit that a map means if nothing else is said: the default one, which pays on each terrain what the map's file
/// states.
fw_unit_def io_usual_unit(const io_reading *reading);

/// Adds a unit.
///
/// @param file  name of its file
/// @param at    tiles and radians
bool io_add_unit(io_reading *reading, const char *file, const char *name, const char *kind, fw_pose at,
                 io_fault *fault);

/// Reads the files of all units, when the names of the map's terrains are known.
bool io_units_read(io_reading *reading, io_fault *fault);
