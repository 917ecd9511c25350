#pragma once

/// How the members of a joint plan of units with a turning radius drive, and what ends it early.

#include "traffic/inside.h"

/// Plans the motion of a member from the next knot on.
void turns_drive(fw_traffic *traffic, uint32_t slot);

/// Ends the plans that a change of the map, or of sites, may block.
///
/// @param changed  box of the tiles that have changed
void turns_notice_edits(fw_traffic *traffic, const fw_box *changed);
