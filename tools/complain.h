#ifndef TOOLS_COMPLAIN_H
#define TOOLS_COMPLAIN_H

/// @file
/// Error messages on standard error, and the exit status of a command.

#include <stdbool.h>

enum {
    EXIT_DONE = 0,    ///< a path, a legal path, or whatever else was asked for
    EXIT_NO_PATH = 1, ///< no such path, or an illegal one
    EXIT_BAD = 2      ///< bad use, bad input, or something that this build cannot do
};

/// Writes a sentence to standard error, printf-like. Always returns false.
bool complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
