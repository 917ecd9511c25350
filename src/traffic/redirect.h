#pragma once

/// A unit gets another goal.

#include "traffic/inside.h"

/// Orders a unit to a place on the map; it stays in its convoy. The kinds must be up to date.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result traffic_redirect(fw_traffic *traffic, uint32_t slot, double x, double y);

/// Brings the kinds up to date, and makes room for the way of a unit that gets an order.
///
/// @return FW_OK, FW_UNKNOWN_UNIT or FW_NO_MEMORY: nothing has changed
fw_result traffic_prepare_order(fw_traffic *traffic);
