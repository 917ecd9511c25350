#include "map/table_registry.h"

#include "base/must_hold.h"
#include "map/tables.h"

/// Gives a new entry its table: a new one or, if the table does not depend on tiles, that of an entry of another
/// version.
static fw_result get_table(map_version *version, map_layer *layer, map_table_entry *entry,
                           const map_table_entry *from)
{
    if (from && from->versions) {
        entry->table = from->table;
        entry->versions = from->versions;
        ++*entry->versions;
        return FW_OK;
    }
    if (!entry->kind->patch) {
        entry->versions = memory_get(version->memory, 1, sizeof *entry->versions);
        if (!entry->versions)
            return FW_NO_MEMORY;
        *entry->versions = 1;
    }
    const fw_result built = map_build_table(version, layer, entry, from, &entry->table);
    if (built)
        memory_give_back(version->memory, entry->versions, 1, sizeof *entry->versions);
    return built;
}

/// An entry without a table. Null without memory.
static map_table_entry *new_entry(map_version *version, const derived_kind *kind, const fw_unit_def *unit)
{
    map_table_entry *entry = memory_get_zeroed(version->memory, 1, sizeof *entry);
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
static fw_result share_table(map_version *version, map_layer *layer, const derived_kind *kind,
                             const fw_unit_def *unit, const map_table_entry *from, map_table_entry **shared)
{
    map_table_entry *entry = map_find_table(layer, kind, unit);
    if (!entry) {
        entry = new_entry(version, kind, unit);
        if (!entry)
            return FW_NO_MEMORY;
        const fw_result built = get_table(version, layer, entry, from);
        if (built) {
            memory_give_back(version->memory, entry, 1, sizeof *entry);
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
static fw_result share_kind(map_version *version, map_member *member, int32_t i, const map_table_entry *from)
{
    const derived_kind *kind = version->kinds[i];
    fw_unit_def unit = member->unit.def;
    if (kind->of_body) {
        unit.size = 1;
        unit.corners = FW_CORNERS_NEVER;
    }
    return share_table(version, layer_of_kind(member, kind), kind->of_body ? kind->of_body : kind, &unit,
                       from, &member->tables[i]);
}

map_table_entry *map_add_table(map_version *version, map_member *member, int32_t kind)
{
    map_table_entry *entry = new_entry(version, version->kinds[kind], &member->unit.def);
    if (!entry)
        return NULL;
    entry->users = 1;
    list_entry(member->layer, entry);
    member->tables[kind] = entry;
    return entry;
}

static void release_table(map_version *version, map_layer *layer, map_table_entry *shared)
{
    if (--shared->users > 0)
        return;
    map_table_entry **link = &layer->tables;
    while (*link != shared)
        link = &(*link)->next;
    *link = shared->next;
    if (!shared->versions || --*shared->versions == 0) {
        shared->kind->destroy(version->memory, shared->table);
        memory_give_back(version->memory, shared->versions, 1, sizeof *shared->versions);
    }
    memory_give_back(version->memory, shared, 1, sizeof *shared);
}

/// Releases the tables of the kinds in a set.
static void release_kinds(map_version *version, map_member *member, uint32_t kinds)
{
    for (int32_t i = 0; i < version->kind_count; i++)
        if (kinds >> i & 1 && member->tables[i]) {
            release_table(version, layer_of_kind(member, version->kinds[i]), member->tables[i]);
            member->tables[i] = NULL;
        }
}

/// True if a unit has a table of a kind for some methods, or may have one.
static bool is_of_use(const map_member *member, const derived_kind *kind, uint32_t methods)
{
    const fw_unit_def *unit = &member->unit.def;
    return (kind->methods | kind->helps) & methods && derived_kind_serves(kind, unit) &&
           kind->fits(unit, NULL);
}

fw_result map_share_tables(map_version *version, map_member *member, uint32_t methods)
{
    uint32_t added = 0;
    for (int32_t i = 0; i < version->kind_count; i++) {
        if (member->tables[i] || !is_of_use(member, version->kinds[i], methods))
            continue;
        const fw_result result = share_kind(version, member, i, NULL);
        if (result) {
            release_kinds(version, member, added);
            return result;
        }
        added |= UINT32_C(1) << i;
    }
    return FW_OK;
}

fw_result map_refresh_tables(map_version *version, map_member *member, uint32_t methods)
{
    fw_result result = FW_OK;
    for (int32_t i = 0; i < version->kind_count && result == FW_OK; i++) {
        const derived_kind *kind = version->kinds[i];
        if (member->tables[i] && kind->refresh && is_of_use(member, kind, methods))
            result = kind->refresh(version->memory, member->tables[i]->table);
    }
    return result;
}

fw_result map_copy_tables(map_version *version, map_member *member, const map_member *from)
{
    fw_result result = FW_OK;
    for (int32_t i = 0; i < version->kind_count && result == FW_OK; i++)
        if (from->tables[i])
            result = share_kind(version, member, i, from->tables[i]);
    return result;
}

/// Gives an entry a new table for the tiles as they are now.
static fw_result build_again(map_version *version, const map_layer *layer, map_table_entry *entry)
{
    void *built = NULL;
    const fw_result result = map_build_table(version, layer, entry, NULL, &built);
    if (result)
        return result;
    entry->kind->destroy(version->memory, entry->table);
    entry->table = built;
    return FW_OK;
}

fw_result map_catch_up_tables(map_version *version, map_layer *layer, const map_layer *newest)
{
    fw_result result = FW_OK;
    for (map_table_entry *entry = layer->tables; entry && !result; entry = entry->next) {
        const map_table_entry *newer = map_find_table(newest, entry->kind, &entry->unit);
        must_hold(newer);
        if (entry->kind->catch_up)
            entry->kind->catch_up(version->memory, entry->table, newer->table);
        else if (entry->kind->patch)
            result = build_again(version, layer, entry);
    }
    return result;
}

void map_release_tables(map_version *version, map_member *member)
{
    release_kinds(version, member, UINT32_MAX);
}
