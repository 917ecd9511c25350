#include "traffic/holders.h"

#include "base/vector.h"
#include "traffic/crowd_cells.h"

bool holder_stops(const agent *unit, const agent *other)
{
    return unit != other && agent_is_at_goal(unit) && agent_sees(unit, other) &&
           (unit->order.stance == STANCE_HOLDS || !agent_gives_way(unit, other));
}

static bool stands_between(const obstacle *body, double radius, double x, double y, double to_x, double to_y)
{
    return obstacle_stands(body) &&
           apart_from_line(body->x, body->y, x, y, to_x, to_y) < radius + body->radius - FW_TOUCH;
}

bool holders_are_between(const fw_traffic *traffic, const agent *unit, double x, double y, double to_x,
                         double to_y)
{
    const double radius = radius_of(traffic, unit);
    const fw_box line = box_around_line(x, y, to_x, to_y);
    const fw_box box = box_wider(&line, radius + traffic->crowd.most_radius);
    const obstacles *bodies = &traffic->around.obstacles;
    for (int32_t i = 0; i < bodies->count && agent_sees_obstacles(unit); i++)
        if (stands_between(&bodies->all[i], radius, x, y, to_x, to_y))
            return true;
    const int32_t count = crowd_near(traffic, &box);
    for (int32_t i = 0; i < count; i++) {
        const uint32_t slot = traffic->crowd.found[i];
        const crowd_mark *mark = &traffic->crowd.marks[slot];
        if (mark->is_parked && holder_stops(&traffic->agents[slot], unit) &&
            apart_from_line(mark->stop_x, mark->stop_y, x, y, to_x, to_y) < radius + mark->radius - FW_TOUCH)
            return true;
    }
    return false;
}
