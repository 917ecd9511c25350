#pragma once

/// What FW_PIVOT needs of a request: a body with corners that turns on the spot, and one goal that must be reached.

#include "plan/query.h"

fw_result pivot_request_choose(query *query, fw_refusal *why);

/// Finds out whether the body can be at the goal, and whether the regions rule out a path. A unit that has arrived at
/// its goal's place, but cannot turn there to the goal's heading, has not arrived. FW_OK, FW_START_BLOCKED,
/// FW_GOAL_BLOCKED or FW_UNREACHABLE.
fw_result pivot_request_understand(const map_version *map, query *query);
