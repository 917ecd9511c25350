#ifndef PLAN_DISTANCE_H
#define PLAN_DISTANCE_H

/// @file The request's limit on distance, as it binds the path that a search has found.

#include <stdbool.h>

#include "fairway/planner.h"

/// Cuts a path where it has cost all that the request allows, within a jump or a motion too.
///
/// @return was there anything to cut? Then the path is partial
bool distance_cut(const fw_search *search, fw_path *path);

#endif
