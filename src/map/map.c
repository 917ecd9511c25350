#include "fairway/map.h"

#include <assert.h>
#include <string.h>

#include "base/cookie.h"
#include "map/inside.h"

static const char *const known_terrains[] = {
    [FW_BLOCKED] = "blocked", [FW_GROUND] = "ground", [FW_SWAMP] = "swamp", [FW_WATER] = "water",
    [FW_SHALLOW] = "shallow", [FW_TREE] = "tree",     [FW_ROAD] = "road",   [FW_SAND] = "sand",
};

fw_map_def fw_default_map_def(void)
{
    return (fw_map_def){ .width = 64, .height = 64, .fill = FW_GROUND, .cookie = COOKIE_OF(fw_map_def) };
}

static fw_result check_def(const fw_map_def *def)
{
    if (def->cookie != COOKIE_OF(fw_map_def))
        return FW_BAD_DEF;
    if (def->width < 1 || def->width > FW_MAX_SIDE || def->height < 1 || def->height > FW_MAX_SIDE)
        return FW_BAD_SIZE;
    return def->fill < FW_TERRAIN_COUNT ? FW_OK : FW_UNKNOWN_TERRAIN;
}

/// Blocked tiles before the first row, and as many behind the last one: a row and a word, so that what is around any
/// tile can be read.
static size_t margin_bytes(const fw_map *map)
{
    return ((size_t)map->words + 1) * WORD_BITS;
}

static size_t terrain_bytes(const fw_map *map)
{
    return (size_t)map->height * (size_t)map->words * WORD_BITS + 2 * margin_bytes(map);
}

static void fill_terrains(fw_map *map, uint8_t fill)
{
    for (int32_t y = 0; y < map->height; y++)
        memset(map_terrain_word(map, y, 0), fill, (size_t)map->width);
}

fw_result map_create(const fw_map_def *def, const derived_kind *const *kinds, int32_t count, fw_map **map)
{
    if (!def || !map)
        return FW_NULL_ARGUMENT;
    const fw_result checked = check_def(def);
    if (checked)
        return checked;
    assert(count <= MAX_KINDS);
    memory memory;
    memory_init(&memory, def->allocator);
    fw_map *made = memory_get_zeroed(&memory, 1, sizeof *made);
    if (!made)
        return FW_NO_MEMORY;
    *made = (fw_map){ .memory = memory, .width = def->width, .height = def->height, .version = 1 };
    made->words = (def->width + WORD_BITS - 1) >> WORD_SHIFT;
    made->kinds = kinds;
    made->kind_count = count;
    for (size_t i = 0; i < sizeof known_terrains / sizeof *known_terrains; i++)
        memcpy(made->names[i], known_terrains[i], strlen(known_terrains[i]) + 1);
    uint8_t *terrains = memory_get_zeroed(&made->memory, terrain_bytes(made), 1);
    made->terrains = terrains ? terrains + margin_bytes(made) : NULL;
    if (!made->terrains ||
        sheet_create(&made->memory, made->width, made->height, sizeof(edit_block), &made->pending)) {
        fw_map_destroy(made);
        return FW_NO_MEMORY;
    }
    fill_terrains(made, def->fill);
    *map = made;
    return FW_OK;
}

void fw_map_destroy(fw_map *map)
{
    if (!map)
        return;
    for (size_t i = 0; i < map->slot_count; i++)
        if (map->slots[i].member)
            map_free_member(map, map->slots[i].member);
    memory *owned = &map->memory;
    memory_give_back(owned, map->slots, map->slot_capacity, sizeof *map->slots);
    memory_give_back(owned, map->layers, map->layer_capacity, sizeof(map_layer *));
    memory_give_back(owned, map->edited, map->edited_capacity, sizeof *map->edited);
    memory_give_back(owned, map->tile_changes, map->tile_change_capacity, sizeof *map->tile_changes);
    sheet_destroy(owned, &map->pending);
    if (map->terrains)
        memory_give_back(owned, map->terrains - margin_bytes(map), terrain_bytes(map), 1);
    memory last = map->memory;
    memory_give_back(&last, map, 1, sizeof *map);
}

int32_t fw_map_width(const fw_map *map)
{
    return map ? map->width : 0;
}

int32_t fw_map_height(const fw_map *map)
{
    return map ? map->height : 0;
}

uint64_t fw_map_version(const fw_map *map)
{
    return map ? map->version : 0;
}

const uint8_t *map_terrain_row(const fw_map *map, int32_t y)
{
    return map_terrain_word(map, y, 0);
}

uint8_t fw_map_terrain(const fw_map *map, int32_t x, int32_t y)
{
    if (!map || x < 0 || y < 0 || x >= map->width || y >= map->height)
        return FW_BLOCKED;
    return map_terrain_row(map, y)[x];
}

fw_result fw_map_set_terrain_name(fw_map *map, uint8_t terrain, const char *name)
{
    if (!map || !name)
        return FW_NULL_ARGUMENT;
    if (terrain >= FW_TERRAIN_COUNT)
        return FW_UNKNOWN_TERRAIN;
    const char *end = memchr(name, 0, TERRAIN_NAME_BYTES);
    if (!end || end == name)
        return FW_BAD_SIZE;
    memmove(map->names[terrain], name, (size_t)(end - name) + 1);
    return FW_OK;
}

const char *fw_map_terrain_name(const fw_map *map, uint8_t terrain)
{
    return map && terrain < FW_TERRAIN_COUNT ? map->names[terrain] : "";
}

static size_t layer_bytes(const map_layer *shared)
{
    size_t bytes = sizeof *shared + layer_word_count(&shared->layer) * sizeof *shared->layer.bits;
    for (int diagonal = 0; diagonal < 2; diagonal++)
        if (shared->joined[diagonal])
            bytes += regions_bytes(shared->joined[diagonal]);
    return bytes;
}

static size_t table_bytes(const map_layer *shared)
{
    size_t bytes = 0;
    for (const map_table_entry *entry = shared->tables; entry; entry = entry->next)
        bytes += sizeof *entry + entry->kind->bytes(entry->table);
    return bytes;
}

fw_result fw_map_memory_use(const fw_map *map, fw_map_memory *use)
{
    if (!map || !use)
        return FW_NULL_ARGUMENT;
    fw_map_memory sum = { .scratch = map->tile_change_capacity * sizeof *map->tile_changes +
                                     map->edited_capacity * sizeof *map->edited };
    for (size_t i = 0; i < map->layer_count; i++) {
        const map_layer *shared = map->layers[i];
        sum.layers += layer_bytes(shared);
        sum.tables += table_bytes(shared);
        sum.scratch += shared->change_capacity * sizeof *shared->changes;
    }
    sum.map = map->memory.bytes - sum.layers - sum.tables - sum.scratch;
    *use = sum;
    return FW_OK;
}
