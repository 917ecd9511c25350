#pragma once

/// Error messages on standard error, and the exit status of a command.

#include <stdbool.h>

enum {
    EXIT_DONE = 0,    ///< the command did its work: a path was found, or is legal
    EXIT_NO_PATH = 1, ///< no path was found, or a path is illegal
    EXIT_BAD = 2      ///< wrong use, wrong input, or something that this build cannot do
};

/// Writes a sentence to standard error, printf-like. Always returns false.
bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
