#pragma once

/// Masks of robots' maps, --keep-out and --speed-mask, as parts of the overlay.

#include <stdbool.h>

#include "job.h"
#include "options.h"

/// Reads the masks, and adds what they change to the job's `changes`. Without the options, nothing changes.
///
/// @param work  its map and its frame are known
/// @return false after an error message
bool masks_from_options(const options *given, job *work);
