#include "traffic/jams.h"

#include <string.h>

#include "base/must_hold.h"
#include "traffic/jam_request.h"
#include "traffic/jam_turns.h"
#include "traffic/roster.h"
#include "traffic/shove.h"
#include "traffic/turn_drive.h"
#include "traffic/turn_plans.h"
#include "traffic/way_pool.h"
#include "traffic/way_sight.h"

/// Knots without progress of any member after which a jam ends.
enum { ENDS_AFTER = 8 };

/// The number of a jam that is free, less 1.
static fw_result find_free(fw_traffic *traffic, int32_t *index)
{
    struct jams *jams = traffic->joint.jams;
    for (*index = 0; *index < jams->count; ++*index)
        if (jams->list[*index].count == 0)
            return FW_OK;
    if (MEMORY_RESERVE(&traffic->memory, jams->list, jams->room, (size_t)jams->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    jams->list[jams->count++] = (jam){ .count = 0 };
    return FW_OK;
}

/// The beat from which on a member rests.
static double last_beat(const jam *jam, int32_t member)
{
    int32_t last = jam->beats - 1;
    const joint_place end = jam->places[last * jam->count + member];
    for (; last > 0; last--) {
        const joint_place at = jam->places[(last - 1) * jam->count + member];
        if (at.x != end.x || at.y != end.y)
            break;
    }
    return last;
}

/// Makes a unit a member. What it has done to get on counts no longer.
static void enter_member(fw_traffic *traffic, jam *jam, int32_t index, uint32_t slot, int32_t number)
{
    agent *unit = &traffic->agents[slot];
    jam->members[index] = (jam_member){ .slot = slot, .state = MEMBER_DRIVES, .last = last_beat(jam, index) };
    unit->jam.number = number;
    unit->relation.in_way_of = unit->relation.met = unit->relation.blocker = NO_AGENT;
    unit->pursuit.stalled = unit->pursuit.stuck = unit->jam.unsolved = 0;
}

/// Lets the units of the request that had arrived, or have no order, rest where the plan ends if they cannot come back.
/// Their ways have room.
static void let_stay(fw_traffic *traffic, const jam *jam)
{
    const jam_request *request = &traffic->joint.jams->request;
    for (int32_t i = 0; i < request->count; i++) {
        const joint_unit *asked = &request->units[i];
        const joint_place end = jam_at(jam, jam_index(jam, request->slots[i]), jam->beats);
        const bool is_parked = asked->order == JOINT_PARKED;
        const double away =
            apart(end.x, end.y, is_parked ? asked->x : asked->goal_x, is_parked ? asked->y : asked->goal_y);
        if (agent_has_been(&traffic->agents[request->slots[i]]) && away > FW_TRAFFIC_ARRIVED)
            rest_at(traffic, request->slots[i], (way_point){ end.x, end.y });
    }
}

/// Lets the units follow the plan that was found.
static fw_result take_plan(fw_traffic *traffic)
{
    const joint_plan *plan = joint_plan_of(traffic->joint.jams->solver);
    int32_t index = 0;
    must_hold(plan);
    if (find_free(traffic, &index) != FW_OK)
        return FW_NO_MEMORY;
    jam *jam = &traffic->joint.jams->list[index];
    const size_t places = (size_t)plan->beats * (size_t)plan->units;
    if (MEMORY_RESERVE(&traffic->memory, jam->members, jam->member_room, (size_t)plan->units) != FW_OK ||
        MEMORY_RESERVE(&traffic->memory, jam->places, jam->place_room, places) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < plan->units; i++)
        if (way_reserve(traffic, traffic_slot_of(traffic, plan->ids[i]), 2) != FW_OK)
            return FW_NO_MEMORY;
    // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker): a plan has units and beats, so that there is room
    memcpy(jam->places, plan->places, places * sizeof *jam->places);
    jam->count = jam->left = plan->units;
    jam->beats = plan->beats;
    if (jam_measure(&traffic->memory, jam) != FW_OK) {
        jam->count = 0;
        return FW_NO_MEMORY;
    }
    jam->advanced = traffic->clock.knot;
    for (int32_t i = 0; i < plan->units; i++)
        enter_member(traffic, jam, i, traffic_slot_of(traffic, plan->ids[i]), index + 1);
    let_stay(traffic, jam);
    jam_request_drop(traffic);
    return FW_OK;
}

/// Lets a unit leave its jam. The others follow the plan.
static void release(fw_traffic *traffic, jam_member *member)
{
    agent *unit = &traffic->agents[member->slot];
    member->state = MEMBER_HAS_LEFT;
    unit->jam.number = NO_JAM;
    unit->pursuit.remaining = unit->pursuit.nearest = INFINITY;
    unit->jam.patience = 0;
}

static void free_plan(fw_traffic *traffic, jam *jam)
{
    memory_give_back(&traffic->memory, jam->members, jam->member_room, sizeof *jam->members);
    memory_give_back(&traffic->memory, jam->places, jam->place_room, sizeof *jam->places);
    memory_give_back(&traffic->memory, jam->stretches, jam->stretch_room, sizeof *jam->stretches);
    *jam = (struct jam){ .count = 0 };
}

static void end_jam(fw_traffic *traffic, jam *jam)
{
    for (int32_t i = 0; i < jam->count; i++)
        if (jam->members[i].state != MEMBER_HAS_LEFT)
            release(traffic, &jam->members[i]);
    free_plan(traffic, jam);
}

void jam_finish(fw_traffic *traffic, jam *jam, int32_t index)
{
    jam_member *member = &jam->members[index];
    const agent *unit = &traffic->agents[member->slot];
    member->reached = jam->beats;
    member->state = MEMBER_RESTS;
    if (apart(unit->plan.stop_x, unit->plan.stop_y, unit->order.goal_x, unit->order.goal_y) >
        FW_TRAFFIC_ARRIVED)
        release(traffic, member);
    if (--jam->left == 0)
        end_jam(traffic, jam);
}

fw_result jams_create(fw_traffic *traffic)
{
    if (traffic->joint.jams)
        return FW_OK;
    struct jams *made = memory_get_zeroed(&traffic->memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    made->request.asker = NO_AGENT;
    traffic->joint.jams = made;
    return FW_OK;
}

void jams_free(fw_traffic *traffic)
{
    struct jams *jams = traffic->joint.jams;
    memory *memory = &traffic->memory;
    if (!jams)
        return;
    joint_solver_destroy(jams->solver);
    memory_give_back(memory, jams->request.units, MOST_JAMMED, sizeof *jams->request.units);
    for (int32_t i = 0; i < jams->count; i++)
        free_plan(traffic, &jams->list[i]);
    memory_give_back(memory, jams->list, jams->room, sizeof *jams->list);
    memory_give_back(memory, jams, 1, sizeof *jams);
    traffic->joint.jams = NULL;
}

/// True if a search for a plan of a unit has ended without an answer.
static bool is_unsolved(const fw_traffic *traffic, uint32_t slot)
{
    return traffic->agents[slot].jam.unsolved > 0;
}

fw_result jams_serve(fw_traffic *traffic)
{
    const uint32_t asker = traffic->joint.asker;
    traffic->joint.asker = NO_AGENT;
    if (!traffic->joint.jams && asker == NO_AGENT)
        return FW_OK;
    fw_result result = jams_create(traffic);
    if (result != FW_OK)
        return result;
    struct jams *jams = traffic->joint.jams;
    for (int32_t i = 0; i < jams->count; i++)
        if (jams->list[i].count > 0 && traffic->clock.knot - jams->list[i].advanced > ENDS_AFTER)
            end_jam(traffic, &jams->list[i]);
    if (jams->request.asker != NO_AGENT && asker != NO_AGENT && is_unsolved(traffic, jams->request.asker) &&
        !is_unsolved(traffic, asker))
        jam_request_give_up(traffic); // the long search lets a new one pass
    if (jams->request.asker == NO_AGENT && asker != NO_AGENT) {
        result = jam_request_open(traffic, asker);
        if (result == FW_OK)
            result = jam_request_begin(traffic);
    } else if (jams->request.asker != NO_AGENT && !jam_is_on_ground(traffic, &jams->request)) {
        result = jam_request_begin(traffic); // on the new ground
    }
    bool is_planned = false;
    if (result == FW_OK && jams->request.asker != NO_AGENT)
        result = jam_request_work(traffic, &is_planned);
    if (is_planned)
        result = take_plan(traffic);
    if (is_planned && result != FW_OK)
        jam_request_drop(traffic);
    return result;
}

void jam_forget(fw_traffic *traffic, uint32_t slot)
{
    const int32_t number = traffic->agents[slot].jam.number;
    traffic->agents[slot].jam.unsolved = 0;
    if (traffic->joint.asker == slot)
        traffic->joint.asker = NO_AGENT;
    if (number == JAM_IS_PLANNED)
        jam_request_drop(traffic);
    if (traffic->agents[slot].drive) {
        turns_forget(traffic, slot);
        return;
    }
    if (number <= NO_JAM)
        return;
    jam *jam = &traffic->joint.jams->list[number - 1];
    jam_member *member = &jam->members[jam_index(jam, slot)];
    if (member->state == MEMBER_RESTS)
        release(traffic, member);
    else
        end_jam(traffic, jam);
}

/// True if a wall blocks what is left of a member's path.
static bool path_is_cut(const fw_traffic *traffic, const jam *jam, int32_t index)
{
    const jam_member *member = &jam->members[index];
    const agent *unit = &traffic->agents[member->slot];
    joint_place at = jam_at(jam, index, member->reached);
    for (double beat = floor(member->reached) + 1; beat <= member->last; beat++) {
        const joint_place to = jam_at(jam, index, beat);
        if (!way_is_clear(traffic, unit, at.x, at.y, to.x, to.y))
            return true;
        at = to;
    }
    return false;
}

static bool is_cut(const fw_traffic *traffic, const jam *jam)
{
    for (int32_t i = 0; i < jam->count; i++)
        if (jam->members[i].state == MEMBER_DRIVES && path_is_cut(traffic, jam, i))
            return true;
    return false;
}

void jams_notice_edits(fw_traffic *traffic, const fw_box *changed)
{
    const double reach = traffic->crowd.most_radius + 1;
    turns_notice_edits(traffic, changed);
    if (traffic->joint.jams)
        traffic->joint.jams->request.map_version = OLD_GROUND;
    for (int32_t i = 0; traffic->joint.jams && i < traffic->joint.jams->count; i++) {
        jam *jam = &traffic->joint.jams->list[i];
        if (jam->count > 0 && gap_between(&jam->box, changed) <= reach && is_cut(traffic, jam))
            end_jam(traffic, jam);
    }
}
