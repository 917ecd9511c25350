#pragma once

/// The tiles under the body's centre along a motion, each with the length of the motion on the tile. An expensive tile
/// is charged for this length.

#include "base/memory.h"
#include "fairway/path.h"

enum { SHARE_SCALE = 8192 }; ///< units of a tile's side

typedef struct tile_share {
    int8_t x, y;     ///< relative to the start's tile
    uint16_t length; ///< in 1 / SHARE_SCALE tile
} tile_share;

typedef struct tile_shares {
    tile_share *items;
    size_t count, capacity;
} tile_shares;

/// Adds the shares of the segments in one gear. Along a grid line the two tiles beside it share the length.
///
/// @param segments  [segment * count] starting at the point (0, 0)
/// @param offset    position of that point on tile (0, 0), along both axes
/// @return FW_OK or FW_NO_MEMORY
fw_result shares_add(memory *memory, tile_shares *shares, const fw_segment *segments, size_t count,
                     fw_gear gear, double offset);
