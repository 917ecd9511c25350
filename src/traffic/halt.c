#include "traffic/halt.h"

#include <math.h>

#include "traffic/agent_state.h"
#include "traffic/braking.h"
#include "traffic/convoy_members.h"
#include "traffic/crowd.h"
#include "traffic/crowd_cells.h"
#include "traffic/jams.h"
#include "traffic/rally.h"
#include "traffic/reservation.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/yield.h"

/// Units that brake together, and what they had reserved before.
typedef struct braking {
    fw_traffic *traffic;
    int32_t count;
    uint32_t slots[MOST_PLANS];
    outline before[MOST_PLANS];
} braking;

/// The motion of a unit that brakes from the next knot on.
///
/// @return false: a wall is in the way
static bool find_brake(const fw_traffic *traffic, const agent *unit, reservation *made)
{
    const int64_t first = traffic->clock.knot + 1;
    const agent_kind *kind = kind_of(traffic, unit);
    const knot *from = agent_next(traffic, unit);
    const rail ahead = unit->drive ? reservation_rail(&unit->drive->plan, first)
                                   : rail_standing((fw_pose){ from->x, from->y, 0 });
    reservation_halt(&unit->limits, first, from, &ahead, made);
    return unit->pursuit.is_cut || reservation_is_on_free_ground(&kind->ground, &kind->body, made, first);
}

/// Lets one more unit brake.
static bool add(braking *chain, uint32_t slot)
{
    fw_traffic *traffic = chain->traffic;
    agent *unit = &traffic->agents[slot];
    reservation made;
    if (chain->count == MOST_PLANS || !find_brake(traffic, unit, &made))
        return false;
    jam_forget(traffic, slot); // its path does not lead to its stop any more
    if (unit->drive)
        traffic->push.drives[chain->count] = *unit->drive;
    chain->before[chain->count] = unit->plan;
    chain->slots[chain->count++] = slot;
    crowd_place(traffic, slot, &made);
    return true;
}

static bool brakes(const braking *chain, uint32_t slot)
{
    int32_t i = 0;
    while (i < chain->count && chain->slots[i] != slot)
        i++;
    return i < chain->count;
}

static bool are_apart(fw_traffic *traffic, uint32_t slot, const reservation *made, uint32_t other_slot)
{
    const agent *unit = &traffic->agents[slot], *other = &traffic->agents[other_slot];
    return reservations_are_apart(made, crowd_reservation(traffic, other_slot),
                                  radius_of(traffic, unit) + radius_of(traffic, other),
                                  unit->limits.top + other->limits.top, traffic->clock.knot + 1);
}

/// Lets those brake that would run into a unit that brakes.
static bool brake_behind(braking *chain, uint32_t slot)
{
    fw_traffic *traffic = chain->traffic;
    const agent *unit = &traffic->agents[slot];
    const double reach = radius_of(traffic, unit);
    const reservation made = *crowd_reservation(traffic, slot);
    fw_box box = reservation_box(&made, traffic->clock.knot + 1);
    box = (fw_box){ box.min_x - reach, box.min_y - reach, box.max_x + reach, box.max_y + reach };
    const int32_t near = crowd_on_layers(traffic, &box, unit->regard.layers);
    for (int32_t i = 0; i < near; i++) {
        const uint32_t other = traffic->crowd.found[i];
        if (other == slot || are_apart(traffic, slot, &made, other))
            continue;
        if (brakes(chain, other) || !add(chain, other))
            return false;
    }
    return true;
}

static void undo_all(const braking *chain)
{
    fw_traffic *traffic = chain->traffic;
    for (int32_t i = 0; i < chain->count; i++) {
        agent *unit = &traffic->agents[chain->slots[i]];
        reservation room;
        unit->plan = chain->before[i];
        if (unit->drive)
            *unit->drive = traffic->push.drives[i];
        crowd_place(traffic, chain->slots[i], agent_reservation(traffic, unit, &room));
    }
}

bool halt_brake(fw_traffic *traffic, uint32_t slot)
{
    braking chain = { .traffic = traffic };
    bool is_done = add(&chain, slot);
    for (int32_t i = 0; is_done && i < chain.count; i++)
        is_done = brake_behind(&chain, chain.slots[i]);
    if (!is_done)
        undo_all(&chain);
    for (int32_t i = 0; is_done && i < chain.count; i++)
        agent_leave_course(&traffic->agents[chain.slots[i]]);
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
    unit->order.has_goal = false;
    unit->relation.in_way_of = NO_AGENT;
    agent_set_arrival(traffic, unit, HAS_BEEN);
    return stop(traffic, slot);
}

fw_result halt_look(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (unit->order.stage != PLACE_IS_STOP)
        return FW_OK;
    stop(traffic, slot); // cannot fail: its way has room
    if (outline_end(&unit->plan) > traffic->clock.knot)
        return FW_OK;
    unit->order.stage = PLACE_IS_GOAL;
    agent_set_arrival(traffic, unit, IS_AT_GOAL);
    return FW_OK;
}
