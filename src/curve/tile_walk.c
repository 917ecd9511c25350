#include "curve/tile_walk.h"

#include <math.h>

#include "fairway/pose.h"

/// True if both coordinates are within FW_TOUCH of the same grid line.
static bool stays_on_grid_line(double from, double to)
{
    const double nearest = floor(from + 0.5);
    return fabs(from - nearest) <= FW_TOUCH && fabs(to - nearest) <= FW_TOUCH;
}

static tile_crossing first_crossing(double from, double along)
{
    if (along == 0.0)
        return (tile_crossing){ INFINITY, INFINITY, 0 };
    const double line = along > 0.0 ? floor(from) + 1.0 : ceil(from) - 1.0;
    return (tile_crossing){ (line - from) / along, 1.0 / fabs(along), along > 0.0 ? 1 : -1 };
}

/// The column (or row) that a line is in just after its start.
static int32_t first_tile(double from, double along)
{
    return (int32_t)(along < 0.0 ? ceil(from) - 1.0 : floor(from));
}

tile_walk tile_walk_along(double from_x, double from_y, double to_x, double to_y)
{
    const double dx = to_x - from_x;
    const double dy = to_y - from_y;
    tile_walk walk = { .on_column = dy != 0.0 && stays_on_grid_line(from_x, to_x),
                       .on_row = dx != 0.0 && stays_on_grid_line(from_y, to_y) };
    if (walk.on_column && walk.on_row) // shorter than FW_TOUCH, at a corner of tiles
        walk.on_row = false;
    walk.next_x = first_crossing(from_x, walk.on_column ? 0.0 : dx);
    walk.next_y = first_crossing(from_y, walk.on_row ? 0.0 : dy);
    walk.x = walk.on_column ? (int32_t)floor(from_x + 0.5) : first_tile(from_x, dx);
    walk.y = walk.on_row ? (int32_t)floor(from_y + 0.5) : first_tile(from_y, dy);
    return walk;
}

static void cross(tile_crossing *next, double at, int32_t *tile)
{
    if (next->at > at)
        return;
    *tile += next->side;
    next->at += next->step;
}

bool tile_walk_next(tile_walk *walk)
{
    if (walk->done >= 1.0)
        return false;
    if (walk->done > 0.0) {
        cross(&walk->next_x, walk->done, &walk->x);
        cross(&walk->next_y, walk->done, &walk->y);
    }
    const double end = fmin(1.0, fmin(walk->next_x.at, walk->next_y.at));
    walk->share = end - walk->done;
    walk->done = end;
    return true;
}
