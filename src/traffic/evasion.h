#pragma once

/// Units evade obstacles that break what was expected of them.

#include "traffic/inside.h"

/// At a step: units whose reservations an obstacle will meet brake and plan anew, or step aside if they rest.
///
/// @return FW_OK or FW_NO_MEMORY
fw_result evasion_look(fw_traffic *traffic);
