#include <assert.h>
#include <math.h>
#include <string.h>

#include "traffic/place.h"
#include "traffic/planning.h"

/// Side of the lattice on which a unit looks for a refuge, in steps. A step is REFUGE_STEP radii.
enum { REFUGE_SIDE = 129, REFUGE_CELLS = REFUGE_SIDE * REFUGE_SIDE, REFUGE_MIDDLE = REFUGE_CELLS / 2 };
#define REFUGE_STEP 0.5

/// Distance between the body in its refuge and the body of the unit that passes, in tiles.
#define REFUGE_ROOM 0.02

/// No cell.
enum { NO_CELL = UINT16_MAX };
static_assert(REFUGE_SIDE * REFUGE_SIDE < UINT16_MAX, "cells are stored in 16 bits");

/// Steps to the neighbours of a cell, and the number of a step for cells that have not been reached.
static const int32_t refuge_steps[] = { 1, REFUGE_SIDE, -1, -REFUGE_SIDE };
enum { REFUGE_STEPS = sizeof refuge_steps / sizeof *refuge_steps, NO_STEP = UINT8_MAX };

/// Knots without progress of the other unit after which a unit no longer gives way.
enum { YIELDS_FOR = 40 };

/// A search for the nearest place off another unit's way: a wave over a lattice around the unit.
typedef struct refuge_search {
    uint16_t cells[REFUGE_CELLS]; ///< in the order in which they were reached
    uint8_t steps[REFUGE_CELLS];  ///< number of the step by which each was reached, or NO_STEP
    int32_t count;
    double x, y; ///< middle of the lattice
    double step; ///< between neighbours, in tiles
    bool is_cut; ///< the wave has reached the border of the lattice
} refuge_search;

typedef struct meeting {
    fw_traffic *traffic;
    agent *unit;  ///< the unit that looks for a refuge
    agent *other; ///< the unit that wants to pass
    double radii; ///< least distance between the two, in tiles
    knot from;    ///< state of the unit at the next knot
    knot ahead;   ///< state of the other one at the next knot
} meeting;

/// Distance of a place from the part of a unit's way that lies ahead.
///
/// @param rests      way_rests() of the unit; null: `rest` is not wanted
/// @param[out] rest  length of the way from its nearest place
static double distance_to_whole_way(const agent *unit, const knot *from, double x, double y,
                                    const double *rests, double *rest)
{
    const way *way = &unit->way;
    double at_x = from->x, at_y = from->y, least = apart(x, y, at_x, at_y), found = INFINITY;
    for (int32_t i = way->next; i < way->count; i++) {
        const way_point *to = &way->points[i];
        const double share = nearest_share(x, y, at_x, at_y, to->x, to->y);
        const double away = apart(x, y, at_x + share * (to->x - at_x), at_y + share * (to->y - at_y));
        if (away <= least) {
            least = away;
            found = (rests ? rests[i] : 0) + (1 - share) * apart(at_x, at_y, to->x, to->y);
        }
        at_x = to->x;
        at_y = to->y;
    }
    if (rests)
        *rest = found;
    return least;
}

/// True if the body may go from one place of the lattice to the next, past the other unit and past its goal.
static bool may_step(const meeting *two, double x, double y, double to_x, double to_y)
{
    const double now = apart(x, y, two->ahead.x, two->ahead.y),
                 then = apart(to_x, to_y, two->ahead.x, two->ahead.y);
    if (then < two->radii && then < now)
        return false;
    if (apart(to_x, to_y, two->other->goal_x, two->other->goal_y) < two->radii &&
        apart(two->ahead.x, two->ahead.y, two->other->goal_x, two->other->goal_y) > two->radii)
        return false;
    return way_is_clear(two->traffic, two->unit, x, y, to_x, to_y);
}

static void place_of_cell(const refuge_search *wave, int32_t cell, double *x, double *y)
{
    *x = wave->x + (cell % REFUGE_SIDE - REFUGE_SIDE / 2) * wave->step;
    *y = wave->y + (cell / REFUGE_SIDE - REFUGE_SIDE / 2) * wave->step;
}

static void reach_neighbours(const meeting *two, refuge_search *wave, int32_t cell)
{
    const int32_t column = cell % REFUGE_SIDE, row = cell / REFUGE_SIDE;
    double x, y, to_x, to_y;
    if (column == 0 || row == 0 || column == REFUGE_SIDE - 1 || row == REFUGE_SIDE - 1) {
        wave->is_cut = true;
        return;
    }
    place_of_cell(wave, cell, &x, &y);
    for (int i = 0; i < REFUGE_STEPS; i++) {
        const int32_t next = cell + refuge_steps[i];
        place_of_cell(wave, next, &to_x, &to_y);
        if (wave->steps[next] != NO_STEP || !may_step(two, x, y, to_x, to_y))
            continue;
        wave->steps[next] = (uint8_t)i;
        wave->cells[wave->count++] = (uint16_t)next;
    }
}

/// Finds the nearest refuge.
///
/// @return its cell; NO_CELL: there is none
static int32_t find_refuge(const meeting *two, refuge_search *wave)
{
    memset(wave->steps, NO_STEP, sizeof wave->steps);
    *wave->cells = REFUGE_MIDDLE;
    wave->steps[REFUGE_MIDDLE] = 0; // any step: no way goes back beyond the middle
    wave->count = 1;
    wave->x = two->from.x;
    wave->y = two->from.y;
    wave->step = REFUGE_STEP * radius_of(two->traffic, two->unit);
    wave->is_cut = false;
    // At its goal, the other one would stand in the unit's way.
    if (distance_to_whole_way(two->unit, &two->from, two->other->goal_x, two->other->goal_y, NULL, NULL) <
        two->radii)
        return NO_CELL;
    for (int32_t i = 0; i < wave->count; i++) {
        double x, y;
        place_of_cell(wave, wave->cells[i], &x, &y);
        if (distance_to_whole_way(two->other, &two->ahead, x, y, NULL, NULL) >= two->radii + REFUGE_ROOM)
            return wave->cells[i];
        reach_neighbours(two, wave, wave->cells[i]);
    }
    return NO_CELL;
}

/// The cell from which another one was reached.
static int32_t cell_before(const refuge_search *wave, int32_t cell)
{
    return cell - refuge_steps[wave->steps[cell]];
}

/// Number of steps from the middle to a cell.
static int32_t count_steps(const refuge_search *wave, int32_t cell)
{
    int32_t count = 0;
    for (; cell != REFUGE_MIDDLE; cell = cell_before(wave, cell))
        count++;
    return count;
}

/// Length of the way to a refuge, in tiles; INFINITY: there is none.
static double cost_of_refuge(const refuge_search *wave, int32_t cell)
{
    return cell == NO_CELL ? INFINITY : count_steps(wave, cell) * wave->step;
}

/// Gives the unit the way to a refuge: the steps that lead there, without those that are not needed.
///
/// @return FW_OK or FW_NO_MEMORY
static fw_result take_refuge_way(const meeting *two, refuge_search *wave, int32_t cell)
{
    way *way = &two->unit->way;
    const int32_t steps = count_steps(wave, cell);
    if (way_reserve(two->traffic, agent_slot(two->traffic, two->unit), steps + 1) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = steps; i >= 0; i--, cell = cell_before(wave, cell))
        place_of_cell(wave, cell, &way->points[i].x, &way->points[i].y);
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
    two->unit->lacks_first = two->unit->lacks_last = false;
    return FW_OK;
}

/// The unit goes to a refuge, and waits there until the other one is past. Without memory for the way, nothing happens,
/// and the units try again at their next plan.
static void give_way(const meeting *two, uint32_t other, refuge_search *wave, int32_t cell)
{
    agent *unit = two->unit;
    double rest = INFINITY;
    if (take_refuge_way(two, wave, cell) != FW_OK)
        return;
    const way_point *refuge = &unit->way.points[unit->way.count - 1];
    distance_to_whole_way(two->other, &two->ahead, refuge->x, refuge->y, way_rests(two->traffic, two->other),
                          &rest);
    unit->yields_to = other;
    two->other->is_named = true;
    unit->yields_until = rest - two->radii;
    unit->home_x = unit->goal_x;
    unit->home_y = unit->goal_y;
    unit->goal_x = refuge->x;
    unit->goal_y = refuge->y;
    agent_set_at_goal(two->traffic, unit, false);
    unit->stalled = 0;
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
    const double length = sqrt(dx * dx + dy * dy), other = 2 * radius_of(two->traffic, two->other);
    if (length == 0)
        return false;
    const double x = -dy / length, y = dx / length;
    return way_room(two->traffic, two->unit, two->from.x, two->from.y, x, y, other) +
               way_room(two->traffic, two->unit, two->from.x, two->from.y, -x, -y, other) <
           other;
}

static bool is_bound(const agent *unit)
{
    return unit->yields_to != NO_AGENT || unit->impasse != NO_AGENT || unit->way.count == 0 ||
           unit->has_set_out;
}

void yield_if_met(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    const uint32_t met = unit->met;
    if (met == NO_AGENT || is_bound(unit) || is_bound(&traffic->agents[met]))
        return;
    agent *other = &traffic->agents[met];
    if (other->met != slot && !other->is_at_goal)
        return;
    const meeting mine = meeting_of(traffic, slot, met), theirs = meeting_of(traffic, met, slot);
    if (!is_narrow(&mine) || !is_narrow(&theirs))
        return;
    assert(traffic->near_count == 0); // no plan is under way
    if (traffic_reserve_scratch(traffic, 1, sizeof *traffic->refuges) != FW_OK)
        return; // they try again
    refuge_search *wave = traffic->refuges;
    const double cost = cost_of_refuge(wave, find_refuge(&mine, wave));
    const bool is_cut = wave->is_cut;
    const int32_t there = find_refuge(&theirs, wave);
    const double other_cost = cost_of_refuge(wave, there);
    if (cost == INFINITY && other_cost == INFINITY) {
        if (!is_cut && !wave->is_cut) {
            unit->impasse = met;
            other->impasse = slot;
            unit->is_named = other->is_named = true;
        }
        return;
    }
    const bool is_mine = cost != other_cost ? cost < other_cost : unit->id < other->id;
    if (is_mine)
        give_way(&mine, met, wave,
                 find_refuge(&mine, wave)); // a second time, because there is memory for one wave only
    else
        give_way(&theirs, slot, wave, there);
}

bool yield_is_over(const fw_traffic *traffic, const agent *unit)
{
    const agent *other = &traffic->agents[unit->yields_to];
    return other->is_at_goal || is_bound(other) || other->remaining < unit->yields_until ||
           other->stalled >= YIELDS_FOR;
}

void yield_end(agent *unit)
{
    unit->yields_to = NO_AGENT;
    unit->goal_x = unit->home_x;
    unit->goal_y = unit->home_y;
    unit->way.count = 0;
    agent_leave_course(unit);
    unit->gate = (gate){ .searched = 0 };
}

void yield_forget(fw_traffic *traffic, uint32_t slot)
{
    for (int32_t i = 0; i < traffic->count && traffic->agents[slot].is_named; i++) {
        agent *other = &traffic->agents[traffic->by_id[i]];
        other->impasse = other->impasse == slot ? NO_AGENT : other->impasse;
        if (other->yields_to == slot)
            yield_end(other);
    }
    traffic->agents[slot].is_named = false;
    traffic->agents[slot].impasse = NO_AGENT;
    traffic->agents[slot].yields_to = NO_AGENT;
}

void yield_retry(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->count; i++)
        traffic->agents[traffic->by_id[i]].impasse = NO_AGENT;
}
