#include "common/walk.h"

#include <math.h>
#include <stdlib.h>

/// Lengths that differ by less are the same sum in another order.
#define SAME 1e-9

static bool step_is_allowed(const fw_map *map, fw_unit_id unit, int32_t x, int32_t y, int dx, int dy)
{
    return fw_map_fits(map, unit, x + dx, y + dy) && fw_map_fits(map, unit, x + dx, y) &&
           fw_map_fits(map, unit, x, y + dy);
}

void walk_everywhere(const fw_map *map, fw_unit_id unit, int32_t from_x, int32_t from_y, double *lengths)
{
    const int32_t width = fw_map_width(map);
    const int32_t tiles = width * fw_map_height(map);
    for (int32_t i = 0; i < tiles; i++)
        lengths[i] = INFINITY;
    fw_unit_def def;
    if (fw_map_unit(map, unit, &def) != FW_OK || !fw_map_fits(map, unit, from_x, from_y))
        return;
    const bool orthogonal = def.corners == FW_CORNERS_ORTHOGONAL;
    int32_t *queue = malloc((size_t)tiles * sizeof *queue); // a ring: no tile is in it twice
    bool *is_queued = calloc((size_t)tiles, sizeof *is_queued);
    int32_t first = 0;
    int32_t count = 1;
    queue[0] = from_y * width + from_x;
    lengths[queue[0]] = 0.0;
    while (count > 0) {
        const int32_t tile = queue[first];
        first = (first + 1) % tiles;
        count--;
        is_queued[tile] = false;
        for (int step = 0; step < 9; step++) {
            const int dx = step % 3 - 1;
            const int dy = step / 3 - 1;
            if ((orthogonal && dx && dy) || !step_is_allowed(map, unit, tile % width, tile / width, dx, dy))
                continue;
            const int32_t to = tile + dy * width + dx;
            const double length = lengths[tile] + (dx && dy ? sqrt(2.0) : 1.0);
            if (length >= lengths[to] - SAME)
                continue;
            lengths[to] = length;
            if (!is_queued[to])
                queue[(first + count++) % tiles] = to;
            is_queued[to] = true;
        }
    }
    free(is_queued);
    free(queue);
}
