#include "map/map_inside.h"

/// @file
/// Derived tables that units share: built when the first unit needs a table, freed when the last is gone.

derived_source map_table_source(const fw_map *map, const map_layer *layer, const map_table_entry *entry)
{
    return (derived_source){ .map = map,
                             .layer = &layer->layer,
                             .unit = &entry->unit,
                             .former = entry->table,
                             .is_behind = map->editor->applied == &map->editor->missed };
}

fw_result map_build_table(fw_map *map, const map_layer *shared, const map_table_entry *entry,
                          const map_table_entry *from, void **table)
{
    derived_source source = map_table_source(map, shared, entry);
    source.serial = ++map->editor->tables_built;
    return from && entry->kind->copy ? entry->kind->copy(map->memory, &source, from->table, table)
                                     : entry->kind->build(map->memory, &source, table);
}

map_table_entry *map_find_table(const map_layer *layer, const derived_kind *kind, const fw_unit_def *unit)
{
    for (map_table_entry *entry = layer->tables; entry; entry = entry->next)
        if (entry->kind == kind && kind->equal(&entry->unit, unit))
            return entry;
    return NULL;
}

/// Gives a new entry its table: a new one or, if the table does not depend on tiles, that of an entry of another
/// version.
static fw_result get_table(fw_map *map, map_layer *layer, map_table_entry *entry, const map_table_entry *from)
{
    if (from && from->versions) {
        entry->table = from->table;
        entry->versions = from->versions;
        ++*entry->versions;
        return FW_OK;
    }
    if (!entry->kind->patch) {
        entry->versions = memory_get(map->memory, 1, sizeof *entry->versions);
        if (!entry->versions)
            return FW_NO_MEMORY;
        *entry->versions = 1;
    }
    const fw_result built = map_build_table(map, layer, entry, from, &entry->table);
    if (built)
        memory_give_back(map->memory, entry->versions, 1, sizeof *entry->versions);
    return built;
}

/// An entry without a table. Null without memory.
static map_table_entry *new_entry(fw_map *map, const derived_kind *kind, const fw_unit_def *unit)
{
    map_table_entry *entry = memory_get_zeroed(map->memory, 1, sizeof *entry);
    if (entry) {
        entry->kind = kind;
        entry->unit = *unit;
    }
    return entry;
}

static void list_entry(map_layer *layer, map_table_entry *entry)
{
    entry->next = layer->tables;
    layer->tables = entry;
}

/// @param from  the entry of a version with equal tiles, or null
static fw_result share_table(fw_map *map, map_layer *layer, const derived_kind *kind, const fw_unit_def *unit,
                             const map_table_entry *from, map_table_entry **shared)
{
    map_table_entry *entry = map_find_table(layer, kind, unit);
    if (!entry) {
        entry = new_entry(map, kind, unit);
        if (!entry)
            return FW_NO_MEMORY;
        const fw_result built = get_table(map, layer, entry, from);
        if (built) {
            memory_give_back(map->memory, entry, 1, sizeof *entry);
            return built;
        }
        list_entry(layer, entry);
    }
    entry->users++;
    *shared = entry;
    return FW_OK;
}

/// The layer that a unit's table of a kind belongs to.
static map_layer *layer_of_kind(const map_member *member, const derived_kind *kind)
{
    return kind->of_body ? member->body : member->layer;
}

/// Gives a member its table of a kind.
static fw_result share_kind(fw_map *map, map_member *member, int32_t i, const map_table_entry *from)
{
    const derived_kind *kind = map->kinds[i];
    fw_unit_def unit = member->unit.def;
    if (kind->of_body) {
        unit.size = 1;
        unit.corners = FW_CORNERS_NEVER;
    }
    return share_table(map, layer_of_kind(member, kind), kind->of_body ? kind->of_body : kind, &unit, from,
                       &member->tables[i]);
}

map_table_entry *map_add_table(fw_map *map, map_member *member, int32_t kind)
{
    map_table_entry *entry = new_entry(map, map->kinds[kind], &member->unit.def);
    if (!entry)
        return NULL;
    entry->users = 1;
    list_entry(member->layer, entry);
    member->tables[kind] = entry;
    return entry;
}

static void release_table(fw_map *map, map_layer *layer, map_table_entry *shared)
{
    if (--shared->users > 0)
        return;
    map_table_entry **link = &layer->tables;
    while (*link != shared)
        link = &(*link)->next;
    *link = shared->next;
    if (!shared->versions || --*shared->versions == 0) {
        shared->kind->destroy(map->memory, shared->table);
        memory_give_back(map->memory, shared->versions, 1, sizeof *shared->versions);
    }
    memory_give_back(map->memory, shared, 1, sizeof *shared);
}

/// Releases the tables of the kinds in a set.
static void release_kinds(fw_map *map, map_member *member, uint32_t kinds)
{
    for (int32_t i = 0; i < map->kind_count; i++)
        if (kinds >> i & 1 && member->tables[i]) {
            release_table(map, layer_of_kind(member, map->kinds[i]), member->tables[i]);
            member->tables[i] = NULL;
        }
}

static fw_result refresh_table(fw_map *map, map_table_entry *shared)
{
    return shared->kind->refresh ? shared->kind->refresh(map->memory, shared->table) : FW_OK;
}

fw_result map_share_tables(fw_map *map, map_member *member, uint32_t methods)
{
    uint32_t added = 0;
    for (int32_t i = 0; i < map->kind_count; i++) {
        const derived_kind *kind = map->kinds[i];
        const bool is_new = !member->tables[i];
        if (!((kind->methods | kind->helps) & methods) || !kind->fits(&member->unit.def, NULL))
            continue;
        const fw_result result =
            is_new ? share_kind(map, member, i, NULL) : refresh_table(map, member->tables[i]);
        if (result) {
            release_kinds(map, member, added);
            return result;
        }
        added |= (uint32_t)is_new << i;
    }
    return FW_OK;
}

fw_result map_copy_tables(fw_map *map, map_member *member, const map_member *from)
{
    fw_result result = FW_OK;
    for (int32_t i = 0; i < map->kind_count && result == FW_OK; i++)
        if (from->tables[i])
            result = share_kind(map, member, i, from->tables[i]);
    return result;
}

void map_take_over_tables(fw_map *map, map_member *member, const map_member *from)
{
    for (int32_t i = 0; i < map->kind_count; i++) {
        const map_table_entry *entry = member->tables[i];
        if (entry && entry->kind->take_over)
            entry->kind->take_over(map->memory, entry->table, from->tables[i]->table);
    }
}

void map_release_tables(fw_map *map, map_member *member)
{
    release_kinds(map, member, UINT32_MAX);
}

const void *map_table(const fw_map *map, const map_unit *unit, const derived_kind *kind)
{
    const map_member *member = (const map_member *)unit;
    for (int32_t i = 0; i < map->kind_count; i++)
        if (map->kinds[i] == kind)
            return member->tables[i] ? member->tables[i]->table : NULL;
    return NULL;
}

int32_t map_list_peers(const fw_map *map, const derived_kind *kind, int32_t size, int32_t most,
                       map_peer *peers)
{
    const fw_map *version = map_seen(map);
    int32_t count = 0;
    for (size_t i = 0; i < version->layer_count; i++) {
        const map_layer *shared = version->layers[i];
        for (const map_table_entry *entry = shared->layer.size == size ? shared->tables : NULL; entry;
             entry = entry->next)
            if (entry->kind == kind && count < most)
                peers[count++] = (map_peer){ entry->table, &entry->unit };
    }
    return count;
}

/// Methods that need no table, or that serve units whose table does not fit.
enum {
    TABLE_IS_OPTIONAL = FW_METHOD_BIT(FW_AUTO) | FW_METHOD_BIT(FW_GRID) | FW_METHOD_BIT(FW_ASTAR) |
                        FW_METHOD_BIT(FW_ON_DEMAND) | METHODS_IN_LEGS
};

/// True if the tables of this map can serve the unit with a method.
static fw_result judge_method(const fw_map *map, const map_member *member, uint32_t method, fw_refusal *why)
{
    if (method & TABLE_IS_OPTIONAL)
        return FW_OK;
    map = map_seen(map);
    bool is_known = false;
    for (int32_t i = 0; i < map->kind_count; i++)
        if (map->kinds[i]->methods & method) {
            if (!map->kinds[i]->fits(&member->unit.def, why))
                return refuse_with(why, FW_METHOD_DOES_NOT_FIT, "method");
            is_known = true;
        }
    return is_known ? FW_OK : refuse(why, FW_NOT_SUPPORTED, "method", "the method is not part of this build");
}

fw_result map_judge_preparation(const fw_map *map, fw_unit_id id, fw_method method, map_member **member,
                                fw_refusal *why)
{
    if (!map)
        return refuse(why, FW_NULL_ARGUMENT, "map", "the pointer must not be null");
    *member = map_find_member(map, id);
    if (!*member)
        return refuse(why, FW_UNKNOWN_UNIT, "unit", "no unit of this map has this id");
    if ((unsigned)method >= FW_METHOD_COUNT)
        return refuse(why, FW_BAD_VALUE, "method", "there is no such method");
    return judge_method(map, *member, FW_METHOD_BIT(method), why);
}

fw_refusal fw_map_prepare_refusal(const fw_map *map, fw_unit_id id, fw_method method)
{
    fw_refusal why = refusal_none();
    map_member *member = NULL;
    map_judge_preparation(map, id, method, &member, &why);
    return why;
}

/// Builds what a method needs for a unit of a version.
static fw_result prepare(fw_map *version, fw_unit_id id, fw_method method)
{
    map_member *member = map_find_member(version, id);
    const bool was_base = !member->layer;
    fw_result result = was_base ? map_join_layer(version, member) : FW_OK;
    if (!result)
        result = map_share_tables(version, member, FW_METHOD_BIT(method));
    if (result && was_base)
        map_leave_layer(version, member);
    return result;
}

fw_result fw_map_prepare(fw_map *map, fw_unit_id id, fw_method method)
{
    map_member *member = NULL;
    const fw_result judged = map_judge_preparation(map, id, method, &member, NULL);
    if (judged || method == FW_ON_DEMAND)
        return judged;
    fw_map *opened = map_open_version(map);
    if (!opened)
        return FW_NO_MEMORY;
    const fw_result result = prepare(opened, id, method);
    map_close_version(map, opened, result == FW_OK);
    return result;
}
