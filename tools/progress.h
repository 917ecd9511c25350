#ifndef TOOLS_PROGRESS_H
#define TOOLS_PROGRESS_H

/// @file
/// A progress bar on standard error, if that is a terminal, for what takes longer than a second.

#include <stdbool.h>
#include <stddef.h>

typedef struct progress {
    bool is_wanted;
    const char *label;
    double began; ///< microseconds
    int second;   ///< since then, that the bar shows; 0 = it is not shown yet
} progress;

/// @param label  what is going on, such as a method's name; kept, not copied
progress progress_begin(bool wanted, const char *label);

/// Shows the progress, `done` of `total`, and how long the rest will take if it goes on as before.
void progress_show(progress *bar, size_t done, size_t total);

/// Wipes the bar away.
void progress_end(const progress *bar);

#endif
