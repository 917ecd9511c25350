#pragma once

/// The start and the goals of directional methods, on lattice poses or between them.

#include <stdbool.h>

#include "plan/query.h"

/// Resolves start and goals of a directional method, on lattice poses or between them.
///
/// @return as query_understand()
fw_result query_understand_directional(fw_search *search);

drive_goal query_drive_goal(const query *query, fw_pose pose, bool any_heading);
