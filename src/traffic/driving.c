#include "traffic/driving.h"

#include <math.h>

#include "curve/build.h"
#include "traffic/braking.h"
#include "traffic/driving_way.h"
#include "traffic/gate.h"
#include "traffic/patience.h"
#include "traffic/plan_cost.h"
#include "traffic/reservation.h"

/// What it costs to change into reverse gear, in turning radii; the latter for a unit that makes room.
#define REVERSE_CHANGE_COST 2.0
#define MAKE_ROOM_COST      0.25

/// Least length of a motion in the other gear, in turning radii. After SHORT_CHANGES_AFTER knots without progress,
/// nothing is left of this length.
#define LEAST_CHANGE 1.0

/// Greatest first turn of the candidate of driving_first(), in radians.
#define SLIGHT_TURN 0.2

/// A unit slower than this may change gear, in tiles per second.
#define STANDS 1e-9

/// The angle of candidates in reverse: too small to count as a turn, but not 0.
#define BACKWARD 0.01

/// Intervals of the longest motion along the way.
enum { LONGEST_DRIVE = 14 };

/// Length of the shortest motion for which a unit changes gear. A unit that has arrived once needs short ones, to get
/// out of the way of others and back to its goal among parked units.
static double least_change(const planning *task)
{
    const agent *unit = task->unit;
    if (agent_has_been(unit))
        return 0;
    return LEAST_CHANGE * turn_radius_of(task->traffic, unit) * patience_left(unit, SHORT_CHANGES_AFTER);
}

/// Adds a candidate at the end of a rail.
static void add_end(planning *task, const rail *rail, double angle, int32_t longest)
{
    const int32_t index = task->choice.count;
    const agent *unit = task->unit;
    if (index == MOST_DRIVEN)
        return;
    const double length = rail_length(rail);
    const fw_pose end = rail_at(rail, length);
    const bool changes_gear =
        longest > 0 && !planning_is_on_course(task) && rail->gear != unit->drive->plan.rail.gear;
    if (changes_gear && length < least_change(task))
        return;
    const double radii = unit->relation.in_way_of == NO_AGENT ? REVERSE_CHANGE_COST : MAKE_ROOM_COST;
    const double change =
        changes_gear && rail->gear == FW_REVERSE ? radii * turn_radius_of(task->traffic, unit) : 0;
    task->choice.rails[index] = *rail;
    const double rest = planning_rest_at(task, end, task->on_course + length) + change;
    const place_list places = { 1, { end.x }, { end.y }, { rest }, { angle }, { longest } };
    planning_add(task, &places);
    if (task->choice.count > index)
        task->choice.candidates[index].rail = (int16_t)index;
}

/// Distance that the unit can drive in a number of intervals, with turns on the way.
static double range_of(const planning *task, int32_t count)
{
    motion_limits slow = task->limits;
    slow.top = fmin(slow.top, sqrt(slow.lateral * turn_radius_of(task->traffic, task->unit)));
    return reservation_range(&slow, fmin(knot_speed(&task->from), slow.top), count);
}

/// Adds a candidate along a curve, cut to the distance that the unit drives in a number of intervals.
static void add_curve(planning *task, const fw_curve *curve, fw_gear gear, double angle, int32_t count)
{
    if (curve->count == 0 || curve->count > MOST_PARTS)
        return;
    rail made = rail_of(curve, gear);
    rail_cut(&made, range_of(task, count));
    add_end(task, &made, gear == FW_FORWARD ? angle : BACKWARD, MOST_KNOTS);
}

/// Adds candidates that lead to a place, with a first turn to the right and to the left.
static void add_turns_to(planning *task, double x, double y, fw_gear gear, int32_t count)
{
    const fw_pose start = driving_facing(task->ahead.start, gear);
    const double radius = turn_radius_of(task->traffic, task->unit);
    for (fw_side side = FW_SIDE_RIGHT; side >= FW_SIDE_LEFT; side--) {
        fw_curve curve;
        if (fw_turn_then_straight(start, x, y, radius, side, &curve) == FW_OK)
            add_curve(task, &curve, gear, 0, count);
    }
}

/// Adds candidates that lead to poses on the way.
static void add_poses_on_way(planning *task, fw_gear gear)
{
    static const int32_t counts[] = { LONGEST_DRIVE, 11, 8, 6, 5, 4, 3 };
    const fw_pose start = driving_facing(task->ahead.start, gear);
    const double radius = turn_radius_of(task->traffic, task->unit);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const double distance = range_of(task, counts[i]);
        double direction = start.heading;
        fw_curve curve;
        if (distance >= task->remaining)
            continue;
        const way_place place = planning_place(task, distance, &direction);
        const fw_pose goal = { place.x, place.y, direction };
        add_turns_to(task, place.x, place.y, gear, counts[i]);
        if (fw_dubins(start, goal, radius, FW_DUBINS_SHORTEST, &curve) == FW_OK)
            add_curve(task, &curve, gear, 0, LONGEST_DRIVE);
    }
}

/// Adds the candidate that turns to a side by an angle, then goes straight on, up to a length in all.
static void add_turn(planning *task, fw_gear gear, int side, double angle, double length)
{
    const double radius = turn_radius_of(task->traffic, task->unit), turn = fmin(angle * radius, length);
    const rail made = { .start = task->ahead.start,
                        .gear = gear,
                        .count = turn < length ? 2 : 1,
                        .parts = { { side / radius, turn }, { 0, length - turn } } };
    add_end(task, &made, gear == FW_FORWARD ? side * angle : BACKWARD, MOST_KNOTS);
}

/// Adds candidates that go straight on, and candidates that turn to both sides. Turns that are longer than the
/// candidate are left out.
static void add_turns(planning *task, fw_gear gear)
{
    static const double angles[] = { 0.3, 0.6, 1.0, 1.5, 2.1, 2.8 };
    static const int32_t counts[] = { 12, 8, 5, 3 };
    const double radius = turn_radius_of(task->traffic, task->unit);
    for (size_t j = 0; j < sizeof counts / sizeof *counts; j++) {
        const double length = range_of(task, counts[j]);
        add_turn(task, gear, TURN_RIGHT, 0, length);
        for (size_t i = 0; i < sizeof angles / sizeof *angles && (i == 0 || angles[i - 1] * radius < length);
             i++) {
            add_turn(task, gear, TURN_RIGHT, angles[i], length);
            add_turn(task, gear, TURN_LEFT, angles[i], length);
        }
    }
}

static void list_in_gear(planning *task, fw_gear gear)
{
    const agent *unit = task->unit;
    if (unit->way.count > 0) {
        const way_point *next = &unit->way.points[unit->way.next];
        const double farthest = range_of(task, LONGEST_DRIVE);
        if (apart(task->from.x, task->from.y, unit->order.goal_x, unit->order.goal_y) < farthest)
            add_turns_to(task, unit->order.goal_x, unit->order.goal_y, gear, LONGEST_DRIVE);
        if (task->corner_rest > 0 && apart(task->from.x, task->from.y, next->x, next->y) < farthest)
            add_turns_to(task, next->x, next->y, gear, LONGEST_DRIVE);
        add_poses_on_way(task, gear);
    }
    add_turns(task, gear);
}

/// True if a unit that stands may go back: it waits, or makes room.
static bool may_back(const planning *task)
{
    const agent *unit = task->unit;
    const int32_t patience = task->turn != GATE_ENTERS ? BACKS_IN_QUEUE_AFTER : BACKS_AFTER;
    return kind_of(task->traffic, unit)->reverse &&
           (unit->pursuit.stalled >= patience || unit->relation.in_way_of != NO_AGENT);
}

void driving_list_on_course(planning *task)
{
    static const int32_t counts[] = { LONGEST_DRIVE, 11, 8, 6, 5, 4, 3 };
    const rail ahead = course_rail(&task->unit->drive->course, task->on_course, task->ahead.start);
    const double length = rail_length(&ahead);
    if (ahead.count > 0 && length < range_of(task, LONGEST_DRIVE))
        add_end(task, &ahead, 0, MOST_KNOTS);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        rail made = ahead;
        rail_cut(&made, range_of(task, counts[i]));
        if (rail_length(&made) < length)
            add_end(task, &made, 0, MOST_KNOTS);
    }
}

/// True if all units near a unit have arrived.
static bool is_last(const planning *task)
{
    const neighbour *near = planning_near(task);
    for (int32_t i = 0; i < task->near.count; i++)
        if (!agent_has_been(&task->traffic->agents[near[i].slot]))
            return false;
    return true;
}

void driving_seek_course(const planning *task)
{
    agent *unit = task->unit;
    const int32_t since = unit->pursuit.stuck % COURSE_EVERY;
    if (!unit->drive || agent_has_course(unit) || unit->pursuit.is_queued || unit->way.count == 0 ||
        since < COURSE_AFTER || since >= COURSE_UNTIL)
        return;
    const bool stands = outline_end(&unit->plan) <= task->traffic->clock.knot;
    const bool goes_astray = unit->pursuit.stuck >= COURSE_AT_ONCE_AFTER && is_last(task);
    unit->pursuit.wants_course = (stands || goes_astray) && gate_turn_of(task->traffic, unit) == GATE_ENTERS;
}

void driving_list(planning *task)
{
    reservation brake;
    if (reservation_brake(&task->limits, task->first, &task->from, &task->ahead, &brake))
        add_end(task, &brake.rail, 0, 0);
    if (planning_is_on_course(task)) {
        driving_list_on_course(task);
        return;
    }
    const bool stands = knot_speed(&task->from) < STANDS;
    if (stands || task->ahead.gear == FW_FORWARD)
        list_in_gear(task, FW_FORWARD);
    if (stands ? may_back(task) : task->ahead.gear == FW_REVERSE)
        list_in_gear(task, FW_REVERSE);
}

bool driving_first(planning *task, candidate *place)
{
    const double distance = range_of(task, LONGEST_DRIVE);
    const bool is_forward = knot_speed(&task->from) < STANDS || task->ahead.gear == FW_FORWARD;
    if (planning_is_on_course(task) || !is_forward || task->unit->way.count == 0 ||
        distance >= task->remaining)
        return false;
    const way_place stop = planning_place(task, distance, NULL);
    const double radius = turn_radius_of(task->traffic, task->unit);
    fw_curve curve;
    if (planning_surcharge(task, stop.x, stop.y, 0) > 0 ||
        fw_turn_then_straight(task->ahead.start, stop.x, stop.y, radius, FW_SIDE_SHORTER, &curve) != FW_OK ||
        curve.count == 0)
        return false;
    const rail made = rail_of(&curve, FW_FORWARD);
    if (fabs(made.parts[0].curvature) * made.parts[0].length > SLIGHT_TURN)
        return false;
    task->choice.rails[0] = made;
    *place = (candidate){ .x = stop.x, .y = stop.y, .cost = stop.rest, .longest = MOST_KNOTS };
    return true;
}
