#pragma once

/// The repair around a place where the search along the path failed, and the search from start to goal that remains if
/// repairs fail. What they return is as hybrid_enter() has it.

#include "directional/directional_end.h"
#include "fairway/planner.h"

/// Begins a repair around the point of failure. The other function ends a repair whose result was `result`.
fw_result hybrid_begin_repair(fw_search *search);
fw_result hybrid_leave_repair(fw_search *search, fw_result result);

/// Begins a search from start to goal if the rigour allows it, and the goal is the one that was asked for.
fw_result hybrid_begin_full(fw_search *search);

/// HYBRID_STRICT: begins the repair between the ends of both searches along the path, or gives up (steps 4 and 5). The
/// other function ends the repair.
fw_result hybrid_begin_gap(fw_search *search);
fw_result hybrid_leave_gap(fw_search *search, fw_result result);

/// Appends the repair's path to one of its ends, if there is one. FW_OK or FW_NO_MEMORY.
fw_result hybrid_push_repair(fw_search *search, directional_end end);
