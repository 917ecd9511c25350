#pragma once

/// A line on standard error, if that is a terminal, for what takes longer than a second: a bar and the time that is
/// left, or the time spent if nobody knows how much there is to do. A thread of its own draws it, so that the time goes
/// on while one step takes long.

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/// What the total says.
typedef enum progress_kind {
    PROGRESS_EXACT,  ///< so much there is to do
    PROGRESS_AT_MOST ///< it may end earlier
} progress_kind;

typedef struct progress {
    const char *label;
    progress_kind kind;
    double began; ///< microseconds
    _Atomic size_t done, total;
    bool is_drawn; ///< there is a thread
    bool has_ended;
    pthread_t thread;
    pthread_mutex_t lock; ///< of has_ended
    pthread_cond_t end;
} progress;

/// Begins. The progress must stay where it is until its end, and nothing else may be printed meanwhile.
///
/// @param quiet  true: nothing is shown
/// @param label  what is going on, such as a method's name; kept, not copied
void progress_begin(progress *bar, bool quiet, const char *label, progress_kind kind);

/// Notes the progress: `done` of `total`; costs two stores.
void progress_show(progress *bar, size_t done, size_t total);

/// The same as a share from 0 to 1.
void progress_share(progress *bar, double share);

/// Wipes the line away.
void progress_end(progress *bar);
