#pragma once

/// What a map knows of its recording.

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "fairway/record.h"

typedef struct recorder {
    fw_record_fn write; ///< null: nothing is recorded
    void *user;
    uint32_t first_stream; ///< the streams of this recording begin here
    /// Of this recording and those before: a stream's number never comes twice
    atomic_uint_least32_t last_stream;
} recorder;

/// A stream of what a planner or a traffic is asked.
typedef struct record_stream {
    uint32_t number; ///< 0 before the first call that was recorded
} record_stream;

/// The stream of an object that is asked something. Returns true if it begins here: the record that tells what the
/// object is must come first.
static inline bool recorder_begins_stream(recorder *recorder, record_stream *stream)
{
    if (stream->number >= recorder->first_stream && stream->number > 0)
        return false;
    stream->number = (uint32_t)atomic_fetch_add_explicit(&recorder->last_stream, 1, memory_order_relaxed) + 1;
    return true;
}
