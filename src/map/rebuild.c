#include "map/rebuild.h"

#include "map/tables.h"

/// Puts rows that are to be made anew aside.
static fw_result set_rows_aside(map_version *version, map_layer *shared)
{
    layer made;
    const layer *layer = &shared->layer;
    if (layer_create(version->memory, layer->width, layer->height, layer->capability, layer->size, &made))
        return FW_NO_MEMORY;
    shared->former = layer->rows;
    shared->layer.rows = made.rows;
    return FW_OK;
}

/// Makes the rows of all layers anew, beside the former ones.
static fw_result rebuild_layers(map_version *version)
{
    fw_result result = FW_OK;
    for (size_t i = 0; i < version->layer_count && !result; i++)
        result = set_rows_aside(version, version->layers[i]);
    for (size_t i = 0; i < version->layer_count && !result; i++) {
        map_layer *shared = version->layers[i];
        result = shared->source ? layer_erode(&shared->layer, &shared->source->layer, &shared->former)
                                : layer_read(&shared->layer, &shared->former, tiles_rows(&version->tiles));
    }
    return result;
}

/// Drops either the former rows of all layers, or the new ones.
static void settle_layers(map_version *version, bool publish)
{
    for (size_t i = 0; i < version->layer_count; i++) {
        paged *rows = &version->layers[i]->layer.rows, *former = &version->layers[i]->former;
        if (!former->row)
            continue;
        if (publish) {
            paged_succeed(rows, former);
            paged_destroy(former);
        } else {
            paged_destroy(rows);
            *rows = *former;
            *former = (paged){ 0 };
        }
    }
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

static fw_result rebuild_tables(map_version *version)
{
    fw_result result = FW_OK;
    for (size_t i = 0; i < version->layer_count && !result; i++)
        result = rebuild_of_layer(version, version->layers[i]);
    return result;
}

fw_result map_rebuild(map_version *version, const sheet *edits)
{
    edits_exchange(version, edits);
    fw_result result = rebuild_layers(version);
    if (!result)
        result = rebuild_tables(version);
    settle_layers(version, result == FW_OK);
    if (result) {
        drop_rebuilt(version);
        edits_exchange(version, edits);
    } else {
        publish_rebuilt(version);
    }
    return result;
}
