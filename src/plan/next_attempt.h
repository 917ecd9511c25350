#pragma once

/// The attempts of a request. A request that names its method has one. FW_AUTO begins with the method that
/// query_choose() prefers. If the path of this method breaks a rule, or there is none, other methods are tried until a
/// path to the goal is legal; if no method finds such a path, the answer of the first attempt is the answer to the
/// request. After a legal path over poses, the smoothed path on the grid is tried, too, and the cheaper one taken: see
/// begin_comparison().

#include "fairway/planner.h"
#include "plan/attempts.h"

/// Begins with the attempt that a query describes.
///
/// @param request  the user's request
void attempts_begin(attempts *attempts, const query *query, const fw_request *request);

/// Judges the answer of an attempt, and chooses the method of the next attempt. Returns true: `search->query` holds
/// another attempt; false: `search->ended` is the answer to the request.
bool attempts_choose_next(fw_search *search);

/// The request that was asked, adapted to a method: only paths of a single search on the grid can be pre-smoothed, or
/// searched again for legal turns.
fw_request attempt_request(const fw_request *asked, fw_method method);

/// Writes the path that an attempt has found to `answer`. FW_OK, FW_ILLEGAL or FW_NO_MEMORY.
fw_result attempts_write(fw_search *search);

/// Work that shaping may still do in the present attempt; UINT64_MAX outside of a comparison.
uint64_t attempts_shaping_left(const fw_search *search);

/// Adds the work of a search that is over to the request, and clears its forbidden moves.
void attempts_spend(fw_search *search);
