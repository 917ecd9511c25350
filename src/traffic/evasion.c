#include "traffic/evasion.h"

#include <math.h>
#include <string.h>

#include "traffic/crowd.h"
#include "traffic/crowd_cells.h"
#include "traffic/escape.h"
#include "traffic/events.h"
#include "traffic/halt.h"
#include "traffic/recording.h"
#include "traffic/reservation.h"
#include "traffic/way_queue.h"

/// Lets a unit brake that an obstacle will meet, and plan anew; or step aside, if it stands.
static fw_result evade(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    if (event_reserve(traffic) != FW_OK)
        return FW_NO_MEMORY;
    const bool stands = outline_end(&unit->plan) <= traffic->clock.knot + 1;
    const bool acts = stands ? !agent_is_firm(unit) && escape_step_aside(traffic, slot)
                             : !halt_brakes_already(traffic, unit) && halt_brake(traffic, slot);
    if (acts) {
        event_tell(traffic, FW_NEWS_EVADES, unit, 0);
        way_plan_soon(traffic, slot);
    }
    return FW_OK;
}

/// Lets those evade that one obstacle will meet. The obstacle has been seen when there are none.
static fw_result look(fw_traffic *traffic, obstacle *body)
{
    const int64_t first = traffic->clock.knot + 1;
    const double reach = body->radius + obstacle_range(body) + PAIR_ROOM;
    const fw_box box = box_around(body->x, body->y, reach);
    const int32_t near = crowd_on_layers(traffic, &box, USUAL_LAYER);
    int32_t met = 0;
    for (int32_t i = 0; i < near; i++) {
        const uint32_t slot = traffic->crowd.found[i];
        const agent *unit = &traffic->agents[slot];
        const reservation *plan = crowd_reservation(traffic, slot);
        const fw_box around = reservation_box(plan, first);
        if (obstacle_meets(body, radius_of(traffic, unit), unit->limits.top, plan, &around, first))
            traffic->rally.listed[met++] = slot;
    }
    body->state = met == 0 ? OBSTACLE_IS_SEEN : OBSTACLE_IS_NEW;
    for (int32_t i = 0; i < met; i++)
        if (evade(traffic, traffic->rally.listed[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

fw_result evasion_look(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->around.obstacles.count; i++) {
        obstacle *body = &traffic->around.obstacles.all[i];
        if (body->state == OBSTACLE_IS_NEW && look(traffic, body) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

enum { MOST_OBSTACLES = 4096 };

/// Index of the first obstacle whose id is not below this.
static int32_t index_of(const fw_traffic *traffic, fw_obstacle_id id)
{
    int32_t low = 0, high = traffic->around.obstacles.count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (traffic->around.obstacles.all[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_there(const fw_traffic *traffic, int32_t index, fw_obstacle_id id)
{
    return index < traffic->around.obstacles.count && traffic->around.obstacles.all[index].id == id;
}

/// True if ways must be searched anew because of an obstacle: one of both stands, and they are not the same.
static bool changes_ways(const obstacle *before, const obstacle *after)
{
    const bool stood = obstacle_stands(before), stands = obstacle_stands(after);
    return (stood || stands) && (stood != stands || before->x != after->x || before->y != after->y ||
                                 before->radius != after->radius);
}

static fw_result set_obstacle(fw_traffic *traffic, fw_obstacle_id id, fw_pose pose, double vx, double vy,
                              double radius)
{
    if (!isfinite(pose.x) || !isfinite(pose.y) || !isfinite(vx) || !isfinite(vy) || !isfinite(radius))
        return FW_NOT_FINITE;
    if (id == 0 || !(radius > 0) || radius > 1024)
        return FW_BAD_VALUE;
    const int32_t index = index_of(traffic, id);
    const bool is_known = is_there(traffic, index, id);
    if (!is_known && traffic->around.obstacles.count == MOST_OBSTACLES)
        return FW_TOO_MANY;
    if (!is_known &&
        MEMORY_RESERVE(&traffic->memory, traffic->around.obstacles.all, traffic->around.obstacles.room,
                       (size_t)traffic->around.obstacles.count + 1) != FW_OK)
        return FW_NO_MEMORY;
    obstacle *at = &traffic->around.obstacles.all[index];
    const obstacle made = { .id = id,
                            .x = pose.x,
                            .y = pose.y,
                            .vx = vx,
                            .vy = vy,
                            .radius = radius,
                            .time = fw_traffic_time(traffic) };
    if (!is_known)
        memmove(at + 1, at, (size_t)(traffic->around.obstacles.count++ - index) * sizeof *at);
    traffic->around.detour.changes += !is_known || changes_ways(at, &made);
    *at = made;
    return FW_OK;
}

fw_result fw_traffic_set_obstacle(fw_traffic *traffic, fw_obstacle_id id, fw_pose pose, double vx, double vy,
                                  double radius)
{
    return TRAFFIC_ANSWER(traffic, set_obstacle(traffic, id, pose, vx, vy, radius), RECORD_SET_OBSTACLE,
                          "ipddd", (int64_t)id, &pose, vx, vy, radius);
}

static fw_result remove_obstacle(fw_traffic *traffic, fw_obstacle_id id)
{
    const int32_t index = index_of(traffic, id);
    if (!is_there(traffic, index, id))
        return FW_BAD_VALUE;
    obstacle *at = &traffic->around.obstacles.all[index];
    memmove(at, at + 1, (size_t)(--traffic->around.obstacles.count - index) * sizeof *at);
    traffic->around.detour.changes++;
    return FW_OK;
}

fw_result fw_traffic_remove_obstacle(fw_traffic *traffic, fw_obstacle_id id)
{
    return TRAFFIC_ANSWER(traffic, remove_obstacle(traffic, id), RECORD_REMOVE_OBSTACLE, "i", (int64_t)id);
}
