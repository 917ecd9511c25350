#pragma once

/// A request as a program has made it: its defaults, its members, and the checks of its fields before a method is
/// chosen.

#include "base/def.h"
#include "plan/query.h"

extern const fw_request request_defaults;

/// A program's request with all members, also if it was made for an older version: `request` itself, or `room`. Null
/// if fw_request_init() did not fill it.
static inline const fw_request *request_whole(const fw_request *request, fw_request *room)
{
    return def_whole(request, &request_defaults, sizeof request_defaults, room);
}

/// Checks whether a request is valid.
///
/// @param request     from request_whole()
/// @param[out] query  receives the unit, `scope`, the start's anchor and, for a single place, the goal's anchor
/// @param why         receives the field that is wrong; may be null
/// @return FW_OK, or the bad input as in fw_find_path()
fw_result request_judge(const map_version *map, const fw_request *request, query *query, fw_refusal *why);
