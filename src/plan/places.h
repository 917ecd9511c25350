#pragma once

/// Places where a unit may stand, and the way there for a unit that overlaps something.

#include "plan/query.h"

/// Moves the start to the nearest place where the unit may stand by the query's method, with the same heading, if
/// fw_request::start_slack or `nearest` allow it.
///
/// @param most_work  0 = no limit
/// @param[out] work  of the search for the place
/// @return FW_OK, FW_LIMIT, or FW_START_BLOCKED: they do not, or there is none
fw_result query_move_start(const map_version *map, query *query, uint64_t most_work, uint64_t *work);
