#include <math.h>

#include "traffic/place.h"
#include "traffic/planning.h"

/// A unit makes no progress if it comes nearer to its goal by less than this share of its top speed. For units with a
/// turning radius the share is smaller, because turns take time.
#define PROGRESS         0.4
#define TURNING_PROGRESS 0.2

/// A plan replaces the old one if its stop costs less by this many tiles, or by the way of so many seconds at top speed
/// if that is less.
#define GAIN      0.01
#define GAIN_TIME 0.1

/// Knots without progress after which a unit pushes, and after which a unit rolls to the right.
enum { PUSHES_AFTER = 4, ROLLS_AFTER = 2 };

/// A unit without a turning radius that has not been nearer to its goal for TIRES_AFTER knots pushes before it rolls to
/// the right: else it could roll and come back for ever.
enum { TIRES_AFTER = 40 };

/// Most units that one candidate of a push may move, and greatest depth of pushes within pushes.
enum { MOST_PUSHED = 3, MOST_DEPTH = 8 };

/// Intervals: of the longest motion of a push, of making room, and until a unit that could not push may try again.
enum { PUSH_KNOTS = 6, ROOM_KNOTS = 10, LEAST_PATIENCE = 3, MOST_PATIENCE = 7 };

/// A unit with a turning radius that has not been nearer to its goal for INSISTS_AFTER knots pushes, even if it moves.
/// If it cannot push, it backs off and holds for HOLD_KNOTS knots.
enum { INSISTS_AFTER = 12, HOLD_KNOTS = 8 };

/// Knots without progress after which a unit asks for another way if it stands nearer than this to its next corner, in
/// tiles.
#define BESIDE_CORNER 0.05
enum { LOST_BESIDE_CORNER = 8 };

/// Knots without progress after which a unit leaves its course.
enum { LEAVES_COURSE_AFTER = 12 };

/// A unit is nearer to its goal than ever if its way is shorter by this, in radii.
#define NEARER 0.5

/// Distance within which only the first of the units that wait may push, in radii.
#define LEADER_REACH 6.0

/// By how much the stop of a plan must cost less than that of the old one, in tiles.
static double least_gain(const agent *unit)
{
    return fmin(GAIN, GAIN_TIME * unit->limits.top);
}

/// True if a unit within LEADER_REACH waits and has priority over this one.
static bool is_led(const planning *task)
{
    const agent *unit = task->unit;
    const double reach = LEADER_REACH * radius_of(task->traffic, unit);
    const neighbour *near = planning_near(task);
    const fw_box here = { task->from.x, task->from.y, task->from.x, task->from.y };
    for (int32_t i = 0; i < task->near_count; i++) {
        if (gap_between(&here, &task->traffic->marks[near[i].slot].box) > reach)
            continue; // far away, as most are; so their agents are not read
        const agent *other = &task->traffic->agents[near[i].slot];
        if (other->stalled < PUSHES_AFTER || !agent_pushes_before(task->traffic, other, unit))
            continue;
        const knot *at = agent_next(task->traffic, other);
        const double dx = at->x - task->from.x, dy = at->y - task->from.y;
        if (dx * dx + dy * dy < reach * reach)
            return true;
    }
    return false;
}

/// Notes the state of a unit before the push under way moves the unit.
static void save(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (unit->drive)
        traffic->undo_drives[traffic->undo_count] = *unit->drive;
    traffic->undos[traffic->undo_count++] =
        (undo){ .slot = slot, .in_way_of = unit->in_way_of, .is_cut = unit->is_cut, .plan = unit->plan };
}

/// True if the push under way has moved a unit.
static bool is_pushed(const fw_traffic *traffic, uint32_t slot)
{
    int32_t i = 0;
    while (i < traffic->undo_count && traffic->undos[i].slot != slot)
        i++;
    return i < traffic->undo_count;
}

static void go_back(fw_traffic *traffic, int32_t count)
{
    while (traffic->undo_count > count) {
        const undo *last = &traffic->undos[--traffic->undo_count];
        agent *unit = &traffic->agents[last->slot];
        reservation room;
        unit->in_way_of = last->in_way_of;
        unit->is_cut = last->is_cut;
        unit->plan = last->plan;
        if (unit->drive)
            *unit->drive = traffic->undo_drives[traffic->undo_count];
        crowd_place(traffic, last->slot, agent_reservation(unit, &room));
    }
}

static bool push(planning *task, const agent *leader, int depth);

/// Lets a unit whose reservation conflicts with a push plan again.
static bool make_way(fw_traffic *traffic, uint32_t slot, uint32_t pusher, const agent *leader, int depth)
{
    if (traffic->plans_left-- <= 0)
        return false;
    planning task;
    if (!planning_begin(traffic, slot, &task))
        return false;
    const int32_t index = traffic->undo_count;
    save(traffic, slot);
    task.unit->in_way_of = pusher;
    task.unit->aside_until = task.first + ROOM_KNOTS;
    planning_list(&task, INFINITY);
    bool is_done = planning_take_best(&task, INFINITY);
    if (!is_done && depth < MOST_DEPTH)
        is_done = push(&task, leader, depth);
    if (is_done && !task.unit->has_been)
        task.unit->in_way_of = traffic->undos[index].in_way_of;
    planning_end(&task);
    return is_done;
}

/// True if the leader may move these units.
static bool may_push(const fw_traffic *traffic, const agent *leader, const uint32_t *slots, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const agent *other = &traffic->agents[slots[i]];
        if (other == leader || is_pushed(traffic, slots[i]) || agent_pushes_before(traffic, other, leader))
            return false;
    }
    return true;
}

/// Takes a candidate tentatively; the units that it conflicts with plan again.
static bool push_to(planning *task, const agent *leader, const reservation *made, const uint32_t *slots,
                    int32_t count, int depth)
{
    fw_traffic *traffic = task->traffic;
    const int32_t before = traffic->undo_count;
    if (before + 1 + count > MOST_PLANS)
        return false;
    save(traffic, task->slot);
    planning_adopt(task, made);
    for (int32_t i = 0; i < count; i++)
        if (traffic->undo_count + 2 > MOST_PLANS ||
            !make_way(traffic, slots[i], task->slot, leader, depth + 1)) {
            go_back(traffic, before);
            return false;
        }
    return true;
}

/// True if all these units have arrived.
static bool have_been(const fw_traffic *traffic, const uint32_t *slots, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        if (!traffic->agents[slots[i]].has_been)
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
    while (*index < task->candidate_count) {
        const candidate *place = &task->candidates[*index];
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
    while (task->traffic->plans_left > 0 && (place = next_for_push(task, &next))) {
        const bool leads_away = depth == 0 && place->cost > here - least_gain(task->unit);
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

/// Asks the units in the way to step aside.
static void ask_for_room(planning *task)
{
    reservation made;
    uint32_t slots[MOST_PUSHED];
    const candidate *place;
    int32_t next = 0;
    while ((place = next_for_push(task, &next))) {
        if (place->cost > task->remaining - least_gain(task->unit))
            break;
        if (!planning_build(task, place, &made) || made.count > PUSH_KNOTS)
            continue;
        const int32_t count = planning_conflicts(task, &made, slots, MOST_PUSHED);
        if (count > MOST_PUSHED || !may_push(task->traffic, task->unit, slots, count))
            continue;
        for (int32_t j = 0; j < count; j++) {
            agent *other = &task->traffic->agents[slots[j]];
            other->in_way_of = task->slot;
            other->aside_until = task->first + ROOM_KNOTS;
        }
        return;
    }
}

/// Goes to the candidate that is farthest from the stops of others, and holds there. Units that are too close to each
/// other to turn get room in this way.
static bool back_off(planning *task)
{
    reservation made, best;
    bool is_found = false;
    task->drops_spacing = false;
    double least = planning_surcharge(task, task->stop.x, task->stop.y, INFINITY) - least_gain(task->unit);
    for (int32_t i = 0; i < task->candidate_count;) {
        if (planning_settle(task, i))
            continue;
        const candidate *place = &task->candidates[i++];
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

/// Pushes, or asks for room, unless the unit must be patient. The unit must have priority over all units that wait
/// near.
///
/// @return true if the unit has another reservation now
static bool try_to_push(planning *task)
{
    fw_traffic *traffic = task->traffic;
    agent *unit = task->unit;
    if (unit->patience > 0) {
        unit->patience = (int8_t)(unit->patience - PLAN_EVERY);
        return false;
    }
    traffic->undo_count = 0;
    traffic->plans_left = MOST_PLANS;
    if (push(task, unit, 0))
        return true;
    ask_for_room(task);
    if (turn_radius_of(traffic, unit) > 0 && unit->stuck >= INSISTS_AFTER && back_off(task))
        return true;
    unit->patience = (int8_t)(LEAST_PATIENCE + unit->stalled % (MOST_PATIENCE - LEAST_PATIENCE + 1));
    return false;
}

/// True if the blocker goes elsewhere, or makes no progress itself. A unit with a turning radius is also jammed if
/// nobody blocks it: the room that it wants to keep from others holds it. A unit that waits for its turn at a gate is
/// not jammed.
static bool is_jammed(const planning *task)
{
    const agent *unit = task->unit;
    if (task->turn != GATE_ENTERS)
        return false;
    if (unit->blocker == NO_AGENT)
        return turn_radius_of(task->traffic, unit) > 0 && unit->in_way_of == NO_AGENT && unit->way.count > 0;
    const agent *other = &task->traffic->agents[unit->blocker];
    if (other->has_been)
        return false;
    const double dx = unit->goal_x - other->goal_x, dy = unit->goal_y - other->goal_y;
    const double radii = 4 * radius_of(task->traffic, unit);
    return other->stalled >= ROLLS_AFTER || dx * dx + dy * dy > radii * radii;
}

/// Counts the knots in which the unit has not been nearer to its goal than ever.
static void note_nearest(planning *task, bool advances)
{
    agent *unit = task->unit;
    const bool is_nearer = task->remaining < unit->nearest - NEARER * radius_of(task->traffic, unit);
    unit->stuck = advances || is_nearer ? 0 : unit->stuck + PLAN_EVERY;
    unit->nearest = is_nearer ? task->remaining : unit->nearest;
}

static void note_progress(planning *task)
{
    agent *unit = task->unit;
    const double left = agent_has_course(unit) ? unit->drive->course.length - task->on_course : 0;
    const double gained =
        planning_is_on_course(task) ? unit->drive->course_left - left : unit->remaining - task->remaining;
    const double share = turn_radius_of(task->traffic, unit) > 0 ? TURNING_PROGRESS : PROGRESS;
    const double expected = share * unit->limits.top * PLAN_EVERY * FW_TRAFFIC_KNOT;
    const bool is_done =
        unit->is_at_goal || unit->has_set_out || task->remaining < FW_TRAFFIC_ARRIVED || task->is_ahead;
    unit->stalled = is_done || gained >= expected ? 0 : unit->stalled + PLAN_EVERY;
    unit->remaining = task->remaining;
    if (unit->drive)
        unit->drive->course_left = left;
    note_nearest(task, is_done || (planning_is_on_course(task) && gained >= expected));
    gate_look_ahead(task->traffic, unit);
    unit->to_narrow = task->remaining - (unit->gate.is_found ? unit->gate.enter : task->corner_rest);
}

/// True if a unit stands right beside the next corner of its way and makes no progress, although no other unit holds
/// it: it does not see the corner after that, and going to the corner gains too little.
static bool is_held_at_corner(const planning *task)
{
    const agent *unit = task->unit;
    if (unit->way.next + 1 >= unit->way.count)
        return false;
    const way_point *next = &unit->way.points[unit->way.next];
    return turn_radius_of(task->traffic, unit) == 0 && unit->met == NO_AGENT && task->turn == GATE_ENTERS &&
           unit->stalled >= LOST_BESIDE_CORNER && outline_end(&unit->plan) <= task->traffic->knot &&
           apart(task->from.x, task->from.y, next->x, next->y) < BESIDE_CORNER;
}

/// Brakes, even into a wall, unless another unit is in the way.
static void brake_on_wall(planning *task)
{
    reservation made;
    if (!reservation_brake(&task->unit->limits, task->first, &task->from, &task->ahead, &made))
        return;
    const knot *stop = reservation_stop(&made);
    task->box = reservation_box(&made, task->first);
    task->hull = hull_of(&task->from, 0, stop->x, stop->y);
    if (planning_conflict(task, &made) == NO_AGENT)
        planning_adopt(task, &made);
}

/// True if the unit may push: it waits, or stands before a unit that has arrived. A unit without a turning radius need
/// not stop before such a unit first.
static bool wants_to_push(const planning *task)
{
    const agent *unit = task->unit;
    const bool is_parked = unit->blocker != NO_AGENT && task->traffic->agents[unit->blocker].has_been;
    const bool insists =
        turn_radius_of(task->traffic, unit) > 0 && unit->blocker != NO_AGENT && unit->stuck >= INSISTS_AFTER;
    const bool will_stand = !unit->drive && outline_end(&unit->plan) <= task->traffic->knot + PLAN_EVERY;
    return insists || (is_parked && will_stand) || unit->stalled >= (is_parked ? ROLLS_AFTER : PUSHES_AFTER);
}

/// True if the unit keeps its reservation and does not plan: it has arrived, is in an impasse, waits for a course or
/// drives to the place where its course begins, or holds.
static bool rests(const fw_traffic *traffic, const agent *unit)
{
    if (unit->in_way_of != NO_AGENT || unit->is_cut)
        return false;
    const bool drives_to_course = agent_has_course(unit) && unit->drive->course.reached == 0 &&
                                  outline_end(&unit->plan) > traffic->knot;
    return unit->is_at_goal || unit->impasse != NO_AGENT || unit->wants_course || drives_to_course ||
           (unit->drive && unit->drive->holds_until > traffic->knot + 1);
}

void agent_plan(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (unit->in_way_of != NO_AGENT && unit->aside_until <= traffic->knot)
        unit->in_way_of = NO_AGENT;
    if (rests(traffic, unit)) {
        if (unit->is_at_goal) {
            unit->stalled = unit->stuck = 0;
            unit->remaining = unit->to_narrow = 0;
        }
        return;
    }
    if (unit->stalled >= LEAVES_COURSE_AFTER)
        agent_leave_course(unit);
    if (unit->yields_to != NO_AGENT && yield_is_over(traffic, unit))
        yield_end(unit);
    planning task;
    if (!planning_begin(traffic, slot, &task))
        return;
    note_progress(&task);
    unit->met = NO_AGENT;
    const bool leads = wants_to_push(&task) && !is_led(&task);
    task.drops_spacing = leads;
    task.turn = gate_turn_of(traffic, unit);
    const double least = planning_rest_at(&task, task.stop, task.stop_on_course) - least_gain(unit);
    if (planning_take_first(&task, least)) {
        driving_seek_course(&task);
        planning_end(&task);
        return;
    }
    spacing_enter(&task);
    const double limit =
        unit->is_cut ? INFINITY : planning_cost(&task, task.stop, task.stop_on_course) - least_gain(unit);
    planning_list(&task, limit);
    bool moves = planning_take_best(&task, limit);
    const bool rolls = !moves && unit->stalled >= ROLLS_AFTER && is_jammed(&task);
    if (!moves && leads)
        planning_list(&task, INFINITY);
    else if (rolls)
        planning_list_right(&task);
    const bool tires = leads && !unit->drive && !unit->is_cut && unit->stuck >= TIRES_AFTER;
    moves = moves || (tires && try_to_push(&task));
    moves = moves || (rolls && planning_roll_right(&task));
    if (!moves && unit->is_cut)
        brake_on_wall(&task);
    else if (!moves && leads && !tires)
        try_to_push(&task);
    unit->is_lost = unit->is_lost || (!moves && is_held_at_corner(&task));
    driving_seek_course(&task);
    planning_end(&task);
    yield_if_met(traffic, slot);
}
