#pragma once

/// Moves on the grid under an overlay.

#include "grid/grid_moves.h"
#include "map/overlay.h"

/// The moves out of an anchor that the map and an overlay allow. The corner rule treats anchors that the overlay blocks
/// like walls, but not those outside the corridor, whose border is no obstacle.
///
/// @param overlay  not empty
/// @param free     FW_MOVE_ bits of the moves that lead to anchors which are free on the map
static inline uint32_t overlay_moves(const fw_overlay *overlay, int32_t size, fw_corner_rule rule,
                                     uint32_t free, int32_t x, int32_t y)
{
    const uint32_t unblocked =
        moves_into(overlay_free(overlay, size, x - 1, y - 1), overlay_free(overlay, size, x - 1, y),
                   overlay_free(overlay, size, x - 1, y + 1));
    const uint32_t within =
        moves_into(overlay_corridor(overlay, x - 1, y - 1), overlay_corridor(overlay, x - 1, y),
                   overlay_corridor(overlay, x - 1, y + 1));
    return moves_allowed(free & unblocked, rule) & within & ~(uint32_t)overlay_forbidden(overlay, size, x, y);
}
