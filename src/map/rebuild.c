#include "map/rebuild.h"

#include "map/tables.h"

/// Reads the words of all layers again from the terrains, in place.
static void reread_layers(map_version *version)
{
    layer *ones[LAYER_BATCH];
    int32_t count = 0;
    for (size_t i = 0; i < version->layer_count; i++) {
        if (!version->layers[i]->source)
            ones[count++] = &version->layers[i]->layer;
        if (count == LAYER_BATCH || (count > 0 && i + 1 == version->layer_count)) {
            layer_read(ones, count, tiles_rows(&version->tiles));
            count = 0;
        }
    }
    for (size_t i = 0; i < version->layer_count; i++)
        if (version->layers[i]->source)
            layer_erode(&version->layers[i]->layer, &version->layers[i]->source->layer);
}

static void drop_rebuilt(map_version *version)
{
    for (size_t i = 0; i < version->layer_count; i++) {
        map_layer *shared = version->layers[i];
        for (map_table_entry *entry = shared->tables; entry; entry = entry->next) {
            if (entry->rebuilt)
                entry->kind->destroy(version->memory, entry->rebuilt);
            entry->rebuilt = NULL;
        }
    }
}

static fw_result rebuild_of_layer(map_version *version, map_layer *shared)
{
    for (map_table_entry *entry = shared->tables; entry; entry = entry->next) {
        if (!entry->kind->patch)
            continue;
        const fw_result built = map_build_table(version, shared, entry, NULL, &entry->rebuilt);
        if (built)
            return built;
    }
    return FW_OK;
}

static void publish_rebuilt(map_version *version)
{
    for (size_t i = 0; i < version->layer_count; i++) {
        map_layer *shared = version->layers[i];
        for (map_table_entry *entry = shared->tables; entry; entry = entry->next) {
            if (!entry->rebuilt)
                continue;
            entry->kind->destroy(version->memory, entry->table);
            entry->table = entry->rebuilt;
            entry->rebuilt = NULL;
        }
    }
}

fw_result map_rebuild(map_version *version, const sheet *edits)
{
    edits_exchange(version, edits);
    reread_layers(version);
    for (size_t i = 0; i < version->layer_count; i++) {
        const fw_result built = rebuild_of_layer(version, version->layers[i]);
        if (built) {
            drop_rebuilt(version);
            edits_exchange(version, edits);
            reread_layers(version);
            return built;
        }
    }
    publish_rebuilt(version);
    return FW_OK;
}
