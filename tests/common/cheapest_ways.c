#include "common/cheapest_ways.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "common/unit.h"

/// Costs that differ by a smaller part are the same.
#define SAME 1e-12

/// Tiles from which ways may have become cheaper, in a ring. Each waits at most once.
typedef struct waiting {
    int32_t *tiles;
    bool *waits; ///< [tile]
    int32_t room, first, count;
} waiting;

static void wait_in(waiting *line, int32_t tile)
{
    if (!line->waits[tile])
        line->tiles[(line->first + line->count++) % line->room] = tile;
    line->waits[tile] = true;
}

static int32_t take(waiting *line)
{
    const int32_t tile = line->tiles[line->first];
    line->first = (line->first + 1) % line->room;
    line->count--;
    line->waits[tile] = false;
    return tile;
}

/// What a tile costs; 0: it is blocked, or outside the map.
static double cost_at(const fw_map *map, const fw_unit_def *unit, int32_t x, int32_t y)
{
    return (double)unit->terrain_cost[fw_map_terrain(map, x, y)];
}

/// The cost of a step by (dx, dy); 0: it is not legal.
static double step_cost(const fw_map *map, const fw_unit_def *unit, int32_t x, int32_t y, int32_t dx,
                        int32_t dy)
{
    const double here = cost_at(map, unit, x, y), there = cost_at(map, unit, x + dx, y + dy);
    const bool is_legal = there > 0 && cost_at(map, unit, x + dx, y) > 0 && cost_at(map, unit, x, y + dy) > 0;
    return is_legal ? (here + there) / 2 * sqrt((double)(dx * dx + dy * dy)) : 0;
}

/// Makes the ways to the tiles around one cheaper, if they lead through it.
static void go_on(const fw_map *map, const fw_unit_def *unit, int32_t tile, double *least, waiting *line)
{
    const int32_t width = fw_map_width(map), x = tile % width, y = tile / width;
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            const double step = dx || dy ? step_cost(map, unit, x, y, dx, dy) : 0;
            const int32_t to = tile + dy * width + dx;
            if (step == 0 || least[tile] + step >= least[to] * (1 - SAME))
                continue;
            least[to] = least[tile] + step;
            wait_in(line, to);
        }
}

double *cheapest_ways(const fw_map *map, fw_unit_id unit, int32_t x, int32_t y)
{
    fw_unit_def def;
    assert_int_equal(fw_map_unit(map, unit, &def), FW_OK);
    assert_true(def.size == 1 && def.corners == FW_CORNERS_NEVER);
    const int32_t tiles = fw_map_width(map) * fw_map_height(map);
    double *least = malloc((size_t)tiles * sizeof *least);
    waiting line = { .tiles = calloc((size_t)tiles, sizeof *line.tiles),
                     .waits = calloc((size_t)tiles, sizeof *line.waits),
                     .room = tiles };
    assert_true(least && line.tiles && line.waits);
    for (int32_t tile = 0; tile < tiles; tile++)
        least[tile] = INFINITY;
    least[y * fw_map_width(map) + x] = 0;
    wait_in(&line, y * fw_map_width(map) + x);
    while (line.count > 0)
        go_on(map, &def, take(&line), least, &line);
    free(line.tiles);
    free(line.waits);
    return least;
}
