#pragma once

/// The calls of a recording, each with its answer.

#include "base/memory.h"
#include "record/reader.h"
#include "record/tape.h"

#define NO_CALL SIZE_MAX

typedef struct replay_call {
    uint32_t stream; ///< index of the stream, in the order in which streams begin
    record_kind kind;
    const uint8_t *bytes; ///< its arguments
    size_t count;         ///< number of bytes
    bool is_answered;
    fw_result result;
    uint64_t edition; ///< UINT64_MAX without an answer; 0: the call does not depend on the map
    uint64_t hash;
    size_t next; ///< index of the next call of the stream; NO_CALL: there is none
} replay_call;

/// A stream while it is read.
typedef struct replay_stream {
    uint32_t number; ///< in the recording
    size_t end;      ///< of its bytes that were put down so far
    size_t first;    ///< index of its first call; NO_CALL: there is none
    size_t last;     ///< the last one
    bool waits;      ///< the last call waits for its answer
    bool is_amid;    ///< a record goes on
} replay_stream;

typedef struct replay_calls {
    memory *memory;
    replay_call *items; ///< in the order in which they began
    size_t count, capacity;
    replay_stream *streams; ///< stream 0 is the editor's
    size_t stream_count, stream_capacity;
    uint8_t *bytes;
    size_t byte_count;
    bool is_cut_off; ///< a call lacks its answer, or the recording ends amid a record
} replay_calls;

/// Reads a recording into memory that a keeper gives back, also after a failure. What is cut off at its end is left
/// out. FW_OK, FW_BAD_VALUE or FW_NO_MEMORY.
fw_result replay_calls_read(replay_calls *calls, memory *memory, const uint8_t *recording, size_t bytes);

/// A reader of the arguments of a call.
static inline record_reader replay_arguments(const replay_call *call)
{
    return (record_reader){ .bytes = call->bytes, .left = call->count };
}

/// Writes a call and its answer as they were recorded.
void replay_call_write(const replay_calls *calls, const replay_call *call, const recorder *recorder);
