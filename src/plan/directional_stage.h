#pragma once

/// A directional search for a request, shared by the stages directional, fastest, nearest, and hybrid.

#include "directional/search/directional_space.h"
#include "fairway/path.h"
#include "fairway/planner.h"

/// The input of a directional search from the start to the goal of the search's decisions.
directional_query directional_query_of(const fw_search *search);

/// Creates the space if the search has none yet: FW_OK or FW_NO_MEMORY.
fw_result directional_search_prepare(fw_search *search);

/// Writes the path of the search, or the best so far. FW_OK, FW_NOT_FOUND (no path yet) or FW_NO_MEMORY.
fw_result directional_search_write(fw_search *search, fw_outcome outcome, fw_path *path);

double directional_search_progress(const fw_search *search);
