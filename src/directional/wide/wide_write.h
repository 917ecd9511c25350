#pragma once

/// Writes the path that a wide search has found.

#include "directional/drive_writer.h"
#include "directional/wide/wide_side.h"

/// Writes the way to an expanded pose. Only the search from the start has ways that do not lead to its end.
///
/// @param slot     of the pose; may be NO_SLOT
/// @param to_goal  the last curve leads on to the end of the search
/// @return FW_OK, FW_NOT_FOUND (nothing was expanded yet) or FW_NO_MEMORY
fw_result wide_side_write(wide_side *side, memory *memory, uint32_t slot, bool to_goal, drive_writer *writer);
