#pragma once

/// Assembles a path from its stretches: each is shaped by itself, those on roads as the task says.

#include "shape/roads/road_shaper.h"

/// Begins to assemble the path from its stretches.
void road_begin_stretches(assembly *assembly);

/// Continues to assemble the path, stretch by stretch. FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the
/// path is as before.
fw_result road_shape_stretches(assembly *assembly);
