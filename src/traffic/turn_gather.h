#pragma once

/// Who belongs to a joint plan of units with a turning radius, and what it is to reach.

#include "joint/turns.h"
#include "traffic/inside.h"

enum { MOST_STANDING = 48 }; ///< units and obstacles near that a plan does not move

/// What is asked of the search for a plan.
typedef struct turn_request {
    turns_problem problem;
    uint32_t slots[TURNS_MOST_UNITS]; ///< of its units
    standing_body others[MOST_STANDING];
} turn_request;

/// Gathers the unit that asks, those near that may be moved, and what stands in their way.
///
/// @return false: too many are near, which is a crowd that flows or will flow, or one that is not to be moved is moving
bool turns_gather(const fw_traffic *traffic, uint32_t slot, turn_request *request);
