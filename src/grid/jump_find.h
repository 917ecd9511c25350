#pragma once

/// Jump points that lie ahead of a tile: what one expansion of jump point search finds.

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/tile_box.h"
#include "grid/jump_tables.h"

/// A jump point, reached from a tile by a diagonal run (or none) and a straight one; on four neighbours by one up or
/// down (or none) and one along the row.
typedef struct jump_found {
    uint16_t x, y;
    uint8_t move;  ///< of the straight run: 0 east, 2 south, 4 west, 6 north
    uint32_t cost; ///< of both runs, in steps of STRAIGHT_STEP and DIAGONAL_STEP
} jump_found;

/// A growing list of jump points.
typedef struct jump_found_list {
    jump_found *items;
    size_t count;
    size_t capacity;
    tile_box box; ///< around the tiles that were read, without those on the runs to the jump points
} jump_found_list;

/// Moves that may follow a straight move into a tile, as FW_MOVE_ bits, in diagonal-first order: straight on and, if a
/// wall beside the run has ended, around its corner.
uint32_t jump_moves_after(const jump_tables *tables, int32_t x, int32_t y, int move);

/// Finds the jump points ahead of a tile.
///
/// @param moves       first moves; a blocked move finds nothing
/// @return FW_OK or FW_NO_MEMORY
fw_result jump_find(memory *memory, const jump_tables *tables, int32_t x, int32_t y, uint32_t moves,
                    jump_found_list *found);
