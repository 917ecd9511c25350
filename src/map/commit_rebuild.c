#include "map/map_inside.h"

/// @file
/// A large commit reads and erodes all layers again in place; the old terrains can undo this. It builds new tables
/// beside the old ones and exchanges them.

static void drop_rebuilt(fw_map *map)
{
    for (size_t i = 0; i < map->layer_count; i++) {
        map_layer *shared = map->layers[i];
        for (map_table_entry *entry = shared->tables; entry; entry = entry->next) {
            if (entry->rebuilt)
                entry->kind->destroy(map->memory, entry->rebuilt);
            entry->rebuilt = NULL;
        }
    }
}

static fw_result rebuild_of_layer(fw_map *map, map_layer *shared)
{
    for (map_table_entry *entry = shared->tables; entry; entry = entry->next) {
        if (!entry->kind->patch)
            continue;
        const fw_result built = map_build_table(map, shared, entry, NULL, &entry->rebuilt);
        if (built)
            return built;
    }
    return FW_OK;
}

static void publish_rebuilt(fw_map *map)
{
    for (size_t i = 0; i < map->layer_count; i++) {
        map_layer *shared = map->layers[i];
        for (map_table_entry *entry = shared->tables; entry; entry = entry->next) {
            if (!entry->rebuilt)
                continue;
            entry->kind->destroy(map->memory, entry->table);
            entry->table = entry->rebuilt;
            entry->rebuilt = NULL;
        }
    }
}

fw_result map_rebuild(fw_map *map)
{
    map_swap_edits(map);
    map_reread_layers(map);
    for (size_t i = 0; i < map->layer_count; i++) {
        const fw_result built = rebuild_of_layer(map, map->layers[i]);
        if (built) {
            drop_rebuilt(map);
            map_swap_edits(map);
            map_reread_layers(map);
            return built;
        }
    }
    publish_rebuilt(map);
    return FW_OK;
}
