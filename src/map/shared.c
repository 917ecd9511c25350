#include <assert.h>
#include <string.h>

#include "map/inside.h"

/// @file
/// Layers and regions that units share: built when the first asks for them, freed when the last is gone.

/// Where a layer of this capability and size is, or would be, in the order of layers.
static size_t layer_place(const fw_map *map, uint32_t capability, int32_t size)
{
    size_t place = 0;
    while (place < map->layer_count) {
        const layer *on = &map->layers[place]->on;
        if (on->capability > capability || (on->capability == capability && on->size >= size))
            break;
        place++;
    }
    return place;
}

static bool is_layer(const map_layer *entry, uint32_t capability, int32_t size)
{
    return entry->on.capability == capability && entry->on.size == size;
}

/// The layer to erode one of `size` from: the smallest that is there and large enough, or one of half the
/// size.
static map_layer *share_source(fw_map *map, uint32_t capability, int32_t size)
{
    const int32_t half = (size + 1) / 2;
    const size_t place = layer_place(map, capability, half);
    if (place < map->layer_count) {
        map_layer *entry = map->layers[place];
        if (entry->on.capability == capability && entry->on.size < size) {
            entry->users++;
            return entry;
        }
    }
    return map_share_layer(map, capability, half);
}

static map_layer *build_layer(fw_map *map, uint32_t capability, int32_t size)
{
    map_layer *entry = memory_get_zeroed(&map->from, 1, sizeof *entry);
    if (!entry)
        return NULL;
    if (size > 1)
        entry->source = share_source(map, capability, size);
    if ((size > 1 && !entry->source) ||
        layer_create(&map->from, map->width, map->height, capability, size, &entry->on)) {
        if (entry->source)
            map_release_layer(map, entry->source);
        memory_give_back(&map->from, entry, 1, sizeof *entry);
        return NULL;
    }
    layer *on = &entry->on;
    if (entry->source)
        layer_erode(on, &entry->source->on);
    else
        layer_read(&on, 1, map->terrains);
    return entry;
}

static void free_layer(fw_map *map, map_layer *doomed)
{
    if (doomed->source)
        map_release_layer(map, doomed->source);
    memory_give_back(&map->from, doomed->changes, doomed->change_capacity, sizeof *doomed->changes);
    layer_destroy(&map->from, &doomed->on);
    memory_give_back(&map->from, doomed, 1, sizeof *doomed);
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
    if (memory_reserve(&map->from, &map->layers, &map->layer_capacity, map->layer_count + 1,
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
    const size_t place = layer_place(map, shared->on.capability, shared->on.size);
    assert(map->layers[place] == shared);
    map->layer_count--;
    memmove(map->layers + place, map->layers + place + 1, (map->layer_count - place) * sizeof(map_layer *));
    free_layer(map, shared);
}

fw_result map_share_regions(fw_map *map, map_layer *of, bool diagonal)
{
    if (!of->joined[diagonal] && regions_build(&map->from, &of->on, diagonal, &of->joined[diagonal]))
        return FW_NO_MEMORY;
    of->joined_users[diagonal]++;
    return FW_OK;
}

void map_release_regions(fw_map *map, map_layer *of, bool diagonal)
{
    if (--of->joined_users[diagonal] > 0)
        return;
    regions_destroy(&map->from, of->joined[diagonal]);
    of->joined[diagonal] = NULL;
}

void map_reread_layers(fw_map *map)
{
    layer *ones[LAYER_BATCH];
    int32_t count = 0;
    for (size_t i = 0; i < map->layer_count; i++) {
        if (!map->layers[i]->source)
            ones[count++] = &map->layers[i]->on;
        if (count == LAYER_BATCH || (count > 0 && i + 1 == map->layer_count)) {
            layer_read(ones, count, map->terrains);
            count = 0;
        }
    }
    for (size_t i = 0; i < map->layer_count; i++)
        if (map->layers[i]->source)
            layer_erode(&map->layers[i]->on, &map->layers[i]->source->on);
}
