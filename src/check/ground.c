#include "check/ground.h"

#include "map/overlay.h"

static bool is_inside(const ground *ground, int64_t x, int64_t y)
{
    return x >= 0 && y >= 0 && x < ground->width && y < ground->height;
}

static uint32_t terrain_cost_at(const ground *ground, int64_t x, int64_t y)
{
    return ground->unit->terrain_cost[map_terrain_row(ground->map, (int32_t)y)[x]];
}

bool ground_is_blocked(const ground *ground, int64_t x, int64_t y)
{
    if (!is_inside(ground, x, y) || terrain_cost_at(ground, x, y) == 0)
        return true;
    return ground->overlay && overlay_blocked(ground->overlay, (int32_t)x, (int32_t)y) & 1;
}

bool ground_square_is_blocked(const ground *ground, int64_t x, int64_t y, int64_t *blocked_x,
                              int64_t *blocked_y)
{
    const int32_t size = ground->unit->def.size;
    for (int64_t ty = y; ty < y + size; ty++)
        for (int64_t tx = x; tx < x + size; tx++)
            if (ground_is_blocked(ground, tx, ty)) {
                *blocked_x = tx;
                *blocked_y = ty;
                return true;
            }
    return false;
}

double ground_cost(const ground *ground, int64_t x, int64_t y)
{
    if (ground_is_blocked(ground, x, y))
        return (double)ground->unit->cheapest / COST_ONE;
    const uint32_t added = ground->overlay ? overlay_cost(ground->overlay, (int32_t)x, (int32_t)y) : 0;
    return (double)(terrain_cost_at(ground, x, y) + added) / COST_ONE;
}
