#pragma once

/// The chain of stages for one attempt of a request: a search, and the stages that shape its path.

#include <stdint.h>

#include "fairway/path.h"
#include "fairway/planner.h"
#include "plan/stage.h"

/// Begins the first stage of a request, if query_understand() has resolved the request.
///
/// @param understood  result of query_understand()
/// @return FW_OK (`search->ended` may be an answer already), or a failure
fw_result stages_begin(fw_search *search, fw_result understood);

/// Continues the chain, and writes its result to `search->ended`.
///
/// @param work  0 = until the chain ends, or until a user's space returns "again"
void stages_run(fw_search *search, uint64_t work);

fw_statistics stages_first_statistics(const fw_search *search);

/// Begins the chain again with another first stage. Adds the statistics of the search so far to those of earlier ones.
fw_result stages_restart(fw_search *search, const stage_kind *first);

/// Ends the chain with the present stage, whose path is the answer.
void stages_end(fw_search *search);

/// Writes the path of the present stage. If a search has not left the start yet, the path stays at the start. FW_OK,
/// FW_NOT_FOUND (there is no path) or FW_NO_MEMORY.
fw_result stages_write(fw_search *search, fw_outcome outcome, fw_path *path);

/// Statistics of the last search that has begun, and of the shaping stages.
void stages_statistics(const fw_search *search, fw_statistics *statistics);
