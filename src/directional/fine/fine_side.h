#pragma once

/// The search from one end of a fine search.

#include "directional/fine/fine_inside.h"

/// Prepares the search from one end for the query `fine->present`. FW_OK or FW_NO_MEMORY.
fw_result fine_side_reset(fine_side *side, const fine_search *fine);

/// Continues the search from one end; results as best_first_run().
fw_result fine_side_run(fine_side *side, uint64_t work);
