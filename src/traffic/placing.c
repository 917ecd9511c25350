// Units that the game places elsewhere, or on other layers.
#include <math.h>

#include "base/trig.h"
#include "fairway/traffic_obstacles.h"
#include "fairway/traffic_regard.h"
#include "traffic/agent_def.h"
#include "traffic/agent_state.h"
#include "traffic/crowd.h"
#include "traffic/crowd_cells.h"
#include "traffic/jams.h"
#include "traffic/rally.h"
#include "traffic/recording.h"
#include "traffic/redirect.h"
#include "traffic/reservation.h"
#include "traffic/roster.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/way_sight.h"
#include "traffic/yield.h"

/// Lets a unit stand at a pose from now on, without a way.
static void stand(fw_traffic *traffic, uint32_t slot, fw_pose pose)
{
    agent *unit = &traffic->agents[slot];
    if (unit->relation.yields_to != NO_AGENT)
        yield_end(unit);
    yield_forget(traffic, slot);
    jam_forget(traffic, slot);
    if (traffic->desk.search && traffic->desk.queue[0] == slot)
        way_end_search(traffic); // it begins elsewhere
    agent_leave_course(unit);
    agent_begin_anew(unit);
    way_forget(unit);
    way_has_changed(traffic);
    if (unit->drive) {
        unit->drive->under_way = unit->drive->wanted = rail_standing(pose);
        unit->drive->holds_until = 0;
    }
    unit->from = unit->to = (knot){ .x = pose.x, .y = pose.y };
    unit->heading = trig_wrap(pose.heading);
    unit->relation.blocker = unit->relation.met = unit->relation.in_way_of = NO_AGENT;
    unit->pursuit.is_cut = unit->pursuit.wants_course = false;
    const reservation plan = reservation_standing(traffic->clock.knot, pose);
    crowd_place(traffic, slot, &plan);
}

/// Lets a unit without an order rest where it stands. Its way must have room.
static void rest(fw_traffic *traffic, uint32_t slot, fw_pose pose)
{
    agent *unit = &traffic->agents[slot];
    unit->pursuit.refused = FW_OK;
    unit->order.goal_x = pose.x;
    unit->order.goal_y = pose.y;
    rally_rest(traffic, slot, pose.x, pose.y);
    unit->order.stage = PLACE_IS_GOAL;
    agent_set_arrival(traffic, unit, IS_AT_GOAL);
    way_set_line(traffic, unit);
}

static fw_result place_unit(fw_traffic *traffic, fw_agent_id id, fw_pose pose)
{
    traffic_look(traffic);
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    fw_result result = isfinite(pose.heading) ? traffic_judge_place(traffic, pose.x, pose.y) : FW_NOT_FINITE;
    if (result == FW_OK)
        result = traffic_prepare_order(traffic);
    if (result != FW_OK)
        return result;
    agent *unit = &traffic->agents[slot];
    if (!agent_place_is_free(traffic, kind_of(traffic, unit), unit->regard.layers, pose.x, pose.y, slot))
        return FW_START_BLOCKED;
    stand(traffic, slot, pose);
    if (!unit->order.has_goal) {
        rest(traffic, slot, pose);
        return FW_OK;
    }
    agent_leave_goal(traffic, unit);
    return way_judge_goal(traffic, unit) ? way_ask(traffic, slot)
                                         : FW_OK; // cannot fail: the queue has room for all
}

fw_result fw_traffic_place(fw_traffic *traffic, fw_agent_id id, fw_pose pose)
{
    return TRAFFIC_ANSWER(traffic, place_unit(traffic, id, pose), RECORD_PLACE, "ip", (int64_t)id, &pose);
}

/// True if the motion of a unit up to the next knot, and its reservation, keep clear of those of another one.
static bool is_apart(const fw_traffic *traffic, const agent *unit, const agent *other)
{
    const double radii = radius_of(traffic, unit) + radius_of(traffic, other),
                 speeds = unit->limits.top + other->limits.top;
    const int64_t now = traffic->clock.knot;
    reservation room, other_room;
    const reservation mine = agent_interval(traffic, unit), theirs = agent_interval(traffic, other);
    return reservations_are_apart(&mine, &theirs, radii, speeds, now) &&
           reservations_are_apart(agent_reservation(traffic, unit, &room),
                                  agent_reservation(traffic, other, &other_room), radii, speeds, now + 1);
}

/// True if a unit may be on layers, among the units that it sees then.
static bool may_be_on(const fw_traffic *traffic, uint32_t slot, uint32_t layers)
{
    const agent *unit = &traffic->agents[slot];
    const double reach = radius_of(traffic, unit) + PAIR_ROOM + traffic->crowd.most_half;
    const fw_box box = box_wider(&traffic->crowd.marks[slot].box, reach);
    const int32_t near = crowd_on_layers(traffic, &box, layers);
    for (int32_t i = 0; i < near; i++) {
        const agent *other = &traffic->agents[traffic->crowd.found[i]];
        if (other != unit && !agent_sees(unit, other) && !is_apart(traffic, unit, other))
            return false;
    }
    return true;
}

static fw_result set_regard(fw_traffic *traffic, fw_agent_id id, uint32_t layers, uint32_t gives_way_to,
                            uint32_t may_push)
{
    traffic_look(traffic);
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    agent *unit = &traffic->agents[slot];
    if (layers != unit->regard.layers && !may_be_on(traffic, slot, layers))
        return FW_START_BLOCKED;
    if (layers != unit->regard.layers)
        jam_forget(traffic, slot); // its plan regards those that it saw
    unit->regard.layers = traffic->crowd.marks[slot].layers = layers;
    unit->regard.gives_way_to = gives_way_to;
    unit->regard.may_push = may_push;
    traffic->around.detour.changes++;
    return FW_OK;
}

fw_result fw_traffic_set_regard(fw_traffic *traffic, fw_agent_id id, uint32_t layers, uint32_t gives_way_to,
                                uint32_t may_push)
{
    return TRAFFIC_ANSWER(traffic, set_regard(traffic, id, layers, gives_way_to, may_push), RECORD_SET_REGARD,
                          "iiii", (int64_t)id, (int64_t)layers, (int64_t)gives_way_to, (int64_t)may_push);
}
