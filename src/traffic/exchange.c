#include "traffic/exchange.h"

#include <math.h>

#include "traffic/agent_state.h"
#include "traffic/crowd_cells.h"
#include "traffic/free_places.h"
#include "traffic/patience.h"
#include "traffic/place_pack.h"
#include "traffic/rally.h"
#include "traffic/way_redirect.h"
#include "traffic/way_sight.h"

/// Distance from the places of those who share its goal, and from its place if a wall is between, at which a unit cares
/// about them; and reach within which it regards others, in radii of the largest unit.
#define AREA  8.0
#define TURNS 6.0
#define LOOKS 8.0

/// Distance to a unit with which a stalled unit exchanges places, besides the sum of radii, in its radii.
#define PARTNER_REACH 2.0

/// How much nearer a place must be for a unit that rests to move up to it, in its radii.
#define LEAST_UP 0.25

/// Places from which a unit chooses.
enum { CHOICES = 12 };

/// Units that hold each other in a row at most.
enum { MOST_HOLDERS = 16 };

/// What it costs not to be able to go straight to a place, see cost_of_place(), and the least share of the cost that an
/// exchange must save.
#define HELD_COST   1.0
#define LEAST_SAVED 1e-3

/// More than the rounding errors of a place, in tiles.
#define COORDINATE_NOISE 1e-6

/// Lists the units near.
///
/// @return number of them, in `crowd.found`
static int32_t list_near(const fw_traffic *traffic, const agent *unit)
{
    const double reach = LOOKS * traffic->crowd.most_radius;
    const fw_box box = { unit->to.x - reach, unit->to.y - reach, unit->to.x + reach, unit->to.y + reach };
    return crowd_on_layers(traffic, &box, unit->regard.layers);
}

/// True if a unit can go straight from one point to another past where all others stop.
///
/// @param near  units that list_near() has listed
static bool is_past_others(const fw_traffic *traffic, const agent *unit, int32_t near, way_point from,
                           way_point to)
{
    const double radius = radius_of(traffic, unit);
    const fw_box line = box_around_line(from.x, from.y, to.x, to.y);
    for (int32_t i = 0; i < near; i++) {
        const crowd_mark *mark = &traffic->crowd.marks[traffic->crowd.found[i]];
        const double x = mark->stop_x, y = mark->stop_y, radii = radius + mark->radius + 2 * PAIR_ROOM;
        if (gap_between(&line, &(fw_box){ x, y, x, y }) > radii + COORDINATE_NOISE)
            continue; // as most are
        const double least = fmin(radii, apart(from.x, from.y, x, y) - COORDINATE_NOISE);
        if (apart_from_line(x, y, from.x, from.y, to.x, to.y) < least &&
            &traffic->agents[traffic->crowd.found[i]] != unit)
            return false;
    }
    return true;
}

static way_point stop_of(const agent *unit)
{
    const fw_pose stop = agent_stop(unit);
    return (way_point){ stop.x, stop.y };
}

static way_point place_of(const agent *unit)
{
    return (way_point){ unit->order.place_x, unit->order.place_y };
}

static double between(way_point a, way_point b)
{
    return apart(a.x, a.y, b.x, b.y);
}

static bool sees(const fw_traffic *traffic, const agent *unit, way_point to)
{
    const way_point from = stop_of(unit);
    return way_is_clear(traffic, unit, from.x, from.y, to.x, to.y);
}

/// Length of a unit's way to its place, in tiles; or less, if a wall is between.
static double way_to_own_place(const fw_traffic *traffic, const agent *unit)
{
    const double straight = between(stop_of(unit), place_of(unit));
    if (!isfinite(unit->pursuit.remaining) || sees(traffic, unit, place_of(unit)))
        return straight;
    return fmax(straight, unit->pursuit.remaining - apart(unit->order.goal_x, unit->order.goal_y,
                                                          unit->order.place_x, unit->order.place_y));
}

/// Length of the way of a unit to the place of another one, in tiles. If a wall is between, it is the way of the other
/// unit less the distance of the two: this is right if one stands in the other's way. It is not known, and counts as
/// infinite, if a wall is between these two as well.
static double way_to_place(const fw_traffic *traffic, const agent *unit, const agent *owner)
{
    if (unit == owner)
        return way_to_own_place(traffic, unit);
    const double straight = between(stop_of(unit), place_of(owner));
    if (sees(traffic, unit, place_of(owner)))
        return straight;
    if (!sees(traffic, unit, stop_of(owner)))
        return INFINITY;
    return fmax(straight, way_to_own_place(traffic, owner) - between(stop_of(unit), stop_of(owner)));
}

/// What is left for a unit to do if it gets the place of an owner. Exchanges only make the sum of all costs smaller, so
/// they end. Of two distances, mostly the greater one counts: of two units in a row, the first one goes farther.
static double cost_of_place(const fw_traffic *traffic, const agent *unit, const agent *owner, int32_t near)
{
    const double gap = free_places_gap(kind_of(traffic, unit), radius_of(traffic, unit));
    const double steps = way_to_place(traffic, unit, owner) / gap, square = steps * steps;
    const bool is_free = is_past_others(traffic, unit, near, stop_of(unit), place_of(owner));
    return square * square * square * square + (is_free ? 0 : HELD_COST);
}

/// True if a unit fits the place of another one, when both exchange their places.
static bool fits_place(const fw_traffic *traffic, const agent *unit, const agent *owner)
{
    const double x = owner->order.place_x, y = owner->order.place_y;
    return unit->kind == owner->kind ||
           (way_may_stand(traffic, unit, x, y) &&
            free_places_is_free(traffic, unit, x, y, agent_slot(traffic, owner)));
}

/// True if two units may exchange their places.
static bool may_exchange(const fw_traffic *traffic, const agent *unit, const agent *other)
{
    if (unit == other || !rally_is_one(unit, other) || other->order.stage == PLACE_IS_SOUGHT ||
        other->relation.yields_to != NO_AGENT || other->jam.number != NO_JAM ||
        other->pursuit.refused != FW_OK)
        return false;
    if (agent_has_been(other) && (!agent_is_at_goal(other) || agent_is_firm(other) ||
                                  (other->order.is_settled && unit->pursuit.stalled < CHOOSES_EVERY)))
        return false;
    return fits_place(traffic, unit, other) && fits_place(traffic, other, unit);
}

/// How much two units gain if they exchange their places, as a share of what is left to do.
static double gain_of_exchange(const fw_traffic *traffic, const agent *unit, const agent *other, int32_t near)
{
    const double now = cost_of_place(traffic, unit, unit, near) + cost_of_place(traffic, other, other, near);
    return 1 - (cost_of_place(traffic, unit, other, near) + cost_of_place(traffic, other, unit, near)) / now;
}

/// The unit with which an exchange gains most, of those that hold a unit, or of all near if it is stalled; NO_AGENT:
/// there is none.
static uint32_t find_partner(const fw_traffic *traffic, const agent *unit, int32_t near)
{
    uint32_t best = NO_AGENT;
    double most = LEAST_SAVED;
    for (int32_t i = 0; i < near; i++) {
        const uint32_t slot = traffic->crowd.found[i];
        const agent *other = &traffic->agents[slot];
        const double reach = (1 + PARTNER_REACH) * radius_of(traffic, unit) + radius_of(traffic, other);
        const bool holds = slot == unit->relation.met || slot == unit->relation.blocker;
        const bool is_beside = unit->pursuit.stalled >= EXCHANGES_AFTER &&
                               apart(unit->to.x, unit->to.y, other->to.x, other->to.y) <= reach;
        if (!(holds || is_beside) || !may_exchange(traffic, unit, other))
            continue;
        const double gain = gain_of_exchange(traffic, unit, other, near);
        if (gain > most || (gain == most && best != NO_AGENT && other->id < traffic->agents[best].id)) {
            most = gain;
            best = slot;
        }
    }
    return best;
}

static fw_result exchange(fw_traffic *traffic, uint32_t slot, uint32_t partner)
{
    const way_point place = place_of(&traffic->agents[slot]), other = place_of(&traffic->agents[partner]);
    rally_give_place(traffic, slot, other.x, other.y);
    rally_give_place(traffic, partner, place.x, place.y);
    const fw_result result = rally_head_for_place(traffic, slot, false);
    return result == FW_OK ? rally_head_for_place(traffic, partner, false) : result;
}

/// Takes a free place to which a unit can go straight.
///
/// @param most        no place is farther from the point of its order, in tiles
/// @param[out] takes  there is one
static fw_result take_nearest(fw_traffic *traffic, uint32_t slot, double most, bool *takes)
{
    const agent *unit = &traffic->agents[slot];
    const way_point stop = stop_of(unit);
    place_list list;
    *takes = false;
    if (place_pack_near(traffic, slot, LOOKS * traffic->crowd.most_radius, most, &list) != FW_OK)
        return FW_NO_MEMORY;
    const int32_t near = list_near(traffic, unit);
    for (int32_t i = 0; i < list.count; i++)
        if (sees(traffic, unit, list.places[i]) &&
            is_past_others(traffic, unit, near, stop, list.places[i])) {
            *takes = true;
            rally_give_place(traffic, slot, list.places[i].x, list.places[i].y);
            return rally_head_for_place(traffic, slot, true);
        }
    return FW_OK;
}

/// True if one of those near who share a unit's goal is under way, or has just arrived.
static bool is_one_coming(const fw_traffic *traffic, const agent *unit, int32_t near)
{
    for (int32_t i = 0; i < near; i++) {
        const agent *other = &traffic->agents[traffic->crowd.found[i]];
        if (rally_is_one(unit, other) && (!agent_is_at_goal(other) || other->activity != FW_AGENT_ARRIVED))
            return true;
    }
    return false;
}

/// Lets a unit that rests move up to a free place that is nearer to the point of its order, unless it has just given up
/// such a place.
static fw_result move_up(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    bool takes = false;
    if (!unit->order.chooses_soon || agent_is_firm(unit) || unit->order.is_settled || agent_is_late(unit) ||
        unit->relation.in_way_of != NO_AGENT || !is_one_coming(traffic, unit, list_near(traffic, unit)))
        return FW_OK;
    const double most = between((way_point){ unit->order.x, unit->order.y }, place_of(unit)) -
                        LEAST_UP * radius_of(traffic, unit);
    return most > 0 ? take_nearest(traffic, slot, most, &takes) : FW_OK;
}

/// Lets a unit that cannot get to its place choose a free one, to which it can go straight, no farther out than it is.
/// If there is none, and it is near enough, it rests where it will stop.
static fw_result choose_again(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    const way_point stop = stop_of(unit), order = { unit->order.x, unit->order.y };
    way_point places[CHOICES], chosen = stop;
    bool takes = false;
    if (unit->order.chooses_soon) {
        const fw_result result = take_nearest(traffic, slot, between(order, stop), &takes);
        if (takes || result != FW_OK)
            return result;
    }
    free_search search = { .traffic = traffic,
                           .kind = kind_of(traffic, unit),
                           .layers = unit->regard.layers,
                           .x = order.x,
                           .y = order.y,
                           .from = &stop,
                           .within = LOOKS * traffic->crowd.most_radius,
                           .count = CHOICES,
                           .places = places };
    if (free_places_find(&search) != FW_OK)
        return FW_NO_MEMORY;
    const int32_t near = list_near(traffic, unit);
    const double most = between(order, stop) + 2 * radius_of(traffic, unit);
    for (int32_t i = search.found - 1; i >= 0; i--)
        if (between(order, places[i]) <= most && sees(traffic, unit, places[i]) &&
            is_past_others(traffic, unit, near, stop, places[i]))
            chosen = places[i];
    rally_give_place(traffic, slot, chosen.x, chosen.y);
    return rally_head_for_place(traffic, slot, true);
}

/// Points beside the straight way to a place: distances from it in radii, and parts of it.
static const double aside[] = { 0.05, 0.1, 0.2, 0.4, 0.7, 1, 1.5, 2, 2.5 };
enum { ASIDES = sizeof aside / sizeof *aside, PARTS = 4 };

/// The point from which the way to a unit's place is the shortest, of those to which and from which it can go straight.
///
/// @return false: there is none
static bool find_detour(const fw_traffic *traffic, const agent *unit, int32_t near, way_point *best)
{
    const way_point from = stop_of(unit), to = place_of(unit);
    const double length = between(from, to);
    double least = INFINITY;
    for (int i = 0; i < (PARTS + 1) * ASIDES * 2; i++) {
        const double part = (double)(i / (ASIDES * 2)) / PARTS;
        const double side = aside[i / 2 % ASIDES] * (i % 2 ? 1 : -1) * radius_of(traffic, unit) / length;
        const way_point at = { from.x + part * (to.x - from.x) - side * (to.y - from.y),
                               from.y + part * (to.y - from.y) + side * (to.x - from.x) };
        const double way = between(from, at) + between(at, to);
        if (way < least && between(from, at) >= FW_TRAFFIC_ARRIVED && // or it is there already
            is_past_others(traffic, unit, near, from, at) && is_past_others(traffic, unit, near, at, to) &&
            sees(traffic, unit, at) && way_is_clear(traffic, unit, at.x, at.y, to.x, to.y)) {
            least = way;
            *best = at;
        }
    }
    return isfinite(least);
}

/// Lets a unit that sees its place go round others that rest in between.
static fw_result go_round(fw_traffic *traffic, uint32_t slot, int32_t near)
{
    agent *unit = &traffic->agents[slot];
    way_point detour = place_of(unit);
    if (is_past_others(traffic, unit, near, stop_of(unit), place_of(unit)) ||
        !find_detour(traffic, unit, near, &detour))
        return FW_OK;
    unit->order.goal_x = detour.x;
    unit->order.goal_y = detour.y;
    unit->order.stage = PLACE_IS_BESIDE;
    unit->pursuit.stalled = 0;
    return way_go_straight(traffic, slot);
}

/// Lets a unit that goes round others, or that comes along its way to the point of its order, turn in to its place.
static fw_result turn_in(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    if (unit->order.stage == PLACE_IS_BESIDE) {
        const bool is_round =
            apart(unit->to.x, unit->to.y, unit->order.goal_x, unit->order.goal_y) < FW_TRAFFIC_ARRIVED ||
            is_past_others(traffic, unit, list_near(traffic, unit), stop_of(unit), place_of(unit));
        return is_round || unit->pursuit.stalled >= EXCHANGES_AFTER
                   ? rally_head_for_place(traffic, slot, true)
                   : FW_OK;
    }
    const way_point *last = unit->way.count > 0 ? &unit->way.points[unit->way.count - 1] : NULL;
    if (unit->order.stage != PLACE_IS_AHEAD || !last || last->x != unit->order.goal_x ||
        last->y != unit->order.goal_y)
        return FW_OK; // it has no way to its goal yet
    const double left = apart(unit->order.x, unit->order.y, unit->order.place_x, unit->order.place_y) +
                        TURNS * radius_of(traffic, unit);
    const bool searches = unit->pursuit.remaining < left;
    return searches || unit->way.next + 1 == unit->way.count ? rally_head_for_place(traffic, slot, searches)
                                                             : FW_OK;
}

/// True if a unit is so near to the places of those who share its goal that it cares about them.
static bool is_in_area(const fw_traffic *traffic, const agent *unit)
{
    return apart(unit->to.x, unit->to.y, unit->order.x, unit->order.y) <=
           unit->order.spread + AREA * traffic->crowd.most_radius;
}

/// True if a unit that cannot get to its own place stands in a unit's way to the point of its order.
static bool is_stuck_at_point(const fw_traffic *traffic, const agent *unit)
{
    const double x = unit->order.x, y = unit->order.y, radius = radius_of(traffic, unit);
    const double reach = radius + traffic->crowd.most_radius;
    const fw_box box = { x - reach, y - reach, x + reach, y + reach };
    const int32_t count = crowd_on_layers(traffic, &box, unit->regard.layers);
    for (int32_t i = 0; i < count; i++) {
        const agent *other = &traffic->agents[traffic->crowd.found[i]];
        const crowd_mark *mark = &traffic->crowd.marks[traffic->crowd.found[i]];
        if (other != unit && !agent_has_been(other) && agent_goes_nowhere(other) &&
            apart(x, y, mark->stop_x, mark->stop_y) < radius + mark->radius - FW_TOUCH)
            return true;
    }
    return false;
}

/// Takes the point of the order as the place, if whoever had it has gone.
static fw_result take_point(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    const double x = unit->order.x, y = unit->order.y;
    if (agent_has_its_point(unit) || !free_places_is_free(traffic, unit, x, y, slot) ||
        is_stuck_at_point(traffic, unit))
        return FW_OK;
    rally_give_place(traffic, slot, x, y);
    return rally_head_for_place(traffic, slot, true);
}

/// True if the last one of those who hold each other, the first of whom holds a unit, gets on.
static bool waits_for_others(const fw_traffic *traffic, const agent *unit)
{
    const agent *held = unit;
    for (int32_t i = 0; i < MOST_HOLDERS; i++) {
        const uint32_t slot = held->relation.met != NO_AGENT ? held->relation.met : held->relation.blocker;
        if (slot == NO_AGENT)
            return i > 0;
        held = &traffic->agents[slot];
        if (agent_has_been(held) || held == unit)
            return false;
        if (held->pursuit.stalled < EXCHANGES_AFTER)
            return true;
    }
    return false;
}

/// True if a unit has long come no nearer to its place, near the point of its order, and those that hold it do not get
/// on: it rests where it will stop, or it would try one place after the other for ever.
static bool gives_up(const fw_traffic *traffic, const agent *unit)
{
    return agent_is_late(unit) && is_in_area(traffic, unit) && !waits_for_others(traffic, unit);
}

static fw_result rest_there(fw_traffic *traffic, uint32_t slot)
{
    const way_point stop = stop_of(&traffic->agents[slot]);
    rally_give_place(traffic, slot, stop.x, stop.y);
    return rally_head_for_place(traffic, slot, true);
}

fw_result exchange_look(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    if (!unit->order.shares || unit->jam.number != NO_JAM || unit->order.stage == PLACE_IS_SOUGHT ||
        unit->relation.yields_to != NO_AGENT || unit->pursuit.refused != FW_OK)
        return FW_OK;
    if (agent_is_at_goal(unit))
        return move_up(traffic, slot);
    if (agent_has_been(unit)) // it rested, made room for another unit, and may not be able to come back
        return unit->pursuit.stalled >= CHOOSES_EVERY && !agent_is_firm(unit) ? choose_again(traffic, slot)
                                                                              : FW_OK;
    if (gives_up(traffic, unit))
        return rest_there(traffic, slot);
    fw_result result = turn_in(traffic, slot);
    if (result != FW_OK || unit->order.stage == PLACE_IS_BESIDE || !is_in_area(traffic, unit))
        return result;
    result = take_point(traffic, slot);
    const bool is_stalled = unit->pursuit.stalled >= EXCHANGES_AFTER;
    if (result != FW_OK ||
        (unit->relation.met == NO_AGENT && unit->relation.blocker == NO_AGENT && !is_stalled))
        return result;
    const int32_t near = list_near(traffic, unit);
    const uint32_t partner = find_partner(traffic, unit, near);
    if (partner != NO_AGENT)
        return exchange(traffic, slot, partner);
    if (!is_stalled)
        return FW_OK;
    const int32_t every = unit->order.chooses_soon          ? CHOOSES_SOON
                          : waits_for_others(traffic, unit) ? CHOOSES_IN_QUEUE_EVERY
                                                            : CHOOSES_EVERY;
    if (unit->pursuit.stalled % every == 0 &&
        !is_past_others(traffic, unit, near, stop_of(unit), place_of(unit)))
        return choose_again(traffic, slot);
    return unit->order.stage == PLACE_IS_GOAL ? go_round(traffic, slot, near) : FW_OK;
}
