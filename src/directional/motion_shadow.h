#ifndef DIRECTIONAL_MOTION_SHADOW_H
#define DIRECTIONAL_MOTION_SHADOW_H

/// @file
/// Motions whose headings are forgotten: building them.

#include "directional/motions.h"

/// @return FW_OK or FW_NO_MEMORY
fw_result motion_shadow_build(memory *memory, const motion_set *set, motion_shadow *shadow);
void motion_shadow_destroy(memory *memory, motion_shadow *shadow);
size_t motion_shadow_bytes(const motion_shadow *shadow);

#endif
