#pragma once

/// Orders that lead to other orders: to follow another unit, and to go along a list of places.

#include "traffic/inside.h"

/// At a knot: gives a unit its next order, if it has come near the place of the last one, or the unit that it follows
/// has moved.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result errand_look(fw_traffic *traffic, uint32_t slot);
