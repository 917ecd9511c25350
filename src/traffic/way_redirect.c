#include "traffic/way_redirect.h"

#include "traffic/agent_state.h"
#include "traffic/gate.h"
#include "traffic/passages.h"
#include "traffic/setting_out.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/way_sight.h"

/// Lets the way of a unit end at its goal, if the goal is visible from the corner before the end of the way. What is
/// measured from the end of the way is measured from the new end.
static void move_end(fw_traffic *traffic, agent *unit)
{
    way *way = &unit->way;
    way_point *end = &way->points[way->count - 1];
    const fw_pose stop = agent_stop(unit);
    const way_point *corner = way->count > 1 ? end - 1 : &(way_point){ .x = stop.x, .y = stop.y };
    if ((end->x == unit->order.goal_x && end->y == unit->order.goal_y) ||
        !way_is_clear(traffic, unit, corner->x, corner->y, unit->order.goal_x, unit->order.goal_y) ||
        !terrain_is_cheap(traffic, unit, corner->x, corner->y, unit->order.goal_x, unit->order.goal_y))
        return;
    const double before = apart(corner->x, corner->y, end->x, end->y);
    end->x = unit->order.goal_x;
    end->y = unit->order.goal_y;
    way_has_changed(traffic);
    const double change = apart(corner->x, corner->y, end->x, end->y) - before;
    unit->pursuit.remaining += change;
    unit->pursuit.nearest += change;
    gate_move_end(unit, before, change);
    passages_move_end(traffic, unit, change);
}

/// True if a way to (end_x, end_y) leads a unit nearer to its goal.
static bool leads_nearer(const agent *unit, double end_x, double end_y)
{
    const fw_pose stop = agent_stop(unit);
    return apart(end_x, end_y, unit->order.goal_x, unit->order.goal_y) <
           apart(stop.x, stop.y, unit->order.goal_x, unit->order.goal_y);
}

fw_result way_redirect(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    const way *way = &unit->way;
    const bool is_searched =
        unit->pursuit.is_queued && traffic->desk.queue[0] == slot && traffic->desk.search;
    const bool is_part = unit->pursuit.faults.lacks_first || unit->pursuit.faults.lacks_last;
    unit->pursuit.faults.lacks_first = unit->pursuit.faults.lacks_last = false;
    if (is_searched && (unit->pursuit.wants_course || unit->pursuit.detour == DETOUR_WEIGHED ||
                        traffic->around.detour.is_searched || is_part ||
                        !leads_nearer(unit, traffic->desk.goal.x, traffic->desk.goal.y)))
        way_end_search(traffic);
    way_begin_anew(traffic, unit);
    unit->pursuit.faults.goes_on =
        way->count > 0 && leads_nearer(unit, way->points[way->count - 1].x, way->points[way->count - 1].y);
    fw_result result = FW_OK;
    if (unit->pursuit.faults.goes_on) {
        move_end(traffic, unit);
    } else {
        way_forget(unit);
        result = setting_out_begin(traffic, slot);
    }
    return result == FW_OK ? way_ask(traffic, slot) : result;
}

fw_result way_go_straight(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    const fw_pose goal = { unit->order.goal_x, unit->order.goal_y, 0 };
    const fw_result result = way_replace(traffic, unit, goal, way_set_line);
    if (result != FW_OK)
        return result;
    way_leave_queue(traffic, slot);
    agent_leave_course(unit);
    unit->pursuit.wants_course = unit->pursuit.faults.goes_on = unit->pursuit.faults.lacks_first =
        unit->pursuit.faults.lacks_last = false;
    unit->pursuit.detour = unit->pursuit.detour == DETOUR_WEIGHED ? DETOUR_NOT_SOUGHT : unit->pursuit.detour;
    way_plan_soon(traffic, slot);
    return FW_OK;
}
