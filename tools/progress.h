#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

/// @file
/// A bar on standard error, when that is a terminal.

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    bool is_shown;
    int percent; ///< shown last
} progress;

progress progress_begin(bool wanted);

/// Shows that `done` of `total` are done.
void progress_show(progress *bar, size_t done, size_t total);

/// Wipes the bar away.
void progress_end(const progress *bar);

#endif
