#pragma once

/// Comparison of two area maps.

#include "fairway/areas.h"

/// Fails unless all tiles are in the same areas, and the areas, what lies beside them, and the anchors there are the
/// same.
void assert_same_areas(const fw_area_map *a, const fw_area_map *b);
