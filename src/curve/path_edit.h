#pragma once

/// Changes of a whole path.

#include "curve/path.h"

/// Drops the part of a path beyond a distance, 0 <= distance <= length. The path must have segments.
void path_cut(fw_path *path, double distance, double cost);
