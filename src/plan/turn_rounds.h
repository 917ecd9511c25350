#pragma once

/// Searches again for FW_TURNS_RECALCULATE if turns are illegal, with the moves forbidden that led to them.

#include "fairway/planner.h"

/// Forbids the moves that led to the illegal turns of the draft, and begins the next search, or the guide for it.
///
/// @return FW_PENDING, FW_LIMIT, FW_GAVE_UP (there is nothing to forbid, or the rounds are used up) or FW_NO_MEMORY
fw_result turn_rounds_begin(fw_search *search, uint64_t work);

/// Grows the guide, and begins the search once the guide has grown. FW_PENDING, FW_LIMIT or FW_NO_MEMORY.
fw_result turn_rounds_grow(fw_search *search, uint64_t work);
