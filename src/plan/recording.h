#pragma once

/// Records what planners are asked, see fairway/record.h. What fw_find_paths() and a planner's queue do is recorded as
/// the searches that they consist of.

#include "plan/planner.h"

static inline bool planner_is_recorded(const fw_planner *planner)
{
    return planner->recorder->write && !planner->is_inner;
}

/// Records that a request is made.
///
/// @param kind    RECORD_FIND or RECORD_BEGIN
/// @param search  RECORD_BEGIN: receives the number by which later records name it
void recording_ask(fw_planner *planner, record_kind kind, const fw_request *request, fw_search *search);

/// Records a call for a search, if the search is recorded; recording_tell() must follow.
///
/// @param argument  RECORD_STEP: the work
bool recording_call_search(const fw_search *search, record_kind kind, uint64_t argument);

/// Records the answer of a call for a search.
///
/// @param path  null: the answer is the result alone
fw_result recording_tell(const fw_search *search, fw_result result, const fw_path *path);

/// Records that a function was called whose call cannot be recorded.
void recording_mark(fw_planner *planner, const char *function);

/// A hash of an answer: of the path with what its summary says, the version of the map and the unit's id excepted.
uint64_t recording_hash(const fw_path *path);
