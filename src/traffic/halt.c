#include "traffic/halt.h"

#include <math.h>

#include "traffic/agent_state.h"
#include "traffic/braking.h"
#include "traffic/convoy_members.h"
#include "traffic/crowd.h"
#include "traffic/jams.h"
#include "traffic/patience.h"
#include "traffic/rally.h"
#include "traffic/reservation.h"
#include "traffic/shove.h"
#include "traffic/trial.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/yield.h"

reservation halt_motion(const fw_traffic *traffic, const agent *unit)
{
    reservation made;
    const int64_t first = traffic->clock.knot + 1;
    const knot *from = agent_next(traffic, unit);
    const rail ahead = unit->drive ? reservation_rail(&unit->drive->plan, first)
                                   : rail_standing((fw_pose){ from->x, from->y, 0 });
    reservation_halt(&unit->limits, first, from, &ahead, &made);
    return made;
}

/// Lets one more unit brake, unless a wall is in the way.
static bool add(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    const agent_kind *kind = kind_of(traffic, unit);
    const reservation made = halt_motion(traffic, unit);
    if (traffic->push.count == MOST_PLANS ||
        !(unit->pursuit.is_cut ||
          reservation_is_on_free_ground(&kind->ground, &kind->body, &made, traffic->clock.knot + 1)))
        return false;
    jam_forget(traffic, slot); // its path does not lead to its stop any more
    trial_note(traffic, slot);
    crowd_place(traffic, slot, &made);
    return true;
}

/// Lets those brake that would run into a unit that brakes.
static bool brake_behind(fw_traffic *traffic, uint32_t slot)
{
    const reservation made = *crowd_reservation(traffic, slot);
    for (uint32_t other; (other = crowd_conflict(traffic, slot, &made)) != NO_AGENT;)
        if (trial_has(traffic, other) || !add(traffic, other))
            return false;
    return true;
}

bool halt_brake(fw_traffic *traffic, uint32_t slot)
{
    bool is_done = add(traffic, slot);
    for (int32_t i = 0; is_done && i < traffic->push.count; i++)
        is_done = brake_behind(traffic, traffic->push.undos[i].slot);
    for (int32_t i = 0; is_done && i < traffic->push.count; i++)
        agent_leave_course(&traffic->agents[traffic->push.undos[i].slot]);
    if (!is_done)
        trial_undo(traffic, 0);
    traffic->push.count = 0;
    return is_done;
}

bool halt_brakes_already(const fw_traffic *traffic, const agent *unit)
{
    const double left =
        ceil(knot_speed(agent_next(traffic, unit)) / (unit->limits.braking * FW_TRAFFIC_KNOT));
    return (double)(outline_end(&unit->plan) - traffic->clock.knot - 1) <= left;
}

/// Lets a unit brake, and makes the place where it will stop its goal.
static fw_result stop(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (!halt_brakes_already(traffic, unit))
        halt_brake(traffic, slot);
    const fw_pose end = agent_stop(unit);
    unit->order.goal_x = end.x;
    unit->order.goal_y = end.y;
    rally_rest(traffic, slot, end.x, end.y);
    return way_set_line(traffic, unit);
}

fw_result halt_order(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    const fw_result result = convoy_leave(traffic, slot);
    if (result != FW_OK)
        return result;
    jam_forget(traffic, slot);
    yield_forget(traffic, slot);
    way_drop(traffic, slot);
    agent_begin_anew(unit);
    unit->order.has_goal = false;
    unit->relation.in_way_of = NO_AGENT;
    agent_set_arrival(traffic, unit, HAS_BEEN);
    return stop(traffic, slot);
}

/// True if a unit that only wants to come back to where it rested has long come no nearer, or has come back again and
/// again, and others that only came back have pushed it away.
static bool cannot_come_back(const agent *unit)
{
    return agent_has_been(unit) && !agent_is_at_goal(unit) &&
           (agent_is_late(unit) || unit->jam.pushed_off > COMES_BACK) && unit->jam.number == NO_JAM;
}

fw_result halt_look(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (cannot_come_back(unit) && way_reserve(traffic, slot, 2) == FW_OK)
        rest_at_stop(traffic, slot);
    if (unit->order.stage != PLACE_IS_STOP)
        return FW_OK;
    stop(traffic, slot); // cannot fail: its way has room
    if (outline_end(&unit->plan) > traffic->clock.knot)
        return FW_OK;
    unit->order.stage = PLACE_IS_GOAL;
    agent_set_arrival(traffic, unit, IS_AT_GOAL);
    return FW_OK;
}
