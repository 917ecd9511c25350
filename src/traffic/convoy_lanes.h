#pragma once

/// Lanes of the members of a convoy along its shared way.

#include "traffic/assignment.h"
#include "traffic/inside.h"

/// Lays the ways of all members along the shared way, which is the leader's way now. Members that it does not serve
/// leave the convoy.
///
/// @param pairs  [pairing * (count + 1)] with the members, sorted by id
/// @return FW_OK or FW_NO_MEMORY
fw_result convoy_lay(fw_traffic *traffic, uint32_t number, pairing *pairs, int32_t count);
