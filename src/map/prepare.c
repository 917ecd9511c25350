
#include "base/must_hold.h"
#include "map/constructions.h"
#include "map/members.h"
#include "map/recording.h"
#include "map/table_registry.h"
#include "map/versions.h"

/// Preparing methods for units: at once, or in slices.

/// Methods that need no table, or that serve units whose table does not fit.
enum {
    TABLE_IS_OPTIONAL = FW_METHOD_BIT(FW_AUTO) | FW_METHOD_BIT(FW_GRID) | FW_METHOD_BIT(FW_ASTAR) |
                        FW_METHOD_BIT(FW_ON_DEMAND) | FW_METHOD_BIT(FW_PIVOT) | METHODS_IN_LEGS
};

/// True if the tables of this map can serve the unit with a method.
static fw_result judge_method(const map_version *version, const map_member *member, uint32_t method,
                              fw_refusal *why)
{
    if (method & TABLE_IS_OPTIONAL)
        return FW_OK;
    bool is_known = false;
    for (int32_t i = 0; i < version->kind_count; i++)
        if (version->kinds[i]->methods & method &&
            derived_kind_serves(version->kinds[i], &member->unit.def)) {
            if (!version->kinds[i]->fits(&member->unit.def, why))
                return refuse_with(why, FW_METHOD_DOES_NOT_FIT, "method");
            is_known = true;
        }
    return is_known ? FW_OK : refuse(why, FW_NOT_SUPPORTED, "method", "the method is not part of this build");
}

/// Finds the unit, and judges whether the method can be prepared for it.
static fw_result judge(const map_version *version, fw_unit_id id, fw_method method, const map_member **member,
                       fw_refusal *why)
{
    if (!version)
        return refuse(why, FW_NULL_ARGUMENT, "map", "the pointer must not be null");
    *member = map_find_member(version, id);
    if (!*member)
        return refuse(why, FW_UNKNOWN_UNIT, "unit", "no unit of this map has this id");
    if ((unsigned)method >= FW_METHOD_COUNT)
        return refuse(why, FW_BAD_VALUE, "method", "there is no such method");
    return judge_method(version, *member, FW_METHOD_BIT(method), why);
}

fw_refusal fw_map_prepare_refusal(const fw_map *map, fw_unit_id id, fw_method method)
{
    const map_version *version = map_version_of(map);
    fw_refusal why = refusal_none();
    const map_member *member = NULL;
    judge(version, id, method, &member, &why);
    return why;
}

/// The same for a map that is to be changed.
static fw_result judge_edit(const fw_map *map, fw_unit_id id, fw_method method, const map_member **member)
{
    const fw_result refused = map_judge_edit(map);
    return refused ? refused : judge(map_version_of(map), id, method, member, NULL);
}

/// Builds what a method needs for a unit of a version.
///
/// @param refreshes  does the work that commits have put off, too
static fw_result prepare(map_version *version, fw_unit_id id, fw_method method, bool refreshes)
{
    map_member *member = map_find_member(version, id);
    const bool was_base = !member->layer;
    fw_result result = was_base ? map_join_layer(version, member) : FW_OK;
    if (!result && refreshes)
        result = map_refresh_tables(version, member, FW_METHOD_BIT(method));
    if (!result)
        result = map_share_tables(version, member, FW_METHOD_BIT(method));
    if (result && was_base)
        map_leave_layer(version, member);
    return result;
}

/// Builds what a method needs for a unit, in the newest version or one that takes its place.
static fw_result prepare_newest(map_editor *editor, fw_unit_id id, fw_method method, bool refreshes)
{
    if (method == FW_ON_DEMAND)
        return FW_OK;
    map_version *opened = versions_open(editor);
    if (!opened)
        return FW_NO_MEMORY;
    const fw_result result = prepare(opened, id, method, refreshes);
    versions_close(editor, opened, result == FW_OK);
    return result;
}

fw_result fw_map_prepare(fw_map *map, fw_unit_id id, fw_method method)
{
    const map_member *member = NULL;
    const fw_result refused = judge_edit(map, id, method, &member);
    if (refused)
        return refused;
    RECORD_CALL(map->editor, RECORD_PREPARE, id, method);
    return recording_answer(map->editor, prepare_newest(map->editor, id, method, true), 0);
}

/// Notes in the newest version that tables of some kinds are on their way.
static fw_result announce(map_editor *editor, const map_member *member, uint32_t kinds)
{
    if ((member->unit.announced & kinds) == kinds)
        return FW_OK;
    const fw_unit_id id = member->unit.id;
    map_version *opened = versions_open(editor);
    if (!opened)
        return FW_NO_MEMORY;
    map_find_member(opened, id)->unit.announced |= kinds;
    versions_close(editor, opened, true);
    return FW_OK;
}

/// The kinds of tables, one bit each, that a method needs for a unit and that are built in slices.
static uint32_t sliced_kinds(const map_version *version, fw_unit_id id, fw_method method)
{
    const fw_unit_def *unit = &map_find_member(version, id)->unit.def;
    uint32_t kinds = 0;
    for (int32_t i = 0; i < version->kind_count; i++)
        if (version->kinds[i]->begin && version->kinds[i]->methods & FW_METHOD_BIT(method) &&
            derived_kind_serves(version->kinds[i], unit))
            kinds |= UINT32_C(1) << i;
    return kinds;
}

/// Does a part of what prepare_newest() does.
static fw_result prepare_step(map_editor *editor, fw_unit_id id, fw_method method, uint64_t work)
{
    const map_member *member = map_find_member(editor_newest(editor), id);
    fw_result result = FW_OK;
    must_hold(member);
    if (!member->layer && method != FW_ON_DEMAND) {
        result = prepare_newest(editor, id, FW_ASTAR, false); // layer and regions
        if (result)
            return result;
    }
    const uint32_t kinds = sliced_kinds(editor_newest(editor), id, method);
    uint64_t left = work ? work : UINT64_MAX;
    result = announce(editor, map_find_member(editor_newest(editor), id), kinds);
    for (uint32_t rest = kinds; rest && result == FW_OK; rest &= rest - 1)
        result = constructions_step(editor, id, bits_lowest(rest), &left);
    return result == FW_OK ? prepare_newest(editor, id, method, false) : result;
}

fw_result fw_map_prepare_step(fw_map *map, fw_unit_id id, fw_method method, uint64_t work)
{
    const map_member *member = NULL;
    const fw_result refused = judge_edit(map, id, method, &member);
    if (refused)
        return refused;
    RECORD_CALL(map->editor, RECORD_PREPARE_STEP, id, method, (int64_t)work);
    return recording_answer(map->editor, prepare_step(map->editor, id, method, work), 0);
}

double fw_map_prepare_done(const fw_map *map, fw_unit_id id, fw_method method)
{
    const map_version *version = map_version_of(map);
    const map_member *member = NULL;
    if (judge(version, id, method, &member, NULL) != FW_OK || !member)
        return 0;
    if (method == FW_ON_DEMAND || !member->layer)
        return method == FW_ON_DEMAND;
    double done = 0;
    int32_t count = 0;
    for (int32_t i = 0; i < version->kind_count; i++) {
        const derived_kind *kind = version->kinds[i];
        if (!(kind->methods & FW_METHOD_BIT(method)) || !derived_kind_serves(kind, &member->unit.def) ||
            !kind->fits(&member->unit.def, NULL))
            continue;
        done += kind->begin ? constructions_done(version->editor, id, i) : member->tables[i] != NULL;
        count++;
    }
    return count > 0 ? done / count : 1;
}
