#pragma once

/// Recordings in memory.

#include <stdlib.h>
#include <string.h>

#include "base/fnv.h"
#include "common/unit.h"
#include "fairway/fairway.h"
#include "record/frame.h"

typedef struct recorded {
    uint8_t *bytes;
    size_t count, capacity;
} recorded;

/// Takes the bytes of a recording: an fw_record_fn.
static inline void keep_bytes(const void *bytes, size_t count, void *user)
{
    recorded *to = user;
    if (to->count + count > to->capacity) {
        to->capacity = 2 * (to->count + count);
        to->bytes = realloc(to->bytes, to->capacity);
        assert_non_null(to->bytes);
    }
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
}

static inline fw_replay_report replay_of(const recorded *recording)
{
    fw_replay_report report;
    assert_int_equal(fw_replay(recording->bytes, recording->count, NULL, &report, sizeof report), FW_OK);
    return report;
}

/// Number of records of a kind.
static inline int count_records(const recorded *recording, record_kind kind)
{
    int count = 0;
    bool goes_on = false;
    for (size_t at = RECORDING_HEAD_BYTES; at < recording->count;) {
        const uint8_t *head = recording->bytes + at;
        count += !goes_on && head[FRAME_HEAD_BYTES] == kind;
        goes_on = head[6] & 1;
        at += FRAME_HEAD_BYTES + frame_content_bytes(head);
    }
    return count;
}

/// Changes the hash in the answer of the n-th record of a kind, which no other record of its stream interrupts.
static inline void break_answer(recorded *recording, record_kind kind, int n)
{
    uint32_t stream = UINT32_MAX;
    for (size_t at = RECORDING_HEAD_BYTES; at < recording->count;) {
        uint8_t *head = recording->bytes + at;
        const size_t bytes = frame_content_bytes(head);
        const uint32_t number = head[0] | (uint32_t)head[1] << 8;
        if (stream == number && head[FRAME_HEAD_BYTES] == RECORD_ANSWER) {
            head[FRAME_HEAD_BYTES + bytes - 1] ^= 1;
            frame_seal(head, FRAME_HEAD_BYTES + bytes);
            return;
        }
        if (head[FRAME_HEAD_BYTES] == kind && n-- == 0)
            stream = number;
        at += FRAME_HEAD_BYTES + bytes;
    }
    fail_msg("there is no such record");
}
