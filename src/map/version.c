#include "map/version.h"

map_table_entry *map_find_table(const map_layer *layer, const derived_kind *kind, const fw_unit_def *unit)
{
    for (map_table_entry *entry = layer->tables; entry; entry = entry->next)
        if (entry->kind == kind && kind->equal(&entry->unit, unit))
            return entry;
    return NULL;
}
