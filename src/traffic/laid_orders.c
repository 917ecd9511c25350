#include "traffic/laid_orders.h"

#include <math.h>

#include "fairway/traffic_terrain.h"
#include "map/overlay.h"
#include "traffic/kinds.h"
#include "traffic/laid.h"
#include "traffic/recording.h"
#include "traffic/roster.h"
#include "traffic/way_queue.h"

/// After an overlay has changed: searches begin anew, and units under way ask for other ways.
static void note_change(fw_traffic *traffic)
{
    if (traffic->desk.search)
        way_end_search(traffic);
    tile_box_widen(&traffic->around.sites.news,
                   (tile_box){ 0, 0, map_width(traffic->map) - 1, map_height(traffic->map) - 1 });
    traffic_refresh_kinds(traffic); // cannot fail: it was done before
    for (int32_t i = 0; i < traffic->count; i++) {
        agent *unit = &traffic->agents[traffic->by_id[i]];
        if (!unit->order.has_goal || agent_is_at_goal(unit) || unit->pursuit.refused != FW_OK)
            continue;
        unit->pursuit.faults.lacks_first = unit->pursuit.faults.lacks_last = false;
        way_ask(traffic, traffic->by_id[i]); // cannot fail: the queue has room for all units
    }
}

/// Makes a kind of which a unit is the only one.
static fw_result make_own_kind(fw_traffic *traffic, const agent *unit, uint32_t *index)
{
    const agent_kind like = *kind_of(traffic, unit);
    *index = traffic_index_of_kind(traffic, 0);
    const fw_result result = traffic_set_kind(traffic, *index, like.unit);
    if (result != FW_OK)
        return result;
    agent_kind *made = &traffic->roster.kinds[*index];
    made->owner = unit->id;
    return laid_set_tops(traffic, made, like.tops);
}

fw_result laid_give_unit(fw_traffic *traffic, uint32_t slot, const fw_overlay *given)
{
    agent *unit = &traffic->agents[slot];
    const uint32_t former = unit->kind;
    const bool has_own = kind_of(traffic, unit)->owner != 0;
    uint32_t index = former;
    fw_result result = FW_OK;
    if (given && !has_own)
        result = make_own_kind(traffic, unit, &index);
    else if (!given && has_own)
        result = traffic_find_kind(traffic, kind_of(traffic, unit)->unit, &index);
    if (result == FW_OK && given)
        result = laid_take(traffic, &traffic->roster.kinds[index].laid, given);
    const bool is_kept = result == FW_OK;
    const uint32_t doomed = is_kept ? former : index;
    unit->kind = is_kept ? index : former;
    if (index != former && doomed < traffic->roster.kind_count && traffic->roster.kinds[doomed].owner != 0)
        laid_end_kind(traffic, &traffic->roster.kinds[doomed]);
    return result;
}

/// Judges a call that cannot be recorded, and brings the kinds up to date.
static fw_result judge(fw_traffic *traffic, const fw_overlay *overlay, const char *function)
{
    if (!traffic)
        return FW_NULL_ARGUMENT;
    traffic_look(traffic);
    if (traffic->record.recorder->write && traffic->record.depth == 0)
        traffic_record_mark(traffic, function);
    if (!overlay_fits(overlay, map_width(traffic->map), map_height(traffic->map)))
        return FW_WRONG_MAP;
    return traffic_refresh_kinds(traffic);
}

/// Lays an overlay over the ground, and lets the units notice.
static fw_result lay(fw_traffic *traffic, laid_overlay *laid, const fw_overlay *given)
{
    const fw_result result = laid_take(traffic, laid, given);
    if (result == FW_OK)
        note_change(traffic);
    return result;
}

fw_result fw_traffic_set_overlay(fw_traffic *traffic, const fw_overlay *overlay)
{
    const fw_result result = judge(traffic, overlay, "fw_traffic_set_overlay");
    return result == FW_OK ? lay(traffic, &traffic->around.laid, overlay) : result;
}

fw_result fw_traffic_set_kind_overlay(fw_traffic *traffic, fw_unit_id unit, const fw_overlay *overlay)
{
    uint32_t index = 0;
    fw_result result = judge(traffic, overlay, "fw_traffic_set_kind_overlay");
    if (result == FW_OK)
        result = traffic_find_kind(traffic, unit, &index);
    return result == FW_OK ? lay(traffic, &traffic->roster.kinds[index].laid, overlay) : result;
}

fw_result fw_traffic_set_unit_overlay(fw_traffic *traffic, fw_agent_id id, const fw_overlay *overlay)
{
    fw_result result = judge(traffic, overlay, "fw_traffic_set_unit_overlay");
    if (result != FW_OK)
        return result;
    const uint32_t slot = traffic_slot_of(traffic, id);
    if (slot == NO_AGENT)
        return FW_UNKNOWN_UNIT;
    result = laid_give_unit(traffic, slot, overlay);
    if (result == FW_OK)
        note_change(traffic);
    return result;
}

fw_result fw_traffic_set_speeds(fw_traffic *traffic, fw_unit_id unit, const double *terrain_top)
{
    uint32_t index = 0;
    fw_result result = judge(traffic, NULL, "fw_traffic_set_speeds");
    for (int i = 0; i < FW_TERRAIN_COUNT && terrain_top && result == FW_OK; i++) {
        if (!isfinite(terrain_top[i]))
            result = FW_NOT_FINITE;
        else if (terrain_top[i] != 0 && !(terrain_top[i] >= 1e-3 && terrain_top[i] <= 1e9))
            result = FW_BAD_VALUE;
    }
    if (result == FW_OK)
        result = traffic_find_kind(traffic, unit, &index);
    for (uint32_t i = 0; result == FW_OK && i < traffic->roster.kind_count; i++)
        if (traffic->roster.kinds[i].unit == unit)
            result = laid_set_tops(traffic, &traffic->roster.kinds[i], terrain_top);
    return result;
}
