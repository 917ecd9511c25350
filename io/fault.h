#pragma once

/// Why a file could not be read or written: one sentence that names the file, the place, what was found and what was
/// expected.

#include <stdbool.h>

#include "fairway-io/map.h"

typedef fw_io_fault io_fault;

/// Fills in a fault with the result FW_BAD_VALUE, printf-like; texts that are too long are cut. Always returns
/// false, so that a reader can `return io_fail(...)`.
///
/// @param[out] fault  may be null
bool io_fail(io_fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// As io_fail(), with another result.
bool io_fail_as(io_fault *fault, fw_result result, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// Says that there is not enough memory to read a file. Always returns false.
bool io_fail_without_memory(io_fault *fault, const char *name);
