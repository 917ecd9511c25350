#include "traffic/way_sight.h"

#include <math.h>

#include "base/vector.h"
#include "curve/sweep_line.h"
#include "curve/sweep_reach.h"
#include "traffic/held_place.h"

/// What two bodies need across their ways, in radii. Units with a turning radius need TURNS_FOR_TWO turning radii more,
/// but not more than MOST_FOR_TURNS radii.
#define WIDTH_FOR_TWO  2.3
#define TURNS_FOR_TWO  0.5
#define MOST_FOR_TURNS 1.0

/// Distance by which corners of a way are moved away from the wall, in radii. Without it, rounding errors could hold a
/// body that drives close to a corner.
#define CORNER_ROOM 0.1

bool way_is_clear(const fw_traffic *traffic, const agent *unit, double x, double y, double to_x, double to_y)
{
    const agent_kind *kind = kind_of(traffic, unit);
    return sweep_line_is_free(&kind->ground, &kind->body, x, y, to_x, to_y);
}

bool way_judge_goal(fw_traffic *traffic, agent *unit)
{
    const bool may_stand = way_may_stand(traffic, unit, unit->order.goal_x, unit->order.goal_y);
    held_place_refuse(traffic, unit, may_stand ? FW_OK : FW_GOAL_BLOCKED);
    return may_stand;
}

bool way_is_cut(const fw_traffic *traffic, const agent *unit, int32_t first, int32_t last)
{
    const way_point *points = unit->way.points;
    for (int32_t i = first; i < last; i++)
        if (!way_is_clear(traffic, unit, points[i].x, points[i].y, points[i + 1].x, points[i + 1].y))
            return true;
    return false;
}

void way_widen_corner(const fw_traffic *traffic, const agent *unit, const way_point *before,
                      way_point *corner, const way_point *after)
{
    const double in_x = corner->x - before->x, in_y = corner->y - before->y;
    const double out_x = after->x - corner->x, out_y = after->y - corner->y;
    const double came = hypotenuse(in_x, in_y), goes = hypotenuse(out_x, out_y);
    const double x = in_x / came - out_x / goes, y = in_y / came - out_y / goes, size = hypotenuse(x, y);
    if (!(came > 0 && goes > 0 && size > 1e-9))
        return;
    double room = CORNER_ROOM * radius_of(traffic, unit);
    for (int attempt = 0; attempt < 3; attempt++, room /= 2) {
        const double to_x = corner->x + x / size * room, to_y = corner->y + y / size * room;
        if (way_is_clear(traffic, unit, before->x, before->y, to_x, to_y) &&
            way_is_clear(traffic, unit, to_x, to_y, after->x, after->y)) {
            corner->x = to_x;
            corner->y = to_y;
            return;
        }
    }
}

double way_room(const fw_traffic *traffic, const agent *unit, double x, double y, double dx, double dy,
                double most)
{
    const agent_kind *kind = kind_of(traffic, unit);
    const double reach = sweep_straight_reach(&kind->ground, &kind->body, x, y, dx, dy, most);
    return reach < most ? floor(reach * 64 / most) * most / 64 : most;
}

double way_width_for_two(const fw_traffic *traffic, const agent *unit)
{
    const double radius = radius_of(traffic, unit);
    return WIDTH_FOR_TWO * radius +
           smaller(TURNS_FOR_TWO * turn_radius_of(traffic, unit), MOST_FOR_TURNS * radius);
}
