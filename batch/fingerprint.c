#include "batch/fingerprint.h"

#include <string.h>

static uint64_t add_byte(uint64_t hash, uint8_t byte)
{
    return (hash ^ byte) * UINT64_C(0x100000001b3);
}

uint64_t fingerprint_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = add_byte(hash, byte[i]);
    return hash;
}

uint64_t fingerprint_bits(uint64_t hash, uint64_t bits)
{
    for (int shift = 0; shift < 64; shift += 8)
        hash = add_byte(hash, (uint8_t)(bits >> shift));
    return hash;
}

uint64_t fingerprint_double(uint64_t hash, double value)
{
    uint64_t bits = 0;
    if (value != 0.0)
        memcpy(&bits, &value, sizeof bits);
    return fingerprint_bits(hash, bits);
}

uint64_t fingerprint_path(uint64_t hash, const fw_path *path)
{
    fw_path_summary summary = { 0 };
    fw_path_summarise(path, &summary);
    hash = fingerprint_bits(hash, (uint64_t)summary.outcome);
    hash = fingerprint_double(hash, summary.length);
    hash = fingerprint_double(hash, summary.cost);
    int32_t count = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < count; i++) {
        hash = fingerprint_double(hash, segments[i].start.x);
        hash = fingerprint_double(hash, segments[i].start.y);
        hash = fingerprint_double(hash, segments[i].start.heading);
        hash = fingerprint_double(hash, segments[i].curvature);
        hash = fingerprint_double(hash, segments[i].length);
        hash = fingerprint_bits(hash, (uint64_t)segments[i].gear);
    }
    return hash;
}
