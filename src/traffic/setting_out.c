// Units set out before their paths are found. Source: Patel, "Amit's Thoughts on Pathfinding": units follow their
// instinct, which leads them straight toward their goals, until they have a path.
#include "traffic/setting_out.h"

#include <math.h>

#include "traffic/agent_state.h"
#include "traffic/terrain.h"
#include "traffic/way_pool.h"
#include "traffic/way_queue.h"
#include "traffic/way_set.h"
#include "traffic/way_sight.h"

/// Time for which a unit goes toward its goal before its path is found, in seconds at its top speed. A path is searched
/// for from where the unit will stop. The farther that is, the longer is the detour if the path leads elsewhere.
#define SETS_OUT_FOR 1.0

/// A unit sets out only if it can go this far, in radii.
#define LEAST_ROOM 1.0

void setting_out_plan(fw_traffic *traffic)
{
    for (int32_t i = 0; i < traffic->desk.count; i++) {
        const uint32_t slot = traffic->desk.queue[i];
        const agent *unit = &traffic->agents[slot];
        const bool has_planned = isfinite(unit->pursuit.remaining);
        if (unit->pursuit.faults.has_set_out && !has_planned &&
            (traffic->clock.knot + unit->id) % PLAN_EVERY == 0)
            way_plan_soon(traffic, slot);
    }
}

fw_result setting_out_begin(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    const fw_pose stop = agent_stop(unit);
    const double least = LEAST_ROOM * radius_of(traffic, unit),
                 away = apart(stop.x, stop.y, unit->order.goal_x, unit->order.goal_y),
                 most = fmin(away, SETS_OUT_FOR * unit->limits.top);
    if (unit->relation.convoy > 0 || most < least || !(most > 0))
        return FW_OK;
    const double dx = (unit->order.goal_x - stop.x) / away, dy = (unit->order.goal_y - stop.y) / away;
    const double clear = way_room(traffic, unit, stop.x, stop.y, dx, dy, most);
    const double room = terrain_even_length(traffic, unit, stop.x, stop.y, dx, dy, clear);
    if (room < least)
        return FW_OK;
    way *way = &unit->way;
    if (way_reserve(traffic, slot, 2) != FW_OK)
        return FW_NO_MEMORY;
    way->points[0] = (way_point){ .x = stop.x, .y = stop.y };
    way->points[1] = (way_point){ .x = stop.x + dx * room, .y = stop.y + dy * room };
    way->count = 2;
    way->next = way->farthest = 0;
    way_begin(traffic, unit);
    unit->pursuit.faults.has_set_out = true;
    return FW_OK;
}
