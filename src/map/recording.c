#include "map/recording.h"

#include "map/edits.h"
#include "map/map.h"

static void begin(tape *tape, const map_editor *editor, record_kind kind)
{
    tape_begin(tape, &editor->recorder, EDITOR_STREAM, kind);
}

void recording_call(const map_editor *editor, record_kind kind, const int64_t *arguments, size_t count)
{
    tape tape;
    begin(&tape, editor, kind);
    for (size_t i = 0; i < count; i++)
        tape_integer(&tape, arguments[i]);
    tape_end(&tape);
}

void recording_tiles(const map_editor *editor, tile_box span, const uint8_t *terrains, size_t stride)
{
    const int32_t width = span.right - span.left + 1;
    tape tape;
    tape_runs runs = { .tape = &tape };
    if (!editor->recorder.write)
        return;
    begin(&tape, editor, RECORD_TILES);
    tape_integer(&tape, span.left);
    tape_integer(&tape, span.top);
    tape_integer(&tape, width);
    tape_integer(&tape, span.bottom - span.top + 1);
    for (int32_t y = span.top; y <= span.bottom; y++, terrains += stride)
        tape_add_bytes(&runs, terrains, (size_t)width);
    tape_end_runs(&runs);
    tape_end(&tape);
}

void recording_name(const map_editor *editor, uint8_t terrain, const char *name)
{
    tape tape;
    if (!editor->recorder.write)
        return;
    begin(&tape, editor, RECORD_NAME);
    tape_integer(&tape, terrain);
    tape_text(&tape, name);
    tape_end(&tape);
}

void recording_unit(const map_editor *editor, const fw_unit_def *def)
{
    tape tape;
    if (!editor->recorder.write)
        return;
    begin(&tape, editor, RECORD_ADD_UNIT);
    tape_fields(&tape, &record_unit_def, def);
    tape_end(&tape);
}

/// The map as it is: the tiles of the newest version.
static void record_map(const map_editor *editor)
{
    const map_version *newest = editor_newest(editor);
    tape tape;
    tape_runs runs = { .tape = &tape };
    begin(&tape, editor, RECORD_MAP);
    tape_integer(&tape, editor->width);
    tape_integer(&tape, editor->height);
    tape_integer(&tape, editor->pins.old_versions);
    for (int32_t y = 0; y < editor->height; y++)
        tape_add_bytes(&runs, map_terrain_row(newest, y), (size_t)editor->width);
    tape_end_runs(&runs);
    tape_end(&tape);
    recording_answer(editor, FW_OK, 0);
}

/// True if a unit has all tables that a method needs and that fit it, and there are some.
static bool is_prepared(const map_version *map, const map_member *member, uint32_t method)
{
    bool has_table = false;
    for (int32_t i = 0; i < map->kind_count; i++) {
        const derived_kind *kind = map->kinds[i];
        if (!(kind->methods & method) || !kind->fits(&member->unit.def, NULL))
            continue;
        if (!member->tables[i])
            return false;
        has_table = true;
    }
    return has_table;
}

/// A unit, and the methods that are prepared for it.
static void record_member(const map_editor *editor, const map_member *member)
{
    const fw_unit_id id = member->unit.id;
    recording_unit(editor, &member->unit.def);
    recording_answer(editor, FW_OK, id);
    for (int32_t method = 0; method < FW_METHOD_COUNT; method++)
        if (method == FW_ASTAR ? member->layer != NULL
                               : is_prepared(editor_newest(editor), member, FW_METHOD_BIT(method))) {
            RECORD_CALL(editor, RECORD_PREPARE, id, method);
            recording_answer(editor, FW_OK, 0);
        }
}

fw_result fw_record_begin(fw_map *map, fw_record_fn write, void *user)
{
    const fw_result refused = write ? map_judge_edit(map) : FW_NULL_ARGUMENT;
    if (refused)
        return refused;
    map_editor *editor = map->editor;
    if (editor->recorder.write || editor->constructions || edits_are_any(&editor->pending))
        return FW_BAD_VALUE;
    editor->recorder.write = write;
    editor->recorder.user = user;
    editor->recorder.first_stream = (uint32_t)atomic_load(&editor->recorder.last_stream) + 1;
    write(RECORDING_HEAD, RECORDING_HEAD_BYTES, user);
    record_map(editor);
    for (int32_t i = 0; i < FW_TERRAIN_COUNT; i++)
        if (editor->names[i][0]) {
            recording_name(editor, (uint8_t)i, editor->names[i]);
            recording_answer(editor, FW_OK, 0);
        }
    const map_version *newest = editor_newest(editor);
    for (size_t slot = 0; slot < newest->member_count; slot++)
        if (newest->members[slot])
            record_member(editor, newest->members[slot]);
    return FW_OK;
}

fw_result fw_record_end(fw_map *map)
{
    const fw_result refused = map_judge_edit(map);
    if (refused)
        return refused;
    if (!map->editor->recorder.write)
        return FW_BAD_VALUE;
    map->editor->recorder.write = NULL;
    return FW_OK;
}
