#include "traffic/redirect.h"

#include "traffic/held_place.h"
#include "traffic/jams.h"
#include "traffic/kinds.h"
#include "traffic/rally.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_redirect.h"
#include "traffic/way_sight.h"
#include "traffic/yield.h"

/// True if a unit stays as it is until it gets an order.
static bool has_ended(fw_agent_activity activity)
{
    return activity == FW_AGENT_STANDS || activity == FW_AGENT_ARRIVED || activity == FW_AGENT_BLOCKED ||
           activity == FW_AGENT_INFEASIBLE;
}

fw_result traffic_redirect(fw_traffic *traffic, uint32_t slot, double x, double y)
{
    agent *unit = &traffic->agents[slot];
    jam_forget(traffic, slot);
    yield_forget(traffic, slot);
    if (has_ended(unit->activity))
        unit->activity = FW_AGENT_ACTIVITIES;
    unit->order.has_goal = true;
    agent_begin_anew(unit);
    agent_set_arrival(traffic, unit, IS_UNDER_WAY);
    unit->order.goal_x = x;
    unit->order.goal_y = y;
    rally_enter(traffic, slot, x, y);
    if (way_may_stand(traffic, unit, x, y))
        return way_redirect(traffic, slot);
    way_drop(traffic, slot);
    held_place_refuse(traffic, unit, FW_GOAL_BLOCKED);
    return FW_OK;
}

fw_result traffic_prepare_order(fw_traffic *traffic)
{
    const fw_result result = traffic_refresh_kinds(traffic);
    return result == FW_OK ? way_reserve_lines(traffic, 1) : result;
}
