#include "base/def.h"
#include "map/constructions.h"
#include "map/map.h"
#include "map/members.h"
#include "map/recording.h"
#include "map/versions.h"

/// The units of a map: adding, removing, and their defs.

enum { MAX_UNITS = 4000 };

static fw_unit_id next_id(const map_editor *editor, size_t slot)
{
    const fw_unit_id relative = (editor->generations[slot] + 1) << UNIT_SLOT_BITS | (uint32_t)slot;
    return map_absolute_id(&editor->nothing, relative);
}

/// A free slot whose generations are not used up.
static fw_result find_slot(const map_editor *editor, size_t *slot)
{
    const map_version *newest = editor_newest(editor);
    if (editor->unit_count == MAX_UNITS)
        return FW_TOO_MANY;
    for (size_t i = 0; i < UNIT_SLOTS; i++)
        if ((i >= newest->member_count || !newest->members[i]) && editor->generations[i] < UNIT_GENERATIONS) {
            *slot = i;
            return FW_OK;
        }
    return FW_TOO_MANY;
}

static fw_result add_unit(map_editor *editor, const fw_unit_def *complete, fw_unit_id *id)
{
    size_t slot = 0;
    fw_result result = find_slot(editor, &slot);
    if (result)
        return result;
    map_version *opened = versions_open(editor);
    if (!opened)
        return FW_NO_MEMORY;
    const fw_unit_id given = next_id(editor, slot);
    result = map_add_member(opened, slot, given, complete);
    versions_close(editor, opened, result == FW_OK);
    if (result)
        return result;
    editor->generations[slot]++;
    editor->unit_count++;
    *id = given;
    return FW_OK;
}

fw_result fw_map_add_unit(fw_map *map, const fw_unit_def *def, fw_unit_id *id)
{
    fw_unit_def complete;
    fw_result result = def && id ? map_judge_edit(map) : FW_NULL_ARGUMENT;
    if (result == FW_OK)
        result = unit_complete(def, &complete, NULL);
    if (result)
        return result;
    recording_unit(map->editor, &complete);
    result = add_unit(map->editor, &complete, id);
    return recording_answer(map->editor, result, result ? 0 : *id);
}

static fw_result remove_unit(map_editor *editor, fw_unit_id id)
{
    if (!map_find_member(editor_newest(editor), id))
        return FW_UNKNOWN_UNIT;
    map_version *opened = versions_open(editor);
    if (!opened)
        return FW_NO_MEMORY;
    map_drop_member(opened, id & (UNIT_SLOTS - 1));
    versions_close(editor, opened, true);
    versions_drop_unit(editor, id);
    constructions_end(editor, id);
    editor->unit_count--;
    return FW_OK;
}

fw_result fw_map_remove_unit(fw_map *map, fw_unit_id id)
{
    const fw_result refused = map_judge_edit(map);
    if (refused)
        return refused;
    RECORD_CALL(map->editor, RECORD_REMOVE_UNIT, id);
    return recording_answer(map->editor, remove_unit(map->editor, id), 0);
}

fw_result fw_map_unit(const fw_map *map, fw_unit_id id, fw_unit_def *def)
{
    const map_version *version = map_version_of(map);
    if (!version || !def)
        return FW_NULL_ARGUMENT;
    const map_member *member = map_find_member(version, id);
    if (!member)
        return FW_UNKNOWN_UNIT;
    *def = member->unit.def;
    return FW_OK;
}

fw_result fw_map_get_unit(const fw_map *map, fw_unit_id id, fw_unit_def *def, size_t bytes)
{
    fw_unit_def whole;
    const fw_result result = fw_map_unit(map, id, &whole);
    return result == FW_OK ? def_init(def, bytes, &whole, sizeof whole) : result;
}
