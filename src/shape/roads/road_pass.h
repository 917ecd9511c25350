#pragma once

/// Smooths a grid path by a request's rules for roads. Source: Pinter 2001, figure 16.

#include "shape/roads/road_shaper.h"

/// Begins to smooth a path in place: stretches on roads as the task says, the others as without roads. A path that
/// holds anything but lines driven forward stays as it is.
///
/// @param path  must not change until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result road_begin(road_shaper *shaper, smoother *smoothing, const road_task *task, fw_path *path);

/// Continues smoothing. FW_OK; FW_PENDING (the work is used up) or FW_NO_MEMORY: the path is as before.
fw_result road_step(road_shaper *shaper);

/// Puts up the cones of the last path once more, on empty ground.
///
/// @param[out] cones  all 0; to be freed by roadside_free()
/// @return FW_OK, FW_NOT_FOUND (no cones were put up for it) or FW_NO_MEMORY
fw_result road_repeat_cones(const road_shaper *shaper, roadside *cones);
