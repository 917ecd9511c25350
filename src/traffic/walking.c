#include <math.h>

#include "base/trig.h"
#include "traffic/place.h"
#include "traffic/planning.h"

/// Intervals of the longest motion along the way.
enum { LONGEST_STOP = 14 };

/// Knots without progress after which a unit that makes room also tries to go along the walls.
enum { ALONG_WALLS_AFTER = 40 };

/// The angle of candidates straight on: too small to count as a turn, but not 0, because they do not lie on
/// the way.
#define STRAIGHT_ON 0.01

/// What it costs to turn back in a crowd, in radii, to places farther than TURNS_NEAR radii from the goal. A
/// unit turns back if the cosine of the angle between its heading and the direction to a place is less than
/// TURN_BACK. After TURNS_AFTER knots without progress, nothing is left of the cost.
#define TURN_BACK_COST 1.5
#define TURNS_NEAR     4.0
#define TURN_BACK      (-0.7071)
enum { TURNS_AFTER = 120 };

/// What it costs a unit in a crowd to turn back toward a place. Without this cost, a unit that waits would go
/// to and fro whenever the stops of others change a little. The cost shrinks while the unit makes no progress,
/// so that it holds nobody for ever: the unit may have to turn to get on.
///
/// @return 0: the unit may turn back for nothing
static double cost_far_from_goal(const planning *task)
{
    const agent *unit = task->unit;
    if (task->near_count < CROWD_FROM || unit->in_way_of != NO_AGENT || unit->stalled >= TURNS_AFTER)
        return 0;
    return TURN_BACK_COST * radius_of(task->traffic, unit) * (1 - (double)unit->stalled / TURNS_AFTER);
}

/// What it costs to go to a place because the unit turns back there.
static inline double cost_of_turning_back(const planning *task, double x, double y)
{
    if (task->back_cost == 0)
        return 0;
    const double dx = x - task->from.x, dy = y - task->from.y;
    const double along = dx * task->ahead_x + dy * task->ahead_y;
    if (along >= 0 || along >= TURN_BACK * sqrt(dx * dx + dy * dy))
        return 0;
    const agent *unit = task->unit;
    const double near = TURNS_NEAR * radius_of(task->traffic, unit);
    return apart(x, y, unit->goal_x, unit->goal_y) < near ? 0 : task->back_cost;
}

/// Length of the way from a place.
static inline double rest_from(const planning *task, double x, double y)
{
    const way *way = &task->unit->way;
    return way->count == 0 ? apart(x, y, task->stop.x, task->stop.y)
                           : way_length_by(&way->points[way->next], x, y);
}

/// Adds a candidate of a unit without a turning radius.
static void add_place(planning *task, double x, double y, double angle, int32_t longest)
{
    const double turn = longest > 0 ? cost_of_turning_back(task, x, y) : 0;
    planning_add(task, x, y, rest_from(task, x, y) + turn, angle, longest);
}

/// The place on the way where the unit stops after `count` intervals at full speed.
///
/// @return false if that is beyond the goal
static bool stop_on_way(const planning *task, int32_t count, way_point *stop)
{
    const agent *unit = task->unit;
    const double now = sqrt(task->from.vx * task->from.vx + task->from.vy * task->from.vy);
    const double range =
        reservation_range(&unit->limits, now < unit->limits.top ? now : unit->limits.top, count);
    const double distance = fmin(range, task->remaining - task->least_rest);
    if (unit->way.count == 0 || distance >= task->remaining || (task->is_ahead && distance <= 0))
        return false;
    *stop = planning_place(task, distance, NULL);
    return true;
}

bool walking_first(planning *task, candidate *place)
{
    way_point stop;
    if (!stop_on_way(task, LONGEST_STOP, &stop))
        return false;
    *place = (candidate){ .x = stop.x, .y = stop.y, .cost = stop.rest, .longest = MOST_KNOTS };
    return stop.rest + planning_surcharge(task, stop.x, stop.y, COST_NOISE) == stop.rest;
}

/// Adds candidates on the way.
static void list_on_way(planning *task)
{
    static const int32_t counts[] = { LONGEST_STOP, 11, 8, 6, 5, 4, 3 };
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        way_point stop;
        const int32_t index = task->candidate_count;
        if (!stop_on_way(task, counts[i], &stop))
            continue;
        if (stop.rest >= task->limit + COST_NOISE) // more is left from places that are nearer
            return;
        const double turn = cost_of_turning_back(task, stop.x, stop.y);
        planning_add(task, stop.x, stop.y, stop.rest + turn, 0, MOST_KNOTS);
        if (task->candidate_count > index)
            task->candidates[index].is_first = i == 0;
    }
}

/// Intervals of the motions to candidates off the way, the longest first.
static const int32_t off_way_counts[] = { 12, 8, 5, 3 };
enum { OFF_WAY_COUNTS = sizeof off_way_counts / sizeof *off_way_counts };

/// Adds candidates in a direction.
///
/// @param brake   reservation_braking()
/// @param places  number of them
/// @param angle   of the candidates
static void list_off_way(planning *task, double to_x, double to_y, int32_t brake, size_t places, double angle)
{
    const motion_limits *limits = &task->unit->limits;
    double x[OFF_WAY_COUNTS], y[OFF_WAY_COUNTS];
    const int32_t ramp = reservation_ramp(limits, &task->from, to_x, to_y);
    reservation_heading_for(limits, &task->from, to_x, to_y, ramp, brake, off_way_counts, places, x, y);
    for (size_t i = 0; i < places; i++)
        add_place(task, x[i], y[i], angle, MOST_KNOTS);
}

/// Adds candidates on both sides of the way.
static void list_beside_way(planning *task)
{
    static const double angles[] = { 0.3, 0.6, 1.0, 1.5, 2.1, 2.8 };
    const agent *unit = task->unit;
    const way *way = &unit->way;
    const way_point stop = { .x = task->stop.x, .y = task->stop.y };
    const way_point *next = way->count > 0 ? &way->points[way->next] : &stop;
    double dx = next->x - task->from.x, dy = next->y - task->from.y;
    const double length = sqrt(dx * dx + dy * dy);
    dx = length > 0 ? dx / length : 1;
    dy = length > 0 ? dy / length : 0;
    const double speed = task->from.vx * dx + task->from.vy * dy;
    const int32_t brake = reservation_braking(&unit->limits);
    const double least = length + next->rest - task->limit; // a place must be nearer to the corner by this
    size_t places = OFF_WAY_COUNTS;
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) { // the wider the angle, the less is gained
        double sine, cosine;
        trig_sincos(angles[i], &sine, &cosine);
        while (places > 0 &&
               reservation_most_gain(&unit->limits, speed, cosine, brake, off_way_counts[places - 1]) < least)
            places--;
        if (places == 0)
            return;
        for (int side = 1; side >= (task->lists_right ? 1 : -1); side -= 2) {
            const double to_x = dx * cosine - side * dy * sine, to_y = dy * cosine + side * dx * sine;
            list_off_way(task, to_x, to_y, brake, places, side * angles[i]);
        }
    }
}

/// Adds candidates straight on. In a door, the way may turn so near to the walls that no other direction is
/// free.
static void list_straight_on(planning *task)
{
    const double speed = knot_speed(&task->from);
    if (speed > 0)
        list_off_way(task, task->from.vx / speed, task->from.vy / speed,
                     reservation_braking(&task->unit->limits), OFF_WAY_COUNTS, STRAIGHT_ON);
}

/// Adds candidates along the axes, as walls lie: a unit that touches a wall may have no other direction to
/// leave in.
static void list_along_walls(planning *task)
{
    const int32_t brake = reservation_braking(&task->unit->limits);
    for (int sign = -1; sign <= 1; sign += 2) {
        list_off_way(task, sign, 0, brake, OFF_WAY_COUNTS, -FW_PI);
        list_off_way(task, 0, sign, brake, OFF_WAY_COUNTS, -FW_PI);
    }
}

void walking_list(planning *task)
{
    const agent *unit = task->unit;
    reservation brake;
    task->back_cost = cost_far_from_goal(task);
    if (task->lists_right) {
        list_beside_way(task);
        return;
    }
    if (reservation_brake(&unit->limits, task->first, &task->from, &task->ahead, &brake)) {
        const knot *stop = reservation_stop(&brake);
        add_place(task, stop->x, stop->y, 0, 0);
    }
    const double farthest = reservation_range(&unit->limits, unit->limits.top, LONGEST_STOP);
    if (unit->way.count > 0) {
        if (apart(task->from.x, task->from.y, unit->goal_x, unit->goal_y) < farthest)
            add_place(task, unit->goal_x, unit->goal_y, 0, MOST_KNOTS);
        const way_point *next = &unit->way.points[unit->way.next];
        const double away = apart(task->from.x, task->from.y, next->x, next->y);
        if (next->rest > 0 && away < farthest)
            add_place(task, next->x, next->y, 0, MOST_KNOTS);
        list_on_way(task);
    }
    list_beside_way(task);
    if (unit->gate.is_found)
        list_straight_on(task);
    if (unit->in_way_of != NO_AGENT && unit->stalled >= ALONG_WALLS_AFTER && !task->is_open)
        list_along_walls(task);
}
