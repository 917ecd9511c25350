#include "traffic/planning.h"

#include <math.h>

#include "base/trig.h"
#include "curve/sweep_line.h"
#include "traffic/agent_state.h"
#include "traffic/braking.h"
#include "traffic/convoy_roles.h"
#include "traffic/crowd.h"
#include "traffic/crowd_cells.h"
#include "traffic/driving.h"
#include "traffic/driving_way.h"
#include "traffic/patience.h"
#include "traffic/plan_cost.h"
#include "traffic/reservation.h"
#include "traffic/sight.h"
#include "traffic/spacing.h"
#include "traffic/walking.h"
#include "traffic/way_follow.h"
#include "traffic/way_pool.h"

/// What a candidate to the left of the way costs, in radii.
#define LEFT_COST 0.5

/// Seconds that it costs to be slow before slow ground begins. So a unit brakes before the ground as if it were to stop
/// there, and goes on as soon as it is slow enough.
#define SLOW_TOO_SOON 8.0

/// Lists the units that may touch a box as neighbours, without the unit itself.
///
/// @return false if there are too many, or there is no memory for them
static bool list_neighbours(planning *task, const fw_box *box)
{
    fw_traffic *traffic = task->traffic;
    const double radius = radius_of(traffic, task->unit);
    const int32_t found = crowd_near(traffic, box);
    const uint32_t layers = task->unit->regard.layers;
    const size_t most = task->near.first + (size_t)found; // the unit itself is among those found, or not
    if (traffic_reserve_scratch(traffic, most, sizeof *traffic->work.near) != FW_OK)
        return false;
    neighbour *near = traffic->work.near + task->near.first;
    for (int32_t i = 0; i < found; i++) {
        const uint32_t slot = traffic->crowd.found[i];
        const crowd_mark *other = &traffic->crowd.marks[slot];
        if (slot != task->slot && (other->layers & layers) != 0)
            near[task->near.count++] = (neighbour){ .slot = slot,
                                                    .radii = radius + other->radius,
                                                    .stop_x = other->stop_x,
                                                    .stop_y = other->stop_y,
                                                    .is_parked = other->is_parked };
    }
    traffic->work.near_count += (size_t)task->near.count;
    return traffic->work.near_count <= traffic_most_near((size_t)traffic->count);
}

/// Finds the state at the first knot, and where the present reservation ends.
static void find_poses(planning *task)
{
    const agent *unit = task->unit;
    task->from = *agent_next(task->traffic, unit);
    task->stop = (fw_pose){ unit->plan.stop_x, unit->plan.stop_y, 0 };
    task->ahead = rail_standing((fw_pose){ task->from.x, task->from.y, 0 });
    task->on_course = task->stop_on_course = 0;
    if (!unit->drive)
        return;
    task->ahead = reservation_rail(&unit->drive->plan, task->first);
    task->stop = rail_at(&task->ahead, rail_length(&task->ahead));
    task->stop_on_course = unit->drive->course.reached;
    task->on_course = task->stop_on_course - rail_length(&task->ahead);
}

/// Lets a unit without a turning radius that moves toward a gate go on to the next corner of its way as soon
/// as the unit will see this corner from where its reservation ends. From its place now, a wall may be a
/// little in between: in a narrow door, the unit would stop there.
static void look_from_stop(const planning *task)
{
    const agent *unit = task->unit;
    way *way = &task->unit->way;
    if (unit->drive || !gate_is_found(&unit->pursuit.gate) || knot_speed(&task->from) == 0 ||
        way->next + 1 == way->count ||
        !way_may_skip(task->traffic, unit, task->stop.x, task->stop.y, way->next))
        return;
    way->next++;
    way->farthest = way->next > way->farthest ? way->next : way->farthest;
}

/// True if the unit sees no corner of its way, or has gone back to a corner that it had passed and makes no progress.
/// Units with a turning radius may go back, because they need room to turn.
static bool is_lost(const planning *task)
{
    agent *unit = task->unit;
    if (unit->way.count == 0)
        return unit->pursuit.refused == FW_OK;
    if (!way_follow(task->traffic, unit, task->from.x, task->from.y))
        return true;
    look_from_stop(task);
    return (!unit->drive && unit->way.next < unit->way.farthest && unit->pursuit.stalled >= LOST_AFTER);
}

size_t planning_bytes(const fw_traffic *traffic)
{
    return sizeof(planning) + (traffic->push.drives ? MOST_DRIVEN * (sizeof(candidate) + sizeof(rail))
                                                    : MOST_WALKED * sizeof(candidate));
}

planning *planning_room(fw_traffic *traffic, int32_t depth)
{
    planning **plan = &traffic->work.plans[depth];
    if (!*plan && (*plan = memory_get(&traffic->memory, planning_bytes(traffic), 1))) {
        const bool has_cars = traffic->push.drives;
        (*plan)->choice.candidates = (void *)(*plan + 1);
        (*plan)->choice.rails = has_cars ? (void *)((*plan)->choice.candidates + MOST_DRIVEN) : NULL;
    }
    return *plan;
}

fw_result planning_widen(fw_traffic *traffic)
{
    memory *memory = &traffic->memory;
    planning *before = traffic->work.plans[0];
    const size_t bytes = planning_bytes(traffic);
    traffic->push.drives = memory_get(memory, MOST_PLANS, sizeof *traffic->push.drives);
    traffic->work.plans[0] = NULL;
    if (!traffic->push.drives || !planning_room(traffic, 0)) {
        memory_give_back(memory, traffic->push.drives, MOST_PLANS, sizeof *traffic->push.drives);
        traffic->push.drives = NULL;
        traffic->work.plans[0] = before;
        return FW_NO_MEMORY;
    }
    memory_give_back(memory, before, bytes, 1);
    for (int32_t depth = 1; depth <= MOST_PUSH_DEPTH; depth++) {
        memory_give_back(memory, traffic->work.plans[depth], bytes, 1);
        traffic->work.plans[depth] = NULL;
    }
    return FW_OK;
}

void planning_free(fw_traffic *traffic)
{
    for (int32_t depth = 0; depth <= MOST_PUSH_DEPTH; depth++) {
        memory_give_back(&traffic->memory, traffic->work.plans[depth], planning_bytes(traffic), 1);
        traffic->work.plans[depth] = NULL;
    }
}

bool planning_begin(fw_traffic *traffic, uint32_t slot, planning *task)
{
    agent *unit = &traffic->agents[slot];
    const agent_kind *kind = kind_of(traffic, unit);
    task->traffic = traffic;
    task->unit = unit;
    task->slot = slot;
    task->first = traffic->clock.knot + 1;
    find_poses(task);
    task->turn = GATE_ENTERS;
    task->half.cost = 0;
    task->closed.cost = 0;
    task->choice.left_cost = LEFT_COST * kind->radius;
    task->drops_spacing = false;
    task->choice.count = 0;
    task->choice.only_right = false;
    unit->pursuit.is_lost = is_lost(task);
    task->corner_rest = unit->way.count > 0 ? way_rests(traffic, unit)[unit->way.next] : 0;
    task->remaining = planning_rest(task, task->ahead.start);
    task->ground = terrain_look_ahead(traffic, unit, &task->from);
    task->limits = unit->limits;
    task->limits.top = task->ground.top;
    task->built.toll = 0;
    const double farthest = reservation_range(&unit->limits, unit->limits.top, MOST_KNOTS) + PAIR_ROOM;
    const double reach = farthest + kind->radius;
    task->least_rest = convoy_least_rest(traffic, unit);
    task->reach = box_around(task->from.x, task->from.y, farthest);
    task->is_open = sweep_box_is_open(&kind->ground, &kind->body, &task->reach);
    const fw_box box = box_around(task->from.x, task->from.y, reach);
    task->near.first = traffic->work.near_count;
    task->near.count = 0;
    task->near.is_looked_at = task->near.bounds.is_known = false;
    const bool has_all = list_neighbours(task, &box);
    if (task->near.count >= CROWD_FROM)
        trig_sincos(unit->heading, &task->near.ahead_y, &task->near.ahead_x);
    if (!has_all)
        planning_end(task);
    return has_all;
}

void planning_end(planning *task)
{
    task->traffic->work.near_count -= (size_t)task->near.count;
}

bool planning_first(planning *task, double limit, candidate *place)
{
    return task->unit->drive ? driving_first(task, place) : walking_first(task, limit, place);
}

void planning_list_right(planning *task)
{
    task->choice.only_right = true;
    planning_list(task, INFINITY);
    task->choice.only_right = false;
}

void planning_list(planning *task, double limit)
{
    task->choice.limit = limit;
    task->choice.count = 0;
    if (limit <= 0) // no place costs less
        return;
    if (!task->near.bounds.is_known)
        spacing_enter(task);
    if (task->unit->drive)
        driving_list(task);
    else
        walking_list(task);
    candidates_sort(task->choice.candidates, task->choice.count);
}

/// True if one of the last corners of the way is visible from a place, or the unit makes room: then it comes back as it
/// went. If it does not see the next corner, the way from there is longer than the candidate's cost says; without this
/// detour a unit could go to and fro between two places for ever.
static bool sees_way(planning *task, double x, double y)
{
    const way *way = &task->unit->way;
    task->built.detour = 0;
    if (way->count == 0)
        return true;
    const way_point *next = &way->points[way->next];
    if (sight_holds(task->traffic, task->unit, x, y, next))
        return true;
    const double rest = way_length_by(next, task->corner_rest, x, y);
    for (int32_t i = way->next; i >= 0 && i > way->next - SEEN_BACK; i--) {
        const way_point *seen = &way->points[i];
        if (sight_is_clear(task->traffic, task->unit, x, y, seen)) {
            task->built.detour = way_length_by(seen, way_rests(task->traffic, task->unit)[i], x, y) - rest;
            return true;
        }
    }
    task->built.detour = apart(x, y, task->from.x, task->from.y) + task->remaining - rest;
    return task->unit->relation.in_way_of != NO_AGENT;
}

static bool is_within(const fw_box *inner, const fw_box *outer)
{
    return inner->min_x >= outer->min_x && inner->min_y >= outer->min_y && inner->max_x <= outer->max_x &&
           inner->max_y <= outer->max_y;
}

/// Builds the motion to a candidate within limits, whatever is in the way.
static bool build_within(const planning *task, const motion_limits *limits, const candidate *place,
                         reservation *made)
{
    if (place->longest == 0)
        return reservation_brake(limits, task->first, &task->from, &task->ahead, made);
    if (task->unit->drive)
        return reservation_drive(limits, task->first, &task->choice.rails[place->rail],
                                 knot_speed(&task->from), place->longest, made);
    return reservation_reach(limits, task->first, &task->from, place->x, place->y, place->longest, made);
}

/// Builds the motion to a candidate, as fast as the ground under it allows. A unit may brake wherever it is.
static bool build_on_ground(planning *task, const candidate *place, reservation *made)
{
    const agent_kind *kind = kind_of(task->traffic, task->unit);
    motion_limits limits = task->limits;
    task->built.toll = 0;
    if (!build_within(task, &limits, place, made))
        return false;
    double least;
    if (kind->tops && place->longest > 0 &&
        !terrain_allows_speed(task->traffic, kind, made, task->first, &least)) {
        limits.top = fmin(limits.top, least);
        if (!build_within(task, &limits, place, made) ||
            !terrain_allows_speed(task->traffic, kind, made, task->first, &least))
            return false;
    }
    task->built.toll = terrain_toll(task->traffic, kind, &task->ground, made, task->first) +
                       (kind->tops ? fmax(knot_speed(&task->from) - limits.top, 0) * SLOW_TOO_SOON : 0);
    return true;
}

bool planning_build_motion(planning *task, const candidate *place, reservation *made)
{
    const agent *unit = task->unit;
    const agent_kind *kind = kind_of(task->traffic, unit);
    if (!build_on_ground(task, place, made))
        return false;
    task->built.box = reservation_box(made, task->first);
    task->built.hull = hull_of(&task->from, made->share.ramp, place->x, place->y);
    task->built.detour = 0;
    return is_within(&task->built.box, &task->reach) && terrain_lets_pass(kind, made, task->first) &&
           !(agent_sees_obstacles(unit) && obstacles_meet(&task->traffic->around.obstacles, kind->radius,
                                                          unit->limits.top, made, task->first)) &&
           (task->is_open || sweep_box_is_open(&kind->ground, &kind->body, &task->built.box) ||
            reservation_is_on_free_ground(&kind->ground, &kind->body, made, task->first));
}

bool planning_build(planning *task, const candidate *place, reservation *made)
{
    if (!planning_build_motion(task, place, made))
        return false;
    return task->unit->drive ? driving_sees_way(task, rail_at(&made->rail, rail_length(&made->rail)))
                             : sees_way(task, place->x, place->y);
}

static bool is_clearly_apart(const planning *task, const agent *other, double room)
{
    if (task->unit->drive || other->drive)
        return false;
    const int64_t ramp = other->plan.first + other->plan.share.ramp - task->first;
    const hull hull = hull_of(agent_next(task->traffic, other), ramp, other->plan.stop_x, other->plan.stop_y);
    return hulls_are_apart(&task->built.hull, &hull, room);
}

/// The sum of radii that a reservation keeps from a neighbour, without the room that bodies keep besides. At its place,
/// a unit may touch another one that stops there.
static double radii_kept(const planning *task, const reservation *made, const neighbour *near)
{
    const agent *unit = task->unit;
    const crowd_mark *other = &task->traffic->crowd.marks[near->slot];
    const knot *stop = reservation_stop(made);
    const double away = apart(stop->x, stop->y, other->stop_x, other->stop_y);
    const agent *its = &task->traffic->agents[near->slot];
    if (unit->jam.number != NO_JAM && unit->jam.number == its->jam.number && !unit->drive == !its->drive)
        return near->radii - PAIR_ROOM - FW_TOUCH / 2; // the plan leaves as little room as it needs
    const bool touches = away >= near->radii - FW_TOUCH / 2 && away < near->radii + PAIR_ROOM - FW_TOUCH;
    return touches && stop->x == unit->order.place_x && stop->y == unit->order.place_y
               ? near->radii - PAIR_ROOM - FW_TOUCH / 2
               : near->radii;
}

static bool conflicts(const planning *task, const reservation *made, const neighbour *near)
{
    const agent *other = &task->traffic->agents[near->slot];
    const double room = near->radii + PAIR_ROOM;
    return gap_between(&task->built.box, &task->traffic->crowd.marks[near->slot].box) <= room &&
           !is_clearly_apart(task, other, room) &&
           !reservations_are_apart(made, crowd_reservation(task->traffic, near->slot),
                                   radii_kept(task, made, near), task->unit->limits.top + other->limits.top,
                                   task->first);
}

uint32_t planning_conflict(const planning *task, const reservation *made)
{
    const neighbour *near = planning_near(task);
    for (int32_t i = 0; i < task->near.count; i++)
        if (conflicts(task, made, &near[i]))
            return near[i].slot;
    return NO_AGENT;
}

int32_t planning_conflicts(const planning *task, const reservation *made, uint32_t *slots, int32_t most)
{
    const neighbour *near = planning_near(task);
    int32_t count = 0;
    for (int32_t i = 0; i < task->near.count && count <= most; i++) {
        if (!conflicts(task, made, &near[i]))
            continue;
        if (count < most)
            slots[count] = near[i].slot;
        count++;
    }
    return count;
}
