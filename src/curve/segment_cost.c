#include "curve/segment_cost.h"

#include "curve/arc_walk.h"
#include "curve/line_cost.h"
#include "curve/segment.h"

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
