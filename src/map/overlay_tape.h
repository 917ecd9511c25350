#pragma once

/// The content of an overlay as calls that fill an empty one, for recordings.

#include "map/overlay.h"
#include "record/tape.h"

/// Writes what an overlay says, as OVERLAY_PARTs and a 0.
void overlay_write(const fw_overlay *overlay, tape *tape);
