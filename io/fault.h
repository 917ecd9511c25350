#ifndef IO_FAULT_H
#define IO_FAULT_H

/// @file
/// Why a file could not be read or written: one sentence that names the file, the place, what was found and what was
/// expected.

#include <stdbool.h>

typedef struct io_fault {
    char text[512]; ///< such as "town.map:7: row has 31 tiles, expected 32"
} io_fault;

/// Fills in a fault, printf-like; texts that are too long are cut. Always returns false, so that a reader can
/// `return io_fail(...)`.
///
/// @param[out] fault  may be null
bool io_fail(io_fault *fault, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
