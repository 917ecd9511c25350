#ifndef PLAN_HYBRID_STRICT_H
#define PLAN_HYBRID_STRICT_H

/// @file
/// Steps 4 and 5 of FW_HYBRID_STRICT: the gap between the searches along the path, and its repair.

#include "fairway/planner.h"

/// HYBRID_STRICT: begins the repair between the ends of both searches along the path, or gives up (steps 4 and 5). The
/// other function ends the repair.
fw_result hybrid_begin_gap(fw_search *search);
fw_result hybrid_leave_gap(fw_search *search, fw_result result);

#endif
