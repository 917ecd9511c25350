#include <math.h>

#include "curve/segment.h"
#include "curve/sweep.h"
#include "curve/tile_walk.h"
#include "map/overlay.h"

static bool tile_is_open(const sweep_ground *ground, int32_t x, int32_t y)
{
    return layer_fits_anywhere(ground->open, x, y) && (overlay_free(ground->overlay, 1, x, y) & 1);
}

/// Is a point on the map, or on its border?
static bool is_on_map(const sweep_ground *ground, fw_pose at)
{
    return at.x >= -FW_TOUCH / 2 && at.y >= -FW_TOUCH / 2 && at.x - FW_TOUCH / 2 <= ground->open->width &&
           at.y - FW_TOUCH / 2 <= ground->open->height;
}

bool sweep_point_is_free(const sweep_ground *ground, const fw_segment *line)
{
    const fw_pose start = line->start, end = segment_end(line);
    if (!is_on_map(ground, start) || !is_on_map(ground, end))
        return false; // numbers of tiles, and how many there are, know no bounds there
    const double dx = end.x - start.x, dy = end.y - start.y;
    tile_walk walk = tile_walk_along(start.x, start.y, end.x, end.y);
    while (tile_walk_next(&walk)) {
        const double middle = walk.done - walk.share / 2;
        const double x = start.x + middle * dx - walk.x, y = start.y + middle * dy - walk.y;
        const double depth = fmin(fmin(x, 1 - x), fmin(y, 1 - y));
        if (depth > FW_TOUCH / 2 && !tile_is_open(ground, walk.x, walk.y))
            return false;
    }
    return true;
}
