#include "traffic/convoy.h"

#include <math.h>

#include "traffic/convoy_lanes.h"
#include "traffic/convoy_members.h"
#include "traffic/patience.h"
#include "traffic/redirect.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/way_sight.h"

/// A number that no convoy has. There must be room for one more convoy.
static uint32_t free_number(fw_traffic *traffic)
{
    for (uint32_t i = 0; i < traffic->convoys.count; i++)
        if (traffic->convoys.all[i].count == 0)
            return i + 1;
    traffic->convoys.all[traffic->convoys.count++] = (convoy){ .leader = NO_AGENT };
    return traffic->convoys.count;
}

/// The convoy that consists of these members and still waits for its shared way; 0: there is none.
static uint32_t same_convoy(const fw_traffic *traffic, const pairing *pairs, int32_t count)
{
    const uint32_t number = traffic->agents[pairs[1].slot].relation.convoy;
    for (int32_t i = 1; i <= count; i++)
        if (traffic->agents[pairs[i].slot].relation.convoy != number)
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
        if (MEMORY_RESERVE(&traffic->memory, traffic->convoys.all, traffic->convoys.room,
                           (size_t)traffic->convoys.count + 1) != FW_OK)
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
        traffic->agents[pairs[i].slot].relation.convoy = number;
    for (int32_t j = 1; j <= count && result == FW_OK; j++) {
        const uint32_t slot = pairs[pairs[j].member].slot;
        if (slot != leader)
            way_leave_queue(traffic, slot);
        result = traffic_redirect(traffic, slot, pairs[j].place.x, pairs[j].place.y);
    }
    return result == FW_OK ? convoy_elect(traffic, number) : result;
}

/// Where a member will stop, or its goal.
static way_point place_of(const agent *unit, bool at_goal)
{
    return at_goal ? (way_point){ .x = unit->order.goal_x, .y = unit->order.goal_y }
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
        if (!convoy_follows(traffic, unit, leader->relation.convoy, leader->kind))
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
        if (!convoy_follows(traffic, unit, leader->relation.convoy, leader->kind))
            continue;
        const way_point at = place_of(unit, at_goals);
        const double away = apart(x, y, at.x, at.y);
        if (away >= least || !way_may_stand(traffic, leader, at.x, at.y))
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
        if (unit->relation.convoy == number && unit->kind == kind &&
            convoy_split(traffic, traffic->by_id[i]) != FW_OK)
            return FW_NO_MEMORY;
    }
    return convoy_elect(traffic, number);
}

/// Lists the members that can follow the leader, by id. The others go on their own.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result list_followers(fw_traffic *traffic, uint32_t number, int32_t *count)
{
    const convoy *convoy = convoy_numbered(traffic, number);
    const uint32_t kind = traffic->agents[convoy->leader].kind;
    if (MEMORY_RESERVE(&traffic->memory, traffic->convoys.pairs, traffic->convoys.pair_room,
                       (size_t)convoy->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    *count = 0;
    for (int32_t i = 0; i < traffic->count; i++) {
        const uint32_t slot = traffic->by_id[i];
        const agent *unit = &traffic->agents[slot];
        if (unit->relation.convoy != number)
            continue;
        if (convoy_can_follow(traffic, kind, unit->kind) && convoy_is_fit(unit))
            traffic->convoys.pairs[++*count] =
                (pairing){ .slot = slot, .goal = { unit->order.goal_x, unit->order.goal_y, 0 } };
        else if (convoy_split(traffic, slot) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

void convoy_look_back(fw_traffic *traffic)
{
    if (traffic->convoys.count == 0)
        return;
    for (uint32_t i = 0; i < traffic->convoys.count; i++)
        traffic->convoys.all[i].behind = 0;
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *unit = &traffic->agents[traffic->by_id[i]];
        if (unit->relation.convoy == 0)
            continue;
        convoy *convoy = convoy_numbered(traffic, unit->relation.convoy);
        if (!convoy->is_sought && agent_has_been(unit))
            convoy_drop(traffic, traffic->by_id[i]);
        else if (unit->pursuit.stalled >= HELD_AFTER)
            convoy->behind = -INFINITY;
        else if (isfinite(convoy->behind) && isfinite(unit->pursuit.remaining))
            convoy->behind = fmax(convoy->behind, unit->pursuit.remaining);
    }
}

fw_result convoy_take(fw_traffic *traffic, uint32_t leader, fw_result result)
{
    const uint32_t number = traffic->agents[leader].relation.convoy;
    int32_t count = 0;
    if (!convoy_is_fit(&traffic->agents[leader]))
        return convoy_leave(traffic, leader);
    if (result != FW_OK)
        return split_leaders(traffic, number);
    result = list_followers(traffic, number, &count);
    if (result == FW_OK)
        result = way_take_path(traffic, &traffic->agents[leader]);
    if (result != FW_OK)
        return result;
    way_begin(traffic, &traffic->agents[leader]);
    result = convoy_lay(traffic, number, traffic->convoys.pairs, count);
    if (result != FW_OK)
        return result;
    convoy *convoy = convoy_numbered(traffic, number);
    if (convoy->leader == leader)
        way_leave_queue(traffic, leader);
    convoy->is_sought = false;
    for (int32_t i = 1; i <= count; i++) {
        const agent *unit = &traffic->agents[traffic->convoys.pairs[i].slot];
        if (unit->relation.convoy != number)
            continue;
        if ((unit->pursuit.faults.lacks_first || unit->pursuit.faults.lacks_last) &&
            way_ask(traffic, traffic->convoys.pairs[i].slot) != FW_OK)
            return FW_NO_MEMORY;
        if (!convoy->keeps_abreast)
            convoy_drop(traffic, traffic->convoys.pairs[i].slot);
    }
    return FW_OK;
}
