// The queue of units that wait for paths, and the round of those that plan.
#include "traffic/way_queue.h"

#include <string.h>

#include "traffic/agent_state.h"
#include "traffic/convoy_roles.h"
#include "traffic/held_place.h"

/// Work during which later requests may pass a request of priority 1: the same as in the queue of a planner.
enum { MOST_PASSED = 64000 };

/// When it is the turn of a unit that waits: a higher priority counts as if the unit had asked earlier.
static uint64_t turn_of(const fw_traffic *traffic, const agent *unit)
{
    const convoy *convoy = convoy_led_by(traffic, agent_slot(traffic, unit));
    return unit->pursuit.asked + MOST_PASSED / (uint64_t)(convoy ? convoy->priority : unit->priority);
}

/// True if unit `a` gets its path before unit `b`: its turn comes earlier, or its goal is nearer.
static bool is_served_before(const fw_traffic *traffic, const agent *a, const agent *b)
{
    const uint64_t turn = turn_of(traffic, a), other_turn = turn_of(traffic, b);
    if (turn != other_turn)
        return turn < other_turn;
    const fw_pose from = agent_stop(a), other = agent_stop(b);
    const double length = apart(from.x, from.y, a->order.goal_x, a->order.goal_y),
                 other_length = apart(other.x, other.y, b->order.goal_x, b->order.goal_y);
    return length != other_length ? length < other_length : a->id < b->id;
}

/// Puts a unit into the queue, which has room for it, before the first one that is served later. Units that have moved
/// since they asked may be out of order by length. A search under way is not interrupted.
static void enter(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    int32_t at = traffic->desk.search ? 1 : 0, end = traffic->desk.count;
    while (at < end) {
        const int32_t middle = at + (end - at) / 2;
        if (is_served_before(traffic, unit, &traffic->agents[traffic->desk.queue[middle]]))
            end = middle;
        else
            at = middle + 1;
    }
    memmove(&traffic->desk.queue[at + 1], &traffic->desk.queue[at],
            (size_t)(traffic->desk.count - at) * sizeof *traffic->desk.queue);
    traffic->desk.count++;
    traffic->desk.queue[at] = slot;
    unit->pursuit.is_queued = true;
}

/// Takes a unit out of the queue.
static void leave(fw_traffic *traffic, int32_t index)
{
    traffic->agents[traffic->desk.queue[index]].pursuit.is_queued = false;
    traffic->desk.count--;
    memmove(&traffic->desk.queue[index], &traffic->desk.queue[index + 1],
            (size_t)(traffic->desk.count - index) * sizeof *traffic->desk.queue);
}

/// Index in the queue of a unit that waits.
static int32_t index_of(const fw_traffic *traffic, uint32_t slot)
{
    int32_t index = 0;
    while (traffic->desk.queue[index] != slot)
        index++;
    return index;
}

fw_result way_ask(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (unit->pursuit.is_queued || convoy_waits(traffic, unit))
        return FW_OK;
    if (MEMORY_RESERVE(&traffic->memory, traffic->desk.queue, traffic->desk.room,
                       (size_t)traffic->desk.count + 1) != FW_OK)
        return FW_NO_MEMORY;
    unit->pursuit.asked = traffic->desk.clock;
    enter(traffic, slot);
    return FW_OK;
}

void way_end_search(fw_traffic *traffic)
{
    fw_search_end(traffic->desk.search);
    traffic->desk.search = NULL;
}

void way_leave_queue(fw_traffic *traffic, uint32_t slot)
{
    if (!traffic->agents[slot].pursuit.is_queued)
        return;
    const int32_t index = index_of(traffic, slot);
    if (index == 0 && traffic->desk.search)
        way_end_search(traffic);
    leave(traffic, index);
}

void way_take_turn(fw_traffic *traffic, uint32_t slot)
{
    if (!traffic->agents[slot].pursuit.is_queued)
        return;
    const int32_t index = index_of(traffic, slot);
    if (index == 0 && traffic->desk.search)
        return;
    leave(traffic, index);
    enter(traffic, slot);
}

void way_begin_anew(fw_traffic *traffic, agent *unit)
{
    agent_leave_course(unit);
    unit->pursuit.wants_course = false;
    unit->pursuit.detour = DETOUR_NOT_SOUGHT;
    held_place_refuse(traffic, unit, FW_OK);
}

void way_drop(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    way_forget(unit);
    way_begin_anew(traffic, unit);
    way_leave_queue(traffic, slot);
}

void way_plan_soon(fw_traffic *traffic, uint32_t slot)
{
    for (int32_t i = traffic->round.next; i < traffic->round.count; i++)
        if (traffic->round.slots[i] == slot)
            return;
    traffic->round.count -= traffic->round.next; // units that have planned make room
    memmove(traffic->round.slots, &traffic->round.slots[traffic->round.next],
            (size_t)traffic->round.count * sizeof *traffic->round.slots);
    traffic->round.next = 0;
    traffic->round.slots[traffic->round.count++] = slot;
}

void way_forget(agent *unit)
{
    unit->way.count = 0;
    unit->pursuit.faults.goes_on = unit->pursuit.faults.lacks_first = unit->pursuit.faults.lacks_last =
        unit->pursuit.faults.has_set_out = false;
    unit->pursuit.detour = unit->pursuit.detour == DETOUR_WEIGHED ? DETOUR_NOT_SOUGHT : unit->pursuit.detour;
    unit->pursuit.gate = (gate){ .searched = 0 };
    unit->pursuit.stalled = 0;
    unit->jam.patience = 0;
    unit->pursuit.remaining = INFINITY;
}

void way_finish_first(fw_traffic *traffic)
{
    const uint32_t slot = traffic->desk.queue[0];
    way_leave_queue(traffic, slot);
    if (!traffic->agents[slot].pursuit.faults.goes_on)
        way_plan_soon(traffic, slot);
    traffic->agents[slot].pursuit.faults.goes_on = false;
}
