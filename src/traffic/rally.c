#include "traffic/rally.h"

#include <math.h>
#include <stdlib.h>

#include "traffic/agent_state.h"
#include "traffic/free_places.h"
#include "traffic/held_place.h"
#include "traffic/matching.h"
#include "traffic/place_pack.h"
#include "traffic/place_turns.h"
#include "traffic/terrain.h"
#include "traffic/way_redirect.h"
#include "traffic/way_sight.h"

/// Units that share a point, and fill a circle of so many times the radius that their bodies need, need not move.
#define DENSE 1.25

/// A unit that shares its goal does not keep away from others if its place is nearer than this, in radii.
#define NEAR 6.0

fw_result rally_reserve(fw_traffic *traffic, size_t units)
{
    memory *memory = &traffic->memory;
    if (MEMORY_RESERVE_CLOSELY(memory, traffic->rally.listed, traffic->rally.listed_room, units) ||
        points_reserve(memory, &traffic->rally.places, units) ||
        points_reserve(memory, &traffic->rally.orders, units))
        return FW_NO_MEMORY;
    return FW_OK;
}

/// Sets the point of an order, which nobody else has as far as is known.
static void set_point(agent *unit, double x, double y)
{
    unit->order.shares = unit->order.is_settled = unit->order.chooses_soon = false;
    unit->order.spread = 0;
    unit->order.x = unit->order.place_x = x;
    unit->order.y = unit->order.place_y = y;
}

void rally_enter(fw_traffic *traffic, uint32_t slot, double x, double y)
{
    agent *unit = &traffic->agents[slot];
    unit->order.stage = PLACE_IS_SOUGHT;
    traffic->rally.has_newcomers = true;
    set_point(unit, x, y);
    points_leave(&traffic->rally.places, slot);
    points_enter(&traffic->rally.orders, slot, x, y);
}

void rally_leave(fw_traffic *traffic, uint32_t slot)
{
    points_leave(&traffic->rally.places, slot);
    points_leave(&traffic->rally.orders, slot);
}

void rally_rest(fw_traffic *traffic, uint32_t slot, double x, double y)
{
    agent *unit = &traffic->agents[slot];
    unit->order.stage = PLACE_IS_STOP;
    set_point(unit, x, y);
    points_leave(&traffic->rally.orders, slot);
    held_place_enter(traffic, slot);
}

void rally_enter_all(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->count; i++) {
        const uint32_t slot = traffic->by_id[i];
        const agent *unit = &traffic->agents[slot];
        if (unit->order.has_goal)
            points_enter(&traffic->rally.orders, slot, unit->order.x, unit->order.y);
        if (unit->order.stage == PLACE_IS_SOUGHT)
            traffic->rally.has_newcomers = true;
        else
            held_place_enter(traffic, slot);
    }
}

void rally_free(fw_traffic *traffic)
{
    memory *memory = &traffic->memory;
    points_free(memory, &traffic->rally.places);
    points_free(memory, &traffic->rally.orders);
    memory_give_back(memory, traffic->rally.listed, traffic->rally.listed_room,
                     sizeof *traffic->rally.listed);
    memory_give_back(memory, traffic->rally.members, traffic->rally.member_room, sizeof(rally_member));
    memory_give_back(memory, traffic->rally.found, traffic->rally.found_room, sizeof *traffic->rally.found);
    memory_give_back(memory, traffic->rally.turns, traffic->rally.turn_room, sizeof(place_turn));
    memory_give_back(memory, traffic->rally.beside, traffic->rally.beside_room,
                     sizeof *traffic->rally.beside);
}

bool rally_is_one(const agent *a, const agent *b)
{
    return a->order.shares && b->order.shares && agent_sees(a, b) && a->order.x == b->order.x &&
           a->order.y == b->order.y;
}

bool rally_spares(const agent *unit, const agent *other)
{
    return agent_has_been(other) && rally_is_one(unit, other);
}

bool rally_is_near(const fw_traffic *traffic, const agent *unit)
{
    return unit->order.shares && unit->order.stage >= PLACE_IS_BESIDE &&
           apart(unit->to.x, unit->to.y, unit->order.place_x, unit->order.place_y) <
               NEAR * radius_of(traffic, unit);
}

void rally_give_place(fw_traffic *traffic, uint32_t slot, double x, double y)
{
    agent *unit = &traffic->agents[slot];
    unit->order.place_x = x;
    unit->order.place_y = y;
    held_place_enter(traffic, slot);
    if (unit->order.stage == PLACE_IS_SOUGHT)
        unit->order.stage =
            x == unit->order.goal_x && y == unit->order.goal_y ? PLACE_IS_GOAL : PLACE_IS_AHEAD;
}

fw_result rally_head_for_place(fw_traffic *traffic, uint32_t slot, bool searches)
{
    agent *unit = &traffic->agents[slot];
    if (unit->relation.yields_to != NO_AGENT || unit->pursuit.refused != FW_OK)
        return FW_OK; // it goes there later, or not at all
    const fw_pose stop = agent_stop(unit);
    const bool sees =
        way_is_clear(traffic, unit, stop.x, stop.y, unit->order.place_x, unit->order.place_y) &&
        terrain_is_cheap(traffic, unit, stop.x, stop.y, unit->order.place_x, unit->order.place_y);
    const bool is_at_point =
        apart(stop.x, stop.y, unit->order.x, unit->order.y) < FW_TRAFFIC_ARRIVED; // no way leads there
    const bool turns_in = sees || searches || is_at_point;
    const double x = turns_in ? unit->order.place_x : unit->order.x,
                 y = turns_in ? unit->order.place_y : unit->order.y;
    unit->order.stage = turns_in ? PLACE_IS_GOAL : PLACE_IS_AHEAD;
    if (x == unit->order.goal_x && y == unit->order.goal_y)
        return FW_OK;
    unit->order.goal_x = x;
    unit->order.goal_y = y;
    agent_set_arrival(traffic, unit, IS_UNDER_WAY);
    return sees ? way_go_straight(traffic, slot) : way_redirect(traffic, slot);
}

static rally_member member_of(const fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    const fw_pose stop = agent_stop(unit);
    return (rally_member){ .x = stop.x,
                           .y = stop.y,
                           .slot = slot,
                           .id = unit->id,
                           .kind = kind_of(traffic, unit)->unit,
                           .radius = radius_of(traffic, unit) };
}

/// Large units come first; those of one kind stand together.
static int by_size(const void *left, const void *right)
{
    const rally_member *a = left, *b = right;
    if (a->radius != b->radius)
        return a->radius > b->radius ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->id < b->id ? -1 : a->id > b->id;
}

/// True if units stand around the point of their order as densely as they may after it: within DENSE times the radius
/// of a circle of their area.
static bool stand_there(const fw_traffic *traffic, const rally_member *members, int32_t count)
{
    const agent *first = &traffic->agents[members[0].slot];
    bool stand = true;
    for (int32_t i = 0; i < count && stand; i++)
        stand = outline_end(&traffic->agents[members[i].slot].plan) <= traffic->clock.knot + 1 &&
                apart(members[i].x, members[i].y, first->order.x, first->order.y) <=
                    DENSE * members[i].radius * sqrt(count);
    return stand;
}

/// Finds places for newcomers of one kind. Where no place is free, or they stand there already, a unit keeps the place
/// where it will stop.
///
/// @param is_late       others rest there already
/// @param[out] places   [place * count]
/// @param[out] has_all  there are enough free places
static fw_result find_places(fw_traffic *traffic, const rally_member *members, int32_t count, bool is_late,
                             way_point *places, bool *has_all)
{
    const agent *first = &traffic->agents[members[0].slot];
    way_point from = { 0 };
    uint32_t layers = 0;
    for (int32_t i = 0; i < count; i++) {
        layers |= traffic->agents[members[i].slot].regard.layers;
        from.x += members[i].x / count;
        from.y += members[i].y / count;
    }
    free_search search = { .traffic = traffic,
                           .kind = kind_of(traffic, first),
                           .layers = layers,
                           .x = first->order.x,
                           .y = first->order.y,
                           .from = is_late ? &from : NULL,
                           .count = count,
                           .places = places };
    const fw_result result = stand_there(traffic, members, count) ? FW_OK : free_places_find(&search);
    for (int32_t i = search.found; i < count; i++)
        places[i] = (way_point){ members[i].x, members[i].y };
    *has_all = search.found == count;
    return result;
}

/// Gives out the places of members of one kind anew, and lets them go there.
///
/// @param places  [place * count] that were found for newcomers
static fw_result give_places(fw_traffic *traffic, rally_member *members, int32_t newcomers, int32_t count,
                             way_point *places, bool has_all)
{
    for (int32_t i = newcomers; i < count; i++) {
        const agent *unit = &traffic->agents[members[i].slot];
        places[i] = (way_point){ unit->order.place_x, unit->order.place_y };
    }
    if (has_all)
        match_places(members, places, count);
    for (int32_t i = 0; i < count; i++)
        rally_give_place(traffic, members[i].slot, places[i].x, places[i].y);
    fw_result result = FW_OK;
    for (int32_t i = 0; i < count && result == FW_OK; i++)
        result = rally_head_for_place(traffic, members[i].slot, false);
    return result;
}

/// Moves the newcomers to the front.
///
/// @return number of them
static int32_t newcomers_first(const fw_traffic *traffic, rally_member *members, int32_t count)
{
    int32_t newcomers = 0;
    for (int32_t i = 0; i < count; i++)
        if (traffic->agents[members[i].slot].order.stage == PLACE_IS_SOUGHT) {
            const rally_member member = members[i];
            members[i] = members[newcomers];
            members[newcomers++] = member;
        }
    return newcomers;
}

/// Lists the members that are ordered to a point and get places: newcomers and those that are under way. Those that
/// rest there are settled from now on.
///
/// @param count            units in `listed`
/// @param[in,out] is_late  set if one rests there
/// @return number of members
static int32_t list_members(fw_traffic *traffic, int32_t count, bool *is_late)
{
    rally_member *members = traffic->rally.members;
    int32_t listed = 0;
    for (int32_t i = 0; i < count; i++) {
        agent *unit = &traffic->agents[traffic->rally.listed[i]];
        unit->order.shares = true;
        unit->order.is_settled = agent_is_at_goal(unit) && unit->order.stage == PLACE_IS_GOAL;
        *is_late = *is_late || unit->order.is_settled;
        const bool is_under_way =
            !agent_has_been(unit) && unit->pursuit.refused == FW_OK && unit->relation.convoy == 0;
        if (unit->order.stage == PLACE_IS_SOUGHT || is_under_way)
            members[listed++] = member_of(traffic, traffic->rally.listed[i]);
    }
    qsort(members, (size_t)listed, sizeof *members, by_size);
    return listed;
}

/// Tells all members how far from the point of their order the farthest of their places is.
static void note_spread(fw_traffic *traffic, const rally_member *members, int32_t count)
{
    double spread = 0;
    for (int32_t i = 0; i < count; i++) {
        const agent *unit = &traffic->agents[members[i].slot];
        spread = fmax(spread, apart(unit->order.x, unit->order.y, unit->order.place_x, unit->order.place_y));
    }
    for (int32_t i = 0; i < count; i++)
        traffic->agents[members[i].slot].order.spread = spread;
}

/// Index behind the last one of the members of one kind.
static int32_t end_of_kind(const rally_member *members, int32_t first, int32_t count)
{
    int32_t end = first;
    while (end < count && members[end].kind == members[first].kind)
        end++;
    return end;
}

/// Finds places for the newcomers of one kind, and gives out the places of all members of the kind anew.
///
/// @param is_packed  places for the newcomers were found
/// @param is_slow    they may not be able to get to their places
static fw_result serve_kind(fw_traffic *traffic, rally_member *members, int32_t count, bool is_late,
                            bool is_packed, bool is_slow)
{
    way_point *places = traffic->rally.found;
    const int32_t newcomers = newcomers_first(traffic, members, count);
    bool has_all = is_packed;
    fw_result result = FW_OK;
    for (int32_t i = 0; i < newcomers; i++) {
        const uint32_t slot = members[i].slot;
        traffic->agents[slot].order.chooses_soon = is_slow;
        if (is_packed)
            places[i] =
                (way_point){ traffic->rally.places.points[slot].x, traffic->rally.places.points[slot].y };
    }
    if (newcomers > 0 && !is_packed)
        result = find_places(traffic, members, newcomers, is_late, places, &has_all);
    return newcomers > 0 && result == FW_OK ? give_places(traffic, members, newcomers, count, places, has_all)
                                            : result;
}

/// Gives places to the newcomers that are ordered to the same point as others, or to the place of another unit.
///
/// @param count    units that are ordered to the point, in `listed`
/// @param is_late  the point is taken
static fw_result gather(fw_traffic *traffic, int32_t count, bool is_late)
{
    if (MEMORY_RESERVE(&traffic->memory, traffic->rally.members, traffic->rally.member_room, (size_t)count) !=
            FW_OK ||
        MEMORY_RESERVE(&traffic->memory, traffic->rally.found, traffic->rally.found_room, (size_t)count) !=
            FW_OK)
        return FW_NO_MEMORY;
    rally_member *members = traffic->rally.members;
    const int32_t listed = list_members(traffic, count, &is_late);
    const bool is_mixed = end_of_kind(members, 0, listed) < listed;
    bool is_packed = false;
    fw_result result = is_mixed && !is_late ? place_pack(traffic, members, listed, &is_packed) : FW_OK;
    for (int32_t first = 0, end = 0; first < listed && result == FW_OK; first = end) {
        end = end_of_kind(members, first, listed);
        result = serve_kind(traffic, &members[first], end - first, is_late, is_packed, is_late || is_mixed);
    }
    for (int32_t i = 0; i < listed && result != FW_OK; i++)
        if (traffic->agents[members[i].slot].order.stage == PLACE_IS_SOUGHT)
            points_leave(&traffic->rally.places, members[i].slot); // it was packed, and not served
    note_spread(traffic, members, listed);
    return result;
}

/// Lists the units that are ordered to the same point as a unit and see it.
static int32_t list_same(const fw_traffic *traffic, const agent *unit)
{
    uint32_t *listed = traffic->rally.listed;
    const int32_t all = points_at(&traffic->rally.orders, unit->order.x, unit->order.y, listed);
    int32_t count = 0;
    for (int32_t i = 0; i < all; i++)
        if (agent_sees(unit, &traffic->agents[listed[i]]) || &traffic->agents[listed[i]] == unit)
            listed[count++] = listed[i];
    return count;
}

/// Gives a place to a newcomer, and to others that are ordered to the same point.
static fw_result serve(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    if (unit->order.stage != PLACE_IS_SOUGHT)
        return FW_OK; // it has got a place together with others
    const bool is_free = free_places_is_free(traffic, unit, unit->order.x, unit->order.y, slot);
    const int32_t count = list_same(traffic, unit);
    if ((count > 1 || !is_free) && unit->relation.convoy == 0 && unit->pursuit.refused == FW_OK)
        return gather(traffic, count, !is_free);
    rally_give_place(traffic, slot, unit->order.x, unit->order.y);
    return FW_OK;
}

fw_result rally_serve(fw_traffic *traffic)
{
    fw_result result = FW_OK;
    if (!traffic->rally.has_newcomers)
        return FW_OK;
    for (int32_t i = 0; i < traffic->count && result == FW_OK; i++)
        result = serve(traffic, traffic->by_id[i]);
    traffic->rally.has_newcomers = result != FW_OK;
    return result;
}
