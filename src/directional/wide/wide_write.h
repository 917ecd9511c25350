#pragma once

/// Writes the path that a wide search has found.

#include "directional/drive_writer.h"
#include "directional/wide/wide_side.h"

/// Writes the way to the end of a search, or to its most promising pose so far. Only the search from the start has ways
/// that do not lead to its end. FW_OK, FW_NOT_FOUND (nothing was expanded yet) or FW_NO_MEMORY.
fw_result wide_side_write(wide_side *side, memory *memory, bool to_goal, drive_writer *writer);
