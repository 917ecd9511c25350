#include "replay/call_text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/compiler.h"

/// A text that grows; what has no room is left out.
typedef struct growing_text {
    char *text;
    size_t room, length;
} growing_text;

static void add(growing_text *to, const char *format, ...) PRINTF_LIKE(2, 3);

static void add(growing_text *to, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(to->text + to->length, to->room - to->length, format, values);
    va_end(values);
    if (length > 0)
        to->length += (size_t)length < to->room - to->length ? (size_t)length : to->room - to->length - 1;
}

/// The form of the arguments of each kind: i = integer, d = double, f = fields of a request, u = of
/// a unit of the map, a = of a unit of a traffic.
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
    [RECORD_GONE] = { "destroy", "" },
    [RECORD_TRAFFIC] = { "fw_traffic_create", "" },
    [RECORD_AGENT] = { "fw_traffic_add", "a" },
    [RECORD_LEAVE] = { "fw_traffic_remove", "i" },
    [RECORD_ORDER] = { "fw_traffic_order", "idd" },
    [RECORD_ORDER_GROUP] = { "fw_traffic_order_group", "" },
    [RECORD_ORDER_TOGETHER] = { "fw_traffic_order_together", "" },
    [RECORD_ORDER_NEAR] = { "fw_traffic_order_near", "" },
    [RECORD_ORDER_ALONG] = { "fw_traffic_order_along", "i" },
    [RECORD_STOP] = { "fw_traffic_stop", "i" },
    [RECORD_HOLD] = { "fw_traffic_hold", "ii" },
    [RECORD_HALT_NEAR] = { "fw_traffic_halt_near", "iid" },
    [RECORD_FOLLOW] = { "fw_traffic_follow", "iid" },
    [RECORD_PRIORITISE] = { "fw_traffic_prioritise", "ii" },
    [RECORD_PLACE] = { "fw_traffic_place", "iddd" },
    [RECORD_SET_REGARD] = { "fw_traffic_set_regard", "iiii" },
    [RECORD_SET_SIDES] = { "fw_traffic_set_sides", "ii" },
    [RECORD_SET_USER] = { "fw_traffic_set_user", "ii" },
    [RECORD_CLEAR_RECT] = { "fw_traffic_clear_rect", "iiii" },
    [RECORD_RELEASE_SITE] = { "fw_traffic_release_site", "i" },
    [RECORD_SET_OBSTACLE] = { "fw_traffic_set_obstacle", "idddddd" },
    [RECORD_REMOVE_OBSTACLE] = { "fw_traffic_remove_obstacle", "i" },
    [RECORD_TRAFFIC_STEP] = { "fw_traffic_step", "di" },
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
        for (int i = 0; i < field->count; i++) { // of an array, the first number is told
            const bool is_real = field->type == RECORD_F32 || field->type == RECORD_F64;
            const double real = is_real ? reader_double(reader) : 0;
            const uint64_t whole = is_real ? 0 : reader_count(reader);
            if (i == 0 && is_real)
                add(to, "%.9g", real);
            else if (i == 0)
                add(to, "%" PRId64, (int64_t)whole);
        }
        separator = ", ";
    }
}

void call_text_write(const replay_calls *calls, const replay_call *call, char *text, size_t room)
{
    growing_text to = { .text = text, .room = room };
    record_reader reader = replay_arguments(call);
    if (call->stream != 0)
        add(&to, "%s %u: ", call->kind > RECORD_GONE ? "traffic" : "planner",
            (unsigned)calls->streams[call->stream].number);
    add(&to, "%s(", kinds[call->kind].name);
    for (const char *next = kinds[call->kind].arguments; *next; next++) {
        add(&to, next == kinds[call->kind].arguments ? "" : ", ");
        if (*next == 'i') {
            add(&to, "%" PRId64, (int64_t)reader_count(&reader));
            continue;
        }
        if (*next == 'd') {
            add(&to, "%.9g", reader_double(&reader));
            continue;
        }
        if (*next == 'f' && reader_integer(&reader, 0, INT32_MAX) & REQUEST_IS_UNFILLED)
            continue;
        add_fields(&to, &reader,
                   *next == 'f'   ? &record_request
                   : *next == 'u' ? &record_unit_def
                                  : &record_agent_def);
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
