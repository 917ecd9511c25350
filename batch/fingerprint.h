#ifndef BATCH_FINGERPRINT_H
#define BATCH_FINGERPRINT_H

/// @file
/// 64-bit hashes (FNV-1a: Fowler, Noll & Vo) of bytes and of paths: checksums of the log, and the column `hash`.

#include <stddef.h>
#include <stdint.h>

#include "fairway/path.h"

#define FINGERPRINT_OF_NOTHING UINT64_C(0xcbf29ce484222325)

uint64_t fingerprint_bytes(uint64_t hash, const void *bytes, size_t size);

uint64_t fingerprint_bits(uint64_t hash, uint64_t bits);

/// Adds a number, bit for bit; -0 counts as 0.
uint64_t fingerprint_double(uint64_t hash, double value);

/// Adds a path: outcome, length, cost, and every segment. Equal paths have equal hashes on every platform.
uint64_t fingerprint_path(uint64_t hash, const fw_path *path);

#endif
