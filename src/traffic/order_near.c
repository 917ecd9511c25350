// Orders to the place nearest to a point that a unit may stand at and get to.
#include <math.h>
#include <stdlib.h>

#include "fairway/traffic_orders.h"
#include "traffic/agent_state.h"
#include "traffic/kinds.h"
#include "traffic/order.h"
#include "traffic/recording.h"
#include "traffic/roster.h"
#include "traffic/stand.h"
#include "traffic/traffic.h"
#include "traffic/way_pool.h"

/// A unit that is ordered, and where its order goes.
typedef struct near_member {
    fw_agent_id id;
    uint32_t slot, kind;
    fw_unit_id unit;   ///< of the kind
    fw_agent_id owner; ///< of the kind: numbers of kinds depend on the order in which units were added
    double radius;
    uint32_t label; ///< of its region; 0: its region is not known, and each place counts as in reach
    way_point place;
} near_member;

/// A place counts as near to the point as the nearest one if it is this much farther away, in tiles.
#define AS_NEAR 0.25

/// Finds the place nearest to a point where a member may stand; of places as near, one on the member's side: a wall
/// between two places does not send it round.
static void find_place(const fw_traffic *traffic, const stand_search *search, const near_member *member,
                       double x, double y, way_point *place)
{
    const fw_pose at = agent_stop(&traffic->agents[member->slot]);
    const double away = fmax(hypot(at.x - x, at.y - y), AS_NEAR);
    way_point beside;
    if (!stand_find(search, x, y, place) ||
        !stand_find(search, x + AS_NEAR * (at.x - x) / away, y + AS_NEAR * (at.y - y) / away, &beside))
        return;
    const bool is_as_near = hypot(beside.x - x, beside.y - y) <= hypot(place->x - x, place->y - y) + AS_NEAR;
    const bool is_elsewhere = hypot(beside.x - place->x, beside.y - place->y) > 2 * AS_NEAR;
    if (is_as_near && is_elsewhere &&
        hypot(beside.x - at.x, beside.y - at.y) < hypot(place->x - at.x, place->y - at.y))
        *place = beside;
}

/// Finds where the order of a member goes: where that of one before it goes, if it can go there, so that all share one
/// point. Those before it are as large or larger.
static void choose_place(const fw_traffic *traffic, near_member *members, int32_t index, double x, double y)
{
    near_member *member = &members[index];
    const agent_kind *kind = &traffic->roster.kinds[member->kind];
    const stand_search search = { .traffic = traffic, .kind = kind, .label = member->label };
    for (int32_t i = index - 1; i >= 0; i--) {
        const near_member *before = &members[i];
        const bool is_alike = before->kind == member->kind && before->label == member->label;
        member->place = before->place;
        if (is_alike || stand_is_free(&search, before->place.x, before->place.y))
            return;
        while (i > 0 && members[i - 1].kind == before->kind && members[i - 1].label == before->label)
            i--; // they have the same place
    }
    member->place = (way_point){ x, y };
    if (!stand_is_free(&search, x, y))
        find_place(traffic, &search, member, x, y, &member->place);
}

static int by_id(const void *left, const void *right)
{
    const near_member *a = left, *b = right;
    return a->id < b->id ? -1 : a->id > b->id;
}

/// Large units come first; those of one kind and region stand together.
static int by_region(const void *left, const void *right)
{
    const near_member *a = left, *b = right;
    if (a->radius != b->radius)
        return a->radius > b->radius ? -1 : 1;
    if (a->unit != b->unit)
        return a->unit < b->unit ? -1 : 1;
    if (a->owner != b->owner)
        return a->owner < b->owner ? -1 : 1;
    if (a->label != b->label)
        return a->label < b->label ? -1 : 1;
    return by_id(left, right);
}

/// Lists the members.
///
/// @return FW_OK, FW_UNKNOWN_UNIT or FW_BAD_VALUE (a unit is named twice)
static fw_result list_members(const fw_traffic *traffic, const fw_agent_id *ids, int32_t count,
                              near_member *members)
{
    for (int32_t i = 0; i < count; i++) {
        const uint32_t slot = traffic_slot_of(traffic, ids[i]);
        if (slot == NO_AGENT)
            return FW_UNKNOWN_UNIT;
        const agent *unit = &traffic->agents[slot];
        members[i] = (near_member){ .id = ids[i],
                                    .slot = slot,
                                    .kind = unit->kind,
                                    .unit = kind_of(traffic, unit)->unit,
                                    .owner = kind_of(traffic, unit)->owner,
                                    .radius = radius_of(traffic, unit),
                                    .label = stand_label_of(traffic, unit) };
    }
    qsort(members, (size_t)count, sizeof *members, by_id);
    for (int32_t i = 1; i < count; i++)
        if (members[i].id == members[i - 1].id)
            return FW_BAD_VALUE;
    return FW_OK;
}

/// Orders the members to the places nearest to a point.
static fw_result give_orders(fw_traffic *traffic, near_member *members, int32_t count, double x, double y)
{
    qsort(members, (size_t)count, sizeof *members, by_region);
    for (int32_t i = 0; i < count; i++)
        choose_place(traffic, members, i, x, y);
    fw_result result = traffic_reserve(traffic, (size_t)traffic->count);
    if (result == FW_OK)
        result = way_reserve_lines(traffic, count);
    for (int32_t i = 0; i < count && result == FW_OK; i++)
        result = traffic_order(traffic, members[i].slot, members[i].place.x, members[i].place.y);
    return result;
}

static fw_result order_near(fw_traffic *traffic, const fw_agent_id *ids, int32_t count, double x, double y)
{
    traffic_look(traffic);
    fw_result result = traffic_judge_place(traffic, x, y);
    if (result != FW_OK)
        return result;
    if (count < 0)
        return FW_BAD_VALUE;
    result = traffic_refresh_kinds(traffic);
    if (count == 0 || result != FW_OK)
        return result;
    near_member *members = memory_get_zeroed(&traffic->memory, (size_t)count, sizeof *members);
    if (!members)
        return FW_NO_MEMORY;
    result = list_members(traffic, ids, count, members);
    if (result == FW_OK)
        result = give_orders(traffic, members, count, x, y);
    memory_give_back(&traffic->memory, members, (size_t)count, sizeof *members);
    return result;
}

fw_result fw_traffic_order_near(fw_traffic *traffic, const fw_agent_id *ids, int32_t count, double x,
                                double y)
{
    if (!traffic || (!ids && count > 0))
        return FW_NULL_ARGUMENT;
    TRAFFIC_CALL(traffic, RECORD_ORDER_NEAR, "Idd", ids, count, x, y);
    return traffic_answer(traffic, order_near(traffic, ids, count, x, y), 0);
}
