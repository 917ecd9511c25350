#pragma once

/// Writes one record of a recording. It needs no memory but itself: what does not fit into a frame goes on in the next.

#include "base/coded.h"
#include "record/calls.h"
#include "record/fields.h"
#include "record/recorder.h"

typedef struct tape {
    const recorder *recorder;
    uint32_t stream;
    uint32_t count; ///< of bytes of the frame
    uint8_t frame[FRAME_BYTES];
} tape;

/// Begins a record.
void tape_begin(tape *tape, const recorder *recorder, uint32_t stream, record_kind kind);

/// Writes its end.
void tape_end(tape *tape);

void tape_bytes(tape *tape, const void *bytes, size_t count);
void tape_integer(tape *tape, int64_t number);
void tape_double(tape *tape, double number);

/// 8 bytes, the lowest one first.
void tape_word(tape *tape, uint64_t word);
void tape_text(tape *tape, const char *text);

/// The members of a struct.
void tape_fields(tape *tape, const record_struct *type, const void *members);

/// Bytes as runs of equal ones: length, byte.
typedef struct tape_runs {
    tape *tape;
    int64_t length; ///< of the run under way; begins as 0
    uint8_t byte;
} tape_runs;

/// Adds bytes.
void tape_add_bytes(tape_runs *runs, const uint8_t *bytes, size_t count);

/// Writes the last run.
void tape_end_runs(tape_runs *runs);

/// A record that is an answer.
///
/// @param edition  see record/calls.h
void tape_answer(const recorder *recorder, uint32_t stream, fw_result result, uint64_t edition,
                 uint64_t hash);
