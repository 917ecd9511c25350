#pragma once

/// Requests with fw_request::previous: a unit on its way asks again. The rest of its path is the answer while it is
/// legal and a search finds nothing much cheaper; or the beginning of it is kept, and the search goes on from there.

#include "fairway/path.h"
#include "fairway/planner.h"

typedef struct replanning replanning;

/// Forgets what was kept for the last request. `search->replanning` must not be null.
void replanning_clear(fw_search *search);

/// Decides what is kept of the previous path of a request. `search->judged` must be that of the request. FW_OK (the
/// rest of the path is the answer), FW_PENDING (a search is needed) or FW_NO_MEMORY.
fw_result replanning_begin(fw_search *search, const fw_request *request);

/// The request for the search: from where the kept beginning ends, exactly there, or that of the user.
fw_request replanning_request(const fw_search *search, const fw_request *request);

/// Writes the answer after a search that has ended.
///
/// @return the user's request, if it needs a search from its start, because none leads on from the beginning that was
///         kept; else null
const fw_request *replanning_settle(fw_search *search);

/// The path that a search must beat; null if there is none.
const fw_path *replanning_rival(const fw_search *search);

/// Adds what is kept to a path that the search has found or has found so far. `search->replanning` must not be null.
/// FW_OK or FW_NO_MEMORY.
fw_result replanning_complete(const fw_search *search, fw_path *path);
