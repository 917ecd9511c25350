#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

/// @file
/// A progress bar on standard error, if that is a terminal.

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    bool is_shown;
    int percent; ///< that the bar shows
} progress;

progress progress_begin(bool wanted);

/// Shows the progress: `done` of `total`.
void progress_show(progress *bar, size_t done, size_t total);

/// Wipes the bar away.
void progress_end(const progress *bar);

#endif
