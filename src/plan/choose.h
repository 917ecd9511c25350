#ifndef PLAN_CHOOSE_H
#define PLAN_CHOOSE_H

/// @file
/// The choice of the method and the shape of a request.

#include "plan/query.h"

/// Chooses the method and the shape of a request that request_judge() accepted.
///
/// @param[in,out] query  as request_judge() left it
/// @param why            receives the fields that cannot be combined; may be null
/// @return FW_OK, FW_NOT_PREPARED, FW_METHOD_DOES_NOT_FIT or FW_NOT_SUPPORTED
fw_result query_choose(const map_version *map, const fw_request *request, query *query, fw_refusal *why);

/// Takes the given method instead of the request's, and chooses the shape. Options that have no effect on this method
/// are ignored.
///
/// @return as query_choose(), but never FW_NOT_SUPPORTED
fw_result query_choose_by(const map_version *map, const fw_request *request, fw_method method, query *query,
                          fw_refusal *why);

#endif
