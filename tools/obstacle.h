#pragma once

/// Why a unit cannot stand at a place, in words.

#include <stddef.h>

#include "fairway/pose.h"
#include "job.h"

/// Names a tile that the unit may not enter and that its body touches or its square covers, as in ": tile 3,4 is road,
/// which it may not enter". Leaves the text empty if there is none.
///
/// @param overlay  of the request, or null
void describe_obstacle(const job *work, const fw_overlay *overlay, const fw_pose *at, char *text,
                       size_t size);
