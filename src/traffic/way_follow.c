#include "traffic/way_follow.h"

#include "traffic/holders.h"
#include "traffic/sight.h"
#include "traffic/terrain.h"
#include "traffic/way_sight.h"

static bool sees_corner(const fw_traffic *traffic, const agent *unit, double x, double y, int32_t index)
{
    return sight_is_clear(traffic, unit, x, y, &unit->way.points[index]);
}

bool way_may_skip(const fw_traffic *traffic, const agent *unit, double x, double y, int32_t corner)
{
    const way_point *next = &unit->way.points[corner + 1];
    return terrain_may_skip(traffic, unit, x, y, corner) &&
           !(unit->pursuit.detour == DETOUR_SOUGHT &&
             holders_are_between(traffic, unit, x, y, next->x, next->y));
}

bool way_follow(const fw_traffic *traffic, agent *unit, double x, double y)
{
    way *way = &unit->way;
    const int32_t most = way->next + 2 < way->count ? way->next + 2 : way->count - 1;
    const int32_t least = way->farthest > WAY_BACK ? way->farthest - WAY_BACK : 0;
    int32_t next = way->next;
    // A new way begins where the unit stands: it heads for the corner behind this one.
    const bool is_there = next < most && x == way->points[next].x && y == way->points[next].y;
    sight_look(traffic, unit, x, y, &way->points[next + is_there]);
    while (next < most && way_may_skip(traffic, unit, x, y, next))
        next++;
    if (next == way->next)
        while (next >= least && !sees_corner(traffic, unit, x, y, next))
            next--;
    if (next < least || way_is_cut(traffic, unit, next, way->next))
        return false;
    way->next = next;
    way->farthest = next > way->farthest ? next : way->farthest;
    return true;
}
