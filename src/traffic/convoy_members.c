#include "traffic/convoy_members.h"

#include "traffic/agent_state.h"
#include "traffic/convoy_roles.h"
#include "traffic/way_queue.h"

bool convoy_can_follow(const fw_traffic *traffic, uint32_t leader, uint32_t follower)
{
    const agent_kind *first = &traffic->roster.kinds[leader], *second = &traffic->roster.kinds[follower];
    if (leader == follower)
        return true;
    const map_unit *one = map_find_unit(traffic->map, first->unit),
                   *two = map_find_unit(traffic->map, second->unit);
    if (second->radius > first->radius || !one || !two)
        return false;
    for (int terrain = 0; terrain < FW_TERRAIN_COUNT; terrain++)
        if (one->def.terrain_cost[terrain] > 0 && !(two->def.terrain_cost[terrain] > 0))
            return false;
    return true;
}

bool convoy_follows(const fw_traffic *traffic, const agent *unit, uint32_t number, uint32_t kind)
{
    return unit->relation.convoy == number && convoy_can_follow(traffic, kind, unit->kind);
}

bool convoy_is_fit(const agent *unit)
{
    return unit->pursuit.refused == FW_OK && unit->relation.yields_to == NO_AGENT;
}

/// Number of members that can follow a kind.
static int32_t count_followers(const fw_traffic *traffic, uint32_t number, uint32_t kind)
{
    int32_t count = 0;
    for (int32_t i = 0; i < traffic->count; i++)
        count += convoy_follows(traffic, &traffic->agents[traffic->by_id[i]], number, kind);
    return count;
}

void convoy_drop(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    convoy *convoy = convoy_numbered(traffic, unit->relation.convoy);
    if (convoy->is_sought && convoy->leader == slot) {
        way_leave_queue(traffic, slot);
        convoy->leader = NO_AGENT;
    }
    convoy->count--;
    unit->relation.convoy = 0;
}

/// The highest priority of a convoy's members, at least 1.
static int32_t highest_priority(const fw_traffic *traffic, uint32_t number)
{
    int32_t highest = 1;
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *unit = &traffic->agents[traffic->by_id[i]];
        highest = unit->relation.convoy == number && unit->priority > highest ? unit->priority : highest;
    }
    return highest;
}

void convoy_prioritise(fw_traffic *traffic, uint32_t slot)
{
    const uint32_t number = traffic->agents[slot].relation.convoy;
    if (number == 0)
        return;
    convoy *convoy = convoy_numbered(traffic, number);
    convoy->priority = highest_priority(traffic, number);
    if (convoy->is_sought && convoy->leader != NO_AGENT)
        way_take_turn(traffic, convoy->leader);
}

fw_result convoy_elect(fw_traffic *traffic, uint32_t number)
{
    uint32_t leader = NO_AGENT;
    int32_t most = 0;
    for (int32_t i = 0; i < traffic->count; i++)
        if (traffic->agents[traffic->by_id[i]].relation.convoy == number &&
            traffic->agents[traffic->by_id[i]].pursuit.refused != FW_OK)
            convoy_drop(traffic, traffic->by_id[i]);
    for (uint32_t kind = 0; kind < traffic->roster.kind_count; kind++) {
        uint32_t first = NO_AGENT;
        for (int32_t i = traffic->count - 1; i >= 0; i--) {
            const agent *unit = &traffic->agents[traffic->by_id[i]];
            first = unit->relation.convoy == number && unit->kind == kind ? traffic->by_id[i] : first;
        }
        if (first == NO_AGENT)
            continue;
        const int32_t followers = count_followers(traffic, number, kind);
        const agent *unit = &traffic->agents[first];
        const agent *other = leader == NO_AGENT ? unit : &traffic->agents[leader];
        const double radius = radius_of(traffic, unit), largest = radius_of(traffic, other);
        if (followers > most ||
            (followers == most && (radius > largest || (radius == largest && unit->id < other->id)))) {
            most = followers;
            leader = first;
        }
    }
    convoy *convoy = convoy_numbered(traffic, number);
    if (leader == NO_AGENT)
        return FW_OK;
    if (convoy->leader != leader && convoy->leader != NO_AGENT)
        way_leave_queue(traffic, convoy->leader);
    convoy->leader = leader;
    convoy->priority = highest_priority(traffic, number);
    return way_ask(traffic, leader);
}

fw_result convoy_leave(fw_traffic *traffic, uint32_t slot)
{
    const uint32_t number = traffic->agents[slot].relation.convoy;
    if (number == 0)
        return FW_OK;
    convoy_drop(traffic, slot);
    const convoy *convoy = convoy_numbered(traffic, number);
    return convoy->is_sought && convoy->leader == NO_AGENT ? convoy_elect(traffic, number) : FW_OK;
}

fw_result convoy_split(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (MEMORY_RESERVE(&traffic->memory, traffic->events.all, traffic->events.room,
                       (size_t)traffic->events.count + 1) != FW_OK)
        return FW_NO_MEMORY;
    convoy_drop(traffic, slot);
    if (!convoy_is_fit(unit))
        return FW_OK;
    traffic->events.all[traffic->events.count++] =
        (fw_traffic_event){ .time = (double)(traffic->clock.knot + 1) * FW_TRAFFIC_KNOT,
                            .id = unit->id,
                            .activity = agent_activity(unit),
                            .leaves_group = true,
                            .news = FW_NEWS_LEAVES_GROUP };
    return way_ask(traffic, slot);
}
