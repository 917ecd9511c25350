#include "map/map_inside.h"

#include <assert.h>

/// @file
/// Tables that are built in slices. A construction reads the newest version and belongs to no version: commits tell it
/// which tiles have changed. When the table is ready, a version is opened to take it.

/// A table that is being built, or refreshed, for a unit.
struct map_construction {
    struct map_construction *next;
    const derived_kind *kind;
    fw_unit_id unit_id;
    fw_unit_def unit;
    bool refreshes; ///< the unit has a table
    void *begun;
};

static map_construction **find_link(map_editor *editor, fw_unit_id unit_id, const derived_kind *kind)
{
    map_construction **link = &editor->constructions;
    while (*link && ((*link)->unit_id != unit_id || (*link)->kind != kind))
        link = &(*link)->next;
    return link;
}

static void end_construction(map_editor *editor, map_construction **link)
{
    map_construction *doomed = *link;
    assert(doomed);
    *link = doomed->next;
    doomed->kind->end(&editor->memory, doomed->begun);
    memory_give_back(&editor->memory, doomed, 1, sizeof *doomed);
}

void map_end_constructions(map_editor *editor, fw_unit_id unit_id)
{
    map_construction **link = &editor->constructions;
    while (*link)
        if (unit_id == 0 || (*link)->unit_id == unit_id)
            end_construction(editor, link);
        else
            link = &(*link)->next;
}

void map_outdate_constructions(map_editor *editor, tile_box tiles)
{
    for (map_construction *each = editor->constructions; each; each = each->next)
        each->kind->outdate(&editor->memory, each->begun, &each->unit, tiles);
}

/// @param[out] link  where the construction is; null there: nothing is to be done
static fw_result begin(map_editor *editor, const map_member *member, const derived_kind *kind,
                       const derived_source *source, const void *existing, map_construction **link)
{
    map_construction *made = memory_get_zeroed(&editor->memory, 1, sizeof *made);
    const fw_result result =
        made ? kind->begin(&editor->memory, source, existing, &made->begun) : FW_NO_MEMORY;
    if (result != FW_OK || !made->begun) {
        memory_give_back(&editor->memory, made, 1, sizeof *made);
        return result;
    }
    made->kind = kind;
    made->unit_id = member->unit.id;
    made->unit = member->unit.def;
    made->refreshes = existing != NULL;
    *link = made;
    return FW_OK;
}

/// Gives a table that is ready to the newest version, or to one that takes its place.
static fw_result publish(fw_map *map, const map_construction *ready, int32_t kind)
{
    fw_map *opened = map_open_version(map);
    if (!opened)
        return FW_NO_MEMORY;
    map_member *member = map_find_member(opened, ready->unit_id);
    map_table_entry *entry = member->tables[kind];
    if (!entry)
        entry = map_add_table(opened, member, kind);
    if (entry)
        ready->kind->finish(map->memory, ready->begun, &entry->table);
    map_close_version(map, opened, entry != NULL);
    return entry ? FW_OK : FW_NO_MEMORY;
}

/// Spends work on a table of a unit, until it is up to date.
///
/// @return FW_OK, FW_PENDING or a failure, with which the table is given up
static fw_result step_table(fw_map *map, fw_unit_id unit_id, int32_t kind_index, uint64_t *work)
{
    map_editor *editor = map->editor;
    const derived_kind *kind = map->kinds[kind_index];
    while (*work > 0) {
        const fw_map *newest = map_seen(map);
        const map_member *member = map_find_member(newest, unit_id);
        const map_table_entry *entry = member->tables[kind_index];
        const void *existing = entry ? entry->table : NULL;
        const derived_source source = { .map = newest,
                                        .layer = &member->layer->layer,
                                        .unit = &member->unit.def };
        map_construction **link = find_link(editor, unit_id, kind);
        const bool is_shared = !entry && map_find_table(member->layer, kind, &member->unit.def);
        if (*link && (is_shared || (*link)->refreshes != (existing != NULL)))
            end_construction(editor, link);
        if (is_shared)
            return FW_OK; // another unit has it
        link = find_link(editor, unit_id, kind);
        fw_result result = *link ? FW_OK : begin(editor, member, kind, &source, existing, link);
        if (result != FW_OK || !*link)
            return result;
        result = kind->step(&editor->memory, &source, existing, (*link)->begun, work);
        if (result == FW_PENDING)
            return result;
        if (result == FW_OK)
            result = publish(map, *link, kind_index);
        end_construction(editor, find_link(editor, unit_id, kind));
        if (result != FW_OK)
            return result;
    }
    return FW_PENDING;
}

/// Says to all threads that tables are on their way.
static void announce(map_editor *editor, fw_unit_id unit_id, uint32_t kinds)
{
    unit_slot *slot = &editor->slots[unit_id & (SLOTS - 1)];
    atomic_store_explicit(&slot->announced,
                          atomic_load_explicit(&slot->announced, memory_order_relaxed) | kinds,
                          memory_order_relaxed);
}

bool map_has_announced(const fw_map *map, const map_unit *unit, const derived_kind *kind)
{
    const unit_slot *slot = &map->editor->slots[unit->id & (SLOTS - 1)];
    const uint32_t announced = atomic_load_explicit(&slot->announced, memory_order_relaxed);
    for (int32_t i = 0; i < map->kind_count; i++)
        if (map->kinds[i] == kind)
            return announced >> i & 1;
    return false;
}

fw_result fw_map_prepare_step(fw_map *map, fw_unit_id id, fw_method method, uint64_t work)
{
    map_member *member = NULL;
    fw_result result = map_judge_preparation(map, id, method, &member, NULL);
    if (result == FW_OK && !member->layer && method != FW_ON_DEMAND)
        result = fw_map_prepare(map, id, FW_ASTAR); // layer and regions
    uint64_t left = work ? work : UINT64_MAX;
    for (int32_t i = 0; result == FW_OK && i < map->kind_count; i++) {
        const derived_kind *kind = map->kinds[i];
        if (!kind->begin || !(kind->methods & FW_METHOD_BIT(method)))
            continue;
        announce(map->editor, id, UINT32_C(1) << i);
        result = step_table(map, id, i, &left);
    }
    return result == FW_OK ? fw_map_prepare(map, id, method) : result;
}
