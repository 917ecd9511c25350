#include "base/def.h"
#include "traffic/agent_state.h"
#include "traffic/patience.h"
#include "traffic/roster.h"

/// What a program sees of a traffic: the states of its units, and the events of the last step.

/// Brings the state of a unit up to the present time.
///
/// @param index  in order of ids
static const fw_agent_state *state_now(const fw_traffic *traffic, int32_t index)
{
    const agent *unit = &traffic->agents[traffic->by_id[index]];
    fw_agent_state *state = &traffic->roster.states[index];
    const uint32_t other = agent_other(unit);
    state->id = unit->id;
    state->activity = agent_activity(unit);
    state->other = other != NO_AGENT ? traffic->agents[other].id : 0;
    const bool is_told = state->activity == FW_AGENT_WAITS && agent_is_unsolved(unit);
    state->reason = is_told ? FW_REASON_UNSOLVED : FW_REASON_NONE;
    state->gear = unit->drive ? unit->drive->under_way.gear : FW_FORWARD;
    state->pose = agent_now(traffic, unit, &state->speed);
    state->from_goal =
        unit->order.has_goal ? apart(state->pose.x, state->pose.y, unit->order.x, unit->order.y) : 0;
    return state;
}

const fw_agent_state *fw_traffic_states(const fw_traffic *traffic, int32_t *count)
{
    if (count)
        *count = traffic ? traffic->count : 0;
    if (!traffic || traffic->count == 0)
        return NULL;
    for (int32_t i = 0; i < traffic->count; i++)
        state_now(traffic, i);
    return traffic->roster.states;
}

fw_result fw_traffic_get_state(const fw_traffic *traffic, fw_agent_id id, fw_agent_state *state, size_t bytes)
{
    if (!traffic)
        return FW_NULL_ARGUMENT;
    const int32_t index = traffic_index_of(traffic, id);
    if (index == traffic->count || traffic->agents[traffic->by_id[index]].id != id)
        return FW_UNKNOWN_UNIT;
    return struct_give(state, bytes, state_now(traffic, index), sizeof *state);
}

int32_t fw_traffic_count(const fw_traffic *traffic)
{
    return traffic ? traffic->count : 0;
}

fw_result fw_traffic_get_state_at(const fw_traffic *traffic, int32_t index, fw_agent_state *state,
                                  size_t bytes)
{
    if (!traffic)
        return FW_NULL_ARGUMENT;
    if (index < 0 || index >= traffic->count)
        return FW_BAD_VALUE;
    return struct_give(state, bytes, state_now(traffic, index), sizeof *state);
}

const fw_traffic_event *fw_traffic_events(const fw_traffic *traffic, int32_t *count)
{
    if (count)
        *count = traffic ? traffic->events.count : 0;
    return traffic && traffic->events.count > 0 ? traffic->events.all : NULL;
}

fw_result fw_traffic_get_event(const fw_traffic *traffic, int32_t index, fw_traffic_event *event,
                               size_t bytes)
{
    if (!traffic)
        return FW_NULL_ARGUMENT;
    if (index < 0 || index >= traffic->events.count)
        return FW_BAD_VALUE;
    return struct_give(event, bytes, &traffic->events.all[index], sizeof *event);
}
