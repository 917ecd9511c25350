#ifndef TRAFFIC_SAVE_STREAM_H
#define TRAFFIC_SAVE_STREAM_H

/// @file
/// The bytes of a saved state.

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Where bytes are written to or read from. Writing without a buffer counts them.
typedef struct stream {
    uint8_t *to;
    const uint8_t *from;
    size_t at, size;
} stream;

static inline void put(stream *out, const void *items, size_t bytes)
{
    if (bytes > 0 && out->to && out->at + bytes <= out->size)
        memcpy(out->to + out->at, items, bytes);
    out->at += bytes;
}

static inline bool get(stream *source, void *items, size_t bytes)
{
    if (bytes > source->size - source->at)
        return false;
    assert(items || bytes == 0);
    if (bytes > 0)
        memcpy(items, source->from + source->at, bytes);
    source->at += bytes;
    return true;
}

#endif
