#pragma once

/// The hash function of all hash tables: multiplicative (Fibonacci) hashing (Knuth, TAOCP 3, 6.4). The upper bits of a
/// hash depend on all bits of the key, the lower bits only on those below them, so tables take the upper bits. And a
/// hash of sequences of words, which takes a few times less time of base/fnv.h.

#include <stdint.h>

static inline uint32_t hash_32(uint32_t key)
{
    return key * UINT32_C(0x9e3779b9);
}

static inline uint64_t hash_64(uint64_t key)
{
    return key * UINT64_C(0x9e3779b97f4a7c15);
}

/// Adds a word to the hash of a sequence. Whatever the hash was, no two words lead to the same one.
static inline uint64_t hash_mixed(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0xbf58476d1ce4e5b9);
    return hash ^ hash >> 29;
}
