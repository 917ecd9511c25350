#include "map/version.h"

map_member *map_find_member(const map_version *version, fw_unit_id id)
{
    const size_t slot = id & (UNIT_SLOTS - 1);
    map_member *member = slot < version->member_count ? version->members[slot] : NULL;
    return member && member->unit.id == id ? member : NULL;
}

map_table_entry *map_find_table(const map_layer *layer, const derived_kind *kind, const fw_unit_def *unit)
{
    for (map_table_entry *entry = layer->tables; entry; entry = entry->next)
        if (entry->kind == kind && kind->equal(&entry->unit, unit))
            return entry;
    return NULL;
}
