#pragma once

/// Places where a unit may stand, and the way there for a unit that overlaps something.

#include "plan/query.h"

/// Moves the start to the nearest place where the unit may stand by the query's method, with the same heading, if
/// fw_request::start_slack or `nearest` allow it. Returns false if they do not.
bool query_moves_start(const map_version *map, query *query);

/// True if the unit stands where its path is to begin, or could be moved to where it stands.
static inline bool query_sets_out(const map_version *map, query *query)
{
    return query_stands_at_start(map, query) || query_moves_start(map, query);
}
