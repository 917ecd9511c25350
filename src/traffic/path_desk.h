#pragma once

/// The desk at which units get their paths: it searches for the first one of the queue.

#include "traffic/inside.h"

/// Repeats the search for the first unit of the queue, up to where it was.
///
/// @param start  of the search
/// @param goal   of the search
/// @param count  number of its steps, which are in `desk.slices`
fw_result way_resume(fw_traffic *traffic, fw_pose start, fw_pose goal, int32_t count);

/// Continues the searches of the queue.
fw_result way_serve(fw_traffic *traffic, uint64_t budget);
