#include "traffic/kinds.h"

#include <math.h>

#include "base/refusal.h"
#include "curve/steering.h"
#include "traffic/laid.h"

fw_result agent_judge_kind(const fw_traffic *traffic, fw_unit_id id, const map_unit **unit, fw_refusal *why)
{
    *unit = map_find_unit(traffic->map, id);
    if (!*unit)
        return refuse(why, FW_UNKNOWN_UNIT, "unit", "no unit of this map has this id");
    if ((*unit)->def.footprint.kind != FW_FOOTPRINT_CIRCLE)
        return refuse_both(why, FW_METHOD_DOES_NOT_FIT, "unit", "unit.footprint",
                           "the body of a unit in a traffic must be a circle");
    if (corners_are_cut((*unit)->def.corners))
        return refuse_both(why, FW_METHOD_DOES_NOT_FIT, "unit", "unit.corners",
                           "a unit in a traffic must not cut corners");
    if (steers_slowly(&(*unit)->def))
        return refuse_both(why, FW_METHOD_DOES_NOT_FIT, "unit", "unit.curvature_rate",
                           "a unit in a traffic must be able to turn its wheels at once");
    return FW_OK;
}

fw_result traffic_set_kind(fw_traffic *traffic, uint32_t index, fw_unit_id id)
{
    const map_unit *unit;
    const fw_result judged = agent_judge_kind(traffic, id, &unit, NULL);
    if (judged != FW_OK)
        return judged;
    if (MEMORY_RESERVE(&traffic->memory, traffic->roster.kinds, traffic->roster.kind_room,
                       (size_t)index + 1) != FW_OK)
        return FW_NO_MEMORY;
    if (index == traffic->roster.kind_count)
        traffic->roster.kinds[index] = (agent_kind){ .unit = 0 };
    laid_set_kind(traffic, &traffic->roster.kinds[index], unit, id);
    traffic->roster.kind_count = index < traffic->roster.kind_count ? traffic->roster.kind_count : index + 1;
    traffic->crowd.most_radius = fmax(traffic->crowd.most_radius, traffic->roster.kinds[index].radius);
    return FW_OK;
}

uint32_t traffic_index_of_kind(const fw_traffic *traffic, fw_unit_id id)
{
    uint32_t index = 0, free = traffic->roster.kind_count;
    for (; index < traffic->roster.kind_count; index++) {
        const agent_kind *kind = &traffic->roster.kinds[index];
        if (kind->unit == id && kind->owner == 0)
            return index;
        if (kind->unit == 0 && free == traffic->roster.kind_count)
            free = index;
    }
    return free;
}

fw_result traffic_find_kind(fw_traffic *traffic, fw_unit_id id, uint32_t *index)
{
    *index = traffic_index_of_kind(traffic, id);
    return traffic_set_kind(traffic, *index, id);
}

/// True if there are units of a kind.
static bool is_used(const fw_traffic *traffic, uint32_t index)
{
    for (int32_t i = 0; i < traffic->count; i++)
        if (traffic->agents[traffic->by_id[i]].kind == index)
            return true;
    return false;
}

agent_kind agent_kind_of(const fw_traffic *traffic, const map_unit *unit, fw_unit_id id)
{
    const uint32_t index = traffic_index_of_kind(traffic, id);
    agent_kind kind = { .unit = 0 };
    if (index < traffic->roster.kind_count && traffic->roster.kinds[index].unit == id)
        kind = traffic->roster.kinds[index];
    laid_set_kind(traffic, &kind, unit, id);
    return kind;
}

fw_result traffic_refresh_kinds(fw_traffic *traffic)
{
    for (uint32_t i = 0; i < traffic->roster.kind_count; i++) {
        agent_kind *kind = &traffic->roster.kinds[i];
        const map_unit *unit = map_find_unit(traffic->map, kind->unit);
        if (unit)
            laid_set_kind(traffic, kind, unit, kind->unit);
        else if (is_used(traffic, i))
            return FW_UNKNOWN_UNIT;
        else
            laid_end_kind(traffic, kind);
    }
    return FW_OK;
}
