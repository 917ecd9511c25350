#pragma once

/// Integers in as few bytes as they need: in groups of 7 bits, the lowest group first, after the sign has moved to the
/// lowest bit (LEB128, zigzag). The bytes depend neither on the platform nor on how wide a variable is.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Most bytes of an integer.
enum { CODED_BYTES = 10 };

/// Writes an integer.
///
/// @param[out] bytes  room for CODED_BYTES
/// @return number of bytes written
static inline size_t coded_put(uint8_t *bytes, int64_t number)
{
    size_t count = 0;
    uint64_t left = (uint64_t)number << 1 ^ (number < 0 ? UINT64_MAX : 0);
    for (; left >= 0x80; left >>= 7)
        bytes[count++] = (uint8_t)(left | 0x80);
    bytes[count++] = (uint8_t)left;
    return count;
}

/// Reads an integer.
///
/// @param left  number of bytes that are there
/// @return number of bytes read; 0 if the integer does not end within them, or has more than CODED_BYTES
static inline size_t coded_get(const uint8_t *bytes, size_t left, int64_t *number)
{
    uint64_t read = 0;
    for (size_t i = 0; i < left && i < CODED_BYTES; i++) {
        read |= (uint64_t)(bytes[i] & 0x7f) << (7 * i);
        if (bytes[i] < 0x80) {
            *number = (int64_t)(read >> 1 ^ (read & 1 ? UINT64_MAX : 0));
            return i + 1;
        }
    }
    return 0;
}

/// The bits of a double, to be written as an integer of 8 bytes.
static inline uint64_t coded_bits(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/// The double with these bits.
static inline double coded_double(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}
