#pragma once

/// The costs of an overlay that are given in bytes.

#include "map/overlay_parts.h"
#include "map/unit_def.h"

/// What bytes mean besides costs, see fw_overlay_set_costs().
enum { COST_BYTE_MOST = 253, COST_BYTE_CLOSED = 254, COST_BYTE_UNKNOWN = 255 };

/// The cost of a byte, in 1 / COST_ONE. A tile that is forbidden for the centre costs as much as the most expensive
/// one: so guides avoid it.
static inline uint32_t costmap_cost(uint8_t byte)
{
    return (uint32_t)(byte < COST_BYTE_MOST ? byte : COST_BYTE_MOST) * (COST_ONE / 16);
}

/// A rectangle of costs, and the part of it that is put into the overlay.
typedef struct cost_rows {
    const uint8_t *costs; ///< of tile (x, y)
    size_t stride;
    int32_t x, y;
    tile_box span; ///< on the map
    uint8_t unknown;
} cost_rows;

/// Provides blocks where there is something to write: costmap_write() then cannot fail. The span is not empty. FW_OK
/// or FW_NO_MEMORY.
fw_result costmap_make_room(fw_overlay *overlay, const cost_rows *rows);

/// Writes costs for which there is room.
void costmap_write(fw_overlay *overlay, const cost_rows *rows);

/// Provides a block with bytes, all of them 0 unless it has them; false without memory.
bool costmap_get_bytes(fw_overlay *overlay, overlay_block *block);
