#include "fairway/map.h"

#include <assert.h>
#include <string.h>

#include "base/def.h"
#include "map/map_inside.h"

/// @file
/// A map with its versions: creation, terrains, names, memory.

static const char *const known_terrains[] = {
    [FW_BLOCKED] = "blocked", [FW_GROUND] = "ground", [FW_SWAMP] = "swamp", [FW_WATER] = "water",
    [FW_SHALLOW] = "shallow", [FW_TREE] = "tree",     [FW_ROAD] = "road",   [FW_SAND] = "sand",
};

static const fw_map_def defaults = { .bytes = sizeof defaults,
                                     .cookie = MAP_DEF_COOKIE,
                                     .width = 64,
                                     .height = 64,
                                     .fill = FW_GROUND,
                                     .old_versions = 8 };

fw_result fw_map_def_init(fw_map_def *def, size_t bytes)
{
    return def_init(def, bytes, &defaults, sizeof defaults);
}

fw_map_def fw_default_map_def(void)
{
    return defaults;
}

static fw_result check_def(const fw_map_def *def)
{
    if (!def)
        return FW_BAD_DEF;
    if (def->width < 1 || def->width > FW_MAX_SIDE || def->height < 1 || def->height > FW_MAX_SIDE)
        return FW_BAD_SIZE;
    if (def->old_versions < 0 || def->old_versions > FW_MAX_OLD_VERSIONS)
        return FW_BAD_VALUE;
    return def->fill < FW_TERRAIN_COUNT ? FW_OK : FW_UNKNOWN_TERRAIN;
}

fw_map *map_new_version(fw_map *map, paged *tiles)
{
    fw_map *made = memory_get_zeroed(map->memory, 1, sizeof *made);
    if (!made) {
        paged_destroy(tiles);
        return NULL;
    }
    made->editor = map->editor;
    made->memory = map->memory;
    made->width = map->width;
    made->height = map->height;
    made->words = map->words;
    made->kinds = map->kinds;
    made->kind_count = map->kind_count;
    made->tiles = *tiles;
    atomic_init(&made->seen, made);
    atomic_init(&made->snapshots, 0);
    made->next = map->editor->versions;
    map->editor->versions = made;
    return made;
}

void map_free_version(fw_map *version)
{
    memory *memory = version->memory;
    for (size_t i = 0; i < version->member_count; i++)
        if (version->members[i])
            map_free_member(version, version->members[i]);
    memory_give_back(memory, version->members, version->member_capacity, sizeof(map_member *));
    memory_give_back(memory, version->layers, version->layer_capacity, sizeof(map_layer *));
    paged_destroy(&version->tiles);
    memory_give_back(memory, version, 1, sizeof *version);
}

static map_editor *new_editor(const fw_map_def *def)
{
    memory memory;
    memory_init(&memory, def->allocator);
    map_editor *made = memory_get_zeroed(&memory, 1, sizeof *made);
    if (!made)
        return NULL;
    made->memory = memory;
    made->old_versions = def->old_versions;
    atomic_flag_clear(&made->pins.lock);
    for (size_t i = 0; i < sizeof known_terrains / sizeof *known_terrains; i++)
        memcpy(made->names[i], known_terrains[i], strlen(known_terrains[i]) + 1);
    return made;
}

/// Creates the parts of a new map, and its first version.
static fw_result create_parts(fw_map *map, uint8_t fill)
{
    map_editor *editor = map->editor;
    memory *memory = map->memory;
    editor->slots = memory_get_zeroed(memory, SLOTS, sizeof *editor->slots);
    if (!editor->slots || changed_blocks_create(memory, map->width, map->height, &editor->changed) ||
        sheet_create(memory, map->width, map->height, sizeof(edit_block), &editor->pending) ||
        sheet_create(memory, map->width, map->height, sizeof(edit_block), &editor->missed))
        return FW_NO_MEMORY;
    paged tiles;
    fw_map *first = tiles_create(memory, map->width, map->height, fill, &tiles) == FW_OK
                        ? map_new_version(map, &tiles)
                        : NULL;
    if (!first)
        return FW_NO_MEMORY;
    first->version = 1;
    atomic_init(&map->seen, first);
    return FW_OK;
}

fw_result map_create(const fw_map_def *def, const derived_kind *const *kinds, int32_t count, fw_map **map)
{
    if (!def || !map)
        return FW_NULL_ARGUMENT;
    fw_map_def room;
    def = def_whole(def, &defaults, sizeof defaults, &room);
    const fw_result checked = check_def(def);
    if (checked)
        return checked;
    assert(count <= MAX_KINDS);
    map_editor *editor = new_editor(def);
    if (!editor)
        return FW_NO_MEMORY;
    fw_map *made = memory_get_zeroed(&editor->memory, 1, sizeof *made);
    if (!made) {
        memory last = editor->memory;
        memory_give_back(&last, editor, 1, sizeof *editor);
        return FW_NO_MEMORY;
    }
    made->editor = editor;
    made->memory = &editor->memory;
    made->width = def->width;
    made->height = def->height;
    made->words = (def->width + WORD_BITS - 1) >> WORD_SHIFT;
    made->kinds = kinds;
    made->kind_count = count;
    if (create_parts(made, def->fill)) {
        fw_map_destroy(made);
        return FW_NO_MEMORY;
    }
    *map = made;
    return FW_OK;
}

void fw_map_destroy(fw_map *map)
{
    if (!map)
        return;
    map_editor *editor = map->editor;
    memory *owned = &editor->memory;
    map_end_constructions(editor, 0);
    for (fw_map *version = editor->versions, *next; version; version = next) {
        next = version->next;
        map_free_version(version);
    }
    memory_give_back(owned, editor->slots, SLOTS, sizeof *editor->slots);
    changed_blocks_destroy(owned, &editor->changed);
    memory_give_back(owned, editor->past, editor->past_capacity, sizeof *editor->past);
    memory_give_back(owned, editor->edited, editor->edited_capacity, sizeof *editor->edited);
    memory_give_back(owned, editor->tile_changes, editor->tile_change_capacity, sizeof *editor->tile_changes);
    sheet_destroy(owned, &editor->pending);
    sheet_destroy(owned, &editor->missed);
    memory_give_back(owned, map, 1, sizeof *map);
    memory last = editor->memory;
    memory_give_back(&last, editor, 1, sizeof *editor);
}

int32_t fw_map_width(const fw_map *map)
{
    return map ? map->width : 0;
}

int32_t fw_map_height(const fw_map *map)
{
    return map ? map->height : 0;
}

const map_version *map_version_of(const fw_map *map)
{
    return map ? map_seen(map) : NULL;
}

int32_t map_width(const map_version *map)
{
    return map->width;
}

int32_t map_height(const map_version *map)
{
    return map->height;
}

uint64_t map_version_number(const map_version *map)
{
    return map->version;
}

uint8_t map_terrain(const map_version *map, int32_t x, int32_t y)
{
    return fw_map_terrain(map, x, y);
}

int32_t map_old_versions(const fw_map *map)
{
    return map->editor->old_versions;
}

uint64_t fw_map_version(const fw_map *map)
{
    return map ? map_seen(map)->version : 0;
}

const changed_blocks *map_changed_blocks(const fw_map *map)
{
    return &map->editor->changed;
}

tile_box map_changes_since(const fw_map *map, uint64_t version)
{
    const fw_map *seen = map_seen(map);
    tile_box around = NO_TILES;
    if (version == 0 || version > seen->version || seen->version - version > RECENT_COMMITS)
        return (tile_box){ 0, 0, map->width - 1, map->height - 1 };
    for (uint64_t later = version + 1; later <= seen->version; later++)
        tile_box_widen(&around, seen->recent[later % RECENT_COMMITS]);
    return around;
}

tile_rows map_tile_rows(const fw_map *map)
{
    return tiles_rows(&map_seen(map)->tiles);
}

const uint8_t *map_terrain_row(const fw_map *map, int32_t y)
{
    return map_terrain_word(map_seen(map), y, 0);
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
    memmove(map->editor->names[terrain], name, (size_t)(end - name) + 1);
    return FW_OK;
}

const char *fw_map_terrain_name(const fw_map *map, uint8_t terrain)
{
    return map && terrain < FW_TERRAIN_COUNT ? map->editor->names[terrain] : "";
}

/// Adds a layer and its tables. Tables that do not depend on tiles count in part for each version that shares them.
static void add_layer(const map_layer *shared, fw_map_memory *sum)
{
    sum->layers += sizeof *shared + layer_word_count(&shared->layer) * sizeof *shared->layer.bits;
    sum->scratch += shared->changes.capacity * sizeof *shared->changes.items;
    for (const map_table_entry *entry = shared->tables; entry; entry = entry->next) {
        const size_t bytes = entry->kind->bytes(entry->table);
        *(entry->kind->counts_as_layer ? &sum->layers : &sum->tables) +=
            sizeof *entry + bytes / (size_t)(entry->versions ? *entry->versions : 1);
    }
}

/// Adds the layers and tables of a version.
static void add_version(const fw_map *version, fw_map_memory *sum)
{
    for (size_t i = 0; i < version->layer_count; i++)
        add_layer(version->layers[i], sum);
}

fw_result fw_map_memory_use(const fw_map *map, fw_map_memory *use)
{
    if (!map || !use)
        return FW_NULL_ARGUMENT;
    const map_editor *editor = map->editor;
    fw_map_memory sum = { .scratch = editor->tile_change_capacity * sizeof *editor->tile_changes +
                                     editor->edited_capacity * sizeof *editor->edited };
    const fw_map *seen = map_seen(map);
    add_version(seen, &sum);
    for (const fw_map *version = editor->versions; version; version = version->next) {
        fw_map_memory old = { .versions = paged_bytes(&version->tiles) };
        if (version == seen)
            continue;
        add_version(version, &old);
        sum.versions += old.versions + old.layers + old.tables + old.scratch;
    }
    sum.map = editor->memory.bytes - sum.layers - sum.tables - sum.scratch - sum.versions;
    *use = sum;
    return FW_OK;
}

fw_result fw_map_get_memory(const fw_map *map, fw_map_memory *use, size_t bytes)
{
    fw_map_memory whole;
    const fw_result result = fw_map_memory_use(map, &whole);
    return result == FW_OK ? struct_give(use, bytes, &whole, sizeof whole) : result;
}
