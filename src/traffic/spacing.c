#include <math.h>

#include "traffic/place.h"
#include "traffic/planning.h"

/// Distance that stops keep from each other, in sums of radii, and what each missing tile costs.
#define SPACING      1.5
#define SPACING_COST 1.0

/// A unit with a turning radius keeps so much more distance, in turning radii, because it needs room to drive round
/// others.
#define TURN_SPACING 2.0

/// In a crowd, a unit without a turning radius keeps up to so much more distance, in sums of radii: crowds that meet
/// can go through each other only if they are loose. The distance grows with the number of neighbours, from CROWD_FROM
/// to CROWD_FULL, and shrinks if the goal is nearer than CROWD_AWAY, in radii.
#define CROWD_SPACING 2.0
#define CROWD_AWAY    12.0
enum { CROWD_FROM = 16, CROWD_FULL = 32 };

/// Distance of a unit with a turning radius from a parked unit, in sums of radii, if may_stop_near() allows it: the
/// parked unit is not in the way, or the unit has not been nearer to its goal for CROWDS_AFTER knots.
#define PARKED_SPACING 1.2
enum { CROWDS_AFTER = 6 };

/// What a unit that makes room pays for each tile by which its body is in the other unit's way.
#define WAY_COST 4.0

/// How far the way of another unit is kept free, in seconds at its top speed.
#define WAY_AHEAD 3.0

static double distance_to_line(double x, double y, double from_x, double from_y, double to_x, double to_y)
{
    const double share = nearest_share(x, y, from_x, from_y, to_x, to_y);
    return apart(x, y, from_x + share * (to_x - from_x), from_y + share * (to_y - from_y));
}

/// True if a unit with a turning radius may stop near to another unit: the other one is parked and not in the way, or
/// the unit has waited too long for room.
static bool may_stop_near(const planning *task, const neighbour *other)
{
    const agent *unit = task->unit;
    if (!other->is_parked)
        return false;
    if (unit->stuck >= CROWDS_AFTER || unit->way.count == 0)
        return unit->stuck >= CROWDS_AFTER;
    const way_point *next = &unit->way.points[unit->way.next];
    return distance_to_line(other->stop_x, other->stop_y, task->from.x, task->from.y, next->x, next->y) >
           other->radii;
}

/// How much more room a unit without a turning radius keeps in a crowd, in sums of radii. At a gate it keeps none.
static double crowd_spacing(const planning *task, double x, double y)
{
    const agent *unit = task->unit;
    if (unit->way.count == 0 || unit->gate.is_found || task->near_count <= CROWD_FROM)
        return 0;
    const double away =
        apart(x, y, unit->goal_x, unit->goal_y) / (CROWD_AWAY * radius_of(task->traffic, unit));
    const double crowd = (double)(task->near_count - CROWD_FROM) / (CROWD_FULL - CROWD_FROM);
    return CROWD_SPACING * fmin(away, 1) * fmin(crowd, 1);
}

/// What it costs to stop nearer to another unit's stop than wanted.
static double cost_of_nearness(const neighbour *other, double x, double y, double wanted)
{
    const double dx = other->stop_x - x, dy = other->stop_y - y, square = dx * dx + dy * dy;
    return square < wanted * wanted ? SPACING_COST * (wanted - sqrt(square)) : 0;
}

/// spacing_cost() of a unit with a turning radius.
static double driving_spacing(const planning *task, double x, double y)
{
    const neighbour *near = planning_near(task);
    const double more = TURN_SPACING * turn_radius_of(task->traffic, task->unit);
    double cost = 0;
    for (int32_t i = 0; i < task->near_count; i++) {
        const double radii = near[i].radii;
        const double wanted = may_stop_near(task, &near[i]) ? PARKED_SPACING * radii : SPACING * radii + more;
        cost += cost_of_nearness(&near[i], x, y, wanted);
    }
    if (cost == 0)
        return 0;
    const double away = apart(x, y, task->unit->goal_x, task->unit->goal_y);
    return cost * fmin(1, away / (2 * more)); // at its goal, a unit stands near to others that have arrived
}

double spacing_cost(const planning *task, double x, double y)
{
    if (task->unit->drive)
        return driving_spacing(task, x, y);
    const neighbour *near = planning_near(task);
    const double usual = SPACING + crowd_spacing(task, x, y);
    double cost = 0;
    for (int32_t i = 0; i < task->near_count; i++)
        cost += cost_of_nearness(&near[i], x, y, (near[i].is_parked ? SPACING : usual) * near[i].radii);
    return cost;
}

/// Distance of a place from the next part of a unit's way.
static double distance_to_way(const agent *unit, const knot *from, double x, double y)
{
    const way *way = &unit->way;
    double at_x = from->x, at_y = from->y, left = WAY_AHEAD * unit->limits.top, least = INFINITY;
    for (int32_t i = way->next; i < way->count && left > 0; i++) {
        const double length = apart(at_x, at_y, way->points[i].x, way->points[i].y);
        const double share = length > left ? left / length : 1;
        const double to_x = at_x + share * (way->points[i].x - at_x),
                     to_y = at_y + share * (way->points[i].y - at_y);
        least = fmin(least, distance_to_line(x, y, at_x, at_y, to_x, to_y));
        at_x = to_x;
        at_y = to_y;
        left -= length;
    }
    return least;
}

double spacing_way_cost(const planning *task, double x, double y)
{
    const fw_traffic *traffic = task->traffic;
    const uint32_t slot = task->unit->in_way_of;
    if (slot == NO_AGENT || !traffic->agents[slot].is_used)
        return 0;
    const agent *other = &traffic->agents[slot];
    const double radii = radius_of(traffic, task->unit) + radius_of(traffic, other) + 2 * PAIR_ROOM;
    const knot from = agent_at_knot(other, task->first);
    const double away = distance_to_way(other, &from, x, y);
    return away < radii ? WAY_COST * (radii - away) : 0;
}
