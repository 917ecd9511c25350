#pragma once

/// What a game lays over the ground, and how the units notice.

#include "traffic/inside.h"

/// Gives a unit a kind of its own, or the kind that it had before. Units do not notice yet.
///
/// @param given  what is laid over its ground; null: what is laid for its kind
/// @return FW_OK, FW_UNKNOWN_UNIT or FW_NO_MEMORY: nothing has changed
fw_result laid_give_unit(fw_traffic *traffic, uint32_t slot, const fw_overlay *given);
