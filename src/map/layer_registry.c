#include "map/layer_registry.h"

#include <string.h>

#include "base/must_hold.h"

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

map_layer *map_find_layer(const map_version *version, uint32_t capability, int32_t size)
{
    const size_t place = layer_place(version, capability, size);
    if (place == version->layer_count)
        return NULL;
    map_layer *found = version->layers[place];
    return found->layer.capability == capability && found->layer.size == size ? found : NULL;
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

static void free_layer(map_version *version, map_layer *doomed)
{
    if (doomed->source)
        map_release_layer(version, doomed->source);
    change_list_clear(version->memory, &doomed->changes, 0);
    layer_destroy(&doomed->layer);
    memory_give_back(version->memory, doomed, 1, sizeof *doomed);
}

static map_layer *build_layer(map_version *version, uint32_t capability, int32_t size)
{
    map_layer *entry = memory_get_zeroed(version->memory, 1, sizeof *entry);
    if (!entry)
        return NULL;
    if (size > 1)
        entry->source = share_source(version, capability, size);
    layer *layer = &entry->layer;
    if ((size > 1 && !entry->source) ||
        layer_create(version->memory, version->width, version->height, capability, size, layer) ||
        (entry->source ? layer_erode(layer, &entry->source->layer, NULL)
                       : layer_read(layer, NULL, tiles_rows(&version->tiles)))) {
        free_layer(version, entry);
        return NULL;
    }
    return entry;
}

/// Lists a new layer with one user; frees it without memory. Null does nothing.
static map_layer *list_layer(map_version *version, map_layer *made)
{
    if (!made)
        return NULL;
    if (MEMORY_RESERVE(version->memory, version->layers, version->layer_capacity, version->layer_count + 1)) {
        free_layer(version, made);
        return NULL;
    }
    const size_t place = layer_place(version, made->layer.capability, made->layer.size);
    memmove(version->layers + place + 1, version->layers + place,
            (version->layer_count - place) * sizeof(map_layer *));
    version->layers[place] = made;
    version->layer_count++;
    made->users = 1;
    return made;
}

map_layer *map_share_layer(map_version *version, uint32_t capability, int32_t size)
{
    map_layer *found = map_find_layer(version, capability, size);
    if (!found)
        return list_layer(version, build_layer(version, capability, size));
    found->users++;
    return found;
}

/// A copy of a layer, which is not listed yet. Null without memory.
static map_layer *copy_layer(map_version *version, const map_layer *like)
{
    map_layer *entry = memory_get_zeroed(version->memory, 1, sizeof *entry);
    if (!entry)
        return NULL;
    if (like->source)
        entry->source = map_copy_layer(version, like->source);
    if ((like->source && !entry->source) || layer_copy(&like->layer, &entry->layer)) {
        free_layer(version, entry);
        return NULL;
    }
    return entry;
}

map_layer *map_copy_layer(map_version *version, const map_layer *like)
{
    map_layer *found = map_find_layer(version, like->layer.capability, like->layer.size);
    if (!found)
        return list_layer(version, copy_layer(version, like));
    found->users++;
    return found;
}

void map_release_layer(map_version *version, map_layer *shared)
{
    if (--shared->users > 0)
        return;
    const size_t place = layer_place(version, shared->layer.capability, shared->layer.size);
    must_hold(version->layers[place] == shared);
    version->layer_count--;
    memmove(version->layers + place, version->layers + place + 1,
            (version->layer_count - place) * sizeof(map_layer *));
    free_layer(version, shared);
}
