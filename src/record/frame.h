#pragma once

/// The checksum of a frame, which tells that a bit of a recording has changed.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"
#include "base/fnv.h"
#include "record/calls.h"

/// Where the checksum lies in a frame: behind the rest of its head.
enum { FRAME_SUM_AT = FRAME_HEAD_BYTES - 4 };
_Static_assert(FRAME_SUM_AT == 8, "a word comes before the checksum");

/// Number of bytes behind the head of a frame.
static inline size_t frame_content_bytes(const uint8_t *frame)
{
    return (size_t)(frame[4] | frame[5] << 8);
}

static inline void frame_set_content_bytes(uint8_t *frame, size_t bytes)
{
    frame[4] = (uint8_t)bytes;
    frame[5] = (uint8_t)(bytes >> 8);
}

/// Eight bytes as a number, the lowest one first.
static inline uint64_t frame_word(const uint8_t *bytes)
{
    return four_bytes(bytes) | (uint64_t)four_bytes(bytes + 4) << 32;
}

/// Adds a word. No two words lead from one sum to the same other one.
static inline uint64_t frame_sum_add(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

/// Checksum of all bytes of a frame but those of the checksum.
///
/// @param count  bytes of the frame, with its head
static inline uint32_t frame_sum(const uint8_t *frame, size_t count)
{
    uint64_t sum = frame_sum_add(FNV_OF_NOTHING, frame_word(frame)), rest = 0;
    size_t at = FRAME_HEAD_BYTES;
    for (; count - at >= 8; at += 8)
        sum = frame_sum_add(sum, frame_word(frame + at));
    if (at > FRAME_HEAD_BYTES)
        rest = frame_word(frame + count - 8); // with bytes that were added before
    else
        for (; at < count; at++)
            rest = rest << 8 | frame[at];
    return (uint32_t)frame_sum_add(sum, rest);
}

/// Writes the checksum into a frame.
static inline void frame_seal(uint8_t *frame, size_t count)
{
    const uint32_t sum = frame_sum(frame, count);
    for (int i = 0; i < 4; i++)
        frame[FRAME_SUM_AT + i] = (uint8_t)(sum >> (8 * i));
}

/// Tells whether the checksum of a frame is right.
static inline bool frame_is_sealed(const uint8_t *frame, size_t count)
{
    return four_bytes(frame + FRAME_SUM_AT) == frame_sum(frame, count);
}
