#pragma once

/// Jams in a saved state. Plans are saved as they are. Of a plan that is being made, the units and their goals are
/// saved, and the work on it is repeated: then it comes to the same end.

#include "traffic/inside.h"
#include "traffic/save_fields.h"

void jams_save(const fw_traffic *traffic, archive *file);

/// Reads the jams of a traffic whose units have been read.
///
/// @param[out] plan  the plan that was being made, if there is one
/// @return FW_OK, FW_BAD_VALUE or FW_NO_MEMORY
fw_result jams_restore(fw_traffic *traffic, archive *file, saved_request *plan);

/// Repeats the work on the plan that was being made, when the ground of all units is known.
///
/// @return FW_OK, FW_BAD_VALUE or FW_NO_MEMORY
fw_result jams_resume(fw_traffic *traffic, const saved_request *plan);
