#include "traffic/yield.h"

#include <assert.h>
#include <math.h>

#include "base/bits.h"
#include "base/must_hold.h"
#include "base/vector.h"
#include "traffic/agent_state.h"
#include "traffic/jam_ask.h"
#include "traffic/patience.h"
#include "traffic/rally.h"
#include "traffic/spacing.h"
#include "traffic/turn_plans.h"
#include "traffic/way_pool.h"
#include "traffic/way_set.h"
#include "traffic/way_sight.h"

/// Side of the lattice on which a unit looks for a refuge, in steps. A step is REFUGE_STEP radii.
enum { REFUGE_SIDE = 129, REFUGE_CELLS = REFUGE_SIDE * REFUGE_SIDE, REFUGE_MIDDLE = REFUGE_CELLS / 2 };
#define REFUGE_STEP 0.5

/// Distance between the body in its refuge and the body of the unit that passes, in tiles.
#define REFUGE_ROOM 0.02

static_assert(REFUGE_CELLS < UINT16_MAX, "cells are stored in 16 bits");

/// Steps to the neighbours of a cell.
static const int32_t refuge_steps[] = { 1, REFUGE_SIDE, -1, -REFUGE_SIDE };
enum { REFUGE_STEPS = sizeof refuge_steps / sizeof *refuge_steps };

/// No refuge.
enum { NO_REFUGE = -1 };

/// A cell that a search has reached.
typedef struct refuge_cell {
    uint16_t cell;   ///< its place in the lattice
    uint16_t before; ///< index of the reached cell from which it was reached
} refuge_cell;

/// A search for the nearest place off another unit's way: a wave over a lattice around the unit. The cells that it has
/// reached stand in `work.refuges`, in the order in which it has reached them.
typedef struct refuge_search {
    uint64_t reached[REFUGE_CELLS / WORD_BITS + 1]; ///< bit set of the cells
    int32_t count;                                  ///< number of cells that were reached
    double x, y;                                    ///< middle of the lattice
    double step;                                    ///< between neighbours, in tiles
    int32_t found; ///< index of the nearest refuge among the reached cells; NO_REFUGE: there is none
} refuge_search;

typedef struct meeting {
    fw_traffic *traffic;
    agent *unit;  ///< the unit that looks for a refuge
    agent *other; ///< the unit that wants to pass
    double radii; ///< least distance between the two, in tiles
    knot from;    ///< state of the unit at the next knot
    knot ahead;   ///< state of the other one at the next knot
} meeting;

/// Length of a unit's way from the place on it that is nearest to another place.
///
/// @param from  where the unit is on its way
static double rest_beside(fw_traffic *traffic, const agent *unit, const knot *from, double x, double y)
{
    const double *rests = way_rests(traffic, unit);
    double at_x = from->x, at_y = from->y, least = INFINITY, found = INFINITY;
    for (int32_t i = unit->way.next; i < unit->way.count; i++) {
        const way_point *to = &unit->way.points[i];
        const double share = nearest_share(x, y, at_x, at_y, to->x, to->y);
        const double away = apart(x, y, at_x + share * (to->x - at_x), at_y + share * (to->y - at_y));
        found = away <= least ? rests[i] + (1 - share) * apart(at_x, at_y, to->x, to->y) : found;
        least = fmin(least, away);
        at_x = to->x;
        at_y = to->y;
    }
    return found;
}

/// True if the body may go from one place of the lattice to the next, past the other unit and past its goal.
static bool may_step(const meeting *two, double x, double y, double to_x, double to_y)
{
    const double now = apart(x, y, two->ahead.x, two->ahead.y),
                 then = apart(to_x, to_y, two->ahead.x, two->ahead.y);
    if (then < two->radii && then < now)
        return false;
    if (apart(to_x, to_y, two->other->order.goal_x, two->other->order.goal_y) < two->radii &&
        apart(two->ahead.x, two->ahead.y, two->other->order.goal_x, two->other->order.goal_y) > two->radii)
        return false;
    return way_is_clear(two->traffic, two->unit, x, y, to_x, to_y);
}

static void place_of_cell(const refuge_search *wave, int32_t cell, double *x, double *y)
{
    *x = wave->x + (cell % REFUGE_SIDE - REFUGE_SIDE / 2) * wave->step;
    *y = wave->y + (cell / REFUGE_SIDE - REFUGE_SIDE / 2) * wave->step;
}

/// Notes that a cell was reached. There must be room for it.
static void reach(const meeting *two, refuge_search *wave, int32_t cell, int32_t before)
{
    bits_set(wave->reached, (size_t)cell);
    two->traffic->work.refuges[wave->count++] = (refuge_cell){ (uint16_t)cell, (uint16_t)before };
}

/// Reaches the neighbours of a reached cell. There must be room for them.
static void reach_neighbours(const meeting *two, refuge_search *wave, int32_t index)
{
    const int32_t cell = two->traffic->work.refuges[index].cell;
    const int32_t column = cell % REFUGE_SIDE, row = cell / REFUGE_SIDE;
    double x, y, to_x, to_y;
    if (column == 0 || row == 0 || column == REFUGE_SIDE - 1 || row == REFUGE_SIDE - 1)
        return;
    place_of_cell(wave, cell, &x, &y);
    for (int i = 0; i < REFUGE_STEPS; i++) {
        const int32_t next = cell + refuge_steps[i];
        place_of_cell(wave, next, &to_x, &to_y);
        if (!bits_is_set(wave->reached, (size_t)next) && may_step(two, x, y, to_x, to_y))
            reach(two, wave, next, index);
    }
}

/// Makes room for the neighbours of one more cell.
static fw_result reserve_neighbours(const meeting *two, const refuge_search *wave)
{
    return traffic_reserve_scratch(two->traffic, (size_t)wave->count + REFUGE_STEPS, sizeof(refuge_cell));
}

/// Finds the nearest refuge.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result find_refuge(const meeting *two, refuge_search *wave)
{
    *wave = (refuge_search){ .x = two->from.x,
                             .y = two->from.y,
                             .step = REFUGE_STEP * radius_of(two->traffic, two->unit),
                             .found = NO_REFUGE };
    // At its goal, the other one would stand in the unit's way.
    if (spacing_from_way(two->unit, &two->from, INFINITY, two->other->order.goal_x,
                         two->other->order.goal_y) < two->radii)
        return FW_OK;
    if (reserve_neighbours(two, wave) != FW_OK)
        return FW_NO_MEMORY;
    reach(two, wave, REFUGE_MIDDLE, 0);
    for (int32_t i = 0; i < wave->count; i++) {
        double x, y;
        place_of_cell(wave, two->traffic->work.refuges[i].cell, &x, &y);
        if (spacing_from_way(two->other, &two->ahead, INFINITY, x, y) >= two->radii + REFUGE_ROOM) {
            wave->found = i;
            return FW_OK;
        }
        if (reserve_neighbours(two, wave) != FW_OK)
            return FW_NO_MEMORY;
        reach_neighbours(two, wave, i);
    }
    return FW_OK;
}

/// Number of steps from the middle to the refuge.
static int32_t count_steps(const fw_traffic *traffic, const refuge_search *wave)
{
    int32_t count = 0;
    for (int32_t i = wave->found; i > 0; i = traffic->work.refuges[i].before)
        count++;
    return count;
}

/// Length of the way to the refuge, in tiles; INFINITY: there is none.
static double cost_of_refuge(const fw_traffic *traffic, const refuge_search *wave)
{
    return wave->found == NO_REFUGE ? INFINITY : count_steps(traffic, wave) * wave->step;
}

/// Gives the unit the way to the refuge: the steps that lead there, without those that are not needed.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result take_refuge_way(const meeting *two, const refuge_search *wave)
{
    way *way = &two->unit->way;
    const refuge_cell *cells = two->traffic->work.refuges;
    const int32_t steps = count_steps(two->traffic, wave);
    if (way_reserve(two->traffic, agent_slot(two->traffic, two->unit), steps + 1) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = steps, at = wave->found; i >= 0; i--, at = cells[at].before)
        place_of_cell(wave, cells[at].cell, &way->points[i].x, &way->points[i].y);
    int32_t kept = 0;
    for (int32_t i = 0; i < steps; kept++) {
        int32_t next = steps;
        while (next > i + 1 && !way_is_clear(two->traffic, two->unit, way->points[i].x, way->points[i].y,
                                             way->points[next].x, way->points[next].y))
            next--;
        way->points[kept + 1] = way->points[next];
        i = next;
    }
    way->count = kept + 1;
    way->next = way->farthest = 0;
    way_begin(two->traffic, two->unit);
    agent_leave_course(two->unit);
    two->unit->pursuit.faults.lacks_first = two->unit->pursuit.faults.lacks_last = false;
    return FW_OK;
}

/// The unit goes to the refuge, and waits there until the other one is past. Without memory for the way, nothing
/// happens, and the units try again at their next plan.
static void give_way(const meeting *two, uint32_t other, const refuge_search *wave)
{
    agent *unit = two->unit;
    if (take_refuge_way(two, wave) != FW_OK)
        return;
    const way_point *refuge = &unit->way.points[unit->way.count - 1];
    unit->relation.yields_to = other;
    two->other->is_named = true;
    unit->relation.yields_until =
        rest_beside(two->traffic, two->other, &two->ahead, refuge->x, refuge->y) - two->radii;
    unit->order.goal_x = refuge->x;
    unit->order.goal_y = refuge->y;
    agent_leave_goal(two->traffic, unit);
    unit->pursuit.stalled = 0;
}

static meeting meeting_of(fw_traffic *traffic, uint32_t unit, uint32_t other)
{
    agent *one = &traffic->agents[unit], *two = &traffic->agents[other];
    return (meeting){ .traffic = traffic,
                      .unit = one,
                      .other = two,
                      .radii = radius_of(traffic, one) + radius_of(traffic, two) + PAIR_ROOM,
                      .from = *agent_next(traffic, one),
                      .ahead = *agent_next(traffic, two) };
}

/// True if the place of the unit is too narrow for the other one to pass.
static bool is_narrow(const meeting *two)
{
    const double dx = two->ahead.x - two->from.x, dy = two->ahead.y - two->from.y;
    const double length = hypotenuse(dx, dy), other = 2 * radius_of(two->traffic, two->other);
    if (length == 0)
        return false;
    const double x = -dy / length, y = dx / length;
    return way_room(two->traffic, two->unit, two->from.x, two->from.y, x, y, other) +
               way_room(two->traffic, two->unit, two->from.x, two->from.y, -x, -y, other) <
           other;
}

static bool is_bound(const agent *unit)
{
    return unit->relation.yields_to != NO_AGENT || unit->relation.impasse != NO_AGENT ||
           unit->way.count == 0 || unit->pursuit.faults.has_set_out;
}

void yield_if_met(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    const uint32_t met = unit->relation.met;
    if (met == NO_AGENT || is_bound(unit) || is_bound(&traffic->agents[met]))
        return;
    agent *other = &traffic->agents[met];
    if ((other->relation.met != slot && !agent_is_at_goal(other)) || rally_is_one(unit, other))
        return;
    if (agent_is_firm(unit) || agent_is_firm(other) || agent_is_late(unit) || agent_is_late(other))
        return; // the other one goes round, or waits
    const meeting mine = meeting_of(traffic, slot, met), theirs = meeting_of(traffic, met, slot);
    if (!is_narrow(&mine) || !is_narrow(&theirs))
        return;
    if (!unit->drive && !other->drive) {
        jam_ask(traffic, slot, true);
        return;
    }
    must_hold(traffic->work.near_count == 0); // no plan is under way
    refuge_search wave;
    if (find_refuge(&mine, &wave) != FW_OK)
        return; // they try again
    const double cost = cost_of_refuge(traffic, &wave);
    if (find_refuge(&theirs, &wave) != FW_OK)
        return;
    const double other_cost = cost_of_refuge(traffic, &wave);
    if (cost == INFINITY && other_cost == INFINITY) {
        turns_ask(traffic, unit->drive ? slot : met, true);
        return;
    }
    const bool is_nearer = cost != other_cost ? cost < other_cost : unit->id < other->id;
    const bool is_mine = agent_gives_way(other, unit) ? is_nearer : true;
    if (!is_mine)
        give_way(&theirs, slot, &wave);
    else if (find_refuge(&mine, &wave) == FW_OK) // a second time, because there is memory for one wave only
        give_way(&mine, met, &wave);
}

bool yield_is_over(const fw_traffic *traffic, const agent *unit)
{
    const agent *other = &traffic->agents[unit->relation.yields_to];
    return agent_is_at_goal(other) || is_bound(other) ||
           other->pursuit.remaining < unit->relation.yields_until || other->pursuit.stalled >= YIELDS_FOR ||
           agent_is_late(other);
}

void yield_end(agent *unit)
{
    unit->relation.yields_to = NO_AGENT;
    const bool is_near = unit->order.stage >= PLACE_IS_BESIDE;
    unit->order.goal_x = is_near ? unit->order.place_x : unit->order.x;
    unit->order.goal_y = is_near ? unit->order.place_y : unit->order.y;
    unit->way.count = 0;
    agent_leave_course(unit);
    unit->pursuit.gate = (gate){ .searched = 0 };
}

void yield_forget(fw_traffic *traffic, uint32_t slot)
{
    for (int32_t i = 0; i < traffic->count && traffic->agents[slot].is_named; i++) {
        agent *other = &traffic->agents[traffic->by_id[i]];
        other->relation.impasse = other->relation.impasse == slot ? NO_AGENT : other->relation.impasse;
        if (other->relation.yields_to == slot)
            yield_end(other);
    }
    traffic->agents[slot].is_named = false;
    traffic->agents[slot].relation.impasse = NO_AGENT;
    traffic->agents[slot].relation.yields_to = NO_AGENT;
}

void yield_retry(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->count; i++)
        traffic->agents[traffic->by_id[i]].relation.impasse = NO_AGENT;
}
