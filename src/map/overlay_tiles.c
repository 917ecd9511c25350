#include "map/overlay_tiles.h"

#include <string.h>

#include "map/costmap.h"

/// What an overlay says of a tile, as a run of one tile.
static overlay_run tile_at(const fw_overlay *overlay, int32_t x, int32_t y)
{
    overlay_run run = { .x = x, .y = y, .length = 1 };
    const overlay_block *block = overlay_block_at(overlay, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT);
    if (!block)
        return run;
    const size_t tile = overlay_tile_of(x, y);
    run.is_blocked = block->blocked[y & BLOCK_MASK] >> (x & BLOCK_MASK) & 1;
    run.is_corridor = block->corridor[y & BLOCK_MASK] >> (x & BLOCK_MASK) & 1;
    run.moves = block->has_moves ? block->moves[tile] : 0;
    run.byte = block->has_bytes ? block->bytes->tiles[tile] : 0;
    run.cost = block->has_costs ? block->costs[tile] : 0;
    return run;
}

static bool says_same(const overlay_run *a, const overlay_run *b)
{
    return a->is_blocked == b->is_blocked && a->is_corridor == b->is_corridor && a->moves == b->moves &&
           a->byte == b->byte && a->cost == b->cost;
}

bool overlay_next_run(const fw_overlay *overlay, overlay_run *run)
{
    const overlay_run nothing = { .length = 1 };
    for (int32_t x = run->x, y = run->y; y < overlay->height; y++, x = 0)
        for (; x < overlay->width; x++) {
            if (!overlay_block_at(overlay, x >> BLOCK_SHIFT, y >> BLOCK_SHIFT)) {
                x |= BLOCK_MASK; // to the end of the block
                continue;
            }
            overlay_run found = tile_at(overlay, x, y);
            if (says_same(&found, &nothing))
                continue;
            for (overlay_run next; x + found.length < overlay->width; found.length++) {
                next = tile_at(overlay, x + found.length, y);
                if (!says_same(&found, &next))
                    break;
            }
            *run = found;
            return true;
        }
    return false;
}

/// Adds the costs in bytes of a run.
static fw_result add_bytes(fw_overlay *overlay, const overlay_run *run)
{
    uint8_t bytes[BLOCK_SIDE];
    memset(bytes, run->byte, sizeof bytes);
    for (int32_t done = 0; done < run->length && run->byte > 0; done += BLOCK_SIDE) {
        const int32_t left = run->length - done, width = left < BLOCK_SIDE ? left : BLOCK_SIDE;
        if (fw_overlay_set_costs(overlay, run->x + done, run->y, width, 1, bytes, sizeof bytes, 0) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

fw_result overlay_add_run(fw_overlay *overlay, const overlay_run *run)
{
    if (run->x < 0 || run->y < 0 || run->length < 1 || run->x > overlay->width - run->length ||
        run->y >= overlay->height || run->byte == COST_BYTE_UNKNOWN || run->cost < 0 || run->cost > COST_MOST)
        return FW_BAD_VALUE;
    if (run->is_blocked && fw_overlay_block(overlay, run->x, run->y, run->length, 1) != FW_OK)
        return FW_NO_MEMORY;
    if (run->is_corridor && fw_overlay_corridor(overlay, run->x, run->y, run->length, 1) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < run->length && run->moves; i++)
        if (fw_overlay_forbid(overlay, run->x + i, run->y, run->moves) != FW_OK)
            return FW_NO_MEMORY;
    if (add_bytes(overlay, run) != FW_OK)
        return FW_NO_MEMORY;
    return fw_overlay_add_cost(overlay, run->x, run->y, run->length, 1, (float)run->cost / COST_ONE);
}
