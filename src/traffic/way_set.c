#include "traffic/way_set.h"

#include <math.h>

#include "base/must_hold.h"
#include "traffic/agent_state.h"
#include "traffic/passages.h"
#include "traffic/way_follow.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_sight.h"

double way_length_left(fw_traffic *traffic, agent *unit)
{
    const fw_pose stop = agent_stop(unit);
    if (unit->way.count == 0 || !way_follow(traffic, unit, stop.x, stop.y))
        return INFINITY;
    const int32_t next = unit->way.next;
    return way_length_by(&unit->way.points[next], way_rests(traffic, unit)[next], stop.x, stop.y);
}

fw_result way_take_path(fw_traffic *traffic, agent *unit)
{
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(traffic->path, &count);
    way *way = &unit->way;
    if (way_reserve(traffic, agent_slot(traffic, unit), count + 1) != FW_OK)
        return FW_NO_MEMORY;
    must_hold(way->points);
    const fw_pose goal = traffic->desk.goal;
    for (int32_t i = 0; i < count; i++)
        way->points[i] = (way_point){ .x = segments[i].start.x, .y = segments[i].start.y };
    way->points[count] = (way_point){ .x = goal.x, .y = goal.y };
    way->count = count + 1;
    way->next = way->farthest = 0;
    for (int32_t i = 1; i < count; i++)
        way_widen_corner(traffic, unit, &way->points[i - 1], &way->points[i], &way->points[i + 1]);
    return FW_OK;
}

void way_begin(fw_traffic *traffic, agent *unit)
{
    way_has_changed(traffic);
    unit->pursuit.gate = (gate){ .searched = unit->way.count > 1 ? *way_rests(traffic, unit) : 0 };
    unit->pursuit.nearest = INFINITY;
    unit->pursuit.faults.has_set_out = false;
    passages_forget(traffic, agent_slot(traffic, unit));
}

fw_result way_set_line(fw_traffic *traffic, agent *unit)
{
    way *way = &unit->way;
    if (way_reserve(traffic, agent_slot(traffic, unit), 2) != FW_OK)
        return FW_NO_MEMORY;
    way->count = 0;
    if (unit->order.has_goal &&
        !unit->drive) { // gates are looked for along lines, which begin at the unit's stop
        const fw_pose stop = agent_stop(unit);
        way->points[way->count++] = (way_point){ .x = stop.x, .y = stop.y };
    }
    way->points[way->count++] = (way_point){ .x = unit->order.goal_x, .y = unit->order.goal_y };
    way->next = way->farthest = 0;
    way_begin(traffic, unit);
    return FW_OK;
}

fw_result way_replace(fw_traffic *traffic, agent *unit, fw_pose goal,
                      fw_result (*set)(fw_traffic *traffic, agent *unit))
{
    const way *way = &unit->way;
    if (unit->pursuit.faults.has_set_out)
        way_forget(unit);
    const way_point *end = way->count > 0 ? &way->points[way->count - 1] : NULL;
    const bool ends_elsewhere = end && (end->x != goal.x || end->y != goal.y);
    const double before = ends_elsewhere ? way_length_left(traffic, unit) : 0;
    const fw_result result = set(traffic, unit);
    if (result == FW_OK && ends_elsewhere) {
        const double change = way_length_left(traffic, unit) - before;
        unit->pursuit.remaining = isfinite(change) ? unit->pursuit.remaining + change : INFINITY;
    }
    return result;
}
