#include "map/create.h"

#include <string.h>

#include "base/def.h"
#include "base/must_hold.h"
#include "map/constructions.h"
#include "map/edits.h"
#include "map/map.h"
#include "map/recording.h"
#include "map/snapshots.h"
#include "map/versions.h"

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

/// Frees an editor that has no versions.
static void free_editor(map_editor *editor)
{
    memory *owned = &editor->memory;
    memory_give_back(owned, editor->generations, UNIT_SLOTS, sizeof *editor->generations);
    change_log_leave(owned, editor->log);
    memory_give_back(owned, editor->edited, editor->edited_capacity, sizeof *editor->edited);
    memory_give_back(owned, editor->tile_changes, editor->tile_change_capacity, sizeof *editor->tile_changes);
    sheet_destroy(owned, &editor->pending);
    snapshots_destroy(owned, editor->snapshots);
    memory last = editor->memory;
    memory_give_back(&last, editor, 1, sizeof *editor);
}

/// The first generation of the ids of a map's units: far from those of other maps. The multiples of a fraction near the
/// golden ratio are the most evenly spread: those of N maps differ by at least UNIT_GENERATIONS / (2.3 N).
/// Source: Knuth 1998, "The Art of Computer Programming", volume 3, 6.4.
static uint32_t next_first_generation(void)
{
    static atomic_uint maps_created;
    const uint64_t number = atomic_fetch_add_explicit(&maps_created, 1, memory_order_relaxed);
    return (uint32_t)(number * 648056 % UNIT_GENERATIONS);
}

static map_editor *new_editor(const fw_map_def *def, const derived_kind *const *kinds, int32_t count)
{
    memory memory;
    memory_init(&memory, def->allocator);
    map_editor *made = memory_get_zeroed(&memory, 1, sizeof *made);
    if (!made)
        return NULL;
    made->memory = memory;
    made->width = def->width;
    made->height = def->height;
    made->handle.editor = made;
    made->handle.pins = &made->pins;
    made->nothing.editor = made;
    made->nothing.memory = &made->memory;
    made->nothing.kinds = kinds;
    made->nothing.kind_count = count;
    made->nothing.first_generation = next_first_generation();
    atomic_flag_clear(&made->pins.lock);
    made->pins.old_versions = def->old_versions;
    made->pins.recorder = &made->recorder;
    for (size_t i = 0; i < sizeof known_terrains / sizeof *known_terrains; i++)
        memcpy(made->names[i], known_terrains[i], strlen(known_terrains[i]) + 1);
    return made;
}

/// Creates the parts of a new map, and its first version.
static fw_result create_parts(map_editor *editor, uint8_t fill)
{
    memory *memory = &editor->memory;
    const int32_t width = editor->width, height = editor->height;
    editor->generations = memory_get_zeroed(memory, UNIT_SLOTS, sizeof *editor->generations);
    editor->snapshots = snapshots_create(memory);
    editor->log = change_log_create(memory, width, height, TILE_LOG_SHIFT, 1);
    editor->nothing.log = editor->log;
    if (!editor->generations || !editor->snapshots || !editor->log ||
        sheet_create(memory, width, height, sizeof(edit_block), &editor->pending) != FW_OK)
        return FW_NO_MEMORY;
    paged tiles;
    map_version *first =
        tiles_create(memory, width, height, fill, &tiles) == FW_OK ? versions_add(editor, &tiles) : NULL;
    if (!first)
        return FW_NO_MEMORY;
    first->number = 1;
    atomic_init(&editor->handle.seen, first);
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
    must_hold(count <= MAX_KINDS);
    map_editor *editor = new_editor(def, kinds, count);
    if (!editor)
        return FW_NO_MEMORY;
    if (create_parts(editor, def->fill)) {
        free_editor(editor);
        return FW_NO_MEMORY;
    }
    *map = &editor->handle;
    return FW_OK;
}

void fw_map_destroy(fw_map *map)
{
    if (map_judge_edit(map))
        return;
    constructions_end(map->editor, 0);
    versions_free_all(map->editor);
    free_editor(map->editor);
}

/// A side of a map, asked on any thread: that of the editor never changes, and no commit takes it away. What is in the
/// map of a snapshot is its version's.
int32_t fw_map_width(const fw_map *map)
{
    if (map && map->editor)
        return map->editor->width;
    const map_version *version = map_version_of(map);
    return version ? version->width : 0;
}

int32_t fw_map_height(const fw_map *map)
{
    if (map && map->editor)
        return map->editor->height;
    const map_version *version = map_version_of(map);
    return version ? version->height : 0;
}

uint64_t fw_map_version(const fw_map *map)
{
    const map_version *version = map_version_of(map);
    return version ? version->number : 0;
}

uint8_t fw_map_terrain(const fw_map *map, int32_t x, int32_t y)
{
    const map_version *version = map_version_of(map);
    return version ? map_terrain(version, x, y) : FW_BLOCKED;
}

fw_result fw_map_set_terrain_name(fw_map *map, uint8_t terrain, const char *name)
{
    const fw_result refused = name ? map_judge_edit(map) : FW_NULL_ARGUMENT;
    if (refused)
        return refused;
    if (terrain >= FW_TERRAIN_COUNT)
        return FW_UNKNOWN_TERRAIN;
    const char *end = memchr(name, 0, TERRAIN_NAME_BYTES);
    if (!end || end == name)
        return FW_BAD_SIZE;
    recording_name(map->editor, terrain, name);
    memmove(map->editor->names[terrain], name, (size_t)(end - name) + 1);
    return recording_answer(map->editor, FW_OK, 0);
}

const char *fw_map_terrain_name(const fw_map *map, uint8_t terrain)
{
    const map_version *version = map_version_of(map);
    return version && terrain < FW_TERRAIN_COUNT ? version->editor->names[terrain] : "";
}

/// Adds a layer and its tables. Tables that do not depend on tiles count in part for each version that shares them.
static void add_layer(const map_layer *shared, fw_map_memory *sum)
{
    sum->layers += sizeof *shared + paged_bytes(&shared->layer.rows);
    sum->scratch += shared->changes.capacity * sizeof *shared->changes.items;
    for (const map_table_entry *entry = shared->tables; entry; entry = entry->next) {
        const size_t bytes = entry->kind->bytes(entry->table);
        *(entry->kind->counts_as_layer ? &sum->layers : &sum->tables) +=
            sizeof *entry + bytes / (size_t)(entry->versions ? *entry->versions : 1);
    }
}

/// Adds the layers and tables of a version.
static void add_version(const map_version *version, fw_map_memory *sum)
{
    for (size_t i = 0; i < version->layer_count; i++)
        add_layer(version->layers[i], sum);
}

fw_result fw_map_memory_use(const fw_map *map, fw_map_memory *use)
{
    const map_version *seen = map_version_of(map);
    if (!seen || !use)
        return FW_NULL_ARGUMENT;
    const map_editor *editor = seen->editor;
    fw_map_memory sum = { .scratch = editor->tile_change_capacity * sizeof *editor->tile_changes +
                                     editor->edited_capacity * sizeof *editor->edited };
    add_version(seen, &sum);
    for (const map_version *version = editor->versions; version; version = version->next) {
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
