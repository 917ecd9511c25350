#pragma once

/// Writes the path of a hybrid search.

#include "fairway/path.h"
#include "plan/hybrid.h"

/// The last point of the straight run of the path on the grid that begins at a point.
int32_t hybrid_run_end(const hybrid *hybrid, int32_t point);

/// Writes the path that was found, or the part that can be driven so far.
fw_result hybrid_write(fw_search *search, fw_outcome outcome, fw_path *path);
