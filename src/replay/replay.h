#pragma once

/// Repeats the calls of a recording. The editor's calls come one after the other; before each of them, every other
/// stream makes the calls that have read the edition of the map that is there.

#include "replay/world.h"

/// Reads a recording, without a call. FW_OK, FW_BAD_VALUE or FW_NO_MEMORY.
fw_result replay_begin(replay *replay, const void *recording, size_t bytes, const fw_allocator *allocator);

/// Frees all.
void replay_end(replay *replay);
