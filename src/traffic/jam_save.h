#pragma once

/// Jams in a saved state. Plans are saved as they are. Of a plan that is being made, the units and their goals are
/// saved, and the work on it is repeated: then it comes to the same end.

#include "traffic/inside.h"
#include "traffic/save_fields.h"

/// Writes the jams, or reads those of a traffic whose units have been read. What is wrong is noted in the archive.
///
/// @param[out] plan  the plan that was being made, if one is read
void jams_move(archive *file, fw_traffic *traffic, saved_request *plan);

/// Repeats the work on the plan that was being made, when the ground of all units is known.
///
/// @return FW_OK, FW_BAD_VALUE or FW_NO_MEMORY
fw_result jams_resume(fw_traffic *traffic, const saved_request *plan);
