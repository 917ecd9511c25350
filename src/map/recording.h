#pragma once

/// Records what the editor of a map is asked, see fairway/record.h.

#include "map/editor.h"
#include "record/tape.h"

/// Records a call whose arguments are integers, if the map is being recorded. The call comes next.
#define RECORD_CALL(editor, kind, ...)                                                                       \
    do                                                                                                       \
        if ((editor)->recorder.write)                                                                        \
            recording_call(editor, kind, (const int64_t[]){ __VA_ARGS__ },                                   \
                           sizeof(int64_t[]){ __VA_ARGS__ } / sizeof(int64_t));                              \
    while (0)

void recording_call(const map_editor *editor, record_kind kind, const int64_t *arguments, size_t count);

/// Records fw_map_set_tiles(). Its arguments are right.
void recording_tiles(const map_editor *editor, tile_box span, const uint8_t *terrains, size_t stride);

void recording_name(const map_editor *editor, uint8_t terrain, const char *name);
void recording_unit(const map_editor *editor, const fw_unit_def *def);

/// Writes the answer of a call, if the map is being recorded.
///
/// @param hash  the unit's id, or 0
static inline fw_result recording_answer(const map_editor *editor, fw_result result, uint64_t hash)
{
    if (editor->recorder.write)
        tape_answer(&editor->recorder, EDITOR_STREAM, result, editor->edition, hash);
    return result;
}
