#include <math.h>

#include "base/bits.h"
#include "base/compiler.h"
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
enum { CROWD_FULL = 32 };

/// Distance of a unit with a turning radius from a parked unit, in sums of radii, if may_stop_near() allows it: the
/// parked unit is not in the way, or the unit has not been nearer to its goal for CROWDS_AFTER knots.
#define PARKED_SPACING 1.2
enum { CROWDS_AFTER = 6 };

/// What a unit that makes room pays if its body is in the other unit's way: WAY_COST for each tile by which it is, and
/// STAYS_COST sums of radii, so that it also goes if it is only a little in the way.
#define WAY_COST   4.0
#define STAYS_COST 3.0

/// Distance from a unit that needs room to turn, besides the sum of radii, in turning radii. A unit with a turning
/// radius that has arrived and makes room pays WAY_COST for each missing tile.
#define MANOEUVRE_ROOM 3.0

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

/// Most of crowd_spacing().
static double most_crowd_spacing(const planning *task)
{
    const agent *unit = task->unit;
    if (unit->drive || unit->way.count == 0 || unit->gate.is_found || task->near_count <= CROWD_FROM)
        return 0;
    const double crowd = (double)(task->near_count - CROWD_FROM) / (CROWD_FULL - CROWD_FROM);
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
        apart(x, y, unit->goal_x, unit->goal_y) / (CROWD_AWAY * radius_of(task->traffic, unit));
    return most * (away < 1 ? away : 1);
}

/// What it costs to stop nearer to another unit's stop than wanted.
static double cost_of_nearness(const neighbour *other, double x, double y, double wanted)
{
    const double dx = other->stop_x - x, dy = other->stop_y - y, square = dx * dx + dy * dy;
    return square < wanted * wanted ? SPACING_COST * (wanted - sqrt(square)) : 0;
}

/// The column or row of a grid at an offset from its corner. Places outside count as on the border.
static int line_at(const spacing_grid *grid, double offset)
{
    const double line = offset * grid->lines;
    return line > 0 ? line < SPACING_LINES - 1 ? (int)line : SPACING_LINES - 1 : 0;
}

/// Flips a bit in the first line between two offsets and behind the last one. add_up() makes it the bit of all of them.
static void flip_at_ends(const spacing_grid *grid, uint64_t *lines, double from, double to, uint64_t bit)
{
    lines[line_at(grid, from)] ^= bit;
    lines[line_at(grid, to) + 1] ^= bit;
}

static void add_up(uint64_t *lines)
{
    for (int i = 1; i < SPACING_LINES; i++)
        lines[i] ^= lines[i - 1];
}

/// The distance that a unit wants to keep from a neighbour's stop.
///
/// @param usual  of units without a turning radius, in sums of radii
static double wanted_from(const planning *task, const neighbour *other, double usual)
{
    if (!task->unit->drive)
        return (other->is_parked ? SPACING : usual) * other->radii;
    return may_stop_near(task, other)
               ? PARKED_SPACING * other->radii
               : SPACING * other->radii + TURN_SPACING * turn_radius_of(task->traffic, task->unit);
}

/// Enters what spacing_stops tells of a neighbour.
static void enter_stop(planning *task, int32_t index, const neighbour *other)
{
    spacing_stops *stops = &task->stops;
    const bool is_fixed = other->is_parked || task->unit->drive;
    stops->x[index] = other->stop_x;
    stops->y[index] = other->stop_y;
    stops->fixed[index] = is_fixed ? wanted_from(task, other, 0) : 0;
    stops->crowd[index] = is_fixed ? 0 : other->radii;
}

static void enter_stops(planning *task)
{
    const neighbour *near = planning_near(task);
    const int32_t count = task->near_count < SPACING_STOPS ? task->near_count : SPACING_STOPS;
    for (int32_t i = 0; i < count; i++)
        enter_stop(task, i, &near[i]);
    spacing_stops *stops = &task->stops;
    for (int32_t i = count; i % SPACING_GROUP != 0; i++)
        stops->x[i] = stops->y[i] = stops->fixed[i] = stops->crowd[i] = 0;
}

void spacing_enter(planning *task)
{
    spacing_grid *grid = &task->spacing;
    const neighbour *near = planning_near(task);
    const double more = TURN_SPACING * turn_radius_of(task->traffic, task->unit);
    const double crowd = most_crowd_spacing(task), usual = SPACING + crowd;
    *grid = (spacing_grid){ .x = task->reach.min_x,
                            .y = task->reach.min_y,
                            .crowd = crowd,
                            .lines = SPACING_LINES / (task->reach.max_x - task->reach.min_x) };
    for (int32_t i = 0; i < task->near_count && i < WORD_BITS; i++) {
        const double wanted = usual * near[i].radii + more + PAIR_ROOM;
        const double x = near[i].stop_x - grid->x, y = near[i].stop_y - grid->y;
        flip_at_ends(grid, grid->columns, x - wanted, x + wanted, (uint64_t)1 << i);
        flip_at_ends(grid, grid->rows, y - wanted, y + wanted, (uint64_t)1 << i);
    }
    add_up(grid->columns);
    add_up(grid->rows);
    enter_stops(task);
}

bool spacing_is_taken(const planning *task, double x, double y)
{
    const neighbour *near = planning_near(task);
    const spacing_grid *grid = &task->spacing;
    uint64_t left = grid->columns[line_at(grid, x - grid->x)] & grid->rows[line_at(grid, y - grid->y)];
    for (; left != 0; left &= left - 1) {
        const neighbour *other = &near[bits_lowest(left)];
        if (apart(x, y, other->stop_x, other->stop_y) < other->radii - FW_TOUCH)
            return true;
    }
    return false;
}

/// cost_of_nearness() for a stop among spacing_stops.
static inline double cost_of_stop(double dx, double dy, double wanted)
{
    const double missing = wanted - sqrt(dx * dx + dy * dy);
    return SPACING_COST * (missing > 0 ? missing : 0);
}

/// Adds to a cost what it costs to stop near to the neighbours of a group, one after the other. The terms are computed
/// in a loop of their own, which compilers turn into vector instructions, unless the function is part of another loop.
NEVER_INLINE static double with_cost_of_group(const spacing_stops *stops, int32_t first, double x, double y,
                                              double usual, double cost)
{
    double terms[SPACING_GROUP];
    for (int32_t i = 0; i < SPACING_GROUP; i++)
        terms[i] = cost_of_stop(stops->x[first + i] - x, stops->y[first + i] - y,
                                stops->fixed[first + i] + usual * stops->crowd[first + i]);
    for (int32_t i = 0; i < SPACING_GROUP; i++)
        cost += terms[i];
    return cost;
}

/// The same for those neighbours of a group whose bits are set.
static double with_cost_of_few(const spacing_stops *stops, int32_t first, uint64_t bits, double x, double y,
                               double usual, double cost)
{
    for (; bits != 0; bits &= bits - 1) {
        const int32_t i = first + bits_lowest(bits);
        cost += cost_of_stop(stops->x[i] - x, stops->y[i] - y, stops->fixed[i] + usual * stops->crowd[i]);
    }
    return cost;
}

static bool has_two_at_most(uint64_t bits)
{
    bits &= bits - 1;
    return (bits & (bits - 1)) == 0;
}

/// cost_of_all() if the neighbours are in the grid.
static double cost_by_grid(const planning *task, double x, double y, double most)
{
    const neighbour *near = planning_near(task);
    const spacing_grid *grid = &task->spacing;
    uint64_t left = grid->columns[line_at(grid, x - grid->x)] & grid->rows[line_at(grid, y - grid->y)];
    if (left == 0 && task->near_count <= WORD_BITS)
        return 0;
    const double usual = SPACING + crowd_spacing(task, grid->crowd, x, y);
    double cost = 0;
    int32_t i = 0;
    for (; left != 0 && cost <= most; left >>= SPACING_GROUP, i += SPACING_GROUP) {
        const uint64_t group = left & bits_below(SPACING_GROUP);
        cost = has_two_at_most(group) ? with_cost_of_few(&task->stops, i, group, x, y, usual, cost)
                                      : with_cost_of_group(&task->stops, i, x, y, usual, cost);
    }
    for (i = WORD_BITS; i < task->near_count && i < SPACING_STOPS && cost <= most; i += SPACING_GROUP)
        cost = with_cost_of_group(&task->stops, i, x, y, usual, cost);
    for (; i < task->near_count && cost <= most; i++)
        cost += cost_of_nearness(&near[i], x, y, wanted_from(task, &near[i], usual));
    return cost;
}

/// What it costs to stop at a place near to the stops of others, wherever the goal is; or less, but more than `most`.
static double cost_of_all(const planning *task, double x, double y, double most)
{
    if (task->spacing.lines > 0)
        return cost_by_grid(task, x, y, most);
    const neighbour *near = planning_near(task);
    const double usual = SPACING + crowd_spacing(task, most_crowd_spacing(task), x, y);
    double cost = 0;
    for (int32_t i = 0; i < task->near_count && cost <= most; i++)
        cost += cost_of_nearness(&near[i], x, y, wanted_from(task, &near[i], usual));
    return cost;
}

double spacing_cost(const planning *task, double x, double y, double most)
{
    if (!task->unit->drive)
        return cost_of_all(task, x, y, most);
    const double cost = cost_of_all(task, x, y, INFINITY);
    if (cost == 0)
        return 0;
    const double away = apart(x, y, task->unit->goal_x, task->unit->goal_y);
    const double more = TURN_SPACING * turn_radius_of(task->traffic, task->unit);
    return cost * fmin(1, away / (2 * more)); // at its goal, a unit stands near to others that have arrived
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

/// What a unit that has arrived pays for a place too near to another unit that needs room to turn.
static double cost_of_hindering(const planning *task, const agent *other, double radii, double x, double y)
{
    if (!task->unit->drive || !task->unit->has_been || !agent_needs_room(other))
        return 0;
    const knot *at = agent_next(task->traffic, other);
    const double wanted = radii + MANOEUVRE_ROOM * turn_radius_of(task->traffic, other);
    return WAY_COST * fmax(wanted - apart(x, y, at->x, at->y), 0);
}

double spacing_way_cost(const planning *task, double x, double y)
{
    const fw_traffic *traffic = task->traffic;
    const uint32_t slot = task->unit->in_way_of;
    if (slot == NO_AGENT || !traffic->agents[slot].is_used)
        return 0;
    const agent *other = &traffic->agents[slot];
    const double radii = radius_of(traffic, task->unit) + radius_of(traffic, other) + 2 * PAIR_ROOM;
    const double away = distance_to_way(other, agent_next(traffic, other), x, y);
    const double stays = task->is_open || task->unit->drive ? 0 : STAYS_COST * radii;
    const double blocks = away < radii ? WAY_COST * (radii - away) + stays : 0;
    return blocks + cost_of_hindering(task, other, radii, x, y);
}
