#ifndef DIRECTIONAL_MOTION_SHADOW_H
#define DIRECTIONAL_MOTION_SHADOW_H

/// @file
/// Motions whose headings are forgotten: building them, and how far they lead where nothing is in the way.

#include <stdlib.h>

#include "directional/motions.h"

/// @return FW_OK or FW_NO_MEMORY
fw_result motion_shadow_build(memory *from, const motion_set *set, int32_t headings, motion_shadow *shadow);
void motion_shadow_destroy(memory *from, motion_shadow *shadow);
size_t motion_shadow_bytes(const motion_shadow *shadow);

/// What the way between tiles costs at least where nothing is in the way: a norm, so that no motion brings two tiles
/// nearer by more than it costs.
static inline uint32_t motion_shadow_cost(const motion_shadow *shadow, int32_t dx, int32_t dy)
{
    const uint64_t x = (uint64_t)abs(dx), y = (uint64_t)abs(dy);
    const uint64_t longer = x > y ? x : y, shorter = x > y ? y : x;
    uint64_t most = 0;
    for (int32_t i = 0; i < shadow->facet_count; i++) {
        const uint64_t least = longer * shadow->facets[i].along + shorter * shadow->facets[i].across;
        most = least > most ? least : most;
    }
    return (uint32_t)(most / SHADOW_SCALE);
}

#endif
