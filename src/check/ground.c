#include "check/ground.h"

#include "map/overlay.h"

static bool is_inside(const ground *under, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < under->width && y < under->height;
}

static uint32_t terrain_cost_at(const ground *under, int64_t x, int64_t y)
{
    return under->unit->terrain_cost[map_terrain_row(under->map, (int32_t)y)[x]];
}

bool ground_is_blocked(const ground *under, int64_t x, int64_t y)
{
    if (!is_inside(under, x, y) || terrain_cost_at(under, x, y) == 0)
        return true;
    return under->overlay && overlay_blocked(under->overlay, (int32_t)x, (int32_t)y) & 1;
}

bool ground_square_is_blocked(const ground *under, int64_t x, int64_t y, int64_t *blocked_x,
                              int64_t *blocked_y)
{
    const int32_t size = under->unit->def.size;
    for (int64_t ty = y; ty < y + size; ty++)
        for (int64_t tx = x; tx < x + size; tx++)
            if (ground_is_blocked(under, tx, ty)) {
                *blocked_x = tx;
                *blocked_y = ty;
                return true;
            }
    return false;
}

double ground_cost(const ground *under, int64_t x, int64_t y)
{
    if (ground_is_blocked(under, x, y))
        return (double)under->unit->cheapest / COST_ONE;
    const uint32_t added = under->overlay ? overlay_cost(under->overlay, (int32_t)x, (int32_t)y) : 0;
    return (double)(terrain_cost_at(under, x, y) + added) / COST_ONE;
}
