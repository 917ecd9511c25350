#include <math.h>

#include "base/def.h"
#include "base/trig.h"
#include "traffic/convoy.h"
#include "traffic/errand_list.h"
#include "traffic/kinds.h"
#include "traffic/order.h"
#include "traffic/recording.h"
#include "traffic/roster.h"
#include "traffic/stand.h"
#include "traffic/traffic.h"
#include "traffic/way_pool.h"
#include "traffic/way_sight.h"

enum { MOST_MEMBERS = 4096 };

/// Lists the members in the order of their ids.
///
/// @return FW_OK, FW_UNKNOWN_UNIT or FW_BAD_VALUE (a unit is named twice)
static fw_result list_members(const fw_traffic *traffic, const fw_agent_id *ids, int32_t count,
                              pairing *pairs)
{
    for (int32_t i = 0; i < count; i++) {
        const uint32_t slot = traffic_slot_of(traffic, ids[i]);
        if (slot == NO_AGENT)
            return FW_UNKNOWN_UNIT;
        int32_t at = i + 1;
        for (; at > 1 && traffic->agents[pairs[at - 1].slot].id > ids[i]; at--)
            pairs[at].slot = pairs[at - 1].slot;
        pairs[at].slot = slot;
    }
    for (int32_t i = 1; i <= count; i++) {
        const outline *plan = &traffic->agents[pairs[i].slot].plan;
        if (i > 1 && pairs[i].slot == pairs[i - 1].slot)
            return FW_BAD_VALUE;
        pairs[i].x = plan->stop_x;
        pairs[i].y = plan->stop_y;
    }
    return FW_OK;
}

/// Lists a place among those before it, by x, then by y: of several ways to give places out that cost the least, the
/// same one is found then whatever the order of the places is.
static void list_place(pairing *pairs, int32_t index, fw_pose place)
{
    int32_t at = index;
    for (; at > 1; at--) {
        const fw_pose *before = &pairs[at - 1].place;
        if (before->x < place.x || (before->x == place.x && before->y <= place.y))
            break;
        pairs[at].place = *before;
    }
    pairs[at].place = place;
}

/// Lists the places, which must be on the map, and far enough from each other for the smallest members.
static fw_result list_places(const fw_traffic *traffic, pairing *pairs, const fw_pose *places, int32_t count)
{
    double smallest = INFINITY, second = INFINITY;
    for (int32_t i = 1; i <= count; i++) {
        const double radius = radius_of(traffic, &traffic->agents[pairs[i].slot]);
        second = fmin(second, fmax(smallest, radius));
        smallest = fmin(smallest, radius);
    }
    const double least = smallest + second - FW_TOUCH / 2;
    for (int32_t i = 0; i < count; i++) {
        const fw_result judged = traffic_judge_place(traffic, places[i].x, places[i].y);
        if (judged != FW_OK)
            return judged;
        for (int32_t j = 0; j < i; j++)
            if (apart(places[i].x, places[i].y, places[j].x, places[j].y) < least)
                return FW_BAD_VALUE;
        list_place(pairs, i + 1, places[i]);
    }
    return FW_OK;
}

static double radius_at(const fw_traffic *traffic, const pairing *pairs, int32_t place)
{
    return radius_of(traffic, &traffic->agents[pairs[pairs[place].member].slot]);
}

/// Moves a place where its member cannot stand to the nearest one that is free of walls and of the other places.
static void move_place(const fw_traffic *traffic, pairing *pairs, int32_t place, int32_t count,
                       fw_tree *taken)
{
    const agent *unit = &traffic->agents[pairs[pairs[place].member].slot];
    const stand_search search = { .traffic = traffic,
                                  .kind = kind_of(traffic, unit),
                                  .label = stand_label_of(traffic, unit),
                                  .taken = taken,
                                  .taken_count = count - 1 };
    way_point found;
    for (int32_t j = 1, k = 0; j <= count; j++)
        if (j != place)
            taken[k++] = (fw_tree){ pairs[j].place.x, pairs[j].place.y, radius_at(traffic, pairs, j) };
    if (!stand_find(&search, pairs[place].place.x, pairs[place].place.y, &found))
        return; // the unit will be told
    pairs[place].place.x = found.x;
    pairs[place].place.y = found.y;
}

/// True if the member of a place would overlap a larger member, or one as large whose place is listed before.
static bool overlaps_larger(const fw_traffic *traffic, const pairing *pairs, int32_t place, int32_t count)
{
    const double radius = radius_at(traffic, pairs, place);
    const fw_pose *at = &pairs[place].place;
    for (int32_t j = 1; j <= count; j++) {
        const double other = radius_at(traffic, pairs, j);
        if ((other > radius || (other == radius && j < place)) &&
            apart(at->x, at->y, pairs[j].place.x, pairs[j].place.y) < radius + other - FW_TOUCH / 2)
            return true;
    }
    return false;
}

/// Moves the places where members cannot stand, or would overlap larger ones.
static fw_result move_places(fw_traffic *traffic, pairing *pairs, int32_t count)
{
    fw_tree *taken = NULL;
    for (int32_t j = 1; j <= count; j++) {
        const agent *unit = &traffic->agents[pairs[pairs[j].member].slot];
        const double x = pairs[j].place.x, y = pairs[j].place.y;
        if (way_may_stand(traffic, unit, x, y) && !overlaps_larger(traffic, pairs, j, count))
            continue;
        if (!taken && !(taken = memory_get(&traffic->memory, (size_t)count, sizeof *taken)))
            return FW_NO_MEMORY;
        move_place(traffic, pairs, j, count, taken);
    }
    memory_give_back(&traffic->memory, taken, (size_t)count, sizeof *taken);
    return FW_OK;
}

/// Orders all members to the places that were given to them.
static fw_result give_orders(fw_traffic *traffic, const fw_group_def *def, pairing *pairs, int32_t count)
{
    fw_result result = traffic_reserve(traffic, (size_t)traffic->count);
    if (result == FW_OK)
        result = traffic_refresh_kinds(traffic);
    if (result == FW_OK)
        result = move_places(traffic, pairs, count);
    if (result == FW_OK)
        result = way_reserve_lines(traffic, count);
    for (int32_t j = 1; j <= count && result == FW_OK; j++)
        errand_end(traffic, pairs[j].slot);
    if (def && result == FW_OK)
        return convoy_order(traffic, def, pairs, count);
    for (int32_t j = 1; j <= count && result == FW_OK; j++)
        result = traffic_order(traffic, pairs[pairs[j].member].slot, pairs[j].place.x, pairs[j].place.y);
    return result;
}

/// @param def  null: each unit goes on its own
static fw_result order_group(fw_traffic *traffic, const fw_group_def *def, const fw_agent_id *ids,
                             const fw_pose *places, int32_t count)
{
    traffic_look(traffic);
    if (count < 0)
        return FW_BAD_VALUE;
    if (count > MOST_MEMBERS)
        return FW_TOO_MANY;
    if (count == 0)
        return FW_OK;
    const size_t size = (size_t)count + 1;
    pairing *pairs = memory_get_zeroed(&traffic->memory, size, sizeof *pairs);
    if (!pairs)
        return FW_NO_MEMORY;
    fw_result result = list_members(traffic, ids, count, pairs);
    if (result == FW_OK)
        result = list_places(traffic, pairs, places, count);
    if (result == FW_OK)
        result = assign_places(&traffic->memory, pairs, count);
    if (result == FW_OK)
        result = give_orders(traffic, def, pairs, count);
    memory_give_back(&traffic->memory, pairs, size, sizeof *pairs);
    return result;
}

fw_result fw_traffic_order_group(fw_traffic *traffic, const fw_agent_id *ids, const fw_pose *places,
                                 int32_t count)
{
    if (!traffic || ((!ids || !places) && count > 0))
        return FW_NULL_ARGUMENT;
    TRAFFIC_CALL(traffic, RECORD_ORDER_GROUP, "IP", ids, count, places, count);
    return traffic_answer(traffic, order_group(traffic, NULL, ids, places, count), 0);
}

static const fw_group_def defaults = { .bytes = sizeof defaults,
                                       .cookie = GROUP_DEF_COOKIE,
                                       .own_steps = 10 };

fw_result fw_group_def_init(fw_group_def *def, size_t bytes)
{
    return def_init(def, bytes, &defaults, sizeof defaults);
}

fw_group_def fw_default_group_def(void)
{
    return defaults;
}

fw_result fw_traffic_order_together(fw_traffic *traffic, const fw_group_def *def, const fw_agent_id *ids,
                                    const fw_pose *places, int32_t count)
{
    if (!traffic || !def || ((!ids || !places) && count > 0))
        return FW_NULL_ARGUMENT;
    fw_group_def room;
    def = def_whole(def, &defaults, sizeof defaults, &room);
    if (!def)
        return FW_BAD_DEF;
    if (!isfinite(def->own_steps))
        return FW_NOT_FINITE;
    if (def->own_steps < 0)
        return FW_BAD_VALUE;
    TRAFFIC_CALL(traffic, RECORD_ORDER_TOGETHER, "GIP", def, ids, count, places, count);
    return traffic_answer(traffic, order_group(traffic, def, ids, places, count), 0);
}

/// Ranks and files of a box: as wide as it is deep, or one file wider.
static int32_t files_of_box(int32_t count)
{
    int32_t files = 1;
    while (files * files < count)
        files++;
    return files;
}

/// Place number `index` of a formation that faces along the x axis, in spacings.
static void place_of(fw_formation formation, int32_t index, int32_t count, double *along, double *across)
{
    const int32_t files = files_of_box(count), ranks = (count + files - 1) / files;
    const int32_t side = index % 2 ? 1 : -1, row = (index + 1) / 2;
    switch (formation) {
    case FW_FORMATION_LINE:
        *along = 0;
        *across = index - (count - 1) / 2.0;
        break;
    case FW_FORMATION_COLUMN:
        *along = (count - 1) / 2.0 - index;
        *across = 0;
        break;
    case FW_FORMATION_WEDGE:
        *along = count / 2 / 2.0 - row;
        *across = side * row;
        break;
    default:
        *along = (ranks - 1) / 2.0 - index / files;
        *across = index % files - (files - 1) / 2.0;
        break;
    }
}

fw_result fw_formation_places(fw_formation formation, fw_pose centre, double spacing, fw_pose *places,
                              int32_t count)
{
    if (!places && count > 0)
        return FW_NULL_ARGUMENT;
    if (!isfinite(centre.x) || !isfinite(centre.y) || !isfinite(centre.heading) || !isfinite(spacing))
        return FW_NOT_FINITE;
    if ((unsigned)formation >= FW_FORMATIONS || !(spacing > 0) || count < 0)
        return FW_BAD_VALUE;
    double sine, cosine;
    trig_sincos(centre.heading, &sine, &cosine);
    for (int32_t i = 0; i < count; i++) {
        double along, across;
        place_of(formation, i, count, &along, &across);
        places[i] = (fw_pose){ .x = centre.x + spacing * (along * cosine - across * sine),
                               .y = centre.y + spacing * (along * sine + across * cosine),
                               .heading = centre.heading };
        if (!isfinite(places[i].x) || !isfinite(places[i].y))
            return FW_NOT_FINITE;
    }
    return FW_OK;
}
