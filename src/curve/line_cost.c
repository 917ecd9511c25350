#include "curve/line_cost.h"

#include "curve/arc_walk.h"
#include "curve/segment.h"
#include "curve/tile_walk.h"
#include "map/overlay.h"

/// Cost of a tile's length on a tile; 0 if the unit may not enter the tile.
static double open_cost(const map_version *map, const map_unit *unit, const fw_overlay *overlay, int32_t x,
                        int32_t y)
{
    const uint32_t by_terrain = unit->terrain_cost[map_terrain(map, x, y)];
    if (!overlay)
        return by_terrain / (double)COST_ONE;
    if (!by_terrain || overlay_blocked(overlay, x, y) & 1)
        return 0.0;
    return (by_terrain + overlay_cost(overlay, x, y)) / (double)COST_ONE;
}

/// A cost, or that of the unit's cheapest terrain if `cost` is 0: the unit may not enter the tile.
static double cost_or_cheapest(const map_unit *unit, double cost)
{
    return cost > 0.0 ? cost : unit->cheapest / (double)COST_ONE;
}

double tile_cost(const map_version *map, const map_unit *unit, const fw_overlay *overlay, int32_t x,
                 int32_t y)
{
    return cost_or_cheapest(unit, open_cost(map, unit, overlay, x, y));
}

/// Mean cost of the tiles on both sides of a grid line, without those that the unit may not enter (cost 0).
static double mean_cost(double a, double b)
{
    return a > 0.0 && b > 0.0 ? (a + b) / 2.0 : a + b;
}

double line_cost(const map_version *map, const map_unit *unit, const fw_overlay *overlay, double from_x,
                 double from_y, double to_x, double to_y)
{
    double mean = 0.0;
    tile_walk walk = tile_walk_along(from_x, from_y, to_x, to_y);
    while (tile_walk_next(&walk)) {
        double here = open_cost(map, unit, overlay, walk.x, walk.y);
        if (walk.on_column || walk.on_row)
            here =
                mean_cost(here, open_cost(map, unit, overlay, walk.x - walk.on_column, walk.y - walk.on_row));
        mean += cost_or_cheapest(unit, here) * walk.share;
    }
    return mean * hypotenuse(to_x - from_x, to_y - from_y);
}

double segment_cost(const map_version *map, const map_unit *unit, const fw_overlay *overlay,
                    const fw_segment *segment)
{
    if (segment->curvature == 0) {
        const fw_pose end = segment_end(segment);
        return line_cost(map, unit, overlay, segment->start.x, segment->start.y, end.x, end.y);
    }
    double cost = 0;
    arc_walk walk = arc_walk_along(segment);
    while (arc_walk_next(&walk))
        cost += (walk.to - walk.from) * tile_cost(map, unit, overlay, walk.x, walk.y);
    return cost;
}
