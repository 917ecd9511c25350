#pragma once

/// Places on a path.

#include "curve/path_parts.h"

/// The first segment that ends beyond a distance; the last segment if none does.
int32_t track_segment_at(const track *track, double distance);
