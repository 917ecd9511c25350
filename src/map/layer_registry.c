#include "map/layer_registry.h"

#include <assert.h>
#include <string.h>

/// Where a layer of this capability and size is, or would be, in the order of layers.
static size_t layer_place(const map_version *version, uint32_t capability, int32_t size)
{
    size_t place = 0;
    while (place < version->layer_count) {
        const layer *layer = &version->layers[place]->layer;
        if (layer->capability > capability || (layer->capability == capability && layer->size >= size))
            break;
        place++;
    }
    return place;
}

static bool is_layer(const map_layer *entry, uint32_t capability, int32_t size)
{
    return entry->layer.capability == capability && entry->layer.size == size;
}

/// The layer to erode one of `size` from: the smallest that is there and large enough, or one of half the
/// size.
static map_layer *share_source(map_version *version, uint32_t capability, int32_t size)
{
    const int32_t half = (size + 1) / 2;
    const size_t place = layer_place(version, capability, half);
    if (place < version->layer_count) {
        map_layer *entry = version->layers[place];
        if (entry->layer.capability == capability && entry->layer.size < size) {
            entry->users++;
            return entry;
        }
    }
    return map_share_layer(version, capability, half);
}

static map_layer *build_layer(map_version *version, uint32_t capability, int32_t size)
{
    map_layer *entry = memory_get_zeroed(version->memory, 1, sizeof *entry);
    if (!entry)
        return NULL;
    if (size > 1)
        entry->source = share_source(version, capability, size);
    if ((size > 1 && !entry->source) ||
        layer_create(version->memory, version->width, version->height, capability, size, &entry->layer)) {
        if (entry->source)
            map_release_layer(version, entry->source);
        memory_give_back(version->memory, entry, 1, sizeof *entry);
        return NULL;
    }
    layer *layer = &entry->layer;
    if (entry->source)
        layer_erode(layer, &entry->source->layer);
    else
        layer_read(&layer, 1, tiles_rows(&version->tiles));
    return entry;
}

static void free_layer(map_version *version, map_layer *doomed)
{
    if (doomed->source)
        map_release_layer(version, doomed->source);
    change_list_clear(version->memory, &doomed->changes, 0);
    layer_destroy(version->memory, &doomed->layer);
    memory_give_back(version->memory, doomed, 1, sizeof *doomed);
}

map_layer *map_share_layer(map_version *version, uint32_t capability, int32_t size)
{
    size_t place = layer_place(version, capability, size);
    if (place < version->layer_count && is_layer(version->layers[place], capability, size)) {
        version->layers[place]->users++;
        return version->layers[place];
    }
    map_layer *built = build_layer(version, capability, size);
    if (!built)
        return NULL;
    if (memory_reserve(version->memory, &version->layers, &version->layer_capacity, version->layer_count + 1,
                       sizeof(map_layer *))) {
        free_layer(version, built);
        return NULL;
    }
    place = layer_place(version, capability, size); // building may have put a source before it
    memmove(version->layers + place + 1, version->layers + place,
            (version->layer_count - place) * sizeof(map_layer *));
    version->layers[place] = built;
    version->layer_count++;
    built->users = 1;
    return built;
}

void map_release_layer(map_version *version, map_layer *shared)
{
    if (--shared->users > 0)
        return;
    const size_t place = layer_place(version, shared->layer.capability, shared->layer.size);
    assert(version->layers[place] == shared);
    version->layer_count--;
    memmove(version->layers + place, version->layers + place + 1,
            (version->layer_count - place) * sizeof(map_layer *));
    free_layer(version, shared);
}
