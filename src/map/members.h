#pragma once

/// The units of a version, with the layers and tables that they use.

#include "map/version.h"

/// Registers a complete unit in a free slot of a version, with the layers and tables that its methods need. FW_OK, or
/// a failure: then the version is as before.
fw_result map_add_member(map_version *version, size_t slot, fw_unit_id id, const fw_unit_def *def);

/// Registers a copy of a member of another version with equal tiles, in the same slot. FW_OK, or a failure: then the
/// version is as before.
fw_result map_copy_member(map_version *version, size_t slot, const map_member *from);

/// Removes the member in a slot, if there is one.
void map_drop_member(map_version *version, size_t slot);

/// Gives a unit that has only the layer of its body the layer of its size. FW_OK or FW_NO_MEMORY.
fw_result map_join_layer(map_version *version, map_member *member);

/// Takes the layer of its size from a unit, if the unit has one.
void map_leave_layer(map_version *version, map_member *member);
