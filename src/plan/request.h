#ifndef PLAN_REQUEST_H
#define PLAN_REQUEST_H

/// @file
/// Whether a request is valid: the checks of its fields before a method is chosen.

#include "base/refusal.h"
#include "fairway/planner.h"
#include "plan/query.h"

/// Checks whether a request is valid.
///
/// @param request     from request_whole()
/// @param[out] query  receives the unit, `scope`, the start's anchor and, for a single place, the goal's anchor
/// @param why         receives the field that is wrong; may be null
/// @return FW_OK, or the bad input as in fw_find_path()
fw_result request_judge(const map_version *map, const fw_request *request, query *query, fw_refusal *why);

/// Why a search would refuse a request, as fw_request_refusal().
fw_refusal request_refusal(const map_version *map, const fw_request *request);

#endif
