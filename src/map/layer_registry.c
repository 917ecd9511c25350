#include <assert.h>
#include <string.h>

#include "map/map_inside.h"

/// @file
/// Layers that units share: built when the first asks for them, freed when the last is gone.

/// Where a layer of this capability and size is, or would be, in the order of layers.
static size_t layer_place(const fw_map *map, uint32_t capability, int32_t size)
{
    size_t place = 0;
    while (place < map->layer_count) {
        const layer *layer = &map->layers[place]->layer;
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
static map_layer *share_source(fw_map *map, uint32_t capability, int32_t size)
{
    const int32_t half = (size + 1) / 2;
    const size_t place = layer_place(map, capability, half);
    if (place < map->layer_count) {
        map_layer *entry = map->layers[place];
        if (entry->layer.capability == capability && entry->layer.size < size) {
            entry->users++;
            return entry;
        }
    }
    return map_share_layer(map, capability, half);
}

static map_layer *build_layer(fw_map *map, uint32_t capability, int32_t size)
{
    map_layer *entry = memory_get_zeroed(map->memory, 1, sizeof *entry);
    if (!entry)
        return NULL;
    if (size > 1)
        entry->source = share_source(map, capability, size);
    if ((size > 1 && !entry->source) ||
        layer_create(map->memory, map->width, map->height, capability, size, &entry->layer)) {
        if (entry->source)
            map_release_layer(map, entry->source);
        memory_give_back(map->memory, entry, 1, sizeof *entry);
        return NULL;
    }
    layer *layer = &entry->layer;
    if (entry->source)
        layer_erode(layer, &entry->source->layer);
    else
        layer_read(&layer, 1, tiles_rows(&map->tiles));
    return entry;
}

static void free_layer(fw_map *map, map_layer *doomed)
{
    if (doomed->source)
        map_release_layer(map, doomed->source);
    change_list_clear(map->memory, &doomed->changes, 0);
    layer_destroy(map->memory, &doomed->layer);
    memory_give_back(map->memory, doomed, 1, sizeof *doomed);
}

map_layer *map_share_layer(fw_map *map, uint32_t capability, int32_t size)
{
    size_t place = layer_place(map, capability, size);
    if (place < map->layer_count && is_layer(map->layers[place], capability, size)) {
        map->layers[place]->users++;
        return map->layers[place];
    }
    map_layer *built = build_layer(map, capability, size);
    if (!built)
        return NULL;
    if (memory_reserve(map->memory, &map->layers, &map->layer_capacity, map->layer_count + 1,
                       sizeof(map_layer *))) {
        free_layer(map, built);
        return NULL;
    }
    place = layer_place(map, capability, size); // building may have put a source before it
    memmove(map->layers + place + 1, map->layers + place, (map->layer_count - place) * sizeof(map_layer *));
    map->layers[place] = built;
    map->layer_count++;
    built->users = 1;
    return built;
}

void map_release_layer(fw_map *map, map_layer *shared)
{
    if (--shared->users > 0)
        return;
    const size_t place = layer_place(map, shared->layer.capability, shared->layer.size);
    assert(map->layers[place] == shared);
    map->layer_count--;
    memmove(map->layers + place, map->layers + place + 1, (map->layer_count - place) * sizeof(map_layer *));
    free_layer(map, shared);
}

void map_reread_layers(fw_map *map)
{
    layer *ones[LAYER_BATCH];
    int32_t count = 0;
    for (size_t i = 0; i < map->layer_count; i++) {
        if (!map->layers[i]->source)
            ones[count++] = &map->layers[i]->layer;
        if (count == LAYER_BATCH || (count > 0 && i + 1 == map->layer_count)) {
            layer_read(ones, count, tiles_rows(&map->tiles));
            count = 0;
        }
    }
    for (size_t i = 0; i < map->layer_count; i++)
        if (map->layers[i]->source)
            layer_erode(&map->layers[i]->layer, &map->layers[i]->source->layer);
}
