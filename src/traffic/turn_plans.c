#include "traffic/turn_plans.h"

#include <assert.h>

#include "curve/segment.h"
#include "traffic/agent_state.h"
#include "traffic/gate.h"
#include "traffic/jam_ask.h"
#include "traffic/patience.h"
#include "traffic/shove.h"
#include "traffic/turn_gather.h"
#include "traffic/way_pool.h"

static_assert((int)MOST_TURNS == (int)TURNS_MOST, "plans fit");

/// Knots without progress of any member after which a plan ends: more than the longest motion, since members may still
/// have to come to a stand when it is made.
enum { ENDS_AFTER = 16 };

/// Knots until a unit asks again if somebody near it moves, and after no plan was found; the latter doubles, at most
/// MOST_DOUBLINGS times.
enum { LOOKS_AGAIN_AFTER = 4, ASKS_AGAIN_AFTER = 16, MOST_DOUBLINGS = 4 };

fw_result turns_create(fw_traffic *traffic)
{
    if (!traffic->joint.turns)
        traffic->joint.turns = memory_get_zeroed(&traffic->memory, 1, sizeof *traffic->joint.turns);
    return traffic->joint.turns ? FW_OK : FW_NO_MEMORY;
}

void turns_end_all(fw_traffic *traffic)
{
    struct turn_plans *plans = traffic->joint.turns;
    memory *memory = &traffic->memory;
    if (!plans)
        return;
    for (int32_t i = 0; i < plans->count; i++)
        memory_give_back(memory, plans->list[i].segments, plans->list[i].room, sizeof(fw_segment));
    lone_drive_destroy(plans->search);
    memory_give_back(memory, plans->list, plans->room, sizeof *plans->list);
    memory_give_back(memory, plans, 1, sizeof *plans);
    traffic->joint.turns = NULL;
}

/// True if a unit gets on, or may do so soon, without a plan.
static bool may_get_on(const fw_traffic *traffic, const agent *unit)
{
    return (unit->pursuit.stuck < PLANS_TURNS_AFTER && unit->pursuit.late < PLANS_LATE_AFTER) ||
           outline_end(&unit->plan) > traffic->clock.knot + 1 || unit->pursuit.is_queued ||
           unit->pursuit.wants_course || unit->relation.in_way_of != NO_AGENT ||
           unit->relation.yields_to != NO_AGENT || gate_turn_of(traffic, unit) != GATE_ENTERS;
}

void turns_ask(fw_traffic *traffic, uint32_t slot, bool met)
{
    const agent *unit = &traffic->agents[slot];
    if (traffic->joint.driver == NO_AGENT && unit->drive && unit->pursuit.refused == FW_OK &&
        jam_may_ask(traffic, unit) && (met || !may_get_on(traffic, unit)))
        traffic->joint.driver = slot;
}

/// Lets a unit leave its plan.
static void release(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    agent_leave_course(unit);
    unit->jam.number = NO_JAM;
    unit->jam.patience = 0;
    unit->pursuit.remaining = unit->pursuit.nearest = INFINITY;
}

/// Lets a unit ask for a plan later, the later the more often it has asked in vain.
static void ask_later(const fw_traffic *traffic, agent *unit)
{
    unit->jam.asks_from = traffic->clock.knot + (ASKS_AGAIN_AFTER << agent_doublings(unit, MOST_DOUBLINGS));
    agent_note_unsolved(unit);
}

static void end_plan(fw_traffic *traffic, turn_plan *plan)
{
    const int32_t number = (int32_t)(plan - traffic->joint.turns->list) + 1;
    for (int32_t i = 0; i < plan->count; i++)
        if (traffic->agents[plan->turns[i].slot].jam.number == number)
            release(traffic, plan->turns[i].slot);
    plan->count = 0;
}

/// A plan whose number is free.
static turn_plan *find_free(fw_traffic *traffic)
{
    struct turn_plans *plans = traffic->joint.turns;
    for (int32_t i = 0; i < plans->count; i++)
        if (plans->list[i].count == 0)
            return &plans->list[i];
    if (MEMORY_RESERVE(&traffic->memory, plans->list, plans->room, (size_t)plans->count + 1) != FW_OK)
        return NULL;
    plans->list[plans->count] = (turn_plan){ .count = 0 };
    return &plans->list[plans->count++];
}

/// Lets the units follow the plan that was found.
static fw_result take_plan(fw_traffic *traffic, const turn_request *request, const turns_plan *found)
{
    turn_plan *plan = find_free(traffic);
    for (int32_t i = 0; i < request->problem.count; i++)
        if (way_reserve(traffic, request->slots[i], 2) != FW_OK)
            return FW_NO_MEMORY;
    if (!plan || MEMORY_RESERVE(&traffic->memory, plan->segments, plan->room, found->drives.count) != FW_OK)
        return FW_NO_MEMORY;
    plan->segment_count = (int32_t)found->drives.count;
    for (int32_t i = 0; i < plan->segment_count; i++)
        plan->segments[i] = found->drives.segments[i];
    plan->count = found->count;
    plan->next = 0;
    plan->advanced = traffic->clock.knot;
    for (int32_t i = 0; i < found->count; i++) {
        const turn *turn = &found->turns[i];
        plan->turns[i] =
            (unit_turn){ request->slots[turn->unit], (int32_t)turn->first, (int32_t)turn->count };
        agent *unit = &traffic->agents[plan->turns[i].slot];
        agent_leave_course(unit);
        unit->jam.number = (int32_t)(plan - traffic->joint.turns->list) + 1;
        unit->relation.in_way_of = unit->relation.met = unit->relation.blocker = NO_AGENT;
        unit->pursuit.stalled = unit->pursuit.stuck = 0;
        const fw_pose end = segment_end(&plan->segments[turn->first + turn->count - 1]);
        if (turn->unit > 0 && !request->problem.units[turn->unit].comes_back)
            rest_at(traffic, plan->turns[i].slot, (way_point){ end.x, end.y });
    }
    return FW_OK;
}

/// Looks for a plan for the unit that asks.
static fw_result make_plan(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    turn_request request;
    turns_plan found = { 0 };
    if (turns_create(traffic) != FW_OK)
        return FW_NO_MEMORY;
    struct turn_plans *plans = traffic->joint.turns;
    if (!plans->search && lone_drive_create(&traffic->memory, &plans->search) != FW_OK)
        return FW_NO_MEMORY;
    unit->jam.asks_from = traffic->clock.knot + LOOKS_AGAIN_AFTER;
    if (!turns_gather(traffic, slot, &request))
        return FW_OK;
    fw_result result = turns_find(&traffic->memory, plans->search, &request.problem, &found);
    if (result == FW_OK && found.count > 0) {
        result = take_plan(traffic, &request, &found);
    } else if (result != FW_NO_MEMORY) {
        ask_later(traffic, unit);
        if (agent_has_been(unit) && way_reserve(traffic, slot, 2) == FW_OK)
            rest_at_stop(traffic, slot); // it cannot come back
        else if (traffic->joint.asker == NO_AGENT)
            traffic->joint.asker = slot; // can the two that have met pass each other at all?
    }
    turns_free(&traffic->memory, &found);
    return result == FW_NO_MEMORY ? result : FW_OK;
}

fw_result turns_serve(fw_traffic *traffic)
{
    const uint32_t driver = traffic->joint.driver;
    struct turn_plans *plans = traffic->joint.turns;
    traffic->joint.driver = NO_AGENT;
    for (int32_t i = 0; plans && i < plans->count; i++)
        if (plans->list[i].count > 0 && traffic->clock.knot - plans->list[i].advanced > ENDS_AFTER) {
            const unit_turn *last = &plans->list[i].turns[plans->list[i].count - 1];
            ask_later(traffic, &traffic->agents[last->slot]); // the plan is for its sake
            end_plan(traffic, &plans->list[i]);
        }
    return driver != NO_AGENT && traffic->agents[driver].jam.number == NO_JAM ? make_plan(traffic, driver)
                                                                              : FW_OK;
}

void turns_forget(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    unit->jam.unsolved = 0;
    if (traffic->joint.driver == slot)
        traffic->joint.driver = NO_AGENT;
    if (unit->jam.number > NO_JAM)
        end_plan(traffic, &traffic->joint.turns->list[unit->jam.number - 1]);
}

void turns_advance(fw_traffic *traffic, turn_plan *plan)
{
    if (++plan->next == plan->count)
        end_plan(traffic, plan);
}
