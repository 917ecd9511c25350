#pragma once

/// What an overlay forbids: moves of anchors, and anchors that are closed because their tile is forbidden for the
/// centre.

#include <stdbool.h>
#include <stdint.h>

#include "base/tile_box.h"
#include "fairway/overlay.h"

/// True when moves were forbidden, or tiles for the centre.
bool overlay_has_moves(const fw_overlay *overlay);

/// Anchors (bit set = closed) of a row from tile x on where a cost forbids the centre of a unit of a size. Any x, y.
uint64_t overlay_closed(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y);

/// Moves forbidden out of an anchor, FW_MOVE_ bits: those of fw_overlay_forbid(), and those to closed anchors of a unit
/// of a size. Any x, y.
uint8_t overlay_forbidden(const fw_overlay *overlay, int32_t size, int32_t x, int32_t y);

/// True if a move is forbidden out of an anchor of a unit of a size within a rectangle, on the map or not. Cost follows
/// the tiles of the rectangle that lie in 64 x 64 blocks with such moves, its rows, and the number of blocks.
bool overlay_has_moves_in(const fw_overlay *overlay, int32_t size, tile_box within);
