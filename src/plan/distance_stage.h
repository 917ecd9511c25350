#pragma once

/// Applies the request's limit on distance to the path that a search has found.

#include <stdbool.h>

#include "fairway/planner.h"

/// Cuts a path where its cost reaches the request's limit, even within a jump or a motion. Returns true if the path
/// was cut, and so is partial.
bool distance_cut(const fw_search *search, fw_path *path);
