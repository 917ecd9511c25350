#include "traffic/sight.h"

#include "curve/sweep_line.h"
#include "traffic/news.h"
#include "traffic/way_sight.h"

/// Lines shorter than this are swept at once, in tiles.
#define SHORT_LINE 48.0

/// How far free ground reaches to all sides of its line, in radii.
#define SIGHT_ROOM 4.0

/// After free ground was not found, it is looked for again from a place farther away than this, in tiles.
#define RETRY_AWAY 16.0

/// Ground that is swept reaches farther than what is kept by more than the rounding errors of both, in tiles.
#define SIGHT_NOISE 1e-3

static bool holds(const sight *free, double x, double y)
{
    const double share = nearest_share(x, y, free->x, free->y, free->to_x, free->to_y);
    const double dx = free->x + share * (free->to_x - free->x) - x,
                 dy = free->y + share * (free->to_y - free->y) - y;
    return dx * dx + dy * dy <= (double)free->room * free->room;
}

bool sight_holds(const fw_traffic *traffic, const agent *unit, double x, double y, const way_point *corner)
{
    const sight *free = &unit->pursuit.sight;
    return free->room > 0 && !traffic_has_news(traffic) && holds(free, x, y) &&
           holds(free, corner->x, corner->y);
}

/// True if free ground was not found along nearly the same line.
static bool has_failed(const sight *free, double x, double y, const way_point *corner)
{
    return free->room < 0 && apart(free->x, free->y, x, y) < RETRY_AWAY && free->to_x == (float)corner->x &&
           free->to_y == (float)corner->y;
}

void sight_look(const fw_traffic *traffic, agent *unit, double x, double y, const way_point *corner)
{
    const agent_kind *kind = kind_of(traffic, unit);
    sight *free = &unit->pursuit.sight;
    if (apart(x, y, corner->x, corner->y) < SHORT_LINE || has_failed(free, x, y, corner) ||
        sight_holds(traffic, unit, x, y, corner) || traffic_has_news(traffic))
        return;
    *free =
        (sight){ (float)x, (float)y, (float)corner->x, (float)corner->y, (float)(SIGHT_ROOM * kind->radius) };
    const double radius = kind->body.radius + free->room + SIGHT_NOISE;
    const sweep_body wide = {
        .is_round = true, .radius = radius, .half_length = radius, .half_width = radius, .reach = radius
    };
    if (!sweep_line_is_free(&kind->ground, &wide, free->x, free->y, free->to_x, free->to_y))
        free->room = -free->room;
}

void sight_forget(agent *unit)
{
    unit->pursuit.sight.room = 0;
}

bool sight_is_clear(const fw_traffic *traffic, const agent *unit, double x, double y, const way_point *corner)
{
    return sight_holds(traffic, unit, x, y, corner) ||
           way_is_clear(traffic, unit, x, y, corner->x, corner->y);
}
