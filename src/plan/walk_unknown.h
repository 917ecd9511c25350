#ifndef PLAN_WALK_UNKNOWN_H
#define PLAN_WALK_UNKNOWN_H

/// @file
/// Legs of a walk into the unknown: by the compass, or to what is in sight.

#include "fairway/planner.h"

/// Functions that choose the next leg, for FW_COMPASS and FW_SIGHT: each is a walk_chooser.
fw_result walk_choose_by_compass(fw_search *search);
fw_result walk_choose_in_sight(fw_search *search);

#endif
