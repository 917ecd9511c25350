#include "replay/call_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// A text that grows; what has no room is left out.
typedef struct growing_text {
    char *text;
    size_t room, length;
} growing_text;

static void add(growing_text *to, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(to->text + to->length, to->room - to->length, format, values);
    va_end(values);
    if (length > 0)
        to->length += (size_t)length < to->room - to->length ? (size_t)length : to->room - to->length - 1;
}

/// The form of the arguments of each kind: i = integer, f = fields of a request, u = fields of a unit.
static const struct {
    const char *name, *arguments;
} kinds[RECORD_KINDS] = {
    [RECORD_MAP] = { "fw_map_create", "ii" },
    [RECORD_NAME] = { "fw_map_set_terrain_name", "i" },
    [RECORD_RECT] = { "fw_map_set_rect", "iiiii" },
    [RECORD_TILES] = { "fw_map_set_tiles", "iiii" },
    [RECORD_COMMIT] = { "fw_map_commit", "" },
    [RECORD_DISCARD] = { "fw_map_discard", "" },
    [RECORD_ADD_UNIT] = { "fw_map_add_unit", "u" },
    [RECORD_REMOVE_UNIT] = { "fw_map_remove_unit", "i" },
    [RECORD_PREPARE] = { "fw_map_prepare", "ii" },
    [RECORD_PREPARE_STEP] = { "fw_map_prepare_step", "iii" },
    [RECORD_PLANNER] = { "fw_planner_create", "" },
    [RECORD_FIND] = { "fw_find_path", "f" },
    [RECORD_BEGIN] = { "fw_search_begin", "if" },
    [RECORD_STEP] = { "fw_search_step", "ii" },
    [RECORD_BEST] = { "fw_search_best_so_far", "i" },
    [RECORD_GIVE] = { "answer of fw_search_step", "i" },
    [RECORD_END] = { "fw_search_end", "i" },
    [RECORD_TRIM] = { "fw_planner_trim", "" },
    [RECORD_OVERLAY] = { "overlay", "" },
    [RECORD_MARK] = { "call that is not recorded", "" },
    [RECORD_GONE] = { "fw_planner_destroy", "" },
};

/// Adds the members of a struct that differ from zero, each with its name. Of an array, the first number is shown.
static void add_fields(growing_text *to, record_reader *reader, const record_struct *type)
{
    const int32_t known = (int32_t)reader_integer(reader, 0, type->count);
    const char *separator = "";
    for (;;) {
        const int64_t next = reader_integer(reader, 0, known);
        if (next == 0)
            return;
        const record_field *field = &type->fields[next - 1];
        add(to, "%s%s = ", separator, field->name);
        for (int i = 0; i < field->count; i++) {
            if (field->type == RECORD_F32 || field->type == RECORD_F64)
                add(to, i ? "" : "%.9g", reader_double(reader));
            else
                add(to, i ? "" : "%" PRId64, (int64_t)reader_count(reader));
        }
        separator = ", ";
    }
}

void call_text_write(const replay_calls *calls, const replay_call *call, char *text, size_t room)
{
    growing_text to = { .text = text, .room = room };
    record_reader reader = replay_arguments(call);
    if (call->stream != 0)
        add(&to, "planner %u: ", (unsigned)calls->streams[call->stream].number);
    add(&to, "%s(", kinds[call->kind].name);
    for (const char *next = kinds[call->kind].arguments; *next; next++) {
        add(&to, next == kinds[call->kind].arguments ? "" : ", ");
        if (*next == 'i') {
            add(&to, "%" PRId64, (int64_t)reader_count(&reader));
            continue;
        }
        if (*next == 'f' && reader_integer(&reader, 0, INT32_MAX) & REQUEST_IS_UNFILLED)
            continue;
        add_fields(&to, &reader, *next == 'f' ? &record_request : &record_unit_def);
    }
    add(&to, ")");
}

void call_text_answer(fw_result result, uint64_t hash, char *text, size_t room)
{
    growing_text to = { .text = text, .room = room };
    add(&to, "%s", fw_result_text(result));
    if (hash)
        add(&to, ", hash %016" PRIx64, hash);
}
