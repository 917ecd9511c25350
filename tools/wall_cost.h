#pragma once

/// Costs near walls: --wall-cost.

#include <stdbool.h>

#include "job.h"
#include "options.h"

/// Reads --wall-cost, and gives the job's overlay these costs. Without the option, nothing changes.
///
/// @param work  its unit was added
/// @return false after an error message
bool wall_cost_from_options(const options *given, job *work);

/// Gives another overlay the costs of --wall-cost. FW_OK or FW_NO_MEMORY.
fw_result wall_cost_apply(const job *work, fw_overlay *overlay);
