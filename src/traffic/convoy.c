#include "traffic/convoy.h"

#include <math.h>

#include "traffic/place.h"

/// Members that keep abreast may be ahead of the last one by this, in radii.
#define AHEAD 2.0

/// Intervals of the longest motion of a member that is ahead. It plans again after two of them.
enum { WAITING_STOP = 4 };

/// Knots without progress after which a member is held by others.
enum { HELD_AFTER = 4 };

static convoy *convoy_numbered(const fw_traffic *traffic, uint32_t number)
{
    return &traffic->convoys[number - 1];
}

convoy *convoy_led_by(const fw_traffic *traffic, uint32_t slot)
{
    const uint32_t number = traffic->agents[slot].convoy;
    if (number == 0)
        return NULL;
    convoy *convoy = convoy_numbered(traffic, number);
    return convoy->is_sought && convoy->leader == slot ? convoy : NULL;
}

bool convoy_waits(const fw_traffic *traffic, const agent *unit)
{
    return unit->convoy > 0 && convoy_numbered(traffic, unit->convoy)->is_sought &&
           convoy_numbered(traffic, unit->convoy)->leader != agent_slot(traffic, unit);
}

/// True if units of kind `follower` can go wherever units of kind `leader` can.
static bool can_follow(const fw_traffic *traffic, uint32_t leader, uint32_t follower)
{
    const agent_kind *first = &traffic->kinds[leader], *second = &traffic->kinds[follower];
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

/// True if a unit is a member of a convoy and can follow a kind.
static bool follows(const fw_traffic *traffic, const agent *unit, uint32_t number, uint32_t kind)
{
    return unit->convoy == number && can_follow(traffic, kind, unit->kind);
}

/// True if a unit has use for a way to its goal now.
static bool is_fit(const agent *unit)
{
    return unit->refused == FW_OK && unit->yields_to == NO_AGENT;
}

/// Number of members that can follow a kind.
static int32_t count_followers(const fw_traffic *traffic, uint32_t number, uint32_t kind)
{
    int32_t count = 0;
    for (int32_t i = 0; i < traffic->count; i++)
        count += follows(traffic, &traffic->agents[traffic->by_id[i]], number, kind);
    return count;
}

/// Takes a unit out of its convoy.
static void drop(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    convoy *convoy = convoy_numbered(traffic, unit->convoy);
    if (convoy->is_sought && convoy->leader == slot) {
        way_leave_queue(traffic, slot);
        convoy->leader = NO_AGENT;
    }
    convoy->count--;
    unit->convoy = 0;
}

/// The highest priority of a convoy's members, at least 1.
static int32_t highest_priority(const fw_traffic *traffic, uint32_t number)
{
    int32_t highest = 1;
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *unit = &traffic->agents[traffic->by_id[i]];
        highest = unit->convoy == number && unit->priority > highest ? unit->priority : highest;
    }
    return highest;
}

void convoy_prioritise(fw_traffic *traffic, uint32_t slot)
{
    const uint32_t number = traffic->agents[slot].convoy;
    if (number == 0)
        return;
    convoy *convoy = convoy_numbered(traffic, number);
    convoy->priority = highest_priority(traffic, number);
    if (convoy->is_sought && convoy->leader != NO_AGENT)
        way_take_turn(traffic, convoy->leader);
}

/// Chooses the leader: of the kind that most members can follow, of the largest such kind, the member with the
/// smallest id. Members that cannot stand at their goals leave the convoy.
static fw_result elect(fw_traffic *traffic, uint32_t number)
{
    uint32_t leader = NO_AGENT;
    int32_t most = 0;
    for (int32_t i = 0; i < traffic->count; i++)
        if (traffic->agents[traffic->by_id[i]].convoy == number &&
            traffic->agents[traffic->by_id[i]].refused != FW_OK)
            drop(traffic, traffic->by_id[i]);
    for (uint32_t kind = 0; kind < traffic->kind_count; kind++) {
        uint32_t first = NO_AGENT;
        for (int32_t i = traffic->count - 1; i >= 0; i--) {
            const agent *unit = &traffic->agents[traffic->by_id[i]];
            first = unit->convoy == number && unit->kind == kind ? traffic->by_id[i] : first;
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
    const uint32_t number = traffic->agents[slot].convoy;
    if (number == 0)
        return FW_OK;
    drop(traffic, slot);
    const convoy *convoy = convoy_numbered(traffic, number);
    return convoy->is_sought && convoy->leader == NO_AGENT ? elect(traffic, number) : FW_OK;
}

fw_result convoy_split(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (memory_reserve(&traffic->memory, &traffic->events, &traffic->event_room,
                       (size_t)traffic->event_count + 1, sizeof *traffic->events) != FW_OK)
        return FW_NO_MEMORY;
    drop(traffic, slot);
    if (!is_fit(unit))
        return FW_OK;
    traffic->events[traffic->event_count++] =
        (fw_traffic_event){ .time = (double)(traffic->knot + 1) * FW_TRAFFIC_KNOT,
                            .id = unit->id,
                            .activity = agent_activity(unit),
                            .leaves_group = true,
                            .news = FW_NEWS_LEAVES_GROUP };
    return way_ask(traffic, slot);
}

/// A number that no convoy has. There must be room for one more convoy.
static uint32_t free_number(fw_traffic *traffic)
{
    for (uint32_t i = 0; i < traffic->convoy_count; i++)
        if (traffic->convoys[i].count == 0)
            return i + 1;
    traffic->convoys[traffic->convoy_count++] = (convoy){ .leader = NO_AGENT };
    return traffic->convoy_count;
}

/// The convoy that consists of these members and still waits for its shared way; 0: there is none.
static uint32_t same_convoy(const fw_traffic *traffic, const pairing *pairs, int32_t count)
{
    const uint32_t number = traffic->agents[pairs[1].slot].convoy;
    for (int32_t i = 1; i <= count; i++)
        if (traffic->agents[pairs[i].slot].convoy != number)
            return 0;
    return number > 0 && convoy_numbered(traffic, number)->is_sought &&
                   convoy_numbered(traffic, number)->count == count
               ? number
               : 0;
}

fw_result convoy_order(fw_traffic *traffic, const fw_group_def *def, const pairing *pairs, int32_t count)
{
    fw_result result = FW_OK;
    uint32_t number = same_convoy(traffic, pairs, count);
    const uint32_t leader = number > 0 ? convoy_numbered(traffic, number)->leader : NO_AGENT;
    if (number == 0) {
        if (memory_reserve(&traffic->memory, &traffic->convoys, &traffic->convoy_room,
                           (size_t)traffic->convoy_count + 1, sizeof *traffic->convoys) != FW_OK)
            return FW_NO_MEMORY;
        for (int32_t i = 1; i <= count && result == FW_OK; i++)
            result = convoy_leave(traffic, pairs[i].slot);
        if (result != FW_OK)
            return result;
        number = free_number(traffic);
    }
    *convoy_numbered(traffic, number) = (convoy){ .leader = leader,
                                                  .count = count,
                                                  .own_steps = def->own_steps,
                                                  .keeps_abreast = def->keeps_abreast,
                                                  .priority = 1,
                                                  .is_sought = true };
    for (int32_t i = 1; i <= count; i++)
        traffic->agents[pairs[i].slot].convoy = number;
    for (int32_t j = 1; j <= count && result == FW_OK; j++) {
        const uint32_t slot = pairs[pairs[j].member].slot;
        if (slot != leader)
            way_leave_queue(traffic, slot);
        result = traffic_redirect(traffic, slot, pairs[j].place.x, pairs[j].place.y);
    }
    return result == FW_OK ? elect(traffic, number) : result;
}

/// Where a member will stop, or its goal.
static way_point place_of(const agent *unit, bool at_goal)
{
    return at_goal ? (way_point){ .x = unit->goal_x, .y = unit->goal_y }
                   : (way_point){ .x = unit->plan.stop_x, .y = unit->plan.stop_y };
}

/// Finds the end of a shared way: the middle of the followers' places, if it can be seen from the nearest place where
/// the leader can stand; or this place.
///
/// @param at_goals  the places are their goals; false: where they will stop
/// @return false: the leader can stand at none of the places
static bool find_end(const fw_traffic *traffic, const convoy *convoy, bool at_goals, fw_pose *end)
{
    const agent *leader = &traffic->agents[convoy->leader];
    double x = 0, y = 0, least = INFINITY;
    int32_t count = 0;
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *unit = &traffic->agents[traffic->by_id[i]];
        if (!follows(traffic, unit, leader->convoy, leader->kind))
            continue;
        const way_point at = place_of(unit, at_goals);
        x += at.x;
        y += at.y;
        count++;
    }
    x /= count;
    y /= count;
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *unit = &traffic->agents[traffic->by_id[i]];
        if (!follows(traffic, unit, leader->convoy, leader->kind))
            continue;
        const way_point at = place_of(unit, at_goals);
        const double away = apart(x, y, at.x, at.y);
        if (away >= least || !way_is_clear(traffic, leader, at.x, at.y, at.x, at.y))
            continue;
        least = away;
        *end = (fw_pose){ at.x, at.y, 0 };
    }
    if (least < INFINITY && way_is_clear(traffic, leader, end->x, end->y, x, y))
        *end = (fw_pose){ x, y, 0 };
    return least < INFINITY;
}

bool convoy_ends(const fw_traffic *traffic, const convoy *convoy, fw_pose *start, fw_pose *goal)
{
    return find_end(traffic, convoy, false, start) && find_end(traffic, convoy, true, goal);
}

/// No shared way serves the leader's kind: these members go on their own, and the others search for another one.
static fw_result split_leaders(fw_traffic *traffic, uint32_t number)
{
    const uint32_t kind = traffic->agents[convoy_numbered(traffic, number)->leader].kind;
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *unit = &traffic->agents[traffic->by_id[i]];
        if (unit->convoy == number && unit->kind == kind && convoy_split(traffic, traffic->by_id[i]) != FW_OK)
            return FW_NO_MEMORY;
    }
    return elect(traffic, number);
}

/// Lists the members that can follow the leader, by id. The others go on their own.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result list_followers(fw_traffic *traffic, uint32_t number, int32_t *count)
{
    const convoy *convoy = convoy_numbered(traffic, number);
    const uint32_t kind = traffic->agents[convoy->leader].kind;
    if (memory_reserve(&traffic->memory, &traffic->pairs, &traffic->pair_room, (size_t)convoy->count + 1,
                       sizeof *traffic->pairs) != FW_OK)
        return FW_NO_MEMORY;
    *count = 0;
    for (int32_t i = 0; i < traffic->count; i++) {
        const uint32_t slot = traffic->by_id[i];
        const agent *unit = &traffic->agents[slot];
        if (unit->convoy != number)
            continue;
        if (can_follow(traffic, kind, unit->kind) && is_fit(unit))
            traffic->pairs[++*count] = (pairing){ .slot = slot, .goal = { unit->goal_x, unit->goal_y, 0 } };
        else if (convoy_split(traffic, slot) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

void convoy_look_back(fw_traffic *traffic)
{
    if (traffic->convoy_count == 0)
        return;
    for (uint32_t i = 0; i < traffic->convoy_count; i++)
        traffic->convoys[i].behind = 0;
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *unit = &traffic->agents[traffic->by_id[i]];
        if (unit->convoy == 0)
            continue;
        convoy *convoy = convoy_numbered(traffic, unit->convoy);
        if (!convoy->is_sought && unit->has_been)
            drop(traffic, traffic->by_id[i]);
        else if (unit->stalled >= HELD_AFTER)
            convoy->behind = -INFINITY;
        else if (isfinite(convoy->behind) && isfinite(unit->remaining))
            convoy->behind = fmax(convoy->behind, unit->remaining);
    }
}

double convoy_least_rest(const fw_traffic *traffic, const agent *unit)
{
    const convoy *convoy = unit->convoy > 0 ? convoy_numbered(traffic, unit->convoy) : NULL;
    if (!convoy || convoy->is_sought || unit->in_way_of != NO_AGENT || unit->yields_to != NO_AGENT)
        return -INFINITY;
    const double most = convoy->behind - AHEAD * radius_of(traffic, unit);
    return unit->remaining < most ? most - reservation_range(&unit->limits, unit->limits.top, WAITING_STOP)
                                  : -INFINITY;
}

fw_result convoy_take(fw_traffic *traffic, uint32_t leader, fw_result result)
{
    const uint32_t number = traffic->agents[leader].convoy;
    int32_t count = 0;
    if (!is_fit(&traffic->agents[leader]))
        return convoy_leave(traffic, leader);
    if (result != FW_OK)
        return split_leaders(traffic, number);
    result = list_followers(traffic, number, &count);
    if (result == FW_OK)
        result = way_take_path(traffic, &traffic->agents[leader]);
    if (result != FW_OK)
        return result;
    way_begin(traffic, &traffic->agents[leader]);
    result = convoy_lay(traffic, number, traffic->pairs, count);
    if (result != FW_OK)
        return result;
    convoy *convoy = convoy_numbered(traffic, number);
    if (convoy->leader == leader)
        way_leave_queue(traffic, leader);
    convoy->is_sought = false;
    for (int32_t i = 1; i <= count; i++) {
        const agent *unit = &traffic->agents[traffic->pairs[i].slot];
        if (unit->convoy != number)
            continue;
        if ((unit->lacks_first || unit->lacks_last) && way_ask(traffic, traffic->pairs[i].slot) != FW_OK)
            return FW_NO_MEMORY;
        if (!convoy->keeps_abreast)
            drop(traffic, traffic->pairs[i].slot);
    }
    return FW_OK;
}
