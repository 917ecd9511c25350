#include "shape/taut/runs.h"

/// Number of borders that a run crosses after a gate, from a tile on, before it reaches the gate's walls.
static inline int32_t borders_between_walls(const tile_run *run, const crossing *gate, int32_t tile)
{
    return run->dx > 0 ? gate->east - 1 - tile : run->dx < 0 ? tile - gate->west : run->count;
}

int32_t run_gates(const free_anchors *anchors, gate_limits within, const tile_run *run, crossing *gates,
                  int32_t *scratch)
{
    // Diagonal steps cross at a corner of tiles; `first_tile` is the tile east of the corner.
    const int32_t first_tile = run->dx > 0 ? run->x + 1 : run->x;
    const int32_t first_border = run->dy > 0 ? run->y + 1 : run->y;
    int32_t count = 0;
    for (int32_t i = 0; i < run->count; i++) {
        const border at = border_at(anchors, first_border + i * run->dy);
        const int32_t tile = first_tile + i * run->dx, left = run->count - 2 - i;
        crossing *gate = &gates[count];
        if (!gate_find(&at, within, tile, gate) || (run->dx != 0 && gate->west == tile))
            return 0;
        gate->use = run->dy > 0 ? GATE_SOUTHWARD : GATE_NORTHWARD;
        if (!gate->corners && left > 0) {
            const int32_t most = borders_between_walls(run, gate, tile);
            i += gate_count_same(gate, anchors, within, run->dy, most < left ? most : left);
        }
        count += gate->corners || count == 0 || left < 0;
    }
    return gates_keep_hulls(gates, count, scratch);
}
