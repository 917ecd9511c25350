#ifndef BASE_COOKIE_H
#define BASE_COOKIE_H

/// @file
/// Cookies tell a def that was filled by its default function from one that was not, or that an older
/// library filled.

#include <stdint.h>

/// The cookie of a def type: a mark and the size of the type.
#define COOKIE_OF(type) (UINT64_C(0x6661697277617900) ^ (uint64_t)sizeof(type) << 32)

#endif
