#include "map/tables.h"

#include "map/editor.h"

derived_source map_table_source(const map_version *version, const map_layer *layer,
                                const map_table_entry *entry)
{
    return (derived_source){ .kind = entry->kind,
                             .map = version,
                             .layer = &layer->layer,
                             .unit = &entry->unit,
                             .former = entry->table };
}

fw_result map_build_table(map_version *version, const map_layer *shared, const map_table_entry *entry,
                          const map_table_entry *from, void **table)
{
    derived_source source = map_table_source(version, shared, entry);
    source.serial = ++version->editor->tables_built;
    return from && entry->kind->copy ? entry->kind->copy(version->memory, &source, from->table, table)
                                     : entry->kind->build(version->memory, &source, table);
}
