#pragma once

/// Orders to single units.

#include "traffic/inside.h"

/// Orders a unit to a place on the map, on its own. The kinds must be up to date.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result traffic_order(fw_traffic *traffic, uint32_t slot, double x, double y);
