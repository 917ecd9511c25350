#pragma once

/// Extensions of gcc and clang that C17 lacks, each with a fallback in plain C. With another compiler, or with
/// FAIRWAY_PLAIN_C, answers are the same and take longer.

#include <assert.h>
#include <stdint.h>
#include <string.h>

#if defined __GNUC__ && !defined FAIRWAY_PLAIN_C

/// A function that is inlined into each caller, so that arguments that are constants there are constants in its body:
/// `static ALWAYS_INLINE int f(...)`.
#define ALWAYS_INLINE inline __attribute__((always_inline))

/// A rarely called function of a header, kept out of its callers: `static NEVER_INLINE int f(...)`.
#define NEVER_INLINE __attribute__((noinline, unused))

/// After the declaration of a function with a format as that of printf(): the numbers of this parameter and of the
/// first value, counted from 1.
#define PRINTF_LIKE(number, first) __attribute__((format(printf, number, first)))

/// A condition that almost always holds.
#define LIKELY(condition) __builtin_expect(condition, 1)

/// A condition that almost never holds.
#define UNLIKELY(condition) __builtin_expect(condition, 0)

/// Asks for memory that will be read soon.
static inline void prefetch(const void *at)
{
    __builtin_prefetch(at);
}

/// Number of 0 bits below the lowest set bit; the word must not be 0.
static inline int trailing_zeros(uint64_t word)
{
    return __builtin_ctzll(word);
}

/// Number of 0 bits above the highest set bit; the word must not be 0.
static inline int leading_zeros(uint64_t word)
{
    return __builtin_clzll(word);
}

/// Reads four bytes as a number; the first byte becomes the lowest bits.
static inline uint32_t four_bytes(const uint8_t *bytes)
{
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    return __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap32(word) : word;
}

#else

#define ALWAYS_INLINE inline
#define NEVER_INLINE  inline
#define PRINTF_LIKE(number, first)
#define LIKELY(condition)   (condition)
#define UNLIKELY(condition) (condition)

static inline void prefetch(const void *at)
{
    (void)at;
}

static inline int trailing_zeros(uint64_t word)
{
    assert(word != 0);
    int count = 0;
    for (int width = 32; width > 0; width /= 2)
        if ((word & ((UINT64_C(1) << width) - 1)) == 0) {
            word >>= width;
            count += width;
        }
    return count;
}

static inline int leading_zeros(uint64_t word)
{
    assert(word != 0);
    int count = 0;
    for (int width = 32; width > 0; width /= 2)
        if (word >> (64 - width) == 0) {
            word <<= width;
            count += width;
        }
    return count;
}

static inline uint32_t four_bytes(const uint8_t *bytes)
{
    return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

#endif
