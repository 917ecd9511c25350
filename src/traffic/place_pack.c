#include "traffic/place_pack.h"

#include <math.h>

#include "base/vector.h"
#include "curve/sweep_line.h"
#include "traffic/agent_state.h"
#include "traffic/free_search.h"
#include "traffic/place_turns.h"

/// Distance of two bodies, in distances of places, when one moves up: nobody is to pass between them any more.
#define CLOSER 0.9

/// Radius of the circle around all places, in roots of the sum of the squares of their radii, that is tried first, how
/// much wider the next one is, and how many are tried.
#define LEAST_CIRCLE 1.15
#define WIDER        1.04
enum { CIRCLES = 10 };

/// Units near at most, beside which a unit looks for a place.
enum { MOST_NEAR = 64 };

/// Steps in which the middle of the smallest circle around all places is found: the error is its radius, divided by
/// them.
enum { CENTRE_STEPS = 256 };

/// A place that is taken, and how far from it a body of the packing's kind stays.
typedef struct taken_place {
    double x, y, gap;
} taken_place;

typedef struct packing {
    fw_traffic *traffic;
    const agent_kind *kind;      ///< of the bodies that get places now
    uint32_t layers;             ///< places of others on these layers are taken
    const rally_member *members; ///< [member * count] in the order in which they get places
    int32_t count;
    way_point goal;
    way_point focus; ///< the place nearest to this point is taken first
    double reach;    ///< from the goal: no place is farther out, in tiles
    way_point from;  ///< where the unit stands that seeks a place, if there is one only
    double within;   ///< from `from`: no place is farther away, in tiles
    double closer;   ///< distance of two bodies from each other, in distances of places (free_places_gap())
    int32_t offers;  ///< places in `traffic->rally.beside`
    int32_t turns;   ///< of offers
    bool is_full;    ///< there was no place for one of them
} packing;

/// Places that are taken.
typedef struct taken_list {
    taken_place places[MOST_NEAR]; ///< [place * count]
    int32_t count;
} taken_list;

static taken_place taken_by(const packing *pack, uint32_t slot)
{
    const fw_traffic *traffic = pack->traffic;
    const indexed_point *at = &traffic->rally.places.points[slot];
    const double radius = radius_of(traffic, &traffic->agents[slot]);
    return (taken_place){ at->x, at->y, pack->closer * free_places_gap(pack->kind, radius) };
}

static bool is_within(const taken_place *taken, double x, double y, double distance)
{
    const double dx = taken->x - x, dy = taken->y - y;
    return dx * dx + dy * dy < distance * distance;
}

/// True if a body at a point would touch one that has a place.
static bool touches(const taken_place *taken, double x, double y)
{
    return is_within(taken, x, y, taken->gap - FW_TOUCH);
}

/// Lists the units whose places may matter to a body at most so far from a point.
///
/// @return number of them, in `traffic->rally.listed`
static int32_t list_taken(const packing *pack, double x, double y, double away)
{
    const fw_traffic *traffic = pack->traffic;
    const double reach = away + free_places_gap(pack->kind, traffic->crowd.most_radius);
    const fw_box box = { x - reach, y - reach, x + reach, y + reach };
    const int32_t all = points_in(&traffic->rally.places, &box, traffic->rally.listed);
    int32_t count = 0;
    for (int32_t i = 0; i < all; i++) {
        const uint32_t slot = traffic->rally.listed[i];
        if ((traffic->agents[slot].regard.layers & pack->layers) != 0)
            traffic->rally.listed[count++] = slot;
    }
    return count;
}

/// Sorts the first ones of the units that were listed by the distance of their places from a point, and by their
/// numbers.
///
/// @return number of the first ones, at most MOST_NEAR
static int32_t sort_taken(const packing *pack, double x, double y, int32_t count)
{
    const fw_traffic *traffic = pack->traffic;
    uint32_t *listed = traffic->rally.listed;
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        const uint32_t slot = listed[i];
        const indexed_point *at = &traffic->rally.places.points[slot];
        const double away = apart(x, y, at->x, at->y);
        int32_t j = kept;
        for (; j > 0; j--) {
            const indexed_point *before = &traffic->rally.places.points[listed[j - 1]];
            const double other = apart(x, y, before->x, before->y);
            if (other < away ||
                (other == away && traffic->agents[listed[j - 1]].id < traffic->agents[slot].id))
                break;
            if (j < MOST_NEAR)
                listed[j] = listed[j - 1];
        }
        if (j < MOST_NEAR) {
            listed[j] = slot;
            kept += kept < MOST_NEAR;
        }
    }
    return kept;
}

static bool is_free(const packing *pack, double x, double y)
{
    const int32_t count = list_taken(pack, x, y, 0);
    for (int32_t i = 0; i < count; i++) {
        const taken_place other = taken_by(pack, pack->traffic->rally.listed[i]);
        if (touches(&other, x, y))
            return false;
    }
    return (pack->layers & USUAL_LAYER) == 0 ||
           !obstacles_stand_at(&pack->traffic->around.obstacles, x, y, pack->kind->radius);
}

/// Offers a place, unless it is too far out or one of those near is in the way.
static fw_result offer(packing *pack, const taken_list *near, double x, double y)
{
    fw_traffic *traffic = pack->traffic;
    if (apart(x, y, pack->goal.x, pack->goal.y) > pack->reach + FW_TOUCH ||
        apart(x, y, pack->from.x, pack->from.y) > pack->within)
        return FW_OK;
    for (int32_t i = 0; i < near->count; i++)
        if (touches(&near->places[i], x, y))
            return FW_OK; // as most are
    if (MEMORY_RESERVE(&traffic->memory, traffic->rally.beside, traffic->rally.beside_room,
                       (size_t)pack->offers + 1) != FW_OK)
        return FW_NO_MEMORY;
    traffic->rally.beside[pack->offers] = (way_point){ x, y };
    const float away = (float)apart(x, y, pack->focus.x, pack->focus.y);
    return place_turns_push(traffic, &pack->turns, (place_turn){ away, pack->offers++ });
}

/// Offers the two places beside two that are taken, if there are any.
static fw_result offer_beside_two(packing *pack, const taken_list *near, const taken_place *a,
                                  const taken_place *b)
{
    const double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
    if (square == 0)
        return FW_OK;
    const double along = (a->gap * a->gap - b->gap * b->gap + square) / (2 * square);
    const double side = a->gap * a->gap / square - along * along;
    if (side < 0)
        return FW_OK; // they are too far apart
    const double aside = sqrt(side), x = a->x + along * dx, y = a->y + along * dy;
    const fw_result result = offer(pack, near, x - aside * dy, y + aside * dx);
    return result == FW_OK ? offer(pack, near, x + aside * dy, y - aside * dx) : result;
}

/// Offers the places beside a taken one: the one nearest to the focus, and those that are beside another place, or as
/// far out as may be, too.
///
/// @param near    all taken places that bodies beside it may touch
/// @param served  so many of the first ones in `near`: the places beside them and this one were offered before
static fw_result offer_beside(packing *pack, const taken_place *at, const taken_list *near, int32_t served)
{
    const taken_place circle = { pack->goal.x, pack->goal.y, pack->reach };
    const double dx = pack->focus.x - at->x, dy = pack->focus.y - at->y, away = hypotenuse(dx, dy);
    fw_result result = away > 0 ? offer(pack, near, at->x + dx / away * at->gap, at->y + dy / away * at->gap)
                                : offer(pack, near, at->x + at->gap, at->y);
    if (result == FW_OK)
        result = offer_beside_two(pack, near, at, &circle);
    for (int32_t i = served; i < near->count && result == FW_OK; i++)
        result = offer_beside_two(pack, near, at, &near->places[i]);
    return result;
}

/// Lists the taken places beside which a body may be that is at most so far from a point, those nearest to it first.
static void list_around(const packing *pack, double x, double y, double away, taken_list *list)
{
    uint32_t *listed = pack->traffic->rally.listed;
    const int32_t all = list_taken(pack, x, y, away);
    int32_t count = 0;
    for (int32_t i = 0; i < all; i++) {
        const taken_place at = taken_by(pack, listed[i]);
        if (is_within(&at, x, y, away + at.gap) &&
            is_within(&at, pack->goal.x, pack->goal.y, pack->reach + at.gap))
            listed[count++] = listed[i];
    }
    list->count = sort_taken(pack, x, y, count);
    for (int32_t i = 0; i < list->count; i++)
        list->places[i] = taken_by(pack, listed[i]);
}

/// Offers the places beside a unit's place.
static fw_result offer_beside_unit(packing *pack, uint32_t slot)
{
    const taken_place at = taken_by(pack, slot);
    taken_list near;
    list_around(pack, at.x, at.y, at.gap, &near);
    return offer_beside(pack, &at, &near, 0);
}

/// Offers the places beside all that are listed, those beside two of them once.
static fw_result offer_beside_all(packing *pack, const taken_list *list)
{
    fw_result result = FW_OK;
    for (int32_t i = 0; i < list->count && result == FW_OK; i++) {
        const taken_place *at = &list->places[i];
        taken_list near;
        int32_t served = 0;
        near.count = 0;
        for (int32_t j = 0; j < list->count; j++) {
            const taken_place *other = &list->places[j];
            if (j != i && is_within(other, at->x, at->y, at->gap + other->gap)) {
                served += j < i;
                near.places[near.count++] = *other;
            }
        }
        result = offer_beside(pack, at, &near, served);
    }
    return result;
}

static bool seeks_place(const fw_traffic *traffic, const rally_member *member)
{
    return traffic->agents[member->slot].order.stage == PLACE_IS_SOUGHT;
}

/// Begins with bodies of another kind: offers the focus, and places beside all that were taken.
///
/// @param count  members that have places
static fw_result begin_kind(packing *pack, int32_t count)
{
    pack->kind = kind_of(pack->traffic, &pack->traffic->agents[pack->members[count].slot]);
    pack->offers = pack->turns = 0;
    fw_result result = offer(pack, &(taken_list){ .count = 0 }, pack->focus.x, pack->focus.y);
    for (int32_t i = 0; i < count && result == FW_OK; i++)
        result = offer_beside_unit(pack, pack->members[i].slot);
    return result;
}

/// Takes the free offer nearest to the focus, if there is one.
static fw_result take_next(packing *pack, uint32_t slot)
{
    fw_traffic *traffic = pack->traffic;
    while (pack->turns > 0) {
        const way_point place = traffic->rally.beside[place_turns_pop(traffic, &pack->turns).point];
        if (!is_free(pack, place.x, place.y))
            continue;
        points_enter(&traffic->rally.places, slot, place.x, place.y);
        return offer_beside_unit(pack, slot);
    }
    pack->is_full = true;
    return FW_OK;
}

static void forget_places(const packing *pack)
{
    for (int32_t i = 0; i < pack->count; i++)
        if (seeks_place(pack->traffic, &pack->members[i]))
            points_leave(&pack->traffic->rally.places, pack->members[i].slot);
}

/// Finds places within a circle for all that seek one.
static fw_result take_all(packing *pack)
{
    fw_result result = FW_OK;
    pack->is_full = false;
    for (int32_t i = 0; i < pack->count && result == FW_OK && !pack->is_full; i++) {
        if (i == 0 || pack->members[i].kind != pack->members[i - 1].kind)
            result = begin_kind(pack, i);
        if (result == FW_OK && seeks_place(pack->traffic, &pack->members[i]))
            result = take_next(pack, pack->members[i].slot);
    }
    if (result != FW_OK || pack->is_full)
        forget_places(pack);
    return result;
}

/// Finds places within the smallest circle of some that has room for all, those on the far side first.
static fw_result take_circle(packing *pack)
{
    double square = 0;
    way_point from = { 0 };
    for (int32_t i = 0; i < pack->count; i++) {
        const rally_member *member = &pack->members[i];
        const double dx = member->x - pack->goal.x, dy = member->y - pack->goal.y, away = hypotenuse(dx, dy);
        square += member->radius * member->radius;
        from.x += away > 0 ? dx / away / pack->count : 0;
        from.y += away > 0 ? dy / away / pack->count : 0;
    }
    fw_result result = FW_OK;
    pack->reach = LEAST_CIRCLE * sqrt(square);
    pack->is_full = true;
    for (int i = 0; i < CIRCLES && result == FW_OK && pack->is_full; i++, pack->reach *= WIDER) {
        pack->focus = (way_point){ pack->goal.x - from.x * pack->reach, pack->goal.y - from.y * pack->reach };
        result = take_all(pack);
    }
    return result;
}

static way_point place_of(const packing *pack, int32_t index)
{
    const indexed_point *at = &pack->traffic->rally.places.points[pack->members[index].slot];
    return (way_point){ at->x, at->y };
}

/// Greatest distance of a new place from a point.
///
/// @param[out] farthest  the place
static double spread_from(const packing *pack, way_point from, way_point *farthest)
{
    double spread = 0;
    *farthest = from;
    for (int32_t i = 0; i < pack->count; i++) {
        const way_point place = place_of(pack, i);
        if (seeks_place(pack->traffic, &pack->members[i]) &&
            apart(place.x, place.y, from.x, from.y) > spread) {
            spread = apart(place.x, place.y, from.x, from.y);
            *farthest = place;
        }
    }
    return spread;
}

/// True if nobody but those that get places now is as near to the goal as they are.
static bool is_alone(const packing *pack, double spread)
{
    const int32_t near = list_taken(pack, pack->goal.x, pack->goal.y, spread);
    for (int32_t i = 0; i < near; i++)
        if (pack->traffic->agents[pack->traffic->rally.listed[i]].order.stage != PLACE_IS_SOUGHT)
            return false;
    return pack->traffic->around.obstacles.count == 0 || (pack->layers & USUAL_LAYER) == 0;
}

/// Moves the places so that the smallest circle around them is centred on the goal, if nobody else is near. Source:
/// Badoiu & Clarkson 2003.
///
/// @return their greatest distance from the goal
static double centre(const packing *pack)
{
    way_point middle = pack->goal, farthest;
    const double spread = spread_from(pack, pack->goal, &farthest);
    for (int32_t step = 1; step <= CENTRE_STEPS; step++) {
        spread_from(pack, middle, &farthest);
        middle.x += (farthest.x - middle.x) / (step + 1);
        middle.y += (farthest.y - middle.y) / (step + 1);
    }
    const double centred = spread_from(pack, middle, &farthest);
    if (centred >= spread || !is_alone(pack, spread))
        return spread;
    for (int32_t i = 0; i < pack->count; i++) {
        const way_point place = place_of(pack, i);
        if (seeks_place(pack->traffic, &pack->members[i]))
            points_enter(&pack->traffic->rally.places, pack->members[i].slot,
                         place.x - middle.x + pack->goal.x, place.y - middle.y + pack->goal.y);
    }
    return centred;
}

/// True if no wall is as near to the goal as the places.
static bool has_room(const packing *pack, double spread)
{
    const double x = pack->goal.x, y = pack->goal.y;
    const fw_box box = { x - spread, y - spread, x + spread, y + spread };
    for (int32_t i = 0; i < pack->count; i++) {
        const agent_kind *kind = kind_of(pack->traffic, &pack->traffic->agents[pack->members[i].slot]);
        const bool is_next = i == 0 || pack->members[i].kind != pack->members[i - 1].kind;
        if (is_next && !sweep_box_is_open(&kind->ground, &kind->body, &box))
            return false;
    }
    return true;
}

fw_result place_pack(fw_traffic *traffic, const rally_member *members, int32_t count, bool *is_open)
{
    const agent *first = &traffic->agents[members[0].slot];
    packing pack = { .traffic = traffic,
                     .members = members,
                     .count = count,
                     .closer = 1,
                     .within = INFINITY,
                     .goal = { first->order.x, first->order.y } };
    for (int32_t i = 0; i < count; i++)
        pack.layers |= traffic->agents[members[i].slot].regard.layers;
    const fw_result result = take_circle(&pack);
    *is_open = result == FW_OK && !pack.is_full && has_room(&pack, centre(&pack));
    if (!*is_open)
        forget_places(&pack);
    return result;
}

fw_result place_pack_near(fw_traffic *traffic, uint32_t slot, double within, double most, place_list *list)
{
    const agent *unit = &traffic->agents[slot];
    const fw_pose stop = agent_stop(unit);
    taken_list near;
    packing pack = { .traffic = traffic,
                     .kind = kind_of(traffic, unit),
                     .layers = unit->regard.layers,
                     .goal = { unit->order.x, unit->order.y },
                     .focus = { unit->order.x, unit->order.y },
                     .reach = most,
                     .from = { stop.x, stop.y },
                     .within = within,
                     .closer = CLOSER };
    const indexed_point own = traffic->rally.places.points[slot];
    points_leave(&traffic->rally.places, slot);
    list_around(&pack, stop.x, stop.y, within, &near);
    fw_result result = offer(&pack, &near, pack.goal.x, pack.goal.y);
    if (result == FW_OK)
        result = offer_beside_all(&pack, &near);
    list->count = 0;
    while (result == FW_OK && pack.turns > 0 && list->count < PLACES_LISTED) {
        const way_point place = traffic->rally.beside[place_turns_pop(traffic, &pack.turns).point];
        if (is_free(&pack, place.x, place.y))
            list->places[list->count++] = place;
    }
    points_enter(&traffic->rally.places, slot, own.x, own.y);
    return result;
}
