#pragma once

/// Builds the projection of a motion set: its motions without their headings.

#include "directional/motions/motions.h"

/// A keeper gives the memory back, also after a failure.
///
/// @param reverses  the unit has a reverse gear: only tiles that the body touches whichever way it faces count. Without
///                  it, ways that grow from the goal lead backward, and the body faces against them
/// @return FW_OK or FW_NO_MEMORY
fw_result motion_projection_build(memory *memory, const motion_set *set, bool reverses,
                                  motion_projection *projection);
