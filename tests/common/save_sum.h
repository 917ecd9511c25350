#pragma once

/// The head of a saved state of a traffic: a test that changes the bytes behind the head sets it right again.

#include <stddef.h>
#include <stdint.h>

#include "base/fnv.h"

enum { SAVE_HEAD_BYTES = 32 };

/// Sets the size and the checksum of a saved state, whose bytes have changed.
static inline void save_set_sum(uint8_t *save, size_t bytes)
{
    const uint64_t sum = fnv_bytes(FNV_OF_NOTHING, save + SAVE_HEAD_BYTES, bytes - SAVE_HEAD_BYTES);
    for (int i = 0; i < 8; i++) {
        save[16 + i] = (uint8_t)((uint64_t)bytes >> (8 * i));
        save[24 + i] = (uint8_t)(sum >> (8 * i));
    }
}
