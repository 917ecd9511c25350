#include <math.h>

#include "base/trig.h"
#include "traffic/agent_plan.h"
#include "traffic/agent_state.h"
#include "traffic/convoy.h"
#include "traffic/crowd.h"
#include "traffic/detour.h"
#include "traffic/edits.h"
#include "traffic/errand.h"
#include "traffic/escape.h"
#include "traffic/evasion.h"
#include "traffic/events.h"
#include "traffic/exchange.h"
#include "traffic/halt.h"
#include "traffic/jam_ask.h"
#include "traffic/jam_drive.h"
#include "traffic/jams.h"
#include "traffic/kinds.h"
#include "traffic/passages.h"
#include "traffic/path_desk.h"
#include "traffic/patience.h"
#include "traffic/push.h"
#include "traffic/rally.h"
#include "traffic/recording.h"
#include "traffic/reservation.h"
#include "traffic/site.h"
#include "traffic/turn_drive.h"
#include "traffic/turn_plans.h"
#include "traffic/way_queue.h"

/// Differences of time below this count as rounding errors, in seconds.
#define TIME_NOISE 1e-9

/// Lists the units that plan for the next knot: first those that have not arrived yet, then the others; each by id.
static void begin_round(fw_traffic *traffic)
{
    traffic->round.count = traffic->round.next = 0;
    for (int at_goal = 0; at_goal < 2; at_goal++)
        for (int32_t i = 0; i < traffic->count; i++) {
            const uint32_t slot = traffic->by_id[i];
            const agent *unit = &traffic->agents[slot];
            if (agent_has_been(unit) == (at_goal == 1) &&
                (unit->jam.number != NO_JAM || (traffic->clock.knot + unit->id) % PLAN_EVERY == 0))
                traffic->round.slots[traffic->round.count++] = slot;
        }
}

static void plan(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (unit->jam.number == JAM_IS_PLANNED) {
        unit->pursuit.late += !agent_is_at_goal(unit);
        return; // it keeps its reservation while the plan is made
    }
    if (unit->jam.number != NO_JAM) {
        if (unit->drive)
            turns_drive(traffic, slot);
        else
            jam_drive(traffic, slot);
        return;
    }
    agent_plan(traffic, slot);
    passages_forget_passed(traffic, &traffic->agents[slot]);
    jam_ask(traffic, slot, false);
    turns_ask(traffic, slot, false);
}

/// Plans for the first units of the round.
static void serve_round(fw_traffic *traffic, int32_t count)
{
    while (traffic->round.next < count)
        plan(traffic, traffic->round.slots[traffic->round.next++]);
}

static fw_agent_activity activity_of(const fw_traffic *traffic, const agent *unit)
{
    if (unit->pursuit.refused != FW_OK || unit->pursuit.is_cut)
        return FW_AGENT_BLOCKED;
    if (unit->relation.impasse != NO_AGENT)
        return FW_AGENT_INFEASIBLE;
    if (unit->relation.yields_to != NO_AGENT)
        return FW_AGENT_YIELDS;
    if (agent_is_at_goal(unit))
        return unit->order.has_goal ? FW_AGENT_ARRIVED : FW_AGENT_STANDS;
    const bool stands = outline_end(&unit->plan) <= traffic->clock.knot;
    if (agent_is_late(unit))
        return FW_AGENT_WAITS;
    if (unit->way.count == 0 || unit->pursuit.faults.lacks_first ||
        (unit->pursuit.faults.has_set_out && stands))
        return FW_AGENT_THINKS;
    return unit->pursuit.stalled >= WAITS_AFTER ? FW_AGENT_WAITS : FW_AGENT_MOVES;
}

/// Notes what a unit does now, and when it has arrived.
///
/// @param index  of the unit, by id
static void note_activity(fw_traffic *traffic, int32_t index)
{
    agent *unit = &traffic->agents[traffic->by_id[index]];
    const fw_agent_activity now = activity_of(traffic, unit);
    if (now == unit->activity)
        return;
    unit->activity = now;
    unit->waits_since = traffic->clock.knot;
    if (now == FW_AGENT_ARRIVED)
        traffic->roster.states[index].arrived = (double)traffic->clock.knot * FW_TRAFFIC_KNOT;
    const uint32_t other = agent_other(unit);
    traffic->events.all[traffic->events.count++] =
        (fw_traffic_event){ .time = (double)traffic->clock.knot * FW_TRAFFIC_KNOT,
                            .id = unit->id,
                            .activity = now,
                            .other = other != NO_AGENT ? traffic->agents[other].id : 0 };
}

/// Notes the unit's heading at the end of the interval that ends.
///
/// @return the length that the unit has driven in this interval
static double end_interval(agent *unit)
{
    if (unit->drive) {
        const double driven = knot_driven(&unit->from, &unit->to, 1);
        unit->heading = trig_wrap(rail_at(&unit->drive->under_way, driven).heading);
        return driven;
    }
    const knot middle = knot_between(&unit->from, &unit->to, 0.5);
    const knot *fastest = knot_speed(&unit->to) > 0 ? &unit->to : &middle;
    if (knot_speed(fastest) > 0)
        unit->heading = trig_atan2(fastest->vy, fastest->vx);
    return FW_TRAFFIC_KNOT * (knot_speed(&unit->from) + 4 * knot_speed(&middle) + knot_speed(&unit->to)) / 6;
}

/// Lets a unit begin the next interval.
///
/// @param index  of the unit, by id
static void advance(fw_traffic *traffic, int32_t index)
{
    agent *unit = &traffic->agents[traffic->by_id[index]];
    fw_agent_state *state = &traffic->roster.states[index];
    state->driven += end_interval(unit);
    if (unit->drive) {
        const reservation *plan = &unit->drive->plan;
        unit->drive->under_way = reservation_rail(plan, traffic->clock.knot);
        unit->from = *reservation_at(plan, traffic->clock.knot);
        unit->to = *reservation_at(plan, traffic->clock.knot + 1);
    } else {
        unit->from = unit->to;
        unit->to = outline_step(&unit->plan, traffic->clock.knot, &unit->from);
    }
    state->waited += unit->activity == FW_AGENT_WAITS ? FW_TRAFFIC_KNOT : 0;
    const double dx = unit->from.x - unit->order.goal_x, dy = unit->from.y - unit->order.goal_y;
    const bool stands = outline_end(&unit->plan) <= traffic->clock.knot;
    if (unit->relation.yields_to == NO_AGENT && unit->order.stage == PLACE_IS_GOAL && stands &&
        unit->way.count > 0 && dx * dx + dy * dy <= FW_TRAFFIC_ARRIVED * FW_TRAFFIC_ARRIVED) {
        agent_set_arrival(traffic, unit, IS_AT_GOAL);
    } else {
        if (agent_is_at_goal(unit))
            push_note_leaving(traffic, unit);
        agent_leave_goal(traffic, unit);
    }
}

/// Lets a unit ask for another way, or for a course.
static fw_result path_look(fw_traffic *traffic, uint32_t slot)
{
    const agent_pursuit *pursuit = &traffic->agents[slot].pursuit;
    return pursuit->is_lost || pursuit->wants_course ? way_ask(traffic, slot) : FW_OK;
}

/// At a knot, each unit looks after these, one after the other, before the next unit does.
static fw_result (*const looks[])(fw_traffic *traffic, uint32_t slot) = { path_look,   halt_look,
                                                                          escape_look, errand_look,
                                                                          detour_look, exchange_look };
enum { LOOKS = sizeof looks / sizeof *looks };

static fw_result look_around(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->count; i++)
        for (int look = 0; look < LOOKS; look++) {
            const fw_result result = looks[look](traffic, traffic->by_id[i]);
            if (result != FW_OK)
                return result;
        }
    return sites_look(traffic);
}

/// Lets all units begin the next interval.
static void advance_all(fw_traffic *traffic)
{
    traffic->clock.knot++;
    traffic->clock.phase -= FW_TRAFFIC_KNOT;
    for (int32_t i = 0; i < traffic->count; i++)
        advance(traffic, i);
    crowd_measure(traffic);
}

static void note_activities(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->count; i++)
        note_activity(traffic, i);
}

static fw_result next_knot(fw_traffic *traffic)
{
    serve_round(traffic, traffic->round.count);
    if (event_reserve(traffic) != FW_OK)
        return FW_NO_MEMORY;
    advance_all(traffic);
    fw_result result = look_around(traffic);
    note_activities(traffic);
    convoy_look_back(traffic);
    if (result == FW_OK)
        result = jams_serve(traffic);
    if (result == FW_OK)
        result = turns_serve(traffic);
    begin_round(traffic);
    return result;
}

/// What a step does before time passes, in this order.
static fw_result (*const preparations[])(fw_traffic *traffic) = { traffic_refresh_kinds, traffic_take_edits,
                                                                  evasion_look, rally_serve };
enum { PREPARATIONS = sizeof preparations / sizeof *preparations };

static fw_result prepare(fw_traffic *traffic, uint64_t budget)
{
    traffic_look(traffic);
    traffic->events.count = 0;
    for (int i = 0; i < PREPARATIONS; i++) {
        const fw_result result = preparations[i](traffic);
        if (result != FW_OK)
            return result;
    }
    return way_serve(traffic, budget);
}

static fw_result take_step(fw_traffic *traffic, double dt, uint64_t budget)
{
    if (!isfinite(dt))
        return FW_NOT_FINITE;
    if (dt < 0 || dt > 60)
        return FW_BAD_VALUE;
    fw_result result = prepare(traffic, budget);
    if (result != FW_OK)
        return result;
    traffic->clock.steps++;
    traffic->desk.clock++;
    traffic->clock.phase += dt;
    while (traffic->clock.phase >= FW_TRAFFIC_KNOT - TIME_NOISE) {
        result = next_knot(traffic);
        if (result != FW_OK) {
            traffic->clock.phase =
                fmin(traffic->clock.phase, FW_TRAFFIC_KNOT); // the rest of the time does not pass
            return result;
        }
    }
    const double share = fmax(traffic->clock.phase, 0) / FW_TRAFFIC_KNOT;
    serve_round(traffic, (int32_t)(traffic->round.count * share));
    return FW_OK;
}

fw_result fw_traffic_step(fw_traffic *traffic, double dt, uint64_t budget)
{
    if (!traffic)
        return FW_NULL_ARGUMENT;
    TRAFFIC_CALL(traffic, RECORD_TRAFFIC_STEP, "di", dt, (int64_t)budget);
    const fw_result result = take_step(traffic, dt, budget);
    return traffic_answer(traffic, result, traffic->record.is_on ? traffic_step_hash(traffic) : 0);
}
