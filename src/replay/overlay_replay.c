#include "replay/overlay_replay.h"

#include "base/block.h"
#include "fairway/map.h"
#include "map/unit_def.h"

static fw_result fill_costs(record_reader *reader, fw_overlay *overlay, int32_t x, int32_t y)
{
    uint8_t costs[BLOCK_SIDE * BLOCK_SIDE];
    reader_runs runs = { .reader = reader };
    reader_take_bytes(&runs, costs, sizeof costs);
    return reader->is_wrong
               ? FW_BAD_VALUE
               : fw_overlay_set_costs(overlay, x, y, BLOCK_SIDE, BLOCK_SIDE, costs, BLOCK_SIDE, 0);
}

static fw_result fill_part(record_reader *reader, fw_overlay *overlay, overlay_part part)
{
    const int32_t x = (int32_t)reader_integer(reader, 0, FW_MAX_SIDE);
    const int32_t y = (int32_t)reader_integer(reader, 0, FW_MAX_SIDE);
    if (part == OVERLAY_HAS_COST_BYTES)
        return fill_costs(reader, overlay, x, y);
    const int32_t value =
        (int32_t)reader_integer(reader, 0, part == OVERLAY_FORBIDS ? FW_MOVES_ALL : BLOCK_SIDE);
    if (reader->is_wrong)
        return FW_BAD_VALUE;
    switch (part) {
    case OVERLAY_BLOCKS:
        return fw_overlay_block(overlay, x, y, value, 1);
    case OVERLAY_HAS_CORRIDOR: // one outside the map has no tile
        return value ? fw_overlay_corridor(overlay, x, y, value, 1)
                     : fw_overlay_corridor(overlay, -1, -1, 1, 1);
    case OVERLAY_FORBIDS:
        return fw_overlay_forbid(overlay, x, y, (uint8_t)value);
    default: {
        const int64_t cost = reader_integer(reader, 0, 255 * COST_ONE);
        return fw_overlay_add_cost(overlay, x, y, value, 1, (float)cost / COST_ONE);
    }
    }
}

fw_result overlay_replay(record_reader *reader, fw_overlay *overlay)
{
    for (;;) {
        const overlay_part part = (overlay_part)reader_integer(reader, 0, OVERLAY_HAS_COST_BYTES);
        if (part == OVERLAY_ENDS)
            return reader->is_wrong ? FW_BAD_VALUE : FW_OK;
        const fw_result result = fill_part(reader, overlay, part);
        if (result != FW_OK)
            return result == FW_NO_MEMORY ? FW_NO_MEMORY : FW_BAD_VALUE;
    }
}
