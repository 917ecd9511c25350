#pragma once

/// 64-bit hashes and checksums: FNV-1a (Fowler, Noll & Vo). Equal on every platform.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// What a hash begins with.
#define FNV_OF_NOTHING UINT64_C(0xcbf29ce484222325)

static inline uint64_t fnv_byte(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

static inline uint64_t fnv_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = fnv_byte(hash, byte[i]);
    return hash;
}

/// Adds 64 bits, the lowest byte first.
static inline uint64_t fnv_bits(uint64_t hash, uint64_t bits)
{
    for (int shift = 0; shift < 64; shift += 8)
        hash = fnv_byte(hash, (uint8_t)(bits >> shift));
    return hash;
}

/// Adds a number, bit for bit; -0 counts as 0.
static inline uint64_t fnv_double(uint64_t hash, double value)
{
    uint64_t bits = 0;
    if (value != 0.0)
        memcpy(&bits, &value, sizeof bits);
    return fnv_bits(hash, bits);
}
