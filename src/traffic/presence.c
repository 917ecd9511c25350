// Who is in a rectangle of tiles, or will drive there.
#include <math.h>

#include "base/box.h"
#include "fairway/traffic_sites.h"
#include "traffic/agent_state.h"

/// Share of a line at which one coordinate enters or leaves what lies between two values, narrowed to what is so far
/// within.
static void narrow(double from, double to, double min, double max, double *enters, double *leaves)
{
    const double change = to - from;
    if (change == 0) {
        *leaves = from < min || from > max ? -1 : *leaves;
        return;
    }
    const double a = (min - from) / change, b = (max - from) / change;
    *enters = fmax(*enters, fmin(a, b));
    *leaves = fmin(*leaves, fmax(a, b));
}

/// True if a body overlaps a box somewhere along a line: the line meets the box, or an end of the line or a corner of
/// the box is near the other one.
static bool line_touches(const fw_box *box, way_point from, way_point to, double radius)
{
    double enters = 0, leaves = 1;
    narrow(from.x, to.x, box->min_x, box->max_x, &enters, &leaves);
    narrow(from.y, to.y, box->min_y, box->max_y, &enters, &leaves);
    if (enters <= leaves || box_distance_from(box, from.x, from.y) < radius ||
        box_distance_from(box, to.x, to.y) < radius)
        return true;
    for (int i = 0; i < 4; i++) {
        const double x = i % 2 ? box->max_x : box->min_x, y = i / 2 ? box->max_y : box->min_y;
        if (apart_from_line(x, y, from.x, from.y, to.x, to.y) < radius)
            return true;
    }
    return false;
}

/// True if a unit will drive in a box or rest there, as far as its way is known.
static bool comes_there(const fw_traffic *traffic, const agent *unit, const fw_box *box, double radius)
{
    reservation room;
    const reservation *plan = agent_reservation(traffic, unit, &room);
    for (int64_t i = traffic->clock.knot + 1; i < outline_end(&unit->plan); i++) {
        const knot *from = reservation_at(plan, i), *to = reservation_at(plan, i + 1);
        if (line_touches(box, (way_point){ from->x, from->y }, (way_point){ to->x, to->y }, radius))
            return true;
    }
    const way *way = &unit->way;
    way_point from = { unit->plan.stop_x, unit->plan.stop_y };
    for (int32_t i = way->next; i < way->count && !agent_is_at_goal(unit); i++) {
        if (line_touches(box, from, way->points[i], radius))
            return true;
        from = way->points[i];
    }
    return box_distance_from(box, unit->plan.stop_x, unit->plan.stop_y) < radius ||
           (unit->pursuit.refused == FW_OK &&
            box_distance_from(box, unit->order.place_x, unit->order.place_y) < radius);
}

fw_result fw_traffic_in_rect(const fw_traffic *traffic, int32_t x, int32_t y, int32_t width, int32_t height,
                             fw_presence presence, fw_agent_id *ids, int32_t capacity, int32_t *count)
{
    if (!traffic || !count || (!ids && capacity > 0))
        return FW_NULL_ARGUMENT;
    if (width <= 0 || height <= 0 || capacity < 0)
        return FW_BAD_SIZE;
    if ((unsigned)presence >= FW_PRESENCES)
        return FW_BAD_VALUE;
    const fw_box box = { x, y, (double)x + width, (double)y + height };
    *count = 0;
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *unit = &traffic->agents[traffic->by_id[i]];
        const double radius = radius_of(traffic, unit) - FW_TOUCH;
        const fw_pose now = agent_now(traffic, unit, NULL);
        if (box_distance_from(&box, now.x, now.y) >= radius &&
            (presence == FW_PRESENT_NOW || !comes_there(traffic, unit, &box, radius)))
            continue;
        if (*count < capacity)
            ids[*count] = unit->id;
        ++*count;
    }
    return *count > capacity ? FW_BUFFER_TOO_SMALL : FW_OK;
}
