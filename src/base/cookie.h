#ifndef BASE_COOKIE_H
#define BASE_COOKIE_H

/// @file
/// A def's default function writes a cookie into the def. A def without the right cookie was not initialised, or was
/// filled by a library in which the def has another size.

#include <stdint.h>

/// The cookie of a def type: a constant combined with the size of the type.
#define COOKIE_OF(type) (UINT64_C(0x6661697277617900) ^ (uint64_t)sizeof(type) << 32)

#endif
