#include "traffic/detour.h"

#include "map/overlay.h"
#include "traffic/holders.h"
#include "traffic/laid.h"
#include "traffic/patience.h"
#include "traffic/way_queue.h"

/// How far from where the unit will stop the way may begin, besides its radius, in tiles: it touches the other unit.
#define BEGINS_WITHIN 2.0

/// Most units that wait one behind the other for one that holds, of those that ask for a way round.
enum { MOST_WAITING = 8 };

/// True if a unit, or the one that it waits for, and so on, is stopped by one that holds or goes round.
static bool waits_for_holder(const fw_traffic *traffic, const agent *asker)
{
    const agent *unit = asker;
    for (int i = 0; i < MOST_WAITING; i++) {
        const uint32_t other =
            unit->relation.blocker != NO_AGENT ? unit->relation.blocker : unit->relation.met;
        if (other == NO_AGENT || holder_stops(unit, asker) || unit->pursuit.detour == DETOUR_SOUGHT)
            break;
        unit = &traffic->agents[other];
    }
    return holder_stops(unit, asker) || unit->pursuit.detour == DETOUR_SOUGHT;
}

fw_result detour_look(fw_traffic *traffic, uint32_t slot)
{
    agent *unit = &traffic->agents[slot];
    const bool is_new = unit->pursuit.detour_seen != traffic->around.detour.changes;
    if ((is_new && unit->pursuit.detour != DETOUR_WEIGHED) ||
        (unit->pursuit.detour == DETOUR_NOT_FOUND && unit->pursuit.stalled % DETOURS_EVERY == DETOURS_AFTER))
        unit->pursuit.detour = DETOUR_NOT_SOUGHT;
    if (unit->pursuit.stalled < DETOURS_AFTER || unit->pursuit.detour != DETOUR_NOT_SOUGHT ||
        agent_has_been(unit) || unit->pursuit.refused != FW_OK || unit->relation.yields_to != NO_AGENT ||
        unit->pursuit.is_queued || unit->pursuit.wants_course ||
        !(waits_for_holder(traffic, unit) ||
          (agent_sees_obstacles(unit) &&
           obstacles_stand_at(&traffic->around.obstacles, unit->to.x, unit->to.y,
                              radius_of(traffic, unit) + BEGINS_WITHIN))))
        return FW_OK;
    unit->pursuit.detour = DETOUR_SOUGHT;
    unit->pursuit.detour_seen = traffic->around.detour.changes;
    return way_ask(traffic, slot);
}

/// Blocks the tiles under obstacles and units that stop others, besides what is laid over the ground.
static fw_result block_all(const fw_traffic *traffic, const agent *unit, fw_overlay *overlay)
{
    if (overlay_copy(laid_over(traffic, kind_of(traffic, unit)), overlay) != FW_OK ||
        (agent_sees_obstacles(unit) && obstacles_block(&traffic->around.obstacles, overlay) != FW_OK))
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < traffic->count; i++) {
        const agent *other = &traffic->agents[traffic->by_id[i]];
        if (holder_stops(other, unit) && obstacle_block_disc(overlay, other->plan.stop_x, other->plan.stop_y,
                                                             radius_of(traffic, other)) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

fw_result detour_ask(fw_traffic *traffic, agent *unit, fw_request *ask)
{
    const fw_allocator hooks = memory_hooks(&traffic->memory);
    fw_overlay **overlay = &traffic->around.detour.held;
    if (!*overlay &&
        fw_overlay_create(map_width(traffic->map), map_height(traffic->map), &hooks, overlay) != FW_OK)
        return FW_NO_MEMORY;
    if (block_all(traffic, unit, *overlay) != FW_OK)
        return FW_NO_MEMORY;
    traffic->around.detour.seen = unit->pursuit.detour_seen = traffic->around.detour.changes;
    ask->overlay = *overlay;
    ask->start_slack = BEGINS_WITHIN + radius_of(traffic, unit);
    return FW_OK;
}

bool detour_is_outdated(const fw_traffic *traffic)
{
    return traffic->desk.search && traffic->around.detour.is_searched &&
           traffic->around.detour.seen != traffic->around.detour.changes;
}

void detour_free(fw_traffic *traffic)
{
    fw_overlay_destroy(traffic->around.detour.held);
}
