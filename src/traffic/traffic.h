#pragma once

/// Memory of a traffic and of its units.

#include "traffic/inside.h"

/// Allocates the `drive` of a unit with a turning radius, if the unit does not have one yet.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result agent_begin_drive(fw_traffic *traffic, agent *unit);

/// Makes room for a number of units.
///
/// @return FW_OK, FW_TOO_MANY or FW_NO_MEMORY
fw_result traffic_reserve(fw_traffic *traffic, size_t units);

/// After restoring has failed: the traffic has no units, and nothing that waits for one.
void traffic_clear(fw_traffic *traffic);
