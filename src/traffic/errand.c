#include "traffic/errand.h"

#include <math.h>

#include "fairway/traffic_orders.h"
#include "traffic/crowd_cells.h"
#include "traffic/errand_list.h"
#include "traffic/events.h"
#include "traffic/halt.h"
#include "traffic/recording.h"
#include "traffic/redirect.h"
#include "traffic/reservation.h"
#include "traffic/roster.h"
#include "traffic/way_pool.h"
#include "traffic/way_sight.h"

enum { MOST_STOPS = 4096 };

/// Least distance of a follower, in sums of radii, and how much farther than wanted it may be before it comes nearer,
/// in its radii.
#define LEAST_DISTANCE 1.2
#define SLACK          1.0

/// A follower gets another order if its goal, or the other unit from this goal, has moved by this part of the distance.
#define MOVED_PART 0.125

/// A unit goes on to its next place when it is nearer to the last one than this, in radii, or than it takes to brake.
#define NEAR 2.0

static bool is_clear(const fw_traffic *traffic, const agent *unit, double x, double y)
{
    return traffic_is_on_map(traffic, x, y) && way_may_stand(traffic, unit, x, y);
}

static fw_result go_to(fw_traffic *traffic, uint32_t slot, double x, double y)
{
    const fw_result result = way_reserve_lines(traffic, 1);
    return result == FW_OK ? traffic_redirect(traffic, slot, x, y) : result;
}

/// Lets a follower keep its distance.
static fw_result follow(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot], *other = &traffic->agents[unit->order.follows];
    const double radius = radius_of(traffic, unit),
                 wanted = fmax(unit->order.distance, LEAST_DISTANCE * (radius + radius_of(traffic, other)));
    const double away = apart(unit->to.x, unit->to.y, other->to.x, other->to.y);
    if (away <= wanted) {
        const bool is_under_way = unit->order.has_goal && !agent_is_at_goal(unit);
        const fw_result result = is_under_way ? way_reserve_lines(traffic, 1) : FW_OK;
        return result == FW_OK && is_under_way ? halt_order(traffic, slot) : result;
    }
    if (away <= wanted + SLACK * radius && !unit->order.has_goal)
        return FW_OK;
    double x = other->to.x + (unit->to.x - other->to.x) * wanted / away,
           y = other->to.y + (unit->to.y - other->to.y) * wanted / away;
    if (!is_clear(traffic, unit, x, y)) {
        x = other->to.x;
        y = other->to.y;
    }
    const double most = fmax(MOVED_PART * away, radius / 2),
                 off = apart(other->to.x, other->to.y, unit->order.x, unit->order.y) - wanted;
    if (unit->order.has_goal && (apart(x, y, unit->order.x, unit->order.y) <= most ||
                                 (fabs(off) <= most && unit->pursuit.refused == FW_OK)))
        return FW_OK;
    return is_clear(traffic, unit, x, y) ? go_to(traffic, slot, x, y) : FW_OK;
}

/// Sends a unit to its next place.
static fw_result go_on(fw_traffic *traffic, uint32_t slot)
{
    for (int32_t i = 0; i < traffic->around.errands.count; i++) {
        const errand_stop stop = traffic->around.errands.stops[i];
        if (stop.slot != slot)
            continue;
        const fw_result result = go_to(traffic, slot, stop.x, stop.y);
        if (result == FW_OK)
            errand_drop(traffic, slot, 1);
        return result;
    }
    return FW_OK;
}

/// The nearest unit for which a unit is to halt, within its radius; of several equally near, that with the smallest id;
/// NO_AGENT: there is none.
static uint32_t find_reason_to_halt(const fw_traffic *traffic, const agent *unit)
{
    const double most = unit->order.halts_within;
    const fw_box box = box_around(unit->to.x, unit->to.y, most);
    const int32_t near = crowd_near(traffic, &box);
    double least = most;
    uint32_t best = NO_AGENT;
    for (int32_t i = 0; i < near; i++) {
        const agent *other = &traffic->agents[traffic->crowd.found[i]];
        const double away = apart(unit->to.x, unit->to.y, other->to.x, other->to.y);
        if (other == unit || !(other->regard.sides & unit->order.halts_for) || away > least ||
            (away == least && best != NO_AGENT && other->id > traffic->agents[best].id))
            continue;
        least = away;
        best = traffic->crowd.found[i];
    }
    return best;
}

/// Lets a unit halt because another one is near.
static fw_result halt_for(fw_traffic *traffic, uint32_t slot, uint32_t other)
{
    if (event_reserve(traffic) != FW_OK || way_reserve_lines(traffic, 1) != FW_OK)
        return FW_NO_MEMORY;
    errand_end(traffic, slot);
    const fw_result result = halt_order(traffic, slot);
    if (result != FW_OK)
        return result;
    event_tell(traffic, FW_NEWS_HALTS, &traffic->agents[slot], 0);
    traffic->events.all[traffic->events.count - 1].other = traffic->agents[other].id;
    return FW_OK;
}

fw_result errand_look(fw_traffic *traffic, uint32_t slot)
{
    const agent *unit = &traffic->agents[slot];
    if (unit->order.halts_for != 0 && unit->order.has_goal && !agent_has_been(unit)) {
        const uint32_t other = find_reason_to_halt(traffic, unit);
        if (other != NO_AGENT)
            return halt_for(traffic, slot, other);
    }
    if (unit->order.follows != NO_AGENT)
        return follow(traffic, slot);
    if (unit->order.stops == 0)
        return FW_OK;
    const double speed = knot_speed(&unit->to), brakes = speed * speed / (2 * unit->limits.braking);
    const double away = apart(unit->to.x, unit->to.y, unit->order.x, unit->order.y);
    const bool is_near = away < fmax(NEAR * radius_of(traffic, unit), brakes);
    return is_near || agent_has_been(unit) || unit->pursuit.refused != FW_OK ? go_on(traffic, slot) : FW_OK;
}

static fw_result halt_near(fw_traffic *traffic, fw_agent_id id, uint32_t sides, double radius)
{
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    if (!isfinite(radius))
        return FW_NOT_FINITE;
    if (radius < 0)
        return FW_BAD_VALUE;
    traffic->agents[slot].order.halts_for = sides;
    traffic->agents[slot].order.halts_within = radius;
    return FW_OK;
}

fw_result fw_traffic_halt_near(fw_traffic *traffic, fw_agent_id id, uint32_t sides, double radius)
{
    return TRAFFIC_ANSWER(traffic, halt_near(traffic, id, sides, radius), RECORD_HALT_NEAR, "iid",
                          (int64_t)id, (int64_t)sides, radius);
}

static fw_result follow_unit(fw_traffic *traffic, fw_agent_id id, fw_agent_id other, double distance)
{
    const uint32_t slot = traffic_slot_of(traffic, id), leader = traffic_slot_of(traffic, other);
    if (slot == NO_AGENT || leader == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    if (!isfinite(distance))
        return FW_NOT_FINITE;
    if (distance < 0 || slot == leader)
        return FW_BAD_VALUE;
    fw_result result = fw_traffic_stop(traffic, id); // its last order ends
    if (result != FW_OK)
        return result;
    traffic->agents[slot].order.follows = leader;
    traffic->agents[slot].order.distance = distance;
    return FW_OK;
}

fw_result fw_traffic_follow(fw_traffic *traffic, fw_agent_id id, fw_agent_id other, double distance)
{
    return TRAFFIC_ANSWER(traffic, follow_unit(traffic, id, other, distance), RECORD_FOLLOW, "iid",
                          (int64_t)id, (int64_t)other, distance);
}

/// Judges the places of fw_traffic_order_along().
static fw_result judge_places(const fw_traffic *traffic, const fw_pose *places, int32_t count)
{
    if (count < 1)
        return FW_BAD_VALUE;
    if (count > MOST_STOPS)
        return FW_TOO_MANY;
    fw_result result = FW_OK;
    for (int32_t i = 0; i < count && result == FW_OK; i++)
        result = traffic_judge_place(traffic, places[i].x, places[i].y);
    return result;
}

static fw_result order_along(fw_traffic *traffic, fw_agent_id id, const fw_pose *places, int32_t count)
{
    traffic_look(traffic);
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    fw_result result = judge_places(traffic, places, count);
    if (result == FW_OK &&
        MEMORY_RESERVE(&traffic->memory, traffic->around.errands.stops, traffic->around.errands.room,
                       (size_t)traffic->around.errands.count + (size_t)count) != FW_OK)
        result = FW_NO_MEMORY;
    if (result == FW_OK)
        result = fw_traffic_order(traffic, id, places[0].x, places[0].y);
    if (result != FW_OK)
        return result;
    for (int32_t i = 1; i < count; i++)
        traffic->around.errands.stops[traffic->around.errands.count++] =
            (errand_stop){ .slot = slot, .x = places[i].x, .y = places[i].y };
    traffic->agents[slot].order.stops = count - 1;
    return FW_OK;
}

fw_result fw_traffic_order_along(fw_traffic *traffic, fw_agent_id id, const fw_pose *places, int32_t count)
{
    if (!traffic || (!places && count > 0))
        return FW_NULL_ARGUMENT;
    TRAFFIC_CALL(traffic, RECORD_ORDER_ALONG, "iP", (int64_t)id, places, count);
    return traffic_answer(traffic, order_along(traffic, id, places, count), 0);
}
