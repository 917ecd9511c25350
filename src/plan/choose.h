#pragma once

/// From a request to a query: judges the request, and chooses the method and the shape.

#include "plan/query.h"

/// Judges a request, and chooses the method and the shape.
///
/// @param request     from request_whole()
/// @param[out] query  not complete: query_understand() adds start and goal
/// @param why         receives what is wrong; may be null
/// @return FW_OK, or why the request is refused, as in fw_find_path()
fw_result query_choose(const map_version *map, const fw_request *request, query *query, fw_refusal *why);

/// Takes the given method instead of the request's, and chooses the shape. Options that have no effect on this method
/// are ignored.
///
/// @return as query_choose(), but never FW_NOT_SUPPORTED
fw_result query_choose_by(const map_version *map, const fw_request *request, fw_method method, query *query,
                          fw_refusal *why);
