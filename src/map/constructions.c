#include "map/constructions.h"

#include "base/must_hold.h"
#include "map/table_registry.h"
#include "map/versions.h"

/// A table that is being built, or refreshed, for a unit.
struct map_construction {
    struct map_construction *next;
    const derived_kind *kind;
    fw_unit_id unit_id;
    fw_unit_def unit;
    bool refreshes;   ///< the unit has a table
    uint64_t version; ///< the construction knows all changes up to this version
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
    must_hold(doomed);
    *link = doomed->next;
    doomed->kind->end(&editor->memory, doomed->begun);
    memory_give_back(&editor->memory, doomed, 1, sizeof *doomed);
}

void constructions_end(map_editor *editor, fw_unit_id unit)
{
    map_construction **link = &editor->constructions;
    while (*link)
        if (unit == 0 || (*link)->unit_id == unit)
            end_construction(editor, link);
        else
            link = &(*link)->next;
}

/// Tells a construction which tiles have changed since it knew all.
static void take_changes(map_editor *editor, map_construction *begun)
{
    change_runs runs = change_runs_since(editor->log, begun->version);
    for (change_run run; change_runs_next(&runs, &run);)
        begun->kind->outdate(&editor->memory, begun->begun, &begun->unit, run.tiles);
    begun->version = editor_newest(editor)->number;
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
    made->version = source->map->number;
    *link = made;
    return FW_OK;
}

/// Gives a table that is ready to the newest version, or to one that takes its place.
static fw_result publish(map_editor *editor, const map_construction *ready, int32_t kind)
{
    map_version *opened = versions_open(editor);
    if (!opened)
        return FW_NO_MEMORY;
    map_member *member = map_find_member(opened, ready->unit_id);
    map_table_entry *entry = member->tables[kind];
    if (!entry)
        entry = map_add_table(opened, member, kind);
    if (entry)
        ready->kind->finish(&editor->memory, ready->begun, &entry->table);
    versions_close(editor, opened, entry != NULL);
    return entry ? FW_OK : FW_NO_MEMORY;
}

double constructions_done(const map_editor *editor, fw_unit_id unit, int32_t kind_index)
{
    const map_version *newest = editor_newest(editor);
    const map_member *member = map_find_member(newest, unit);
    const derived_kind *kind = newest->kinds[kind_index];
    const map_table_entry *entry = member->tables[kind_index];
    const map_construction *begun = editor->constructions;
    while (begun && (begun->unit_id != unit || begun->kind != kind))
        begun = begun->next;
    return kind->done(entry ? entry->table : NULL, begun ? begun->begun : NULL);
}

fw_result constructions_step(map_editor *editor, fw_unit_id unit, int32_t kind_index, uint64_t *work)
{
    const derived_kind *kind = editor_newest(editor)->kinds[kind_index];
    while (*work > 0) {
        const map_version *newest = editor_newest(editor);
        const map_member *member = map_find_member(newest, unit);
        const map_table_entry *entry = member->tables[kind_index];
        const void *existing = entry ? entry->table : NULL;
        const derived_source source = { .map = newest,
                                        .layer = &member->layer->layer,
                                        .unit = &member->unit.def };
        map_construction **link = find_link(editor, unit, kind);
        const bool is_shared = !entry && map_find_table(member->layer, kind, &member->unit.def);
        if (*link && (is_shared || (*link)->refreshes != (existing != NULL)))
            end_construction(editor, link);
        if (is_shared)
            return FW_OK; // another unit has it
        link = find_link(editor, unit, kind);
        fw_result result = *link ? FW_OK : begin(editor, member, kind, &source, existing, link);
        if (result != FW_OK || !*link)
            return result;
        take_changes(editor, *link);
        result = kind->step(&editor->memory, &source, existing, (*link)->begun, work);
        if (result == FW_PENDING)
            return result;
        const bool was_last = (*link)->refreshes;
        if (result == FW_OK)
            result = publish(editor, *link, kind_index);
        end_construction(editor, find_link(editor, unit, kind));
        if (result != FW_OK || was_last)
            return result;
    }
    return FW_PENDING;
}
