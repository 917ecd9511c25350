#include "traffic/agent_plan.h"

#include <math.h>

#include "traffic/agent_state.h"
#include "traffic/braking.h"
#include "traffic/choice.h"
#include "traffic/driving.h"
#include "traffic/gate.h"
#include "traffic/keep_right.h"
#include "traffic/one_way.h"
#include "traffic/patience.h"
#include "traffic/plan_cost.h"
#include "traffic/planning.h"
#include "traffic/push.h"
#include "traffic/push_order.h"
#include "traffic/rally.h"
#include "traffic/reservation.h"
#include "traffic/spacing.h"
#include "traffic/yield.h"

/// A unit makes no progress if it comes nearer to its goal by less than this share of its top speed. For units with a
/// turning radius the share is smaller, because turns take time.
#define PROGRESS         0.4
#define TURNING_PROGRESS 0.2

/// A unit nearer than this to its next corner is right beside it, in tiles.
#define BESIDE_CORNER 0.05

/// A unit is nearer to its goal than ever if its way is shorter by this, in radii.
#define NEARER 0.5

/// Distance within which only the first of the units that wait may push, in radii.
#define LEADER_REACH 6.0

/// True if a unit within LEADER_REACH waits and has priority over this one.
static bool is_led(const planning *task)
{
    const agent *unit = task->unit;
    const double reach = LEADER_REACH * radius_of(task->traffic, unit);
    const neighbour *near = planning_near(task);
    const fw_box here = { task->from.x, task->from.y, task->from.x, task->from.y };
    for (int32_t i = 0; i < task->near.count; i++) {
        if (gap_between(&here, &task->traffic->crowd.marks[near[i].slot].box) > reach)
            continue; // far away, as most are; so their agents are not read
        const agent *other = &task->traffic->agents[near[i].slot];
        if (other->pursuit.stalled < PUSHES_AFTER || !agent_pushes_before(task->traffic, other, unit))
            continue;
        const knot *at = agent_next(task->traffic, other);
        const double dx = at->x - task->from.x, dy = at->y - task->from.y;
        if (dx * dx + dy * dy < reach * reach)
            return true;
    }
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
    if (unit->relation.blocker == NO_AGENT)
        return unit->drive && unit->relation.in_way_of == NO_AGENT && unit->way.count > 0;
    const agent *other = &task->traffic->agents[unit->relation.blocker];
    if (agent_goes_nowhere(other))
        return false;
    const double dx = unit->order.goal_x - other->order.goal_x, dy = unit->order.goal_y - other->order.goal_y;
    const double radii = 4 * radius_of(task->traffic, unit);
    return other->pursuit.stalled >= ROLLS_AFTER || dx * dx + dy * dy > radii * radii;
}

/// Counts the knots in which the unit has not been nearer to its goal than ever.
static void note_nearest(planning *task, bool advances)
{
    agent *unit = task->unit;
    const bool is_nearer = task->remaining < unit->pursuit.nearest - NEARER * radius_of(task->traffic, unit);
    unit->pursuit.stuck = advances || is_nearer ? 0 : unit->pursuit.stuck + PLAN_EVERY;
    unit->jam.unsolved = is_nearer ? 0 : unit->jam.unsolved;
    unit->pursuit.nearest = is_nearer ? task->remaining : unit->pursuit.nearest;
}

/// Counts the knots in which a unit has not come nearer to its goal than ever since its order. The line on which it
/// sets out does not lead to the goal.
static void note_closest(const planning *task)
{
    agent *unit = task->unit;
    agent_pursuit *pursuit = &unit->pursuit;
    if (unit->relation.yields_to != NO_AGENT || unit->way.count == 0 || pursuit->faults.has_set_out)
        return;
    const bool is_closer =
        pursuit->closest == 0 || task->remaining < pursuit->closest - NEARER * radius_of(task->traffic, unit);
    pursuit->late = is_closer ? 0 : pursuit->late + PLAN_EVERY;
    pursuit->closest = is_closer ? (float)fmax(task->remaining, FW_TRAFFIC_ARRIVED) : pursuit->closest;
}

static void note_progress(planning *task)
{
    agent *unit = task->unit;
    const double left = agent_has_course(unit) ? unit->drive->course.length - task->on_course : 0;
    const double gained = planning_is_on_course(task) ? unit->drive->course_left - left
                                                      : unit->pursuit.remaining - task->remaining;
    const double share = unit->drive ? TURNING_PROGRESS : PROGRESS;
    const double expected = share * task->limits.top * PLAN_EVERY * FW_TRAFFIC_KNOT;
    const bool is_done = agent_is_at_goal(unit) || unit->pursuit.faults.has_set_out ||
                         task->remaining < FW_TRAFFIC_ARRIVED || planning_is_ahead(task);
    unit->pursuit.stalled = is_done || gained >= expected ? 0 : unit->pursuit.stalled + PLAN_EVERY;
    unit->pursuit.remaining = task->remaining;
    note_closest(task);
    if (unit->drive)
        unit->drive->course_left = left;
    note_nearest(task, is_done || (planning_is_on_course(task) && gained >= expected));
    gate_look_ahead(task->traffic, unit);
    unit->pursuit.to_narrow =
        task->remaining - (gate_is_found(&unit->pursuit.gate) ? unit->pursuit.gate.enter : task->corner_rest);
}

/// True if a unit stands right beside the next corner of its way and makes no progress, although no other unit holds
/// it: it does not see the corner after that, and going to the corner gains too little.
static bool is_held_at_corner(const planning *task)
{
    const agent *unit = task->unit;
    if (unit->way.next + 1 >= unit->way.count)
        return false;
    const way_point *next = &unit->way.points[unit->way.next];
    return !unit->drive && unit->relation.met == NO_AGENT && task->turn == GATE_ENTERS &&
           unit->pursuit.stalled >= LOST_BESIDE_CORNER &&
           outline_end(&unit->plan) <= task->traffic->clock.knot &&
           apart(task->from.x, task->from.y, next->x, next->y) < BESIDE_CORNER;
}

/// Brakes, even into a wall, unless another unit is in the way.
static void brake_on_wall(planning *task)
{
    reservation made;
    if (!reservation_brake(&task->limits, task->first, &task->from, &task->ahead, &made))
        return;
    const knot *stop = reservation_stop(&made);
    task->built.box = reservation_box(&made, task->first);
    task->built.hull = hull_of(&task->from, 0, stop->x, stop->y);
    if (planning_conflict(task, &made) == NO_AGENT)
        planning_adopt(task, &made);
}

/// True if the unit may push: it waits, or stands before a unit that has arrived. A unit without a turning radius need
/// not stop before such a unit first.
static bool wants_to_push(const planning *task)
{
    const agent *unit = task->unit;
    const bool is_parked =
        unit->relation.blocker != NO_AGENT && agent_has_been(&task->traffic->agents[unit->relation.blocker]);
    const bool insists =
        unit->drive && unit->relation.blocker != NO_AGENT && unit->pursuit.stuck >= INSISTS_AFTER;
    const bool will_stand =
        !unit->drive && outline_end(&unit->plan) <= task->traffic->clock.knot + PLAN_EVERY;
    return insists || (is_parked && will_stand) ||
           unit->pursuit.stalled >= (is_parked ? ROLLS_AFTER : PUSHES_AFTER);
}

/// True if a unit that has long not come nearer to its goal will stop there: others near the goal would make it turn
/// away before it has stopped, again and again.
static bool comes_to_rest(const agent *unit)
{
    const outline *plan = &unit->plan;
    return !unit->drive && unit->order.stage == PLACE_IS_GOAL && unit->pursuit.late >= SETTLES_AFTER &&
           unit->relation.yields_to == NO_AGENT &&
           apart(plan->stop_x, plan->stop_y, unit->order.goal_x, unit->order.goal_y) <= FW_TRAFFIC_ARRIVED;
}

/// True if the unit keeps its reservation and does not plan: it has arrived or is about to, was told to stop, cannot
/// get to its goal, is in an impasse, waits for a course or drives to the place where its course begins, or holds.
static bool rests(const fw_traffic *traffic, const agent *unit)
{
    if (unit->relation.in_way_of != NO_AGENT || unit->pursuit.is_cut)
        return false;
    const bool drives_to_course = agent_has_course(unit) && unit->drive->course.reached == 0 &&
                                  outline_end(&unit->plan) > traffic->clock.knot;
    return agent_is_at_goal(unit) || comes_to_rest(unit) || unit->order.stage == PLACE_IS_STOP ||
           unit->pursuit.refused != FW_OK || unit->relation.impasse != NO_AGENT ||
           unit->pursuit.wants_course || drives_to_course ||
           (unit->drive && unit->drive->holds_until > traffic->clock.knot + 1);
}

void agent_plan(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (unit->relation.in_way_of != NO_AGENT && unit->relation.aside_until <= traffic->clock.knot)
        unit->relation.in_way_of = NO_AGENT;
    if (rests(traffic, unit)) {
        if (agent_is_at_goal(unit)) {
            unit->pursuit.stalled = unit->pursuit.stuck = 0;
            agent_forget_closest(unit);
            unit->pursuit.remaining = unit->pursuit.to_narrow = 0;
        }
        return;
    }
    if (unit->pursuit.stalled >= LEAVES_COURSE_AFTER)
        agent_leave_course(unit);
    if (unit->relation.yields_to != NO_AGENT && yield_is_over(traffic, unit))
        yield_end(unit);
    planning *task = planning_room(traffic, 0);
    if (!task || !planning_begin(traffic, slot, task))
        return;
    note_progress(task);
    spacing_look(task);
    unit->relation.met = NO_AGENT;
    task->closed = one_way_closed(traffic, unit);
    const bool leads = task->closed.cost == 0 && wants_to_push(task) && !is_led(task);
    push_claim_way(task);
    task->drops_spacing = leads || rally_is_near(traffic, unit);
    task->turn = gate_turn_of(traffic, unit);
    task->half = keep_right(task);
    const double least = planning_rest_at(task, task->stop, task->stop_on_course) - planning_least_gain(unit);
    if (planning_take_first(task, least)) {
        driving_seek_course(task);
        planning_end(task);
        return;
    }
    spacing_enter(task);
    const double limit = unit->pursuit.is_cut ? INFINITY
                                              : planning_cost(task, task->stop, task->stop_on_course) -
                                                    planning_least_gain(unit);
    planning_list(task, limit);
    bool moves = planning_take_best(task, limit);
    if (!moves && !leads)
        push_ask_in_turn(task);
    const bool rolls = !moves && unit->pursuit.stalled >= ROLLS_AFTER && is_jammed(task);
    if (!moves && leads)
        planning_list(task, INFINITY);
    else if (rolls)
        planning_list_right(task);
    moves = moves || (rolls && planning_roll_right(task));
    if (!moves && unit->pursuit.is_cut)
        brake_on_wall(task);
    else if (!moves && leads)
        push_or_ask(task);
    push_ask_parked(task);
    unit->pursuit.is_lost = unit->pursuit.is_lost || (!moves && is_held_at_corner(task));
    driving_seek_course(task);
    planning_end(task);
    yield_if_met(traffic, slot);
}
