#ifndef DIRECTIONAL_MOTIONS_MOTION_SHARES_H
#define DIRECTIONAL_MOTIONS_MOTION_SHARES_H

/// @file
/// What lies under the body's centre along a motion: its tiles, each with the length that it lies under. A dear tile is
/// paid for by its share.

#include "base/memory.h"
#include "fairway/path.h"

enum { SHARE_SCALE = 8192 }; ///< length of a tile

typedef struct tile_share {
    int8_t x, y;     ///< from the start's tile
    uint16_t length; ///< in 1 / SHARE_SCALE tile
} tile_share;

typedef struct tile_shares {
    tile_share *items;
    size_t count, capacity;
} tile_shares;

/// Adds those of the segments in one of the gears. On a grid line both tiles beside it share the length.
///
/// @param segments  [segment * count] from the point (0, 0)
/// @param offset    of that point on tile (0, 0)
/// @return FW_OK or FW_NO_MEMORY
fw_result shares_add(memory *memory, tile_shares *shares, const fw_segment *segments, size_t count,
                     fw_gear gear, double offset);

#endif
