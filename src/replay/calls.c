#include "replay/calls.h"

#include <string.h>

#include "record/frame.h"

/// Most planners and traffics of a recording.
enum { MOST_STREAMS = 1 << 16 };

/// A recording while its frames are taken, one after the other.
typedef struct frames {
    const uint8_t *next; ///< where the next frame begins
    size_t left;         ///< bytes from there on
    size_t head_bytes;   ///< of a frame
} frames;

/// A frame of a recording.
typedef struct frame {
    uint32_t stream;
    bool goes_on;
    bool is_damaged;
    const uint8_t *bytes;
    size_t count;
} frame;

/// The frames of a recording of any form that is known. Returns false if it is none.
static bool frames_begin(const uint8_t *recording, size_t bytes, frames *frames)
{
    const bool is_long = bytes >= RECORDING_HEAD_BYTES;
    const bool is_old = is_long && memcmp(recording, RECORDING_HEAD_1, RECORDING_HEAD_BYTES) == 0;
    const bool is_known = is_old || (is_long && memcmp(recording, RECORDING_HEAD, RECORDING_HEAD_BYTES) == 0);
    if (is_known) {
        frames->next = recording + RECORDING_HEAD_BYTES;
        frames->left = bytes - RECORDING_HEAD_BYTES;
        frames->head_bytes = is_old ? FRAME_HEAD_BYTES_1 : FRAME_HEAD_BYTES;
    }
    return is_known;
}

/// Tells whether the length of a frame, which is longer than the bytes that are left, cannot be the one that was
/// written: no frame is as long, or the checksum is right with another length.
static bool length_is_wrong(const uint8_t *head, size_t left)
{
    uint8_t frame[FRAME_BYTES];
    bool is_wrong = FRAME_HEAD_BYTES + frame_content_bytes(head) > FRAME_BYTES;
    if (!is_wrong)
        memcpy(frame, head, left);
    for (size_t bytes = FRAME_HEAD_BYTES; bytes <= left && !is_wrong; bytes++) {
        frame_set_content_bytes(frame, bytes - FRAME_HEAD_BYTES);
        is_wrong = frame_is_sealed(frame, bytes);
    }
    return is_wrong;
}

/// Takes the next frame. Returns false at the end, also if the last frame is cut off; true if it is damaged.
static bool next_frame(frames *frames, frame *frame)
{
    if (frames->left < frames->head_bytes)
        return false;
    const uint8_t *head = frames->next;
    frame->stream = four_bytes(head);
    frame->count = frame_content_bytes(head);
    frame->goes_on = head[6] & 1;
    frame->bytes = head + frames->head_bytes;
    const size_t whole = frames->head_bytes + frame->count;
    const bool is_cut = whole > frames->left, has_sum = frames->head_bytes == FRAME_HEAD_BYTES;
    frame->is_damaged =
        has_sum && (is_cut ? length_is_wrong(head, frames->left) : !frame_is_sealed(head, whole));
    if (is_cut)
        return frame->is_damaged;
    frames->next += whole;
    frames->left -= whole;
    return true;
}

/// Finds the stream with a number, or adds it. FW_OK, FW_BAD_VALUE or FW_NO_MEMORY.
static fw_result find_stream(replay_calls *calls, uint32_t number, uint32_t *index)
{
    for (size_t i = 0; i < calls->stream_count; i++)
        if (calls->streams[i].number == number) {
            *index = (uint32_t)i;
            return FW_OK;
        }
    if (calls->stream_count == MOST_STREAMS)
        return FW_BAD_VALUE;
    if (MEMORY_RESERVE(calls->memory, calls->streams, calls->stream_capacity, calls->stream_count + 1) !=
        FW_OK)
        return FW_NO_MEMORY;
    *index = (uint32_t)calls->stream_count;
    calls->streams[calls->stream_count++] = (replay_stream){ .number = number, .first = NO_CALL };
    return FW_OK;
}

/// Reserves for each stream as many bytes as it has, side by side.
static fw_result measure(replay_calls *calls, frames frames)
{
    uint32_t stream = 0;
    frame frame;
    fw_result result = find_stream(calls, EDITOR_STREAM, &stream);
    while (result == FW_OK && next_frame(&frames, &frame)) {
        result = frame.is_damaged ? FW_BAD_VALUE : find_stream(calls, frame.stream, &stream);
        if (result == FW_OK)
            calls->streams[stream].end += frame.count;
    }
    size_t sum = 0;
    for (size_t i = 0; i < calls->stream_count; i++) {
        const size_t begin = sum;
        sum += calls->streams[i].end;
        calls->streams[i].end = begin;
    }
    calls->is_cut_off = frames.left > 0;
    calls->byte_count = sum ? sum : 1;
    if (result == FW_OK && !(calls->bytes = memory_get(calls->memory, calls->byte_count, 1)))
        result = FW_NO_MEMORY;
    return result;
}

/// Gives the call of a stream its answer.
static fw_result take_answer(replay_calls *calls, replay_stream *stream, record_reader *answer)
{
    if (!stream->waits)
        return FW_BAD_VALUE;
    replay_call *call = &calls->items[stream->last];
    call->result = (fw_result)reader_integer(answer, 0, FW_RESULT_COUNT - 1);
    call->edition = reader_count(answer);
    call->hash = reader_word(answer);
    call->is_answered = true;
    stream->waits = false;
    return answer->is_wrong ? FW_BAD_VALUE : FW_OK;
}

/// Takes a record that is complete.
static fw_result take_record(replay_calls *calls, uint32_t index, const uint8_t *bytes, size_t count)
{
    replay_stream *stream = &calls->streams[index];
    record_reader record = { .bytes = bytes, .left = count };
    const uint8_t kind = reader_byte(&record);
    if (record.is_wrong || kind >= RECORD_KINDS)
        return FW_BAD_VALUE;
    if (kind == RECORD_ANSWER)
        return take_answer(calls, stream, &record);
    if (stream->waits)
        return FW_BAD_VALUE;
    if (MEMORY_RESERVE(calls->memory, calls->items, calls->capacity, calls->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    *(stream->first == NO_CALL ? &stream->first : &calls->items[stream->last].next) = calls->count;
    stream->last = calls->count;
    stream->waits = true;
    calls->items[calls->count++] = (replay_call){ .stream = index,
                                                  .kind = kind,
                                                  .bytes = record.bytes,
                                                  .count = record.left,
                                                  .edition = UINT64_MAX,
                                                  .next = NO_CALL };
    return FW_OK;
}

static fw_result read_records(replay_calls *calls, frames frames)
{
    uint32_t index = 0;
    frame frame;
    fw_result result = FW_OK;
    size_t *begins = memory_get(calls->memory, calls->stream_count, sizeof *begins);
    if (!begins)
        return FW_NO_MEMORY;
    while (result == FW_OK && next_frame(&frames, &frame) &&
           (result = find_stream(calls, frame.stream, &index)) == FW_OK) {
        replay_stream *stream = &calls->streams[index];
        if (!stream->is_amid)
            begins[index] = stream->end;
        memcpy(calls->bytes + stream->end, frame.bytes, frame.count);
        stream->end += frame.count;
        stream->is_amid = frame.goes_on;
        if (!frame.goes_on)
            result = take_record(calls, index, calls->bytes + begins[index], stream->end - begins[index]);
    }
    memory_give_back(calls->memory, begins, calls->stream_count, sizeof *begins);
    for (size_t i = 0; i < calls->stream_count; i++)
        calls->is_cut_off |= calls->streams[i].is_amid || calls->streams[i].waits;
    return result;
}

fw_result replay_calls_read(replay_calls *calls, memory *memory, const uint8_t *recording, size_t bytes)
{
    *calls = (replay_calls){ .memory = memory };
    frames frames;
    if (!frames_begin(recording, bytes, &frames))
        return FW_BAD_VALUE;
    fw_result result = measure(calls, frames);
    if (result == FW_OK)
        result = read_records(calls, frames);
    const bool begins_with_map =
        calls->count > 0 && calls->items[0].kind == RECORD_MAP && calls->items[0].stream == 0;
    return result == FW_OK && !begins_with_map ? FW_BAD_VALUE : result;
}

void replay_call_write(const replay_calls *calls, const replay_call *call, const recorder *recorder)
{
    const uint32_t stream = calls->streams[call->stream].number;
    tape tape;
    tape_begin(&tape, recorder, stream, call->kind);
    tape_bytes(&tape, call->bytes, call->count);
    tape_end(&tape);
    if (call->is_answered)
        tape_answer(recorder, stream, call->result, call->edition, call->hash);
}
