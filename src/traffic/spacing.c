#include "traffic/spacing.h"

#include <math.h>
#include <string.h>

#include "base/compiler.h"
#include "traffic/agent_state.h"
#include "traffic/patience.h"

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
enum { CROWD_FULL = 32 };

/// Distance of a unit with a turning radius from a parked unit, in sums of radii, if may_stop_near() allows it: the
/// parked unit is not in the way, or the unit has not been nearer to its goal for CROWDS_AFTER knots.
#define PARKED_SPACING 1.2

/// What a unit that makes room pays if its body is in the other unit's way: WAY_COST for each tile by which it is, and
/// STAYS_COST sums of radii, so that it also goes if it is only a little in the way. It pays the latter only if a wall
/// is near; a unit with a turning radius always pays DRIVER_STAYS_COST sums of radii.
#define WAY_COST          4.0
#define STAYS_COST        3.0
#define DRIVER_STAYS_COST 0.5

/// Distance from a unit that needs room to turn, besides the sum of radii, in turning radii. A unit with a turning
/// radius that makes room pays WAY_COST for each missing tile.
#define MANOEUVRE_ROOM 3.0

/// A little more than the square root of 2.
#define SQRT_2 1.4143

/// A rounding error of single precision is at most a sixteenth of this, as a share of the number.
#define FLOAT_NOISE 1e-6

/// More than the rounding errors of a sum of SPACING_STOPS numbers, as a share of the sum.
#define SUM_NOISE (FLOAT_NOISE * SPACING_STOPS / 16)

/// Places that are nearer to each other than this are one, in tiles.
#define SAME_PLACE 1e-6

/// How far the way of another unit is kept free, in seconds at its top speed.
#define WAY_AHEAD 3.0

/// True if a unit with a turning radius may stop near to another unit: the other one is parked and not in the way, or
/// the unit has waited too long for room.
static bool may_stop_near(const planning *task, const neighbour *other)
{
    const agent *unit = task->unit;
    if (!other->is_parked)
        return false;
    if (unit->pursuit.stuck >= CROWDS_AFTER || unit->way.count == 0)
        return unit->pursuit.stuck >= CROWDS_AFTER;
    const way_point *next = &unit->way.points[unit->way.next];
    return apart_from_line(other->stop_x, other->stop_y, task->from.x, task->from.y, next->x, next->y) >
           other->radii;
}

/// Most of crowd_spacing().
static double most_crowd_spacing(const planning *task)
{
    const agent *unit = task->unit;
    if (unit->drive || unit->way.count == 0 || task->near.count <= CROWD_FROM ||
        gate_is_found(&unit->pursuit.gate))
        return 0;
    const double crowd = (double)(task->near.count - CROWD_FROM) / (CROWD_FULL - CROWD_FROM);
    return CROWD_SPACING * fmin(crowd, 1);
}

/// How much more room a unit without a turning radius keeps in a crowd, in sums of radii. At a gate it keeps none.
///
/// @param most  most_crowd_spacing()
static double crowd_spacing(const planning *task, double most, double x, double y)
{
    const agent *unit = task->unit;
    if (most == 0)
        return 0;
    const double away =
        apart(x, y, unit->order.goal_x, unit->order.goal_y) / (CROWD_AWAY * radius_of(task->traffic, unit));
    return most * (away < 1 ? away : 1);
}

void spacing_look(planning *task)
{
    neighbour *near = task->near.count > 0 ? task->traffic->work.near + task->near.first : NULL;
    const bool drives = task->unit->drive;
    for (int32_t i = 0; i < task->near.count; i++)
        near[i].may_be_near = drives ? may_stop_near(task, &near[i]) : near[i].is_parked;
    task->near.is_looked_at = true;
}

/// Distances that a unit wants to keep from neighbours: in sums of radii, and besides, in tiles.
typedef struct wanted {
    double radii[2], more[2]; ///< [may_be_near]
} wanted;

/// @param crowd  crowd_spacing()
static wanted wanted_of(const planning *task, double crowd)
{
    return task->unit->drive ? (wanted){ { SPACING, PARKED_SPACING },
                                         { TURN_SPACING * turn_radius_of(task->traffic, task->unit), 0 } }
                             : (wanted){ { SPACING + crowd, SPACING }, { 0, 0 } };
}

/// The distance that the unit wants to keep from a neighbour, in tiles.
static inline double wanted_from(const wanted *wanted, const neighbour *other)
{
    return wanted->radii[other->may_be_near] * other->radii + wanted->more[other->may_be_near];
}

/// What is left of the cost of nearness for a unit with a turning radius, from 0 to 1: at its goal, the unit stands
/// near to others that have arrived.
static double goal_share(const planning *task, double x, double y)
{
    const double away = apart(x, y, task->unit->order.goal_x, task->unit->order.goal_y);
    const double more = TURN_SPACING * turn_radius_of(task->traffic, task->unit);
    return fmin(1, away / (2 * more));
}

/// Finds what is greatest of the first neighbours.
static void measure_neighbours(planning *task, int32_t count)
{
    const neighbour *near = planning_near(task);
    spacing_bounds *bounds = &task->near.bounds;
    const wanted most = wanted_of(task, bounds->crowd);
    bounds->wanted = bounds->radii = 0;
    for (int32_t i = 0; i < count; i++) {
        const double wanted = wanted_from(&most, &near[i]);
        bounds->wanted = wanted > bounds->wanted ? wanted : bounds->wanted;
        bounds->radii = near[i].radii > bounds->radii ? near[i].radii : bounds->radii;
    }
}

/// The stops inside the ring that holds all stops within a distance from the place where the unit takes over.
static inline int32_t count_within(const spacing_bounds *bounds, double distance)
{
    const double ring = distance * distance * bounds->rings;
    return bounds->within[ring < SPACING_RINGS ? (int)ring + 1 : SPACING_RINGS];
}

/// Finds out the ring of each stop and how many stops lie within each ring; SPACING_RINGS: the stop is too far away.
static void find_rings(planning *task, int32_t count, uint8_t *rings)
{
    const neighbour *near = planning_near(task);
    spacing_bounds *bounds = &task->near.bounds;
    int32_t sizes[SPACING_RINGS + 1] = { 0 };
    for (int32_t i = 0; i < count; i++) {
        const double dx = near[i].stop_x - task->from.x, dy = near[i].stop_y - task->from.y;
        const double ring = (dx * dx + dy * dy) * bounds->rings;
        rings[i] = ring < SPACING_RINGS ? (uint8_t)ring : SPACING_RINGS;
        sizes[rings[i]]++;
    }
    bounds->within[0] = 0;
    for (int32_t i = 0; i < SPACING_RINGS; i++)
        bounds->within[i + 1] = bounds->within[i] + sizes[i];
}

/// Enters the stops in the bounds by their rings.
static void sort_by_rings(planning *task, int32_t count)
{
    const neighbour *near = planning_near(task);
    spacing_bounds *bounds = &task->near.bounds;
    const wanted most = wanted_of(task, bounds->crowd);
    uint8_t rings[SPACING_STOPS];
    int32_t next[SPACING_RINGS + 1];
    find_rings(task, count, rings);
    memcpy(next, bounds->within, sizeof next);
    for (int32_t i = 0; i < count; i++) {
        if (rings[i] == SPACING_RINGS)
            continue;
        const double touches = near[i].radii - FW_TOUCH;
        bounds->stops[next[rings[i]]++] =
            (ring_stop){ .x = (float)(near[i].stop_x - task->from.x),
                         .y = (float)(near[i].stop_y - task->from.y),
                         .wanted = (float)wanted_from(&most, &near[i]),
                         .crowd = task->unit->drive || near[i].may_be_near ? 0 : (float)near[i].radii,
                         .body = (float)(touches * touches) };
    }
}

void spacing_enter(planning *task)
{
    const agent *unit = task->unit;
    spacing_bounds *bounds = &task->near.bounds;
    const int32_t count = task->near.count < SPACING_STOPS ? task->near.count : SPACING_STOPS;
    if (!task->near.is_looked_at)
        spacing_look(task);
    bounds->crowd = most_crowd_spacing(task);
    measure_neighbours(task, count);
    const double reach = (task->reach.max_x - task->reach.min_x) / 2 * SQRT_2, scale = reach + bounds->wanted;
    bounds->noise = FLOAT_NOISE * scale * count;
    bounds->touch = FLOAT_NOISE * scale * scale;
    bounds->wanted += FLOAT_NOISE * scale;
    bounds->radii += FLOAT_NOISE * scale;
    bounds->rings = SPACING_RINGS / ((reach + bounds->wanted) * (reach + bounds->wanted));
    bounds->is_far =
        bounds->crowd == 0 || apart(task->from.x, task->from.y, unit->order.goal_x, unit->order.goal_y) >
                                  reach + CROWD_AWAY * radius_of(task->traffic, unit);
    sort_by_rings(task, count);
    bounds->is_known = true;
}

/// True if the bodies of the unit at a place and of one of the first neighbours at its stop overlap.
static bool overlaps(const planning *task, double x, double y)
{
    const neighbour *near = planning_near(task);
    for (int32_t i = 0; i < task->near.count && i < SPACING_STOPS; i++)
        if (apart(x, y, near[i].stop_x, near[i].stop_y) < near[i].radii - FW_TOUCH)
            return true;
    return false;
}

bool spacing_is_taken(const planning *task, double x, double y)
{
    const spacing_bounds *bounds = &task->near.bounds;
    const float at_x = (float)(x - task->from.x), at_y = (float)(y - task->from.y);
    const float touch = (float)bounds->touch;
    const int32_t count = count_within(bounds, (double)sqrtf(at_x * at_x + at_y * at_y) + bounds->radii);
    for (int32_t i = 0; i < count; i++) {
        const ring_stop *stop = &bounds->stops[i];
        const float dx = stop->x - at_x, dy = stop->y - at_y, depth = stop->body - (dx * dx + dy * dy);
        if (depth > -touch)
            return depth > touch || overlaps(task, x, y);
    }
    return false;
}

/// Places seen from the place where the unit takes over, in lanes that compilers turn into vectors.
typedef struct place_lanes {
    float x[MOST_PLACES], y[MOST_PLACES];
    float less[MOST_PLACES]; ///< room that the unit keeps less than far from its goal, in sums of radii
    /// Twice the sum of the distances by which the place is nearer to stops than wanted
    float twice[MOST_PLACES];
} place_lanes;

/// As many lanes are enough for most lists of places on the way.
enum { FEW_PLACES = 8 };

/// Computes the sums. A number and its absolute value are twice the number or nothing: vectors have no branches.
///
/// @param width   number of lanes
/// @param is_far  the unit keeps all its room at all places
static ALWAYS_INLINE void sum_missing(const ring_stop *stops, int32_t count, place_lanes *lanes,
                                      int32_t width, bool is_far)
{
    float twice[MOST_PLACES] = { 0 };
    for (int32_t i = 0; i < count; i++)
        for (int32_t lane = 0; lane < width; lane++) {
            const float dx = stops[i].x - lanes->x[lane], dy = stops[i].y - lanes->y[lane];
            const float wanted =
                is_far ? stops[i].wanted : stops[i].wanted - lanes->less[lane] * stops[i].crowd;
            const float missing = wanted - sqrtf(dx * dx + dy * dy);
            twice[lane] += missing + fabsf(missing);
        }
    for (int32_t lane = 0; lane < width; lane++)
        lanes->twice[lane] = twice[lane];
}

void spacing_least(const planning *task, const place_list *places, double *least)
{
    const spacing_bounds *bounds = &task->near.bounds;
    place_lanes lanes = { 0 };
    float most = 0;
    for (int32_t i = 0; i < places->count; i++) {
        const double x = places->x[i], y = places->y[i];
        lanes.x[i] = (float)(x - task->from.x);
        lanes.y[i] = (float)(y - task->from.y);
        const float square = lanes.x[i] * lanes.x[i] + lanes.y[i] * lanes.y[i];
        most = square > most ? square : most;
        if (!bounds->is_far)
            lanes.less[i] = (float)(bounds->crowd - crowd_spacing(task, bounds->crowd, x, y));
    }
    const int32_t count = count_within(bounds, (double)sqrtf(most) + bounds->wanted);
    if (!bounds->is_far)
        sum_missing(bounds->stops, count, &lanes, MOST_PLACES, false);
    else if (places->count > FEW_PLACES)
        sum_missing(bounds->stops, count, &lanes, MOST_PLACES, true);
    else
        sum_missing(bounds->stops, count, &lanes, FEW_PLACES, true);
    for (int32_t i = 0; i < places->count; i++) {
        const double sum = SPACING_COST * ((double)lanes.twice[i] * (0.5 - SUM_NOISE) - bounds->noise);
        least[i] = sum <= 0            ? 0
                   : task->unit->drive ? sum * goal_share(task, places->x[i], places->y[i])
                                       : sum;
    }
}

double spacing_doubt(const planning *task, double least)
{
    const spacing_bounds *bounds = &task->near.bounds;
    return task->near.count <= SPACING_STOPS ? 3 * bounds->noise + 6 * SUM_NOISE * least : INFINITY;
}

/// What it costs to stop nearer to another unit's stop than wanted.
static inline double cost_of_nearness(const neighbour *other, double x, double y, double wanted)
{
    const double dx = other->stop_x - x, dy = other->stop_y - y, square = dx * dx + dy * dy;
    return square < wanted * wanted ? SPACING_COST * (wanted - sqrt(square)) : 0;
}

/// What it costs to stop at a place near to the stops of others, wherever the goal is; or less, but more than `most`.
static double cost_of_all(const planning *task, double x, double y, double most)
{
    const neighbour *near = planning_near(task);
    const wanted wanted = wanted_of(task, crowd_spacing(task, most_crowd_spacing(task), x, y));
    double cost = 0;
    for (int32_t i = 0; i < task->near.count && cost <= most; i++)
        cost += cost_of_nearness(&near[i], x, y, wanted_from(&wanted, &near[i]));
    return cost;
}

double spacing_cost(const planning *task, double x, double y, double most)
{
    if (!task->unit->drive)
        return cost_of_all(task, x, y, most);
    const double cost = cost_of_all(task, x, y, INFINITY);
    return cost == 0 ? 0 : cost * goal_share(task, x, y);
}

double spacing_from_way(const agent *unit, const knot *from, double length, double x, double y)
{
    const way *way = &unit->way;
    double at_x = from->x, at_y = from->y, before = 0, least = INFINITY;
    for (int32_t i = way->next; i < way->count && before < length; i++) {
        const double line = apart(at_x, at_y, way->points[i].x, way->points[i].y);
        const double share = line > length - before ? (length - before) / line : 1;
        const double to_x = at_x + share * (way->points[i].x - at_x),
                     to_y = at_y + share * (way->points[i].y - at_y);
        least = fmin(least, apart_from_line(x, y, at_x, at_y, to_x, to_y));
        at_x = to_x;
        at_y = to_y;
        before += line;
    }
    return least;
}

/// What a unit with a turning radius that makes room pays for a place too near to another one that needs room to turn.
static double cost_of_hindering(const planning *task, const agent *other, double radii, double x, double y)
{
    if (!task->unit->drive || !agent_needs_room(other))
        return 0;
    const knot *at = agent_next(task->traffic, other);
    const double wanted = radii + MANOEUVRE_ROOM * turn_radius_of(task->traffic, other);
    return WAY_COST * fmax(wanted - apart(x, y, at->x, at->y), 0);
}

/// The distance of a place from the curve for which a unit has asked for room; infinite if the unit has driven on.
static double distance_to_wanted(const agent *unit, const knot *from, double x, double y)
{
    const rail *wanted = unit->drive ? &unit->drive->wanted : NULL;
    const bool stands = wanted && apart(wanted->start.x, wanted->start.y, from->x, from->y) < SAME_PLACE;
    return stands ? rail_distance(wanted, x, y) : INFINITY;
}

/// What a unit that makes room pays for being in the way at all.
static double cost_of_staying(const planning *task, double radii)
{
    if (task->unit->drive)
        return DRIVER_STAYS_COST * radii;
    return task->is_open ? 0 : STAYS_COST * radii;
}

double spacing_way_cost(const planning *task, double x, double y)
{
    const fw_traffic *traffic = task->traffic;
    const uint32_t slot = task->unit->relation.in_way_of;
    if (!traffic->agents[slot].is_used)
        return 0;
    const agent *other = &traffic->agents[slot];
    const double radii = radius_of(traffic, task->unit) + radius_of(traffic, other) + 2 * PAIR_ROOM;
    const knot *from = agent_next(traffic, other);
    const double away = fmin(spacing_from_way(other, from, WAY_AHEAD * other->limits.top, x, y),
                             distance_to_wanted(other, from, x, y));
    const double blocks = away < radii ? WAY_COST * (radii - away) + cost_of_staying(task, radii) : 0;
    return blocks + cost_of_hindering(task, other, radii, x, y);
}
