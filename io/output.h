#pragma once

/// Files that are written completely or not at all: under a temporary name in the same folder, renamed at the end.

#include <stdbool.h>
#include <stdio.h>

#include "io/fault.h"

typedef struct io_output {
    FILE *to;        ///< write here
    char *name;      ///< final name; null = standard output
    char *temporary; ///< name until the file is finished; null = written in place (a device or a pipe)
} io_output;

/// Opens a file for writing; "-" is standard output.
bool io_output_open(const char *name, io_output *output, io_fault *fault);

/// Finds out, before a long run, if a file could be opened for writing; nothing is left behind.
bool io_output_is_possible(const char *name, io_fault *fault);

/// Finishes a file and gives it its name. On failure nothing is left behind.
bool io_output_finish(io_output *output, io_fault *fault);

/// Gives a file up and leaves nothing behind.
void io_output_abandon(io_output *output);
