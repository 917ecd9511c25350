#include "traffic/push.h"

#include <math.h>

#include "traffic/agent_state.h"
#include "traffic/choice.h"
#include "traffic/patience.h"
#include "traffic/plan_cost.h"
#include "traffic/planning.h"
#include "traffic/push_order.h"
#include "traffic/rally.h"
#include "traffic/spacing.h"
#include "traffic/trial.h"

/// Most units that one candidate of a push may move.
enum { MOST_PUSHED = 3 };

/// Intervals: of the longest motion of a push, of making room, and until a unit that could not push may try again.
enum { PUSH_KNOTS = 6, ROOM_KNOTS = 10, LEAST_PATIENCE = 3, MOST_PATIENCE = 7 };

/// A unit asks one that has arrived for room if the other one is nearer than this, in radii, if it stops within so many
/// knots, and if fewer neighbours than this are under way.
#define PARKED_REACH 6.0
enum { STOPS_WITHIN = 8, FEW_UNDER_WAY = 8 };

/// A unit with the right of way claims the part of its way that it drives in so many seconds, so many sums of radii
/// wide to both sides.
#define CLAIM_SECONDS 3.0
#define CLAIM_WIDTH   1.0

/// Knots for which a unit holds that has backed off.
enum { HOLD_KNOTS = 8 };

/// Lets a unit make room for another one, from a knot on, if it may be moved.
static void begin_to_make_room(agent *unit, uint32_t other, int64_t first)
{
    if (agent_is_firm(unit))
        return;
    unit->relation.in_way_of = other;
    unit->relation.aside_until = first + ROOM_KNOTS;
}

static bool push(planning *task, const agent *leader, int depth);

/// Lets a unit whose reservation conflicts with a push plan again.
static bool make_way(fw_traffic *traffic, uint32_t slot, uint32_t pusher, const agent *leader, int depth)
{
    if (traffic->push.plans_left-- <= 0)
        return false;
    planning *task = planning_room(traffic, depth);
    if (!task || !planning_begin(traffic, slot, task))
        return false;
    const int32_t index = traffic->push.count;
    trial_note(traffic, slot);
    begin_to_make_room(task->unit, pusher, task->first);
    planning_list(task, INFINITY);
    bool is_done = planning_take_best(task, INFINITY);
    if (!is_done && depth < MOST_PUSH_DEPTH)
        is_done = push(task, leader, depth);
    if (is_done && !agent_has_been(task->unit))
        task->unit->relation.in_way_of = traffic->push.undos[index].in_way_of;
    planning_end(task);
    return is_done;
}

/// True if a unit only wants to come back, and another one has arrived: the unit has no order, or their places overlap,
/// so that both cannot come back. Who has the point of its order may then push one that came to rest there.
static bool has_no_claim(const fw_traffic *traffic, const agent *unit, const agent *other)
{
    if (!other->order.has_goal || !agent_has_been(other))
        return false;
    const double radii = radius_of(traffic, unit) + radius_of(traffic, other) - FW_TOUCH;
    return !unit->order.has_goal ||
           (agent_has_been(unit) && (agent_has_its_point(other) || !agent_has_its_point(unit)) &&
            apart(unit->order.place_x, unit->order.place_y, other->order.place_x, other->order.place_y) <
                radii);
}

/// True if the leader may move these units.
static bool may_push(const fw_traffic *traffic, const agent *leader, const uint32_t *slots, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const agent *other = &traffic->agents[slots[i]];
        if (other == leader || trial_has(traffic, slots[i]) || agent_pushes_before(traffic, other, leader) ||
            rally_spares(leader, other) || agent_is_firm(other) || !agent_gives_way(other, leader) ||
            has_no_claim(traffic, leader, other))
            return false;
    }
    return true;
}

/// Notes for the units that make room where a unit with a turning radius wants to drive.
static void note_wanted(agent *unit, const reservation *made)
{
    if (unit->drive)
        unit->drive->wanted = made->rail;
}

/// Takes a candidate tentatively; the units that it conflicts with plan again.
static bool push_to(planning *task, const agent *leader, const reservation *made, const uint32_t *slots,
                    int32_t count, int depth)
{
    fw_traffic *traffic = task->traffic;
    const int32_t before = traffic->push.count;
    if (before + 1 + count > MOST_PLANS)
        return false;
    trial_note(traffic, task->slot);
    note_wanted(task->unit, made);
    planning_adopt(task, made);
    for (int32_t i = 0; i < count; i++)
        if (traffic->push.count + 2 > MOST_PLANS ||
            !make_way(traffic, slots[i], task->slot, leader, depth + 1)) {
            trial_undo(traffic, before);
            return false;
        }
    return true;
}

/// True if all these units have arrived.
static bool have_been(const fw_traffic *traffic, const uint32_t *slots, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (!agent_has_been(&traffic->agents[slots[i]]))
            return false;
    return true;
}

/// True if the unit surely needs more than PUSH_KNOTS intervals to a candidate.
static bool is_far_for_push(const planning *task, const candidate *place)
{
    const double most = PUSH_KNOTS * FW_TRAFFIC_KNOT * task->unit->limits.top + COST_NOISE;
    const double dx = place->x - task->from.x, dy = place->y - task->from.y;
    return dx * dx + dy * dy > most * most;
}

/// The next candidate for a push, by cost: one that may not be far. Null: there is none.
///
/// @param[in,out] index  0 for the first one
static const candidate *next_for_push(planning *task, int32_t *index)
{
    while (*index < task->choice.count) {
        const candidate *place = &task->choice.candidates[*index];
        const bool is_far = is_far_for_push(task, place);
        if (!is_far && planning_settle(task, *index))
            continue;
        ++*index;
        if (!is_far)
            return place;
    }
    return NULL;
}

/// Tries short candidates that conflict with few units of lower priority. A unit that needs room to turn also tries
/// candidates that do not lead nearer to its goal, if only units that have arrived are in the way.
static bool push(planning *task, const agent *leader, int depth)
{
    reservation made;
    uint32_t slots[MOST_PUSHED];
    const candidate *place;
    int32_t next = 0;
    const double here = planning_cost(task, task->ahead.start, task->on_course);
    while (task->traffic->push.plans_left > 0 && (place = next_for_push(task, &next))) {
        const bool leads_away = depth == 0 && place->cost > here - planning_least_gain(task->unit);
        if (leads_away && !agent_needs_room(task->unit))
            break;
        if (!planning_build(task, place, &made) || made.count > PUSH_KNOTS)
            continue;
        const int32_t count = planning_conflicts(task, &made, slots, MOST_PUSHED);
        if (count > 0 && count <= MOST_PUSHED && (!leads_away || have_been(task->traffic, slots, count)) &&
            may_push(task->traffic, leader, slots, count) &&
            push_to(task, leader, &made, slots, count, depth))
            return true;
    }
    return false;
}

/// True if asking these units for room is of use: the unit does not make room for one of them, and if it needs room to
/// turn, they do not all make room for it in vain.
static bool may_ask(const planning *task, const uint32_t *slots, int32_t count)
{
    const agent *unit = task->unit;
    bool is_new = !agent_needs_room(unit);
    for (int32_t i = 0; i < count; i++) {
        if (unit->drive && slots[i] == unit->relation.in_way_of)
            return false;
        is_new = is_new || task->traffic->agents[slots[i]].relation.in_way_of != task->slot;
    }
    return is_new;
}

/// Asks the units in the way of the first candidate that they may leave free to step aside.
///
/// @param limit   the candidate costs no more
/// @param leader  on whose behalf
static void ask_for_room(planning *task, double limit, const agent *leader)
{
    reservation made;
    uint32_t slots[MOST_PUSHED];
    const candidate *place;
    int32_t next = 0;
    while ((place = next_for_push(task, &next))) {
        if (place->cost > limit)
            break;
        if (!planning_build(task, place, &made) || made.count > PUSH_KNOTS)
            continue;
        const int32_t count = planning_conflicts(task, &made, slots, MOST_PUSHED);
        if (count == 0 || count > MOST_PUSHED || !may_push(task->traffic, leader, slots, count) ||
            !may_ask(task, slots, count))
            continue;
        note_wanted(task->unit, &made);
        for (int32_t j = 0; j < count; j++)
            begin_to_make_room(&task->traffic->agents[slots[j]], task->slot, task->first);
        return;
    }
}

/// The first of the units that make room for each other, each for the one before.
static agent *first_asker(const fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    for (int depth = 0; depth < MOST_PUSH_DEPTH && unit->relation.in_way_of != NO_AGENT; depth++)
        unit = &traffic->agents[unit->relation.in_way_of];
    return unit;
}

void push_note_leaving(const fw_traffic *traffic, agent *unit)
{
    if (unit->relation.in_way_of != NO_AGENT && unit->jam.pushed_off <= COMES_BACK)
        unit->jam.pushed_off += agent_has_been(first_asker(traffic, agent_slot(traffic, unit)));
}

void push_ask_in_turn(planning *task)
{
    agent *unit = task->unit, *leader = first_asker(task->traffic, task->slot);
    if (!unit->drive || leader == unit)
        return;
    ask_for_room(task, INFINITY, leader);
    if (agent_is_cornered(unit) && agent_gives_way(leader, unit)) {
        unit->relation.in_way_of = NO_AGENT;
        begin_to_make_room(leader, task->slot, task->first);
    }
}

/// True if most units near are parked. Where many are under way, for example at both sides of a door, a unit that makes
/// room would push those who wait into each other's way.
static bool are_few_under_way(const planning *task)
{
    const neighbour *near = planning_near(task);
    int32_t count = 0;
    for (int32_t i = 0; i < task->near.count && count < FEW_UNDER_WAY; i++)
        count += !near[i].is_parked;
    return count < FEW_UNDER_WAY;
}

void push_ask_parked(const planning *task)
{
    const agent *unit = task->unit;
    if (unit->drive || agent_has_been(unit) || unit->relation.met == NO_AGENT ||
        outline_end(&unit->plan) > task->traffic->clock.knot + STOPS_WITHIN)
        return;
    agent *other = &task->traffic->agents[unit->relation.met];
    const knot *at = agent_next(task->traffic, other);
    if (agent_has_been(other) && !rally_spares(unit, other) && agent_gives_way(other, unit) &&
        apart(at->x, at->y, task->from.x, task->from.y) <= PARKED_REACH * radius_of(task->traffic, unit) &&
        are_few_under_way(task))
        begin_to_make_room(other, task->slot, task->first);
}

void push_claim_way(const planning *task)
{
    const agent *unit = task->unit;
    if (unit->regard.gives_way_to == ALL_SIDES || unit->way.count == 0)
        return;
    const neighbour *near = planning_near(task);
    const double ahead = CLAIM_SECONDS * unit->limits.top;
    for (int32_t i = 0; i < task->near.count; i++) {
        agent *other = &task->traffic->agents[near[i].slot];
        const double room = near[i].radii * CLAIM_WIDTH;
        if (agent_has_right_of_way(unit, other) &&
            (spacing_from_way(unit, &task->from, ahead, near[i].stop_x, near[i].stop_y) < room ||
             spacing_from_way(unit, &task->from, ahead, other->to.x, other->to.y) < room))
            begin_to_make_room(other, task->slot, task->first);
    }
}

/// Goes to the candidate that is farthest from the stops of others, and holds there. Units that are too close to each
/// other to turn get room in this way.
static bool back_off(planning *task)
{
    reservation made, best;
    bool is_found = false;
    task->drops_spacing = false;
    double least =
        planning_surcharge(task, task->stop.x, task->stop.y, INFINITY) - planning_least_gain(task->unit);
    for (int32_t i = 0; i < task->choice.count;) {
        if (planning_settle(task, i))
            continue;
        const candidate *place = &task->choice.candidates[i++];
        const double cost = planning_surcharge(task, place->x, place->y, least);
        if (cost < least && planning_is_free(task, place, &made)) {
            least = cost;
            best = made;
            is_found = true;
        }
    }
    if (!is_found)
        return false;
    planning_take(task, &best);
    task->unit->drive->holds_until = task->first + HOLD_KNOTS;
    return true;
}

bool push_or_ask(planning *task)
{
    fw_traffic *traffic = task->traffic;
    agent *unit = task->unit;
    if (unit->jam.patience > 0) {
        unit->jam.patience = (int8_t)(unit->jam.patience - PLAN_EVERY);
        return false;
    }
    traffic->push.plans_left = MOST_PLANS;
    const bool is_done = push(task, unit, 0);
    traffic->push.count = 0; // nothing is pushed any more
    if (is_done)
        return true;
    ask_for_room(task, agent_needs_room(unit) ? INFINITY : task->remaining - planning_least_gain(unit), unit);
    if (turn_radius_of(traffic, unit) > 0 && unit->pursuit.stuck >= INSISTS_AFTER && back_off(task))
        return true;
    unit->jam.patience =
        (int8_t)(LEAST_PATIENCE + unit->pursuit.stalled % (MOST_PATIENCE - LEAST_PATIENCE + 1));
    return false;
}
