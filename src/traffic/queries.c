// Questions about a traffic that change nothing.
#include <math.h>
#include <stdlib.h>

#include "fairway/traffic_queries.h"
#include "traffic/agent_state.h"
#include "traffic/crowd_cells.h"
#include "traffic/recording.h"
#include "traffic/roster.h"

static int by_number(const void *left, const void *right)
{
    const fw_agent_id a = *(const fw_agent_id *)left, b = *(const fw_agent_id *)right;
    return a < b ? -1 : a > b;
}

/// What the middle of a body must be near.
typedef struct area {
    fw_box box;
    double reach; ///< beside the box, in tiles
} area;

/// Lists the units whose bodies overlap an area.
static fw_result list(const fw_traffic *traffic, const area *area, fw_agent_id *ids, int32_t capacity,
                      int32_t *count)
{
    const fw_box *box = &area->box;
    const double reach = area->reach;
    const fw_box around = box_wider(box, reach);
    const int32_t near = crowd_near(traffic, &around);
    *count = 0;
    for (int32_t i = 0; i < near; i++) {
        const agent *unit = &traffic->agents[traffic->crowd.found[i]];
        const fw_pose now = agent_now(traffic, unit, NULL);
        const double dx = fmax(fmax(box->min_x - now.x, now.x - box->max_x), 0),
                     dy = fmax(fmax(box->min_y - now.y, now.y - box->max_y), 0),
                     most = reach + radius_of(traffic, unit);
        if (dx * dx + dy * dy >= most * most)
            continue;
        if (*count < capacity)
            ids[*count] = unit->id;
        ++*count;
    }
    const int32_t listed = *count < capacity ? *count : capacity;
    if (listed > 0)
        qsort(ids, (size_t)listed, sizeof *ids, by_number);
    return *count > capacity ? FW_BUFFER_TOO_SMALL : FW_OK;
}

fw_result fw_traffic_in_circle(const fw_traffic *traffic, double x, double y, double radius, fw_agent_id *ids,
                               int32_t capacity, int32_t *count)
{
    if (!traffic || !count || (!ids && capacity > 0))
        return FW_NULL_ARGUMENT;
    if (!isfinite(x) || !isfinite(y) || !isfinite(radius))
        return FW_NOT_FINITE;
    if (radius < 0)
        return FW_BAD_VALUE;
    if (capacity < 0)
        return FW_BAD_SIZE;
    return list(traffic, &(area){ { x, y, x, y }, radius }, ids, capacity, count);
}

fw_result fw_traffic_in_box(const fw_traffic *traffic, double min_x, double min_y, double max_x, double max_y,
                            fw_agent_id *ids, int32_t capacity, int32_t *count)
{
    if (!traffic || !count || (!ids && capacity > 0))
        return FW_NULL_ARGUMENT;
    if (!isfinite(min_x) || !isfinite(min_y) || !isfinite(max_x) || !isfinite(max_y))
        return FW_NOT_FINITE;
    if (max_x < min_x || max_y < min_y)
        return FW_BAD_VALUE;
    if (capacity < 0)
        return FW_BAD_SIZE;
    return list(traffic, &(area){ { min_x, min_y, max_x, max_y }, 0 }, ids, capacity, count);
}

static fw_result set_sides(fw_traffic *traffic, fw_agent_id id, uint32_t sides)
{
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    traffic->agents[slot].regard.sides = sides;
    return FW_OK;
}

fw_result fw_traffic_set_sides(fw_traffic *traffic, fw_agent_id id, uint32_t sides)
{
    return TRAFFIC_ANSWER(traffic, set_sides(traffic, id, sides), RECORD_SET_SIDES, "ii", (int64_t)id,
                          (int64_t)sides);
}

/// The nearest unit.
typedef struct nearest {
    fw_agent_id id; ///< 0: there is none
    double square;  ///< of its distance
} nearest;

/// Finds the nearest unit of some sides within a distance.
static nearest find_within(const fw_traffic *traffic, double x, double y, uint32_t sides, fw_agent_id except,
                           double most)
{
    nearest best = { .id = 0, .square = most * most };
    const fw_box box = box_around(x, y, most);
    const int32_t near = crowd_near(traffic, &box);
    for (int32_t i = 0; i < near; i++) {
        const agent *unit = &traffic->agents[traffic->crowd.found[i]];
        if (!(unit->regard.sides & sides) || unit->id == except)
            continue;
        const fw_pose now = agent_now(traffic, unit, NULL);
        const double square = (now.x - x) * (now.x - x) + (now.y - y) * (now.y - y);
        if (square < best.square || (square == best.square && (best.id == 0 || unit->id < best.id)))
            best = (nearest){ unit->id, square };
    }
    return best;
}

fw_result fw_traffic_nearest(const fw_traffic *traffic, double x, double y, uint32_t sides,
                             fw_agent_id except, double most, fw_agent_id *id, double *distance)
{
    if (!traffic || !id)
        return FW_NULL_ARGUMENT;
    if (!isfinite(x) || !isfinite(y))
        return FW_NOT_FINITE;
    if (!(most >= 0))
        return FW_BAD_VALUE;
    const double width = map_width(traffic->map), height = map_height(traffic->map);
    const double farthest = fabs(x) + fabs(y) + width + height; // no unit is farther away
    const double all = fmin(most, farthest);
    nearest best = { 0 };
    for (double within = fmin(CELL_SIDE, all);; within = fmin(2 * within, all)) {
        best = find_within(traffic, x, y, sides, except, within);
        if (best.id != 0 || within == all)
            break;
    }
    *id = best.id;
    if (distance)
        *distance = sqrt(best.square);
    return best.id != 0 ? FW_OK : FW_NOT_FOUND;
}

fw_result fw_traffic_get_corners(const fw_traffic *traffic, fw_agent_id id, fw_pose *corners,
                                 int32_t capacity, int32_t *count)
{
    if (!traffic || !count || (!corners && capacity > 0))
        return FW_NULL_ARGUMENT;
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    if (capacity < 0)
        return FW_BAD_SIZE;
    const agent *unit = &traffic->agents[slot];
    const way *way = &unit->way;
    *count = agent_is_at_goal(unit) || way->count == 0 ? 0 : way->count - way->next;
    for (int32_t i = 0; i < *count && i < capacity; i++)
        corners[i] = (fw_pose){ way->points[way->next + i].x, way->points[way->next + i].y, 0 };
    return *count > capacity ? FW_BUFFER_TOO_SMALL : FW_OK;
}

fw_result fw_traffic_get_wait(const fw_traffic *traffic, fw_agent_id id, double *seconds, fw_agent_id *other)
{
    if (!traffic || !seconds || !other)
        return FW_NULL_ARGUMENT;
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    const agent *unit = &traffic->agents[slot];
    const bool waits = unit->activity == FW_AGENT_WAITS;
    const uint32_t whom = waits ? agent_other(unit) : NO_AGENT;
    *seconds = waits ? fmax(fw_traffic_time(traffic) - (double)unit->waits_since * FW_TRAFFIC_KNOT, 0) : 0;
    *other = whom != NO_AGENT ? traffic->agents[whom].id : 0;
    return FW_OK;
}

static fw_result set_user(fw_traffic *traffic, fw_agent_id id, uint64_t user)
{
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    traffic->agents[slot].user = user;
    return FW_OK;
}

fw_result fw_traffic_set_user(fw_traffic *traffic, fw_agent_id id, uint64_t user)
{
    return TRAFFIC_ANSWER(traffic, set_user(traffic, id, user), RECORD_SET_USER, "ii", (int64_t)id,
                          (int64_t)user);
}

uint64_t fw_traffic_get_user(const fw_traffic *traffic, fw_agent_id id)
{
    const uint32_t slot = traffic ? traffic_slot_of(traffic, id) : NO_AGENT;
    return slot != NO_AGENT ? traffic->agents[slot].user : 0;
}
