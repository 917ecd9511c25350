#include "replay/replay.h"

#include <string.h>

#include "base/def.h"
#include "replay/call_text.h"
#include "replay/editor_replay.h"
#include "replay/planner_replay.h"
#include "replay/traffic_replay.h"

fw_result replay_begin(replay *replay, const void *recording, size_t bytes, const fw_allocator *allocator)
{
    memset(replay, 0, sizeof *replay);
    memory_init(&replay->source, allocator);
    keeper_init(&replay->kept, &replay->source);
    memory *memory = &replay->kept.memory;
    replay->hooks = memory_hooks(memory);
    fw_result result = replay_calls_read(&replay->calls, memory, recording, bytes);
    replay->report.is_cut_off = replay->calls.is_cut_off;
    if (result == FW_OK) {
        const size_t streams = replay->calls.stream_count;
        replay->planners = memory_get_zeroed(memory, streams, sizeof(planner_replay *));
        replay->traffics = memory_get_zeroed(memory, streams, sizeof(fw_traffic *));
        result = replay->planners && replay->traffics ? fw_path_create(&replay->hooks, &replay->path)
                                                      : FW_NO_MEMORY;
    }
    if (result != FW_OK)
        replay_end(replay);
    return result;
}

void replay_end(replay *replay)
{
    const size_t streams = replay->calls.stream_count;
    for (size_t i = 0; replay->planners && i < streams; i++)
        planner_replay_destroy(replay, replay->planners[i]);
    for (size_t i = 0; replay->traffics && i < streams; i++)
        fw_traffic_destroy(replay->traffics[i]);
    fw_path_destroy(replay->path);
    fw_map_destroy(replay->map);
    keeper_release(&replay->kept);
}

/// Compares an answer with the recorded one.
static void compare(replay *replay, const replay_call *call, const replay_answer *answer)
{
    fw_replay_report *report = &replay->report;
    if (call->kind == RECORD_MARK)
        return;
    *(answer->is_left_out ? &report->left_out : &report->calls) += 1;
    if (answer->is_left_out || !call->is_answered)
        return;
    report->compared++;
    if (answer->result == call->result && answer->hash == call->hash)
        return;
    report->differs = true;
    report->place = (uint64_t)(call - replay->calls.items) + 1;
    call_text_write(&replay->calls, call, report->call, sizeof report->call);
    call_text_answer(call->result, call->hash, report->recorded, sizeof report->recorded);
    call_text_answer(answer->result, answer->hash, report->answered, sizeof report->answered);
}

/// A mark of a stream whose planner, or traffic, is not recorded.
static fw_result note_mark(replay *replay, const replay_call *call)
{
    char name[sizeof replay->report.mark];
    record_reader reader = replay_arguments(call);
    reader_text(&reader, name, sizeof name);
    replay_note_mark(replay, name);
    return reader.is_wrong ? FW_BAD_VALUE : FW_OK;
}

/// Makes a call of a planner or a traffic.
static fw_result call_stream(replay *replay, const replay_call *call, replay_answer *answer)
{
    planner_replay **planner = &replay->planners[call->stream];
    fw_traffic **traffic = &replay->traffics[call->stream];
    if (call->kind == RECORD_MARK)
        return note_mark(replay, call);
    if (*traffic || call->kind == RECORD_TRAFFIC)
        return *planner ? FW_BAD_VALUE : traffic_replay_call(replay, traffic, call, answer);
    if (!*planner && !(*planner = planner_replay_create(replay)))
        return FW_NO_MEMORY;
    return planner_replay_call(replay, *planner, call, answer);
}

static fw_result make_call(replay *replay, const replay_call *call)
{
    replay_answer answer = { .result = FW_OK };
    fw_result result = FW_OK;
    if (call->is_answered && call->result == FW_NO_MEMORY)
        answer.is_left_out = true;
    else
        result = call->stream == 0 ? replay_edit(replay, call, &answer) : call_stream(replay, call, &answer);
    if (result != FW_OK)
        return result;
    if (answer.result == FW_NO_MEMORY && call->result != FW_NO_MEMORY)
        return FW_NO_MEMORY;
    compare(replay, call, &answer);
    return FW_OK;
}

/// Makes the calls of all streams but the editor's that have read an older edition of the map.
///
/// @param edition  of the map after the editor's next call
/// @param is_last  the editor makes no more calls
static fw_result run_streams(replay *replay, uint64_t edition, bool is_last)
{
    replay_calls *calls = &replay->calls;
    fw_result result = FW_OK;
    for (size_t i = 1; i < calls->stream_count; i++)
        for (size_t *next = &calls->streams[i].first; *next != NO_CALL && !replay->report.differs;) {
            const replay_call *call = &calls->items[*next];
            if (call->edition >= edition && !is_last && call->edition != 0)
                break;
            *next = call->next;
            if ((result = make_call(replay, call)) != FW_OK)
                return result;
        }
    return result;
}

/// Makes all calls, until an answer differs.
static fw_result run(replay *replay)
{
    const replay_calls *calls = &replay->calls;
    fw_result result = FW_OK;
    for (size_t i = calls->streams[0].first; i != NO_CALL && result == FW_OK && !replay->report.differs;
         i = calls->items[i].next) {
        const size_t next = calls->items[i].next;
        result = make_call(replay, &calls->items[i]);
        if (result == FW_OK)
            result = run_streams(replay, next == NO_CALL ? 0 : calls->items[next].edition, next == NO_CALL);
    }
    return result;
}

fw_result fw_replay(const void *recording, size_t bytes, const fw_allocator *allocator,
                    fw_replay_report *report, size_t report_bytes)
{
    replay replay;
    if (!recording || !report)
        return FW_NULL_ARGUMENT;
    fw_result result = replay_begin(&replay, recording, bytes, allocator);
    if (result != FW_OK)
        return result;
    result = run(&replay);
    const fw_replay_report whole = replay.report;
    replay_end(&replay);
    return result == FW_OK ? struct_give(report, report_bytes, &whole, sizeof whole) : result;
}
