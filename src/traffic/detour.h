#pragma once

/// Ways round units that hold, and round obstacles that stand. A unit that one of these has stopped for a second asks
/// for a way on which the tiles under all of them are blocked.

#include "traffic/inside.h"

/// At a knot: lets a unit ask for a way round the unit that stops it, if that one holds.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result detour_look(fw_traffic *traffic, uint32_t slot);

/// Completes the request for a way round.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result detour_ask(fw_traffic *traffic, agent *unit, fw_request *ask);

/// True if a search for a way round is under way, and the units that hold have changed since it began.
bool detour_is_outdated(const fw_traffic *traffic);

void detour_free(fw_traffic *traffic);
