#pragma once

/// The command line of a benchmark: options that come first, each with a value.

/// An option, and the one field that it fills in.
typedef struct argument {
    const char *name; ///< such as "--repeat"; null ends a list
    int *whole;       ///< at least 1
    double *real;
    const char **text;
} argument;

/// Reads them. Where one makes no sense, tells which there are and ends the program.
///
/// @return index of the first word that belongs to none
int arguments_read(const argument *known, int count, char **words);
