#include "fairway/directional.h"

#include "base/def.h"
#include "directional/motions/motion_kinds.h"
#include "directional/motions/motions.h"
#include "map/map.h"

fw_result fw_map_motions(const fw_map *map, fw_unit_id id, fw_method method, fw_motion_summary *summary)
{
    const map_version *version = map_version_of(map);
    if (!map || !summary)
        return FW_NULL_ARGUMENT;
    const map_unit *unit = map_find_unit(version, id);
    if (!unit)
        return FW_UNKNOWN_UNIT;
    const derived_kind *kind = motion_kind_of(method);
    if (!kind)
        return FW_BAD_VALUE;
    const motion_table *table = map_table(version, unit, kind);
    if (!table)
        return FW_NOT_PREPARED;
    const motion_set *set = &table->sets[BASE_MOTIONS];
    *summary = (fw_motion_summary){ .headings = table->headings,
                                    .motions = (int32_t)set->motion_count,
                                    .branching = (double)set->motion_count / table->headings,
                                    .unpruned = set->unpruned,
                                    .reach = set->reach,
                                    .bytes = table->bytes,
                                    .complete = set->turns };
    return FW_OK;
}

fw_result fw_map_get_motions(const fw_map *map, fw_unit_id id, fw_method method, fw_motion_summary *summary,
                             size_t bytes)
{
    fw_motion_summary whole;
    const fw_result result = fw_map_motions(map, id, method, &whole);
    return result == FW_OK ? struct_give(summary, bytes, &whole, sizeof whole) : result;
}
