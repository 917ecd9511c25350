// Units that the game places elsewhere.
#include <math.h>

#include "base/trig.h"
#include "fairway/traffic_obstacles.h"
#include "traffic/agent_def.h"
#include "traffic/jams.h"
#include "traffic/rally.h"

/// Lets a unit stand at a pose from now on, without a way.
static void stand(fw_traffic *traffic, uint32_t slot, fw_pose pose)
{
    agent *unit = &traffic->agents[slot];
    if (unit->yields_to != NO_AGENT)
        yield_end(unit);
    yield_forget(traffic, slot);
    jam_forget(traffic, slot);
    if (traffic->search && traffic->queue[0] == slot)
        way_end_search(traffic); // it begins elsewhere
    agent_leave_course(unit);
    way_forget(unit);
    way_has_changed(traffic);
    if (unit->drive) {
        unit->drive->under_way = unit->drive->wanted = rail_standing(pose);
        unit->drive->holds_until = 0;
    }
    unit->from = unit->to = (knot){ .x = pose.x, .y = pose.y };
    unit->heading = trig_wrap(pose.heading);
    unit->blocker = unit->met = unit->in_way_of = NO_AGENT;
    unit->is_cut = unit->wants_course = false;
    const reservation plan = reservation_standing(traffic->knot, pose);
    crowd_place(traffic, slot, &plan);
}

/// Lets a unit without an order rest where it stands. Its way must have room.
static void rest(fw_traffic *traffic, uint32_t slot, fw_pose pose)
{
    agent *unit = &traffic->agents[slot];
    unit->refused = FW_OK;
    unit->goal_x = pose.x;
    unit->goal_y = pose.y;
    rally_rest(traffic, slot, pose.x, pose.y);
    unit->stage = PLACE_IS_GOAL;
    unit->has_been = true;
    agent_set_at_goal(traffic, unit, true);
    way_set_line(traffic, unit);
}

fw_result fw_traffic_place(fw_traffic *traffic, fw_agent_id id, fw_pose pose)
{
    if (!traffic)
        return FW_NULL_ARGUMENT;
    traffic_look(traffic);
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    if (!isfinite(pose.x) || !isfinite(pose.y) || !isfinite(pose.heading))
        return FW_NOT_FINITE;
    if (!traffic_is_on_map(traffic, pose.x, pose.y))
        return FW_OUT_OF_BOUNDS;
    fw_result result = traffic_refresh_kinds(traffic);
    if (result == FW_OK)
        result = way_reserve_lines(traffic, 1);
    if (result != FW_OK)
        return result;
    agent *unit = &traffic->agents[slot];
    if (!agent_place_is_free(traffic, kind_of(traffic, unit), pose.x, pose.y, slot))
        return FW_START_BLOCKED;
    stand(traffic, slot, pose);
    if (!unit->has_goal) {
        rest(traffic, slot, pose);
        return FW_OK;
    }
    agent_set_at_goal(traffic, unit, false);
    unit->refused = way_is_clear(traffic, unit, unit->goal_x, unit->goal_y, unit->goal_x, unit->goal_y)
                        ? FW_OK
                        : FW_GOAL_BLOCKED;
    return unit->refused == FW_OK ? way_ask(traffic, slot)
                                  : FW_OK; // cannot fail: the queue has room for all units
}
