#ifndef DIRECTIONAL_MOTIONS_MOTION_PROJECTION_H
#define DIRECTIONAL_MOTIONS_MOTION_PROJECTION_H

/// @file
/// Builds the projection of a motion set: its motions without their headings.

#include "directional/motions/motions.h"

/// @return FW_OK or FW_NO_MEMORY
fw_result motion_projection_build(memory *memory, const motion_set *set, motion_projection *projection);
void motion_projection_destroy(memory *memory, motion_projection *projection);
size_t motion_projection_bytes(const motion_projection *projection);

#endif
